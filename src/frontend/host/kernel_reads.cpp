#include "frontend/host/kernel_reads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>

#include "frontend/host/program_index.h"
#include "frontend/parse/ast_walk.h"
#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

// Counts where a pointer is named, and where that is `p[i]`, `*p` or `*(p + i)` as a value.
class UseCounter : public frontend::AstWalk {
 public:
  explicit UseCounter(const ValueDecl* pointer) : pointer_(pointer) {}

  bool visit_statement(Stmt* statement) override {
    if (const auto* named = dyn_cast<DeclRefExpr>(statement)) {
      named_ += named->getDecl() == pointer_ ? 1 : 0;
    } else if (const auto* cast = dyn_cast<ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == CK_LValueToRValue) visit_value(cast->getSubExpr()->IgnoreParens());
    }
    return true;
  }

  // A body that does not name it is not written yet.
  bool only_reads() const { return named_ > 0 && named_ == read_; }

 private:
  void visit_value(const Expr* read) {
    const Expr* base = nullptr;
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(read)) base = element->getBase();
    if (const auto* target = dyn_cast<UnaryOperator>(read)) {
      if (target->getOpcode() == UO_Deref) base = target->getSubExpr();
    }
    if (base == nullptr) return;
    base = base->IgnoreParenImpCasts();
    const auto* sum = dyn_cast<BinaryOperator>(base);
    if (sum != nullptr && sum->isAdditiveOp()) base = sum->getLHS()->IgnoreParenImpCasts();
    const auto* named = dyn_cast<DeclRefExpr>(base);
    read_ += named != nullptr && named->getDecl() == pointer_ ? 1 : 0;
  }

  const ValueDecl* pointer_;
  int named_ = 0;
  int read_ = 0;
};

// Follows a number into the variables that it is computed into.
class NumberUse : public frontend::AstWalk {
 public:
  explicit NumberUse(const ValueDecl* number) { made_of_it_.insert(number); }

  // Until no more variables are found.
  bool decides(Stmt* body) {
    size_t before = 0;
    while (before != made_of_it_.size() && !decides_) {
      before = made_of_it_.size();
      walk(body);
    }
    return decides_;
  }

  bool visit_declaration(Decl* declaration) override {
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable != nullptr && variable->hasInit() && names(variable->getInit())) {
      made_of_it_.insert(variable);
    }
    return true;
  }
  bool visit_statement(Stmt* statement) override {
    if (const auto* e = dyn_cast<BinaryOperator>(statement)) {
      if (e->isAssignmentOp() && names(e->getRHS())) take(e->getLHS());
    }
    decides_ |= names(deciding_part(statement));
    return true;
  }

 private:
  // What of a statement says which way the work goes, or where; null: nothing.
  static const Stmt* deciding_part(const Stmt* statement) {
    if (const auto* s = dyn_cast<IfStmt>(statement)) return s->getCond();
    if (const auto* s = dyn_cast<ForStmt>(statement)) return s->getCond();
    if (const auto* s = dyn_cast<WhileStmt>(statement)) return s->getCond();
    if (const auto* s = dyn_cast<DoStmt>(statement)) return s->getCond();
    if (const auto* s = dyn_cast<SwitchStmt>(statement)) return s->getCond();
    if (const auto* e = dyn_cast<ConditionalOperator>(statement)) return e->getCond();
    if (const auto* e = dyn_cast<ArraySubscriptExpr>(statement)) return e->getIdx();
    if (const auto* e = dyn_cast<BinaryOperator>(statement)) return e->isLogicalOp() ? e : nullptr;
    if (const auto* e = dyn_cast<CallExpr>(statement)) {
      const FunctionDecl* callee = e->getDirectCallee();
      const bool is_math = callee != nullptr && !frontend::is_user_declaration(callee);
      return is_math ? nullptr : e;
    }
    return nullptr;
  }
  bool names(const Stmt* s) const {
    if (s == nullptr) return false;
    if (const auto* named = dyn_cast<DeclRefExpr>(s)) return made_of_it_.contains(named->getDecl());
    return std::any_of(s->child_begin(), s->child_end(),
                       [&](const Stmt* child) { return names(child); });
  }
  // What is stored in an element makes the whole array its own.
  void take(const Expr* target) {
    target = target->IgnoreParenImpCasts();
    if (const auto* named = dyn_cast<DeclRefExpr>(target)) made_of_it_.insert(named->getDecl());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(target)) take(element->getBase());
    if (const auto* member = dyn_cast<MemberExpr>(target)) take(member->getBase());
    if (const auto* pointee = dyn_cast<UnaryOperator>(target)) take(pointee->getSubExpr());
    const auto* sum = dyn_cast<BinaryOperator>(target);
    if (sum != nullptr && sum->isAdditiveOp()) {
      take(sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS());
    }
  }

  std::set<const ValueDecl*> made_of_it_;
  bool decides_ = false;
};

}  // namespace

bool only_computes(const FunctionDecl& kernel, unsigned parameter) {
  const FunctionDecl* definition = kernel.getDefinition();
  if (definition == nullptr || definition->getBody() == nullptr ||
      parameter >= definition->getNumParams() ||
      !definition->getParamDecl(parameter)->getType()->isRealFloatingType()) {
    return false;
  }
  return !NumberUse(definition->getParamDecl(parameter)).decides(definition->getBody());
}

bool is_only_read(const FunctionDecl& kernel, unsigned parameter) {
  const FunctionDecl* definition = kernel.getDefinition();
  const bool can_tell = definition != nullptr && definition->getBody() != nullptr &&
                        parameter < definition->getNumParams() &&
                        definition->getParamDecl(parameter)->getType()->isPointerType();
  if (!can_tell) return false;
  return is_only_read(definition->getBody(), definition->getParamDecl(parameter));
}

bool is_only_read(const Stmt* code, const ValueDecl* pointer) {
  UseCounter counter(pointer);
  counter.walk(const_cast<Stmt*>(code));
  return counter.only_reads();
}

}  // namespace kcast::host
