// Source text to Clang's syntax tree, in memory, whatever state the text is in.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "frontend/parse/flags.h"
#include "frontend/parse/languages.h"
#include "frontend/parse/preprocessor_record.h"
#include "frontend/parse/source_tree.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// What the parser handed to its consumer, in order; lowering replays it.
struct ParseEvent {
  enum class Kind { TopLevel, InlineFunction, StaticMember } kind;
  clang::DeclGroupRef group;           // TopLevel
  clang::Decl* declaration = nullptr;  // the others
};

struct ParseError {
  clang::SourceLocation location;  // where it was expanded; may be invalid
  Diagnostic diagnostic;
};

// Where the parser's announcements go: into the list while parsing, and on to the
// code generator while lowering, since a precompiled header is read as needed and
// some of its functions appear only then.
class Announcements;

// A parsed translation unit. The tree lives as long as this object.
struct ParsedUnit {
  std::string file;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files;  // of a prepared unit only
  const Language* language = nullptr;
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<clang::FrontendAction> action;
  Announcements* announcements = nullptr;  // owned by the compiler
  std::vector<ParseEvent> events;
  PreprocessorRecord record;            // filled if ParseInput::record says so
  std::vector<ParseError> errors;       // errors in the source, in order
  std::vector<Diagnostic> diagnostics;  // the same, and notes on missing headers

  clang::ASTContext& ast() const { return compiler->getASTContext(); }
  clang::SourceManager& sources() const { return compiler->getSourceManager(); }
};

struct ParseInput {
  std::string file;
  const Language* language = nullptr;
  BuildSettings settings;
  std::vector<std::pair<std::string, std::string>> macros;  // -D that are macros
  std::vector<std::string> include_dirs;
  // Read in front of the file, as its includer or its build would.
  std::vector<std::string> forced_files;
  bool record = false;  // what the preprocessor does, for a slice
};

// Never fails on bad source; an error means that the compiler could not be set
// up (an unknown standard, for example). A prepared unit that fits is taken and used.
Result<std::unique_ptr<ParsedUnit>> parse(
    const ParseInput& input, llvm::IntrusiveRefCntPtr<SourceTree> tree,
    std::vector<std::unique_ptr<ParsedUnit>>* prepared = nullptr);

// A unit of the language under default settings that has read its built-in headers
// and waits for its file: a third of a small file's time, spent before there is one.
Result<std::unique_ptr<ParsedUnit>> prepare(const Language& language);

// From now on announcements go to `consumer` as well as into the list; null: into the list alone.
void forward_announcements(ParsedUnit& unit, clang::ASTConsumer* consumer);

}  // namespace kcast::frontend
