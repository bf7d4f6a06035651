// Source text to Clang's syntax tree, in memory, whatever state the text is in.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "frontend/flags.h"
#include "frontend/languages.h"
#include "frontend/source_tree.h"
#include "schema/inspection.h"

namespace kcast {

// What the parser handed to its consumer, in order; lowering replays it.
struct ParseEvent {
  enum class Kind { TopLevel, InlineFunction, StaticMember } kind;
  clang::DeclGroupRef group;               // TopLevel
  clang::Decl* declaration = nullptr;      // the others
};

struct ParseError {
  clang::SourceLocation location;          // where it was expanded; may be invalid
  Diagnostic diagnostic;
};

// A parsed translation unit. The tree lives as long as this object.
struct ParsedUnit {
  std::string file;
  const Language* language = nullptr;
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<clang::FrontendAction> action;
  std::vector<ParseEvent> events;
  std::vector<ParseError> errors;          // errors in the source, in order
  std::vector<Diagnostic> diagnostics;     // the same, and notes on missing headers

  clang::ASTContext& ast() const { return compiler->getASTContext(); }
  clang::SourceManager& sources() const { return compiler->getSourceManager(); }
};

struct ParseInput {
  std::string file;
  const Language* language = nullptr;
  BuildSettings settings;
  std::vector<std::pair<std::string, std::string>> macros;  // -D that are macros
  std::vector<std::string> include_dirs;
};

// Never fails on bad source; an error means that the compiler could not be set
// up (an unknown standard, for example).
Result<std::unique_ptr<ParsedUnit>> parse(const ParseInput& input,
                                          llvm::IntrusiveRefCntPtr<SourceTree> tree);

}  // namespace kcast
