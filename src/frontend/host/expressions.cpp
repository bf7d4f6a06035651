#include "frontend/host/expressions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprObjC.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

EvalValue Expressions::eval(const Expr* e) {
  if (e == nullptr || !control_.spend()) return unknown_value(0);
  if (control_.depth >= Control::kMaxDepth)
    return causes_.unknown("an expression", "is nested too deeply");
  ++control_.depth;
  EvalValue value = eval_inner(e);
  --control_.depth;
  return value;
}

EvalValue Expressions::eval_inner(const Expr* e) {
  switch (e->getStmtClass()) {
    case Stmt::ImplicitCastExprClass:
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXReinterpretCastExprClass:
    case Stmt::CXXConstCastExprClass:
    case Stmt::CXXDynamicCastExprClass:
    case Stmt::CXXFunctionalCastExprClass:
    case Stmt::CXXAddrspaceCastExprClass:
    case Stmt::BuiltinBitCastExprClass:
      return eval_cast(cast<CastExpr>(e));
    case Stmt::ParenExprClass:
      return eval(cast<ParenExpr>(e)->getSubExpr());
    case Stmt::ConstantExprClass:
      return eval(cast<ConstantExpr>(e)->getSubExpr());
    case Stmt::ExprWithCleanupsClass:
      return eval(cast<ExprWithCleanups>(e)->getSubExpr());
    case Stmt::UnaryOperatorClass:
      return operators_.eval_unary(cast<UnaryOperator>(e));
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
      return operators_.eval_binary(cast<BinaryOperator>(e));
    case Stmt::ConditionalOperatorClass:
    case Stmt::BinaryConditionalOperatorClass:
      return operators_.eval_conditional(cast<AbstractConditionalOperator>(e));
    case Stmt::CallExprClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::UserDefinedLiteralClass:
      return calls_.call(cast<CallExpr>(e), nullptr);
    case Stmt::CUDAKernelCallExprClass:
      return launches_.launch(cast<CUDAKernelCallExpr>(e));
    case Stmt::DeclRefExprClass:
      return eval_reference(cast<DeclRefExpr>(e));
    case Stmt::CXXThisExprClass: {
      bool captured = false;
      Place outer = variables_.captured_place(nullptr, &captured);
      return address_of(captured ? outer : stack_.frame().self);
    }
    default:
      return eval_literal(e);
  }
}

EvalValue Expressions::eval_literal(const Expr* e) {
  Shape shape = types_.shape_of(e->getType());
  switch (e->getStmtClass()) {
    case Stmt::IntegerLiteralClass:
      return integer_value(
          static_cast<int64_t>(cast<IntegerLiteral>(e)->getValue().zextOrTrunc(64).getZExtValue()),
          shape);
    case Stmt::FloatingLiteralClass:
      return real_value(cast<FloatingLiteral>(e)->getValueAsApproximateDouble(), shape.bits);
    case Stmt::CXXBoolLiteralExprClass:
      return integer_value(cast<CXXBoolLiteralExpr>(e)->getValue() ? 1 : 0, bool_shape());
    case Stmt::CharacterLiteralClass:
      return integer_value(cast<CharacterLiteral>(e)->getValue(), shape);
    case Stmt::CXXNullPtrLiteralExprClass:
    case Stmt::GNUNullExprClass:
      return null_value();
    case Stmt::CXXScalarValueInitExprClass:
    case Stmt::ImplicitValueInitExprClass:
      return zero_of(shape);
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::OffsetOfExprClass:
    case Stmt::TypeTraitExprClass:
    case Stmt::SizeOfPackExprClass:
    case Stmt::CXXNoexceptExprClass:
    case Stmt::ConceptSpecializationExprClass:
    case Stmt::RequiresExprClass:
    case Stmt::ArrayTypeTraitExprClass:
    case Stmt::ExpressionTraitExprClass:
    case Stmt::SourceLocExprClass:
    case Stmt::AddrLabelExprClass:
      return eval_constant(e);
    default:
      return eval_special(e);
  }
}

EvalValue Expressions::eval_special(const Expr* e) {
  if (const auto* x = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) return eval(x->getReplacement());
  if (const auto* x = dyn_cast<CXXDefaultArgExpr>(e)) return eval(x->getExpr());
  if (const auto* x = dyn_cast<CXXDefaultInitExpr>(e)) return eval(x->getExpr());
  if (const auto* x = dyn_cast<CXXBindTemporaryExpr>(e)) return eval(x->getSubExpr());
  if (const auto* x = dyn_cast<OpaqueValueExpr>(e)) return eval(x->getSourceExpr());
  if (const auto* x = dyn_cast<CXXRewrittenBinaryOperator>(e)) return eval(x->getSemanticForm());
  if (const auto* x = dyn_cast<GenericSelectionExpr>(e)) {
    return x->isResultDependent() ? unknown_value(0) : eval(x->getResultExpr());
  }
  if (const auto* x = dyn_cast<ChooseExpr>(e)) {
    return x->isConditionDependent() ? unknown_value(0) : eval(x->getChosenSubExpr());
  }
  if (const auto* x = dyn_cast<CXXNewExpr>(e)) return eval_new(x);
  if (const auto* x = dyn_cast<RecoveryExpr>(e)) return operators_.eval_recovered(x);
  if (const auto* x = dyn_cast<StmtExpr>(e)) return eval_statement_expression(x);
  if (const auto* x = dyn_cast<CXXDeleteExpr>(e)) {
    EvalValue pointer = eval(x->getArgument());
    if (pointer.is_pointer() && pointer.object != 0 && memory_.object(pointer.object).is_heap) {
      memory_.forget(pointer.object, 0);
    }
    return unknown_value(0);
  }
  if (const auto* x = dyn_cast<CXXThrowExpr>(e)) {
    if (x->getSubExpr() != nullptr) discard(x->getSubExpr());
    if (!control_.halted()) control_.halt = Halt::Throw;
    return unknown_value(0);
  }
  if (const auto* x = dyn_cast<InitListExpr>(e)) {
    if (x->getNumInits() == 1) return eval(x->getInit(0));
    return zero_of(types_.shape_of(e->getType()));
  }
  if (const auto* x = dyn_cast<CXXParenListInitExpr>(e)) {
    if (x->getInitExprs().size() == 1) return eval(x->getInitExprs()[0]);
    return zero_of(types_.shape_of(e->getType()));
  }
  if (isa<CXXPseudoDestructorExpr>(e)) return unknown_value(0);
  if (e->isGLValue()) return named_.load(code_.place(e), e->getType());
  if (is_aggregate(e->getType())) {
    discard(e);
    return unknown_value(0);
  }
  return causes_.unknown(source_text(e, stack_.ast()), "this kind of expression is not evaluated");
}

EvalValue Expressions::eval_constant(const Expr* e) {
  if (e->isValueDependent() || e->isTypeDependent() || e->containsErrors()) {
    return causes_.unknown(source_text(e, stack_.ast()), "has an error or depends on a template");
  }
  if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) {
    QualType type = size->getTypeOfArgument();
    if (size->getKind() == UETT_SizeOf && type->isVariableArrayType()) {
      const auto* named = size->isArgumentType()
                              ? nullptr
                              : dyn_cast<DeclRefExpr>(size->getArgumentExpr()->IgnoreParens());
      Place array = named != nullptr ? variables_.variable_place(named->getDecl()) : Place();
      int64_t bytes = array.object != 0 ? memory_.object(array.object).bytes : -1;
      if (bytes >= 0) return integer_value(bytes, types_.shape_of(e->getType()));
      return causes_.unknown(source_text(e, stack_.ast()),
                             "is the size of an array that is not known");
    }
  }
  Expr::EvalResult result;
  if (e->EvaluateAsInt(result, stack_.ast()) && result.Val.isInt()) {
    return integer_value(static_cast<int64_t>(result.Val.getInt().extOrTrunc(64).getZExtValue()),
                         types_.shape_of(e->getType()));
  }
  return causes_.unknown(source_text(e, stack_.ast()), "this kind of expression is not evaluated");
}

EvalValue Expressions::eval_reference(const DeclRefExpr* e) {
  const ValueDecl* declaration = e->getDecl();
  if (const auto* constant = dyn_cast<EnumConstantDecl>(declaration)) {
    return integer_value(static_cast<int64_t>(constant->getInitVal().extOrTrunc(64).getZExtValue()),
                         types_.shape_of(e->getType()));
  }
  if (isa<FunctionDecl>(declaration)) return function_value(declaration);
  return named_.load(variables_.variable_place(declaration), e->getType());
}

EvalValue Expressions::eval_cast(const CastExpr* e) {
  const Expr* inner = e->getSubExpr();
  switch (e->getCastKind()) {
    case CK_LValueToRValue:
      if (is_aggregate(e->getType())) return unknown_value(0);
      return named_.load(code_.place(inner), inner->getType());
    case CK_ArrayToPointerDecay:
      return address_of(code_.place(inner));
    case CK_FunctionToPointerDecay:
    case CK_BuiltinFnToFnPtr:
    case CK_LValueToRValueBitCast:
      return inner->isGLValue() && !inner->getType()->isFunctionType()
                 ? named_.load(code_.place(inner), e->getType())
                 : eval(inner);
    case CK_NullToPointer:
    case CK_NullToMemberPointer:
      return null_value();
    case CK_ToVoid:
      discard(inner);
      return unknown_value(0);
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
    case CK_NoOp:
      return inner->isGLValue() && !inner->getType()->isFunctionType()
                 ? named_.load(code_.place(inner), e->getType())
                 : eval(inner);
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic: {
      EvalValue pointer = eval(inner);
      if (!pointer.is_pointer() || pointer.object == 0) return pointer;
      bool down = e->getCastKind() == CK_BaseToDerived || e->getCastKind() == CK_Dynamic;
      const CXXRecordDecl* from = inner->getType()->getPointeeCXXRecordDecl();
      const CXXRecordDecl* to = e->getType()->getPointeeCXXRecordDecl();
      std::optional<int64_t> offset = down ? base_offset(to, from) : base_offset(from, to);
      if (!offset) return pointer;
      Place at = place_of(pointer);
      at.offset += down ? -*offset : *offset;
      return address_of(at);
    }
    default: {
      EvalValue value = inner->isGLValue() && !inner->getType()->isFunctionType()
                            ? named_.load(code_.place(inner), inner->getType())
                            : eval(inner);
      return convert_value(value, types_.shape_of(e->getType()));
    }
  }
}

EvalValue Expressions::eval_statement_expression(const StmtExpr* e) {
  const CompoundStmt* block = e->getSubStmt();
  EvalValue value;
  for (const Stmt* statement : block->body()) {
    if (control_.halted()) break;
    const auto* last = statement == block->body_back() ? dyn_cast<Expr>(statement) : nullptr;
    if (last != nullptr && types_.shape_of(last->getType()).kind != ValueKind::Unknown) {
      value = last->isGLValue() ? named_.load(code_.place(last), last->getType()) : eval(last);
    } else {
      code_.exec(statement);
    }
  }
  return value;
}

EvalValue Expressions::eval_new(const CXXNewExpr* e) {
  QualType type = e->getAllocatedType();
  int64_t element = types_.bytes_of(type);
  EvalValue bytes = integer_value(element, integer_shape(64, true));
  EvalValue count = integer_value(1, integer_shape(64, true));
  if (e->isArray() && e->getArraySize()) {
    count = convert_value(eval(*e->getArraySize()), integer_shape(64, true));
    bytes = arithmetic(ArithmeticOp::Mul, bytes, count, integer_shape(64, true), causes_.table());
  }
  EvalValue pointer;
  if (e->getNumPlacementArgs() == 1 && e->getPlacementArg(0)->getType()->isPointerType()) {
    pointer = eval(e->getPlacementArg(0));
  } else {
    pointer = named_.allocate(bytes, MemorySpace::Host);
  }
  if (!pointer.is_pointer() || pointer.object == 0) return pointer;
  if (!e->isArray()) memory_.object(pointer.object).type = type.getAsOpaquePtr();
  const Expr* init = e->getInitializer();
  if (init == nullptr) return pointer;
  Place to = place_of(pointer);
  if (e->isArray()) {
    const auto* construct = dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
    bool is_zero = isa<ImplicitValueInitExpr>(init) || isa<InitListExpr>(init);
    if (is_zero && bytes.is_integer()) memory_.set_bytes(to, 0, bytes.integer);
    if (isa<InitListExpr>(init)) objects_.aggregate_into(to, init);
    if (construct != nullptr && !construct->getConstructor()->isTrivial() && count.is_integer()) {
      for (int64_t i = 0; i < std::min<int64_t>(count.integer, 16) && !control_.halted(); ++i) {
        Place at = to;
        at.offset += i * element;
        constructors_.construct(at, construct);
      }
    }
  } else {
    code_.eval_into(to, type, init);
  }
  return pointer;
}

void Expressions::discard(const Expr* e) {
  if (e == nullptr || control_.halted()) return;
  if (e->getType().isNull()) return;
  if (e->isGLValue() && !e->getType()->isFunctionType()) {
    code_.place(e);
  } else if (is_aggregate(e->getType())) {
    code_.eval_into(locals_.new_temporary(e, e->getType()), e->getType(), e);
  } else {
    eval(e);
  }
}

}  // namespace kcast::host
