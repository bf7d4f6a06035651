#include "frontend/host/objects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

void Objects::eval_into(const Place& to, QualType type, const Expr* e) {
  if (e == nullptr || control_.halted()) return;
  if (const auto* recovered = dyn_cast<RecoveryExpr>(e)) {
    llvm::ArrayRef<const Expr*> parts = recovered->subExpressions();
    bool is_plain = parts.size() == 1 && !parts[0]->isTypeDependent() &&
                    is_aggregate(parts[0]->getType()) == is_aggregate(type);
    if (is_plain) e = parts[0];
  }
  if (!is_aggregate(type)) {
    EvalValue value = e->isGLValue() && !e->getType()->isFunctionType()
                          ? named_.load(code_.place(e), e->getType())
                          : code_.eval(e);
    if (!control_.halted()) named_.assign(to, type, value, true);
    return;
  }
  if (!control_.spend() || control_.depth >= Control::kMaxDepth) return;
  ++control_.depth;
  aggregate_into(to, e);
  --control_.depth;
}

// NOLINTNEXTLINE(readability-function-size): one case per kind of aggregate
void Objects::aggregate_into(const Place& to, const Expr* e) {
  QualType type = e->getType();
  if (e->isGLValue()) return named_.copy_object(to, code_.place(e), type);
  switch (e->getStmtClass()) {
    case Stmt::ParenExprClass:
      return eval_into(to, type, cast<ParenExpr>(e)->getSubExpr());
    case Stmt::ConstantExprClass:
      return eval_into(to, type, cast<ConstantExpr>(e)->getSubExpr());
    case Stmt::ExprWithCleanupsClass:
      return eval_into(to, type, cast<ExprWithCleanups>(e)->getSubExpr());
    case Stmt::CXXBindTemporaryExprClass:
      return eval_into(to, type, cast<CXXBindTemporaryExpr>(e)->getSubExpr());
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
      return constructors_.construct(to, cast<CXXConstructExpr>(e));
    case Stmt::InitListExprClass:
      return init_list_into(to, cast<InitListExpr>(e));
    case Stmt::LambdaExprClass:
      return lambda_into(to, cast<LambdaExpr>(e));
    case Stmt::CallExprClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::UserDefinedLiteralClass:
      calls_.call(cast<CallExpr>(e), &to);
      return;
    case Stmt::CXXScalarValueInitExprClass:
    case Stmt::ImplicitValueInitExprClass:
      return memory_.set_bytes(to, 0, types_.bytes_of(type));
    case Stmt::ImplicitCastExprClass:
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXFunctionalCastExprClass: {
      const Expr* inner = cast<CastExpr>(e)->getSubExpr();
      if (cast<CastExpr>(e)->getCastKind() == CK_VectorSplat) {
        EvalValue value = code_.eval(inner);
        QualType element = type->castAs<VectorType>()->getElementType();
        int64_t size = types_.bytes_of(element);
        for (unsigned i = 0; i < std::min(type->castAs<VectorType>()->getNumElements(), 64u); ++i) {
          Place at = to;
          at.offset += i * size;
          named_.assign(at, element, value, true);
        }
        return;
      }
      if (is_aggregate(inner->getType())) return eval_into(to, inner->getType(), inner);
      code_.discard(inner);
      return named_.forget_object(to, type, 0);
    }
    default:
      return aggregate_special(to, e);
  }
}

void Objects::aggregate_special(const Place& to, const Expr* e) {
  QualType type = e->getType();
  if (const auto* x = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) {
    return eval_into(to, type, x->getReplacement());
  }
  if (const auto* x = dyn_cast<CXXDefaultArgExpr>(e)) return eval_into(to, type, x->getExpr());
  if (const auto* x = dyn_cast<CXXDefaultInitExpr>(e)) return eval_into(to, type, x->getExpr());
  if (const auto* x = dyn_cast<OpaqueValueExpr>(e)) return eval_into(to, type, x->getSourceExpr());
  if (const auto* x = dyn_cast<CXXRewrittenBinaryOperator>(e)) {
    return eval_into(to, type, x->getSemanticForm());
  }
  if (const auto* x = dyn_cast<CXXStdInitializerListExpr>(e)) return list_into(to, x);
  if (const auto* x = dyn_cast<CXXParenListInitExpr>(e)) {
    llvm::ArrayRef<Expr*> values = x->getInitExprs();
    llvm::SmallVector<const Expr*, 8> list(values.begin(), values.end());
    if (const RecordDecl* record = type->getAsRecordDecl()) {
      return record_list_into(to, record, list, x->getInitializedFieldInUnion());
    }
  }
  if (const auto* x = dyn_cast<AbstractConditionalOperator>(e)) {
    CauseSet causes = 0;
    Truth truth = code_.condition(x->getCond(), &causes);
    if (truth == Truth::True) return eval_into(to, type, x->getTrueExpr());
    if (truth == Truth::False) return eval_into(to, type, x->getFalseExpr());
    auto way = [&](const Expr* value) {
      return [this, &to, type, value] {
        eval_into(to, type, value);
        return Flow::Next;
      };
    };
    branches_.fork(causes, {way(x->getTrueExpr()), way(x->getFalseExpr())}, -1);
    return;
  }
  if (const auto* x = dyn_cast<BinaryOperator>(e)) {
    if (x->getOpcode() == BO_Comma) {
      code_.discard(x->getLHS());
      return eval_into(to, type, x->getRHS());
    }
    if (x->isAssignmentOp()) return named_.copy_object(to, operators_.assign_expression(x), type);
  }
  if (const auto* x = dyn_cast<StmtExpr>(e)) {
    for (const Stmt* statement : x->getSubStmt()->body()) {
      const auto* last =
          statement == x->getSubStmt()->body_back() ? dyn_cast<Expr>(statement) : nullptr;
      if (last != nullptr && is_aggregate(last->getType())) {
        eval_into(to, type, last);
      } else {
        code_.exec(statement);
      }
    }
    return;
  }
  named_.forget_object(to, type,
                       causes_.cause(source_text(e, stack_.ast()),
                                     "this kind of expression is not evaluated", true));
}

void Objects::init_list_into(const Place& to, const InitListExpr* e) {
  if (e->getSemanticForm() != nullptr && e->isSyntacticForm()) e = e->getSemanticForm();
  QualType type = e->getType();
  llvm::SmallVector<const Expr*, 16> values;
  for (unsigned i = 0; i < e->getNumInits(); ++i)
    values.push_back(e->getInit(i));
  if (e->isTransparent() && values.size() == 1) return eval_into(to, type, values[0]);
  if (const auto* array = stack_.ast().getAsArrayType(type)) {
    int64_t count = static_cast<int64_t>(values.size());
    if (const auto* sized = dyn_cast<ConstantArrayType>(array)) {
      count = static_cast<int64_t>(sized->getSize().getLimitedValue(INT64_MAX));
    }
    const Expr* filler = e->hasArrayFiller() ? e->getArrayFiller() : nullptr;
    if (values.size() == 1 && values[0] != nullptr &&
        isa<StringLiteral>(values[0]->IgnoreParens())) {
      return named_.copy_object(to, code_.place(values[0]), values[0]->getType());
    }
    return array_list_into(to, array->getElementType(), values, filler, count);
  }
  if (const auto* vector = type->getAs<VectorType>()) {
    return array_list_into(to, vector->getElementType(), values, nullptr, vector->getNumElements());
  }
  if (const auto* record = type->getAsRecordDecl()) {
    return record_list_into(to, record, values, e->getInitializedFieldInUnion());
  }
  if (const auto* complex = type->getAs<ComplexType>()) {
    return array_list_into(to, complex->getElementType(), values, nullptr, 2);
  }
  named_.forget_object(to, type, 0);
}

void Objects::array_list_into(const Place& to, QualType element, llvm::ArrayRef<const Expr*> values,
                              const Expr* filler, int64_t count) {
  int64_t size = types_.bytes_of(element);
  if (size <= 0) return;
  int64_t given = std::min<int64_t>(static_cast<int64_t>(values.size()), count);
  if (given < count) {
    Place rest = to;
    rest.offset += given * size;
    bool is_zero =
        filler == nullptr || !is_aggregate(element) || isa<ImplicitValueInitExpr>(filler);
    if (is_zero) {
      memory_.set_bytes(rest, 0, count > INT64_MAX / size ? INT64_MAX : (count - given) * size);
    } else {
      eval_into(rest, element, filler);
      Place second = rest;
      second.offset += size;
      memory_.fill(second, rest, size, count - given - 1);
    }
  }
  for (int64_t i = 0; i < given && !control_.halted(); ++i) {
    Place at = to;
    at.offset += i * size;
    eval_into(at, element, values[static_cast<size_t>(i)]);
  }
}

void Objects::record_list_into(const Place& to, const RecordDecl* record,
                               llvm::ArrayRef<const Expr*> values, const FieldDecl* union_field) {
  const ASTRecordLayout* layout = layout_of(record);
  if (layout == nullptr) return;
  record = record->getDefinition();
  size_t next = 0;
  auto put = [&](const Place& at, QualType type) {
    const Expr* value = next < values.size() ? values[next] : nullptr;
    ++next;
    if (value == nullptr) return;
    Place self = stack_.frame().self;
    if (isa<CXXDefaultInitExpr>(value)) stack_.frame().self = to;
    if (type->isReferenceType()) {
      memory_.store(at, 8, address_of(code_.place(value)));
    } else {
      eval_into(at, type, value);
    }
    stack_.frame().self = self;
  };
  if (record->isUnion()) {
    if (union_field != nullptr) put(named_.field_place(to, union_field), union_field->getType());
    return;
  }
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record)) {
    for (const CXXBaseSpecifier& base : derived->bases()) {
      std::optional<int64_t> offset = base_offset(derived, base.getType()->getAsCXXRecordDecl());
      Place at = to;
      at.offset += offset.value_or(0);
      put(at, base.getType());
    }
  }
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || control_.halted()) continue;
    put(named_.field_place(to, field), field->getType());
  }
}

void Objects::list_into(const Place& to, const CXXStdInitializerListExpr* e) {
  const CXXRecordDecl* record = e->getType()->getAsCXXRecordDecl();
  if (record == nullptr || layout_of(record) == nullptr) return;
  const auto* array =
      dyn_cast_or_null<ConstantArrayType>(stack_.ast().getAsArrayType(e->getSubExpr()->getType()));
  if (array == nullptr) return;
  Place values = code_.place(e->getSubExpr());
  auto count = static_cast<int64_t>(array->getSize().getLimitedValue(INT64_MAX));
  int index = 0;
  for (const FieldDecl* field : record->getDefinition()->fields()) {
    Place at = named_.field_place(to, field);
    EvalValue value = address_of(values);
    if (index == 1 && field->getType()->isPointerType()) {
      value.integer += count * types_.bytes_of(array->getElementType());
    } else if (index == 1) {
      value = integer_value(count, integer_shape(64, true));
    }
    if (index < 2) named_.assign(at, field->getType(), value, true);
    ++index;
  }
}

void Objects::lambda_into(const Place& to, const LambdaExpr* e) {
  const CXXRecordDecl* record = e->getLambdaClass();
  if (record == nullptr || layout_of(record) == nullptr) return;
  auto init = e->capture_init_begin();
  for (const FieldDecl* field : record->fields()) {
    if (init == e->capture_init_end()) break;
    const Expr* value = *init++;
    if (value == nullptr || field->hasCapturedVLAType()) continue;
    Place at = named_.field_place(to, field);
    if (field->getType()->isReferenceType()) {
      memory_.store(at, 8, address_of(code_.place(value)));
    } else {
      eval_into(at, field->getType(), value);
    }
  }
}

}  // namespace kcast::host
