#include "frontend/host/calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>

#include "frontend/host/values/memory_join.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

bool Calls::too_deep(const FunctionDecl* function) const {
  if (stack_.frames.size() >= CallStack::kMaxFrames || control_.depth >= Control::kMaxDepth)
    return true;
  // Under a condition that is not known, recursion has no end of its own.
  if (doubt_.conditional == 0) return false;
  int active = 0;
  for (const auto& entry : stack_.frames)
    active += entry->function == function ? 1 : 0;
  return active >= 3;
}

const CXXMethodDecl* Calls::overrider(const CXXMethodDecl* method, Place* self) {
  if (!method->isVirtual() || self->object == 0) return method;
  const MemoryObject& object = memory_.object(self->object);
  for (const auto& [offset, opaque] : object.dynamic_types) {
    const auto* record = static_cast<const CXXRecordDecl*>(opaque);
    const ASTRecordLayout* layout = layout_of(record);
    if (layout == nullptr || offset > self->offset) continue;
    if (self->offset >= offset + layout->getSize().getQuantity()) continue;
    const CXXMethodDecl* found = method->getCorrespondingMethodInClass(record, true);
    if (found == nullptr) continue;
    std::optional<int64_t> base = base_offset(record, found->getParent());
    if (!base) continue;
    self->offset = offset + *base;
    return found;
  }
  return method;
}

const FunctionDecl* Calls::callee_of(const CallExpr* e, Place* self, size_t* first) {
  *first = 0;
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(e)) {
    const CXXMethodDecl* method = member->getMethodDecl();
    const Expr* object = member->getImplicitObjectArgument();
    if (method == nullptr || object == nullptr) return nullptr;
    if (method->isStatic()) {
      code_.discard(object);
      return method;
    }
    *self = object->getType()->isPointerType() ? place_of(code_.eval(object)) : code_.place(object);
    const auto* named = dyn_cast<MemberExpr>(e->getCallee()->IgnoreParens());
    bool is_qualified = named != nullptr && named->hasQualifier();
    return is_qualified ? method : overrider(method, self);
  }
  const FunctionDecl* direct = e->getDirectCallee();
  if (direct != nullptr) {
    const auto* method = dyn_cast<CXXMethodDecl>(direct);
    if (isa<CXXOperatorCallExpr>(e) && method != nullptr && e->getNumArgs() > 0) {
      *first = 1;
      if (method->isStatic()) return method;
      *self = code_.place(e->getArg(0));
      return overrider(method, self);
    }
    return direct;
  }
  if (e->getCallee() == nullptr || isa<CXXPseudoDestructorExpr>(e->getCallee())) return nullptr;
  EvalValue pointer = code_.eval(e->getCallee());
  return pointer.kind == ValueKind::Function
             ? dyn_cast<FunctionDecl>(static_cast<const Decl*>(pointer.function))
             : nullptr;
}

EvalValue Calls::call(const CallExpr* e, const Place* into) {
  if (stack_.frame().is_user) move_position(position_, stack_, e->getBeginLoc());
  const Stmt* site = position_.site;
  if (stack_.frame().is_user) position_.site = e;
  Place self;
  size_t first = 0;
  const FunctionDecl* function = callee_of(e, &self, &first);
  EvalValue result;
  if (!control_.halted()) {
    llvm::ArrayRef<const Expr*> arguments(e->getArgs(), e->getNumArgs());
    arguments = arguments.drop_front(std::min(first, arguments.size()));
    if (function != nullptr) {
      result = call_function(function, self, arguments, into, e);
    } else {
      result = missing_body(nullptr, arguments, into, e->getType());
      if (e->getCallee() != nullptr && result.is_unknown() &&
          !isa<CXXPseudoDestructorExpr>(e->getCallee())) {
        result = causes_.unknown(source_text(e->getCallee(), stack_.ast()),
                                 "calls a function that is not known");
      }
    }
  }
  position_.site = site;
  return result;
}

EvalValue Calls::call_function(const FunctionDecl* function, const Place& self,
                               llvm::ArrayRef<const Expr*> arguments, const Place* into,
                               const Expr* site) {
  QualType type = site->getType();
  EvalValue result;
  if (intrinsics_.intrinsic(function, arguments, type, &result)) return result;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (method != nullptr &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      (method->isTrivial() || (method->isDefaulted() && !method->doesThisDeclarationHaveABody())) &&
      arguments.size() == 1) {
    named_.copy_object(self, code_.place(arguments[0]), arguments[0]->getType());
    return address_of(self);
  }
  if (const auto* conversion = dyn_cast<CXXConversionDecl>(function)) {
    if (conversion->isLambdaToBlockPointerConversion() || conversion->getParent()->isLambda()) {
      return function_value(conversion->getParent()->getLambdaCallOperator());
    }
  }
  const FunctionDecl* body = index_.definition(function);
  if (body == nullptr || body->isDependentContext() || !is_host_function(body)) {
    return missing_body(function, arguments, into, type);
  }
  if (too_deep(body)) {
    for (const Expr* argument : arguments)
      code_.discard(argument);
    if (into != nullptr)
      named_.forget_object(*into, type, causes_.cause(body->getNameAsString(), "recursion", true));
    return causes_.unknown(body->getNameAsString(), "the recursion is too deep to follow");
  }
  auto next = bind_arguments(body, arguments);
  if (next == nullptr) return unknown_value(0);
  next->self = self;
  if (into != nullptr) {
    next->result = *into;
  } else if (is_aggregate(body->getReturnType())) {
    next->result = locals_.fresh_place(*next, body->getReturnType());
  }
  bool limits = stack_.frame().is_user && control_.limited == Limited::Nothing;
  if (limits) {
    HostEffects effects = index_.effects(body);
    limits = !effects.launches && !effects.indirect;
  }
  if (!limits) return run_function(std::move(next));
  std::string name = body->getNameAsString();
  bool done = branches_.run_limited([&] { result = run_function(std::move(next)); }, Limited::Call,
                                    "is set by " + name + ", which takes too long to follow");
  return done ? result : causes_.unknown(name, "takes too long to follow");
}

std::unique_ptr<EvalFrame> Calls::bind_arguments(const FunctionDecl* function,
                                                 llvm::ArrayRef<const Expr*> arguments) {
  auto next = new_frame(function);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (control_.halted()) return nullptr;
    if (i >= function->getNumParams()) {
      code_.discard(arguments[i]);
      continue;
    }
    const ParmVarDecl* parameter = function->getParamDecl(static_cast<unsigned>(i));
    QualType type = parameter->getType();
    if (type->isReferenceType()) {
      next->variables[parameter] = code_.place(arguments[i]);
      continue;
    }
    Place at = locals_.fresh_place(*next, type);
    if (at.object != 0) {
      MemoryObject& object = memory_.object(at.object);
      object.name = parameter->getNameAsString();
      object.is_user = next->is_user;
    }
    code_.eval_into(at, type, arguments[i]);
    if (is_aggregate(type)) named_.name_held(at, types_.bytes_of(type));
    next->variables[parameter] = at;
  }
  return control_.halted() ? nullptr : std::move(next);
}

// Elsewhere a return on a condition that is not known is taken for the handling of an
// error, but between the rounds of a loop it may be the rule.
void Calls::exec_body(const Stmt* body) {
  if (body == nullptr) return;
  if (launched_.trial_launches == nullptr) {
    code_.exec(body);
    return;
  }
  memory_.open_journal();
  EarlyExits exits;
  exits.journal = memory_.journals().size() - 1;
  EarlyExits* outer = std::exchange(doubt_.return_exits, &exits);
  code_.exec(body);
  doubt_.return_exits = outer;
  if (!exits.returns.empty()) merge_ways(memory_, exits.journal, exits.returns, exits.causes);
  memory_.keep_journal();
}

EvalValue Calls::run_function(std::unique_ptr<EvalFrame> next) {
  const FunctionDecl* function = next->function;
  stack_.frames.push_back(std::move(next));
  SourcePlace outer = position_.place;
  bool doubted = doubt_.loop_may_be_left;
  CauseSet doubt = doubt_.loop_left_causes;
  exec_body(function->getBody());
  doubt_.loop_may_be_left = doubted;
  doubt_.loop_left_causes = doubt;
  position_.place = outer;
  EvalValue result = finish_return(stack_.frame());
  locals_.pop_frame();
  return result;
}

EvalValue Calls::finish_return(EvalFrame& ended) {
  EvalValue result = ended.returned;
  for (const PendingReturn& other : ended.pending) {
    result = join_values(result, other.value, other.condition, causes_.table());
  }
  return result;
}

EvalValue Calls::missing_body(const FunctionDecl* function, llvm::ArrayRef<const Expr*> arguments,
                              const Place* into, QualType type) {
  std::string name = function != nullptr ? function->getNameAsString() : "a function";
  std::string reason = "is set by " + name + ", whose body is not known";
  for (size_t i = 0; i < arguments.size() && !control_.halted(); ++i) {
    const Expr* argument = arguments[i];
    bool is_parameter = function != nullptr && i < function->getNumParams();
    QualType declared = is_parameter ? function->getParamDecl(static_cast<unsigned>(i))->getType()
                                     : argument->getType();
    if (declared->isReferenceType() || argument->isGLValue()) {
      Place at = code_.place(argument);
      if (declared->isReferenceType() && !declared->getPointeeType().isConstQualified()) {
        named_.forget_pointee(address_of(at), reason);
      }
    } else if (is_aggregate(argument->getType())) {
      code_.discard(argument);
    } else {
      EvalValue value = code_.eval(argument);
      if (declared->isPointerType() && !declared->getPointeeType().isConstQualified()) {
        named_.forget_pointee(value, reason);
      }
    }
  }
  CauseSet why = causes_.cause(name, "no body of this function is known", true);
  if (into != nullptr) named_.forget_object(*into, type, why);
  return unknown_value(why);
}

}  // namespace kcast::host
