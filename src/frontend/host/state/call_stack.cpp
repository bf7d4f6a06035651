#include "frontend/host/state/call_stack.h"

#include "frontend/parse/user_code.h"

namespace kcast::host {

std::unique_ptr<EvalFrame> new_frame(const clang::FunctionDecl* function) {
  auto next = std::make_unique<EvalFrame>();
  next->function = function;
  next->ast = &function->getASTContext();
  next->is_user = frontend::is_user_declaration(function);
  return next;
}

void move_position(UserPosition& position, const CallStack& stack, clang::SourceLocation location) {
  if (!stack.frame().is_user || location.isInvalid()) return;
  position.place = source_place(location, stack.ast());
}

}  // namespace kcast::host
