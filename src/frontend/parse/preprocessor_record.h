// What the preprocessor did with a unit, as far as the device-only slice needs it.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Token.h>
#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

namespace clang {
class MacroInfo;
class Preprocessor;
class SourceManager;
}  // namespace clang

namespace kcast::frontend {

struct PreprocessorRecord {
  struct Expansion {
    std::string name;
    const clang::MacroInfo* macro;
    clang::SourceLocation place;  // in a user's file: where the outermost macro stands
  };
  std::vector<Expansion> expansions;
  std::vector<clang::SourceRange> skipped;          // what conditional directives left out
  llvm::DenseMap<unsigned, clang::FileID> entered;  // raw location of an #include's hash
  std::vector<clang::Token> tokens;                 // those that macros in user files made
};

// Fills a record while a unit is parsed.
class SliceRecorder : public clang::PPCallbacks {
 public:
  // Makes one, and lets the preprocessor own it. `record` outlives the parse.
  static void attach(clang::Preprocessor& preprocessor, PreprocessorRecord& record);

  SliceRecorder(const clang::SourceManager& sources, PreprocessorRecord& record)
      : sources_(sources), record_(record) {}
  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID previous) override;
  void FileSkipped(const clang::FileEntryRef& file, const clang::Token& name,
                   clang::SrcMgr::CharacteristicKind kind) override;
  void InclusionDirective(clang::SourceLocation hash, const clang::Token& word,
                          llvm::StringRef name, bool angled, clang::CharSourceRange range,
                          clang::OptionalFileEntryRef file, llvm::StringRef search_path,
                          llvm::StringRef relative_path, const clang::Module* suggested,
                          bool imported, clang::SrcMgr::CharacteristicKind kind) override;
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation endif) override;
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition,
                    clang::SourceRange range, const clang::MacroArgs* arguments) override;

 private:
  bool is_user_place(clang::SourceLocation place);

  const clang::SourceManager& sources_;
  PreprocessorRecord& record_;
  clang::SourceLocation pending_include_;
  clang::FileID last_file_;
  bool last_is_user_ = false;
};

}  // namespace kcast::frontend
