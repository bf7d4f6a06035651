#include "frontend/host/places.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

Place Places::unknown_place(const Expr* e) {
  CauseSet why =
      causes_.cause(source_text(e, stack_.ast()), "this kind of expression is not evaluated", true);
  return Place{0, true, why, 0};
}

Place Places::place(const Expr* e) {
  if (e == nullptr || !control_.spend()) return {};
  if (control_.depth >= Control::kMaxDepth) return unknown_place(e);
  ++control_.depth;
  Place result = place_inner(e);
  --control_.depth;
  return result;
}

Place Places::place_inner(const Expr* e) {
  switch (e->getStmtClass()) {
    case Stmt::DeclRefExprClass:
      return variables_.variable_place(cast<DeclRefExpr>(e)->getDecl());
    case Stmt::MemberExprClass:
      return place_member(cast<MemberExpr>(e));
    case Stmt::ArraySubscriptExprClass:
      return place_subscript(cast<ArraySubscriptExpr>(e));
    case Stmt::ParenExprClass:
      return place(cast<ParenExpr>(e)->getSubExpr());
    case Stmt::ConstantExprClass:
      return place(cast<ConstantExpr>(e)->getSubExpr());
    case Stmt::ExprWithCleanupsClass:
      return place(cast<ExprWithCleanups>(e)->getSubExpr());
    case Stmt::ImplicitCastExprClass:
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXReinterpretCastExprClass:
    case Stmt::CXXConstCastExprClass:
    case Stmt::CXXDynamicCastExprClass:
    case Stmt::CXXFunctionalCastExprClass:
      return place_cast(cast<CastExpr>(e));
    case Stmt::CallExprClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::UserDefinedLiteralClass: {
      const auto* made = cast<CallExpr>(e);
      if (e->isGLValue()) return place_of(calls_.call(made, nullptr));
      Place to = locals_.new_temporary(e, e->getType());
      code_.eval_into(to, e->getType(), e);
      return to;
    }
    case Stmt::MaterializeTemporaryExprClass: {
      const auto* made = cast<MaterializeTemporaryExpr>(e);
      Place to = locals_.new_temporary(e, made->getType());
      code_.eval_into(to, made->getType(), made->getSubExpr());
      return to;
    }
    case Stmt::StringLiteralClass:
      return string_place(cast<StringLiteral>(e));
    case Stmt::UnaryOperatorClass: {
      const auto* operation = cast<UnaryOperator>(e);
      if (operation->getOpcode() == UO_Deref) return place_of(code_.eval(operation->getSubExpr()));
      if (operation->isIncrementDecrementOp()) {
        // Evaluated twice would step twice: the place first, then the step on it.
        EvalValue ignored = operators_.eval_step(operation);
        (void)ignored;
        return place(operation->getSubExpr());
      }
      return place(operation->getSubExpr());
    }
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass: {
      const auto* operation = cast<BinaryOperator>(e);
      if (operation->isAssignmentOp()) return operators_.assign_expression(operation);
      if (operation->getOpcode() == BO_Comma) {
        code_.discard(operation->getLHS());
        return place(operation->getRHS());
      }
      return unknown_place(e);
    }
    case Stmt::ConditionalOperatorClass:
    case Stmt::BinaryConditionalOperatorClass:
      return place_conditional(cast<AbstractConditionalOperator>(e));
    default:
      return place_special(e);
  }
}

Place Places::place_special(const Expr* e) {
  if (const auto* x = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) return place(x->getReplacement());
  if (const auto* x = dyn_cast<CXXDefaultArgExpr>(e)) return place(x->getExpr());
  if (const auto* x = dyn_cast<CXXDefaultInitExpr>(e)) return place(x->getExpr());
  if (const auto* x = dyn_cast<CXXBindTemporaryExpr>(e)) return place(x->getSubExpr());
  if (const auto* x = dyn_cast<OpaqueValueExpr>(e)) return place(x->getSourceExpr());
  if (const auto* x = dyn_cast<PredefinedExpr>(e)) return place(x->getFunctionName());
  if (const auto* x = dyn_cast<CXXRewrittenBinaryOperator>(e)) return place(x->getSemanticForm());
  if (const auto* x = dyn_cast<CompoundLiteralExpr>(e)) {
    Place to = locals_.new_temporary(e, e->getType());
    code_.eval_into(to, e->getType(), x->getInitializer());
    return to;
  }
  if (const auto* x = dyn_cast<ExtVectorElementExpr>(e)) {
    Place base = x->isArrow() ? place_of(code_.eval(x->getBase())) : place(x->getBase());
    llvm::SmallVector<uint32_t, 4> elements;
    x->getEncodedElementAccess(elements);
    if (elements.size() != 1) return unknown_place(e);
    base.offset += static_cast<int64_t>(elements[0]) * types_.bytes_of(e->getType());
    return base;
  }
  if (const auto* x = dyn_cast<GenericSelectionExpr>(e)) {
    return x->isResultDependent() ? unknown_place(e) : place(x->getResultExpr());
  }
  if (const auto* x = dyn_cast<InitListExpr>(e)) {
    if (e->isGLValue() && x->getNumInits() == 1) return place(x->getInit(0));
  }
  if (const auto* x = dyn_cast<RecoveryExpr>(e)) {
    llvm::ArrayRef<const Expr*> parts = x->subExpressions();
    if (parts.size() == 1 && parts[0]->isGLValue() && !parts[0]->isTypeDependent()) {
      return place(parts[0]);
    }
    operators_.eval_recovered(x);
    return unknown_place(e);
  }
  if (const auto* x = dyn_cast<CXXUuidofExpr>(e)) return unknown_place(x);
  if (const auto* x = dyn_cast<CXXThrowExpr>(e)) {
    code_.eval(x);
    return {};
  }
  if (const auto* x = dyn_cast<MSPropertyRefExpr>(e)) return unknown_place(x);
  if (e->isPRValue() && is_aggregate(e->getType())) {
    Place to = locals_.new_temporary(e, e->getType());
    code_.eval_into(to, e->getType(), e);
    return to;
  }
  return unknown_place(e);
}

Place Places::place_cast(const CastExpr* e) {
  const Expr* inner = e->getSubExpr();
  switch (e->getCastKind()) {
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic: {
      Place at = place(inner);
      bool down = e->getCastKind() == CK_BaseToDerived || e->getCastKind() == CK_Dynamic;
      const CXXRecordDecl* from = inner->getType()->getAsCXXRecordDecl();
      const CXXRecordDecl* to = e->getType()->getAsCXXRecordDecl();
      std::optional<int64_t> offset = down ? base_offset(to, from) : base_offset(from, to);
      if (offset) at.offset += down ? -*offset : *offset;
      return at;
    }
    default:
      break;
  }
  if (e->isPRValue() && is_aggregate(e->getType())) {
    Place to = locals_.new_temporary(e, e->getType());
    code_.eval_into(to, e->getType(), e);
    return to;
  }
  return place(inner);
}

Place Places::place_subscript(const ArraySubscriptExpr* e) {
  EvalValue index = code_.eval(e->getIdx());
  const Expr* base = e->getBase();
  if (base->getType()->isVectorType()) {
    Place at = place(base);
    EvalValue moved = operators_.pointer_step(address_of(at), index, e->getType(), false);
    return place_of(moved);
  }
  EvalValue pointer = code_.eval(base);
  return place_of(operators_.pointer_step(pointer, index, e->getType(), false));
}

Place Places::place_member(const MemberExpr* e) {
  const ValueDecl* member = e->getMemberDecl();
  if (const auto* variable = dyn_cast<VarDecl>(member)) return variables_.global_place(variable);
  Place base = e->isArrow() ? place_of(code_.eval(e->getBase())) : place(e->getBase());
  const auto* field = dyn_cast<FieldDecl>(member);
  if (field == nullptr) return unknown_place(e);
  if (base.object == 0 && base.causes == 0) {
    base.causes = causes_.cause(source_text(e, stack_.ast()),
                                "is a member of an object that is not known", true);
  }
  Place at = named_.field_place(base, field);
  if (!field->getType()->isReferenceType()) return at;
  return place_of(named_.load(at, field->getType()));
}

Place Places::place_conditional(const AbstractConditionalOperator* e) {
  CauseSet causes = 0;
  Truth truth = code_.condition(e->getCond(), &causes);
  if (control_.halted()) return {};
  if (truth == Truth::True) return place(e->getTrueExpr());
  if (truth == Truth::False) return place(e->getFalseExpr());
  Place first;
  Place second;
  auto run_first = [&] {
    first = place(e->getTrueExpr());
    return Flow::Next;
  };
  auto run_second = [&] {
    second = place(e->getFalseExpr());
    return Flow::Next;
  };
  branches_.fork(causes, {run_first, run_second}, -1);
  return place_of(join_values(address_of(first), address_of(second), causes, causes_.table()));
}

Place Places::string_place(const StringLiteral* literal) {
  auto [entry, is_new] = strings_.try_emplace(literal, 0);
  if (is_new || entry->second == 0) {
    std::string text = literal->getBytes().str();
    text.append(literal->getCharByteWidth(), '\0');
    uint32_t id = memory_.create(static_cast<int64_t>(text.size()));
    if (id == 0) return {};
    memory_.set_text(id, std::move(text));
    memory_.settle(id);
    strings_[literal] = id;
    return Place{id, true, 0, 0};
  }
  return Place{entry->second, true, 0, 0};
}

}  // namespace kcast::host
