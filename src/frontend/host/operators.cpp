#include "frontend/host/operators.h"

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Lexer.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

std::optional<ArithmeticOp> arithmetic_op(BinaryOperatorKind op) {
  switch (op) {
    case BO_Add:
      return ArithmeticOp::Add;
    case BO_Sub:
      return ArithmeticOp::Sub;
    case BO_Mul:
      return ArithmeticOp::Mul;
    case BO_Div:
      return ArithmeticOp::Div;
    case BO_Rem:
      return ArithmeticOp::Rem;
    case BO_And:
      return ArithmeticOp::And;
    case BO_Or:
      return ArithmeticOp::Or;
    case BO_Xor:
      return ArithmeticOp::Xor;
    case BO_Shl:
      return ArithmeticOp::Shl;
    case BO_Shr:
      return ArithmeticOp::Shr;
    case BO_LT:
      return ArithmeticOp::Lt;
    case BO_LE:
      return ArithmeticOp::Le;
    case BO_GT:
      return ArithmeticOp::Gt;
    case BO_GE:
      return ArithmeticOp::Ge;
    case BO_EQ:
      return ArithmeticOp::Eq;
    case BO_NE:
      return ArithmeticOp::Ne;
    default:
      return std::nullopt;
  }
}

}  // namespace

EvalValue Operators::pointer_step(const EvalValue& pointer, const EvalValue& count,
                                  QualType pointee, bool backwards) {
  if (!pointer.is_pointer()) return unknown_value(causes_.join(pointer.causes, count.causes));
  EvalValue result = pointer;
  int64_t size = std::max<int64_t>(types_.bytes_of(pointee), pointee->isFunctionType() ? 1 : 0);
  if (!count.is_integer() || size == 0 || pointer.loop != 0) {
    result.offset_known = false;
    result.loop = 0;
    result.causes = causes_.join(pointer.causes, count.causes);
    Line from;
    Line by;
    Line to;
    if (line_of(pointer, &from) && line_of(count, &by) &&
        scale_line(by, backwards ? -size : size, &by) && add_lines(from, by, &to)) {
      result.integer = to.first;
      result.last = to.last;
      result.step = to.step;
      result.loop = to.step != 0 ? to.loop : 0;
      result.offset_known = to.step == 0;
    }
    return result;
  }
  auto bytes = static_cast<uint64_t>(count.integer) * static_cast<uint64_t>(size);
  auto offset = static_cast<uint64_t>(pointer.integer);
  result.integer = static_cast<int64_t>(backwards ? offset - bytes : offset + bytes);
  result.causes = causes_.join(pointer.causes, count.causes);
  return result;
}

EvalValue Operators::binary(BinaryOperatorKind op, const EvalValue& a, const EvalValue& b,
                            QualType left, QualType right, QualType result) {
  bool pointer_left = left->isPointerType();
  bool pointer_right = right->isPointerType();
  if (pointer_left && right->isIntegralOrEnumerationType() && (op == BO_Add || op == BO_Sub)) {
    return pointer_step(a, b, left->getPointeeType(), op == BO_Sub);
  }
  if (pointer_right && left->isIntegralOrEnumerationType() && op == BO_Add) {
    return pointer_step(b, a, right->getPointeeType(), false);
  }
  std::optional<ArithmeticOp> code = arithmetic_op(op);
  if (!code) return unknown_value(causes_.join(a.causes, b.causes));
  if (pointer_left && pointer_right && op == BO_Sub) {
    EvalValue bytes = arithmetic(*code, a, b, integer_shape(64, false), causes_.table());
    int64_t size = types_.bytes_of(left->getPointeeType());
    if (!bytes.is_integer() || size <= 0) return unknown_value(bytes.causes);
    EvalValue distance = integer_value(bytes.integer / size, types_.shape_of(result));
    distance.causes = bytes.causes;
    return distance;
  }
  EvalValue value = arithmetic(*code, a, b, types_.shape_of(result), causes_.table());
  if (value.is_unknown() && value.causes == 0) {
    return causes_.unknown("an operation", "has no defined result, as a division by zero");
  }
  return value.is_integer() ? convert_value(value, types_.shape_of(result)) : value;
}

EvalValue Operators::eval_step(const UnaryOperator* e) {
  const Expr* inner = e->getSubExpr();
  QualType type = inner->getType();
  Place at = code_.place(inner);
  EvalValue before = named_.load(at, type);
  EvalValue after;
  if (type->isPointerType()) {
    EvalValue one = integer_value(1, integer_shape(64, false));
    after = pointer_step(before, one, type->getPointeeType(), e->isDecrementOp());
  } else {
    Shape shape = types_.shape_of(type);
    EvalValue one = shape.kind == ValueKind::Real ? real_value(1, shape.bits)
                                                  : integer_value(1, integer_shape(32, false));
    after = arithmetic(e->isIncrementOp() ? ArithmeticOp::Add : ArithmeticOp::Sub, before, one,
                       shape, causes_.table());
  }
  named_.assign(at, type, after, false);
  return e->isPrefix() ? after : before;
}

EvalValue Operators::eval_unary(const UnaryOperator* e) {
  const Expr* inner = e->getSubExpr();
  Shape shape = types_.shape_of(e->getType());
  switch (e->getOpcode()) {
    case UO_PostInc:
    case UO_PostDec:
    case UO_PreInc:
    case UO_PreDec:
      return eval_step(e);
    case UO_AddrOf:
      if (const auto* named = dyn_cast<DeclRefExpr>(inner->IgnoreParens())) {
        if (isa<FunctionDecl>(named->getDecl())) return function_value(named->getDecl());
        if (isa<FieldDecl>(named->getDecl())) {
          return causes_.unknown(source_text(e, stack_.ast()),
                                 "pointers to members are not followed");
        }
      }
      return address_of(code_.place(inner));
    case UO_Deref:
      if (inner->getType()->isFunctionPointerType()) return code_.eval(inner);
      return named_.load(code_.place(e), e->getType());
    case UO_Plus:
      return convert_value(code_.eval(inner), shape);
    case UO_Minus: {
      EvalValue value = code_.eval(inner);
      if (value.is_real()) return real_value(-value.real, shape.bits);
      return arithmetic(ArithmeticOp::Sub, integer_value(0, shape), value, shape, causes_.table());
    }
    case UO_Not: {
      EvalValue value = code_.eval(inner);
      return arithmetic(ArithmeticOp::Xor, value, integer_value(-1, shape), shape, causes_.table());
    }
    case UO_LNot: {
      EvalValue value = code_.eval(inner);
      Truth truth = truth_of(value);
      if (truth == Truth::Unknown) return unknown_value(value.causes);
      return convert_value(integer_value(truth == Truth::False ? 1 : 0, bool_shape()), shape);
    }
    case UO_Extension:
      return code_.eval(inner);
    default:
      return causes_.unknown(source_text(e, stack_.ast()),
                             "this kind of expression is not evaluated");
  }
}

Place Operators::assign_expression(const BinaryOperator* e) {
  QualType left = e->getLHS()->getType();
  if (!e->isCompoundAssignmentOp()) {
    if (is_aggregate(left)) {
      Place to = code_.place(e->getLHS());
      code_.eval_into(to, left, e->getRHS());
      return to;
    }
    // The right side first: it may hold the call that makes the left side valid.
    EvalValue value = code_.eval(e->getRHS());
    Place to = code_.place(e->getLHS());
    if (!control_.halted()) named_.assign(to, left, value, true);
    return to;
  }
  const auto* compound = cast<CompoundAssignOperator>(e);
  EvalValue right = code_.eval(e->getRHS());
  Place to = code_.place(e->getLHS());
  if (control_.halted()) return to;
  EvalValue value = named_.load(to, left);
  BinaryOperatorKind op = BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
  if (!left->isPointerType() && !compound->getComputationLHSType().isNull()) {
    QualType computed = compound->getComputationLHSType();
    value = convert_value(value, types_.shape_of(computed));
    value = binary(op, value, right, computed, e->getRHS()->getType(),
                   compound->getComputationResultType());
  } else {
    value = binary(op, value, right, left, e->getRHS()->getType(), left);
  }
  named_.assign(to, left, value, false);
  return to;
}

EvalValue Operators::eval_binary(const BinaryOperator* e) {
  if (e->isAssignmentOp()) {
    Place to = assign_expression(e);
    return is_aggregate(e->getType()) ? unknown_value(0) : named_.load(to, e->getLHS()->getType());
  }
  if (e->isLogicalOp()) return eval_logical(e);
  if (e->getOpcode() == BO_Comma) {
    code_.discard(e->getLHS());
    return code_.eval(e->getRHS());
  }
  if (e->isPtrMemOp())
    return causes_.unknown(source_text(e, stack_.ast()), "pointers to members are not followed");
  EvalValue left = code_.eval(e->getLHS());
  EvalValue right = code_.eval(e->getRHS());
  return binary(e->getOpcode(), left, right, e->getLHS()->getType(), e->getRHS()->getType(),
                e->getType());
}

EvalValue Operators::eval_logical(const BinaryOperator* e) {
  Shape shape = types_.shape_of(e->getType());
  bool is_and = e->getOpcode() == BO_LAnd;
  Truth absorbing = is_and ? Truth::False : Truth::True;
  EvalValue absorbed = convert_value(integer_value(is_and ? 0 : 1, bool_shape()), shape);
  CauseSet left_causes = 0;
  Truth left = code_.condition(e->getLHS(), &left_causes);
  if (control_.halted()) return unknown_value(0);
  if (left == absorbing) return absorbed;
  EvalValue right;
  if (left != Truth::Unknown) {
    right = code_.eval(e->getRHS());
    Truth truth = truth_of(right);
    if (truth == Truth::Unknown) return unknown_value(right.causes);
    return convert_value(integer_value(truth == Truth::True ? 1 : 0, bool_shape()), shape);
  }
  auto evaluate = [&] {
    right = code_.eval(e->getRHS());
    return Flow::Next;
  };
  if (e->getRHS()->HasSideEffects(stack_.ast())) {
    branches_.fork(left_causes, {evaluate, [] { return Flow::Next; }}, -1);
  } else {
    evaluate();
  }
  if (truth_of(right) == absorbing) return absorbed;
  return unknown_value(causes_.join(left_causes, right.causes));
}

EvalValue Operators::eval_conditional(const AbstractConditionalOperator* e) {
  CauseSet causes = 0;
  Truth truth = code_.condition(e->getCond(), &causes);
  if (control_.halted()) return unknown_value(0);
  if (truth == Truth::True) return code_.eval(e->getTrueExpr());
  if (truth == Truth::False) return code_.eval(e->getFalseExpr());
  EvalValue first;
  EvalValue second;
  bool first_ended = true;
  bool second_ended = true;
  auto run_first = [&] {
    first = code_.eval(e->getTrueExpr());
    first_ended = control_.halted();
    return Flow::Next;
  };
  auto run_second = [&] {
    second = code_.eval(e->getFalseExpr());
    second_ended = control_.halted();
    return Flow::Next;
  };
  branches_.fork(causes, {run_first, run_second}, -1);
  if (control_.halted()) return unknown_value(0);
  if (first_ended) return second;
  if (second_ended) return first;
  return join_values(first, second, causes, causes_.table());
}

// C lets a void pointer become any other, C++ does not: host programs in C are read as
// C++, and what Clang keeps of such an initialiser or assignment is still what it does.
EvalValue Operators::eval_recovered(const RecoveryExpr* e) {
  llvm::ArrayRef<const Expr*> parts = e->subExpressions();
  auto value_of = [&](const Expr* part) {
    return part->isGLValue() && !part->getType()->isFunctionType()
               ? named_.load(code_.place(part), part->getType())
               : code_.eval(part);
  };
  if (parts.size() == 1 && !parts[0]->isTypeDependent()) return value_of(parts[0]);
  bool is_pair = parts.size() == 2 && parts[0]->isGLValue() && !parts[0]->isTypeDependent() &&
                 !parts[1]->isTypeDependent() && parts[0]->getType()->isPointerType();
  if (is_pair) {
    std::optional<Token> between = Lexer::findNextToken(
        parts[0]->getEndLoc(), stack_.ast().getSourceManager(), stack_.ast().getLangOpts());
    if (between && between->is(tok::equal)) {
      EvalValue value = value_of(parts[1]);
      if (!control_.halted())
        named_.assign(code_.place(parts[0]), parts[0]->getType(), value, true);
      return value;
    }
  }
  for (const Expr* part : parts) {
    if (!part->isTypeDependent()) code_.discard(part);
  }
  return causes_.unknown(source_text(e, stack_.ast()), "has an error");
}

}  // namespace kcast::host
