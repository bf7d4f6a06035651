#include "frontend/host/statements.h"

#include <clang/AST/ASTContext.h>

#include "frontend/host/values/memory_join.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

Flow Statements::exec(const Stmt* s) {
  if (s == nullptr || !control_.spend()) return Flow::Next;
  if (control_.depth >= Control::kMaxDepth) return Flow::Next;
  ++control_.depth;
  Flow flow = exec_inner(s);
  --control_.depth;
  return flow;
}

Flow Statements::exec_inner(const Stmt* s) {
  switch (s->getStmtClass()) {
    case Stmt::CompoundStmtClass: {
      const auto* block = cast<CompoundStmt>(s);
      return exec_block({block->body_begin(), block->size()});
    }
    case Stmt::DeclStmtClass:
      for (const Decl* declaration : cast<DeclStmt>(s)->decls()) {
        if (!control_.halted()) variables_.declare(declaration);
      }
      return Flow::Next;
    case Stmt::IfStmtClass:
      return exec_if(cast<IfStmt>(s));
    case Stmt::ForStmtClass: {
      const auto* loop = cast<ForStmt>(s);
      exec(loop->getInit());
      return loops_.run_loop({s, loop->getConditionVariableDeclStmt(), loop->getCond(),
                              loop->getInc(), nullptr, loop->getBody(), false});
    }
    case Stmt::WhileStmtClass: {
      const auto* loop = cast<WhileStmt>(s);
      return loops_.run_loop({s, loop->getConditionVariableDeclStmt(), loop->getCond(), nullptr,
                              nullptr, loop->getBody(), false});
    }
    case Stmt::DoStmtClass: {
      const auto* loop = cast<DoStmt>(s);
      return loops_.run_loop(
          {s, nullptr, loop->getCond(), nullptr, nullptr, loop->getBody(), true});
    }
    case Stmt::CXXForRangeStmtClass: {
      const auto* loop = cast<CXXForRangeStmt>(s);
      if (loop->getCond() == nullptr || loop->getInc() == nullptr) return Flow::Next;
      exec(loop->getInit());
      exec(loop->getRangeStmt());
      exec(loop->getBeginStmt());
      exec(loop->getEndStmt());
      return loops_.run_loop({s, nullptr, loop->getCond(), loop->getInc(), loop->getLoopVarStmt(),
                              loop->getBody(), false});
    }
    case Stmt::ReturnStmtClass:
      return exec_return(cast<ReturnStmt>(s));
    case Stmt::BreakStmtClass:
      return Flow::Break;
    case Stmt::ContinueStmtClass:
      return Flow::Continue;
    case Stmt::SwitchStmtClass:
      return exec_switch(cast<SwitchStmt>(s));
    default:
      return exec_special(s);
  }
}

Flow Statements::exec_special(const Stmt* s) {
  if (const auto* x = dyn_cast<Expr>(s)) {
    move_position(position_, stack_, x->getBeginLoc());
    code_.discard(x);
    return Flow::Next;
  }
  if (const auto* x = dyn_cast<SwitchCase>(s)) return exec(x->getSubStmt());
  if (const auto* x = dyn_cast<LabelStmt>(s)) return exec(x->getSubStmt());
  if (const auto* x = dyn_cast<AttributedStmt>(s)) return exec(x->getSubStmt());
  if (const auto* x = dyn_cast<CXXTryStmt>(s)) return exec_try(x);
  if (const auto* x = dyn_cast<GotoStmt>(s)) {
    stack_.frame().target = x->getLabel();
    return Flow::Goto;
  }
  if (const auto* x = dyn_cast<AsmStmt>(s)) {
    const auto* gcc = dyn_cast<GCCAsmStmt>(x);
    for (unsigned i = 0; gcc != nullptr && i < gcc->getNumOutputs(); ++i) {
      named_.forget_pointee(address_of(code_.place(gcc->getOutputExpr(i))),
                            "is set by an asm statement");
    }
    return Flow::Next;
  }
  if (isa<NullStmt>(s)) return Flow::Next;
  if (const auto* x = dyn_cast<OMPExecutableDirective>(s)) return targets_.exec(x);
  // Wrappers run what they wrap.
  if (const auto* captured = dyn_cast<CapturedStmt>(s)) return exec(captured->getCapturedStmt());
  for (const Stmt* child : s->children()) {
    if (child != nullptr && !isa<Expr>(child)) return exec(child);
  }
  return Flow::Next;
}

namespace {

// The statement of a block that the label stands before, at any depth of nesting labels.
bool holds_label(const Stmt* statement, const LabelDecl* label) {
  while (statement != nullptr) {
    if (const auto* labelled = dyn_cast<LabelStmt>(statement)) {
      if (labelled->getDecl() == label) return true;
      statement = labelled->getSubStmt();
    } else if (const auto* choice = dyn_cast<SwitchCase>(statement)) {
      statement = choice->getSubStmt();
    } else {
      return false;
    }
  }
  return false;
}

}  // namespace

Flow Statements::exec_block(llvm::ArrayRef<const Stmt*> statements) {
  for (size_t i = 0; i < statements.size();) {
    Flow flow = exec(statements[i]);
    if (control_.halted()) return Flow::Next;
    if (flow == Flow::Next) {
      ++i;
      continue;
    }
    if (flow != Flow::Goto) return flow;
    size_t at = 0;
    while (at < statements.size() && !holds_label(statements[at], stack_.frame().target))
      ++at;
    if (at == statements.size()) return Flow::Goto;
    i = at;
  }
  return Flow::Next;
}

Flow Statements::exec_if(const IfStmt* s) {
  exec(s->getInit());
  if (s->isConsteval()) {
    return exec(s->isNegatedConsteval() ? s->getThen() : s->getElse());
  }
  if (s->isConstexpr()) {
    std::optional<const Stmt*> chosen = s->getNondiscardedCase(stack_.ast());
    if (chosen) return exec(*chosen);
  }
  if (s->getConditionVariableDeclStmt() != nullptr) exec(s->getConditionVariableDeclStmt());
  CauseSet causes = 0;
  move_position(position_, stack_, s->getIfLoc());
  Truth truth = code_.condition(s->getCond(), &causes);
  if (control_.halted()) return Flow::Next;
  const bool is_estimate = truth != Truth::Unknown && causes != 0;
  const Stmt* taken = truth == Truth::True ? s->getThen() : s->getElse();
  // A number that is only likely is no reason to give up: checks of results pass.
  if (is_estimate && ends_program(taken)) {
    return exec(truth == Truth::True ? s->getElse() : s->getThen());
  }
  if (truth == Truth::True) return exec(s->getThen());
  if (truth == Truth::False) return exec(s->getElse());
  bool then_leaves = index_.never_continues(s->getThen());
  bool else_leaves = s->getElse() != nullptr && index_.never_continues(s->getElse());
  int expected = then_leaves == else_leaves ? -1 : (then_leaves ? 1 : 0);
  return branches_.fork(
      causes, {[&] { return exec(s->getThen()); }, [&] { return exec(s->getElse()); }}, expected);
}

// Unlike a return, by which a function may just say what it found out.
bool Statements::ends_program(const Stmt* code) {
  if (code == nullptr || !index_.never_continues(code)) return false;
  bool returns = false;
  walk_code(code, [&](const Stmt* part) { returns |= isa<ReturnStmt>(part); });
  return !returns || stack_.frames.size() == 1;
}

Flow Statements::exec_switch(const SwitchStmt* s) {
  exec(s->getInit());
  if (s->getConditionVariableDeclStmt() != nullptr) exec(s->getConditionVariableDeclStmt());
  EvalValue value = code_.eval(s->getCond());
  const auto* body = dyn_cast_or_null<CompoundStmt>(s->getBody());
  if (control_.halted() || body == nullptr) return Flow::Next;
  llvm::ArrayRef<const Stmt*> statements(body->body_begin(), body->size());
  std::vector<std::function<Flow()>> ways;
  bool has_default = false;
  std::optional<size_t> taken;
  std::optional<size_t> fallback;
  for (size_t i = 0; i < statements.size(); ++i) {
    bool starts = false;
    for (const auto* label = dyn_cast<SwitchCase>(statements[i]); label != nullptr;
         label = dyn_cast_or_null<SwitchCase>(label->getSubStmt())) {
      starts = true;
      const auto* choice = dyn_cast<CaseStmt>(label);
      if (choice == nullptr) {
        has_default = true;
        fallback = i;
      } else if (value.is_integer()) {
        EvalValue low = code_.eval(choice->getLHS());
        EvalValue high = choice->getRHS() != nullptr ? code_.eval(choice->getRHS()) : low;
        bool inside = low.is_integer() && high.is_integer() && value.integer >= low.integer &&
                      value.integer <= high.integer;
        if (inside && !taken) taken = i;
      }
    }
    if (starts && ways.size() < 16) {
      ways.push_back([this, statements, i] {
        Flow flow = exec_block(statements.drop_front(i));
        return flow == Flow::Break ? Flow::Next : flow;
      });
    }
  }
  if (value.is_integer() && !taken) taken = fallback;
  if (value.is_integer() && !taken) return Flow::Next;
  memory_.open_journal();
  EarlyExits exits;
  exits.journal = memory_.journals().size() - 1;
  exits.is_loop = false;
  EarlyExits* outer = std::exchange(doubt_.break_exits, &exits);
  Flow flow = Flow::Next;
  if (taken) {
    flow = exec_block(statements.drop_front(*taken));
  } else {
    if (!has_default) ways.push_back([] { return Flow::Next; });
    flow = branches_.fork(value.causes, ways, -1);
  }
  doubt_.break_exits = outer;
  if (!exits.breaks.empty()) merge_ways(memory_, exits.journal, exits.breaks, exits.causes);
  memory_.keep_journal();
  return flow == Flow::Break ? Flow::Next : flow;
}

Flow Statements::exec_return(const ReturnStmt* s) {
  const Expr* value = s->getRetValue();
  move_position(position_, stack_, s->getReturnLoc());
  if (value != nullptr && stack_.frame().function != nullptr) {
    QualType type = stack_.frame().function->getReturnType();
    if (type->isReferenceType()) {
      stack_.frame().returned = address_of(code_.place(value));
    } else if (is_aggregate(type)) {
      code_.eval_into(stack_.frame().result, type, value);
    } else if (type->isVoidType()) {
      code_.discard(value);
    } else {
      stack_.frame().returned = convert_value(code_.eval(value), types_.shape_of(type));
    }
  }
  return Flow::Return;
}

Flow Statements::exec_try(const CXXTryStmt* s) {
  Flow flow = exec(s->getTryBlock());
  if (control_.halt != Halt::Throw || s->getNumHandlers() == 0) return flow;
  control_.halt = Halt::None;
  const CXXCatchStmt* handler = s->getHandler(0);
  if (const VarDecl* caught = handler->getExceptionDecl()) {
    Place at =
        locals_.new_variable(caught, types_.bytes_of(caught->getType().getNonReferenceType()));
    stack_.frame().variables[caught] = at;
  }
  return exec(handler->getHandlerBlock());
}

}  // namespace kcast::host
