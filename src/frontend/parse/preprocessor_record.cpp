#include "frontend/parse/preprocessor_record.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>

#include "frontend/parse/source_tree.h"

namespace kcast::frontend {

void SliceRecorder::attach(clang::Preprocessor& preprocessor, PreprocessorRecord& record) {
  auto recorder = std::make_unique<SliceRecorder>(preprocessor.getSourceManager(), record);
  SliceRecorder* watcher = recorder.get();
  preprocessor.addPPCallbacks(std::move(recorder));
  preprocessor.setTokenWatcher([watcher](const clang::Token& token) {
    if (token.getLocation().isMacroID() && !token.isAnnotation() &&
        watcher->is_user_place(watcher->sources_.getExpansionLoc(token.getLocation()))) {
      watcher->record_.tokens.push_back(token);
    }
  });
}

bool SliceRecorder::is_user_place(clang::SourceLocation place) {
  const clang::FileID file = sources_.getFileID(place);
  if (file != last_file_) {
    last_file_ = file;
    const auto entry = sources_.getFileEntryRefForID(file);
    last_is_user_ = entry && SourceTree::is_user_path(entry->getName());
  }
  return last_is_user_;
}

void SliceRecorder::FileChanged(clang::SourceLocation location, FileChangeReason reason,
                                clang::SrcMgr::CharacteristicKind /*kind*/,
                                clang::FileID /*previous*/) {
  if (reason != EnterFile || pending_include_.isInvalid()) return;
  record_.entered[pending_include_.getRawEncoding()] = sources_.getFileID(location);
  pending_include_ = {};
}

void SliceRecorder::FileSkipped(const clang::FileEntryRef& /*file*/, const clang::Token& /*name*/,
                                clang::SrcMgr::CharacteristicKind /*kind*/) {
  pending_include_ = {};
}

// NOLINTNEXTLINE(readability-function-size): the number of parameters is Clang's
void SliceRecorder::InclusionDirective(clang::SourceLocation hash, const clang::Token& /*word*/,
                                       llvm::StringRef /*name*/, bool /*angled*/,
                                       clang::CharSourceRange /*range*/,
                                       clang::OptionalFileEntryRef file,
                                       llvm::StringRef /*search_path*/,
                                       llvm::StringRef /*relative_path*/,
                                       const clang::Module* /*suggested*/, bool /*imported*/,
                                       clang::SrcMgr::CharacteristicKind /*kind*/) {
  pending_include_ = file ? hash : clang::SourceLocation();
}

void SliceRecorder::SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation /*endif*/) {
  if (is_user_place(range.getBegin())) record_.skipped.push_back(range);
}

void SliceRecorder::MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition,
                                 clang::SourceRange range, const clang::MacroArgs* /*arguments*/) {
  const clang::MacroInfo* macro = definition.getMacroInfo();
  const clang::SourceLocation place = sources_.getExpansionLoc(range.getBegin());
  if (macro == nullptr || macro->isBuiltinMacro() || !is_user_place(place)) return;
  record_.expansions.push_back({name.getIdentifierInfo()->getName().str(), macro, place});
}

}  // namespace kcast::frontend
