// The functions that are being evaluated, and where in the user's code that is.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>

#include <memory>
#include <vector>

#include "frontend/host/program_index.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// A return taken on a condition that is not known, while the function went on.
struct PendingReturn {
  EvalValue value;
  CauseSet condition = 0;
};

struct EvalFrame {
  const clang::FunctionDecl* function = nullptr;  // null: initialisers of globals
  clang::ASTContext* ast = nullptr;
  bool is_user = false;
  llvm::DenseMap<const clang::Decl*, Place> variables;
  llvm::DenseMap<const clang::Expr*, uint32_t> temporaries;
  std::vector<uint32_t> objects;  // freed when the function returns
  Place self;                     // *this
  Place result;                   // where a returned class goes
  EvalValue returned;
  std::vector<PendingReturn> pending;
  const clang::LabelDecl* target = nullptr;  // of a goto under way
};

struct CallStack {
  static constexpr size_t kMaxFrames = 128;

  std::vector<std::unique_ptr<EvalFrame>> frames;

  EvalFrame& frame() { return *frames.back(); }
  const EvalFrame& frame() const { return *frames.back(); }
  clang::ASTContext& ast() const { return *frames.back()->ast; }
};

// A frame for a call of the function; it is not on the stack yet.
std::unique_ptr<EvalFrame> new_frame(const clang::FunctionDecl* function);

// What messages and launches say about where they come from.
struct UserPosition {
  SourcePlace place;                  // the last one in the user's code
  const clang::Stmt* site = nullptr;  // the innermost call that the user's code makes
};

// The evaluation has come to this location; one in a built-in header leaves the position as it is.
void move_position(UserPosition& position, const CallStack& stack, clang::SourceLocation location);

}  // namespace kcast::host
