#include "frontend/host/kernel_reads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <set>

#include "frontend/host/program_index.h"
#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

// Counts where a pointer is named, and where that is `p[i]`, `*p` or `*(p + i)` as a value.
class UseCounter : public RecursiveASTVisitor<UseCounter> {
 public:
  explicit UseCounter(const ValueDecl* pointer) : pointer_(pointer) {}

  bool VisitDeclRefExpr(DeclRefExpr* e) {
    named_ += e->getDecl() == pointer_ ? 1 : 0;
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr* e) {
    if (e->getCastKind() != CK_LValueToRValue) return true;
    const Expr* read = e->getSubExpr()->IgnoreParens();
    const Expr* base = nullptr;
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(read)) base = element->getBase();
    if (const auto* target = dyn_cast<UnaryOperator>(read)) {
      if (target->getOpcode() == UO_Deref) base = target->getSubExpr();
    }
    if (base == nullptr) return true;
    base = base->IgnoreParenImpCasts();
    const auto* sum = dyn_cast<BinaryOperator>(base);
    if (sum != nullptr && sum->isAdditiveOp()) base = sum->getLHS()->IgnoreParenImpCasts();
    const auto* named = dyn_cast<DeclRefExpr>(base);
    read_ += named != nullptr && named->getDecl() == pointer_ ? 1 : 0;
    return true;
  }

  // A body that does not name it is not written yet.
  bool only_reads() const { return named_ > 0 && named_ == read_; }

 private:
  const ValueDecl* pointer_;
  int named_ = 0;
  int read_ = 0;
};

// Follows a number into the variables that it is computed into.
class NumberUse : public RecursiveASTVisitor<NumberUse> {
 public:
  explicit NumberUse(const ValueDecl* number) { made_of_it_.insert(number); }

  // Until no more variables are found.
  bool decides(Stmt* body) {
    size_t before = 0;
    while (before != made_of_it_.size() && !decides_) {
      before = made_of_it_.size();
      TraverseStmt(body);
    }
    return decides_;
  }

  bool VisitVarDecl(VarDecl* variable) {
    if (variable->hasInit() && names(variable->getInit())) made_of_it_.insert(variable);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) {
    if (e->isAssignmentOp() && names(e->getRHS())) take(e->getLHS());
    if (e->isLogicalOp()) decide(e);
    return true;
  }
  bool VisitIfStmt(IfStmt* s) { return decide(s->getCond()); }
  bool VisitForStmt(ForStmt* s) { return decide(s->getCond()); }
  bool VisitWhileStmt(WhileStmt* s) { return decide(s->getCond()); }
  bool VisitDoStmt(DoStmt* s) { return decide(s->getCond()); }
  bool VisitSwitchStmt(SwitchStmt* s) { return decide(s->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator* e) { return decide(e->getCond()); }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr* e) { return decide(e->getIdx()); }
  bool VisitCallExpr(CallExpr* e) {
    const FunctionDecl* callee = e->getDirectCallee();
    const bool is_math = callee != nullptr && !frontend::is_user_declaration(callee);
    return is_math || decide(e);
  }

 private:
  bool names(const Stmt* s) const {
    if (s == nullptr) return false;
    if (const auto* named = dyn_cast<DeclRefExpr>(s)) return made_of_it_.contains(named->getDecl());
    return std::any_of(s->child_begin(), s->child_end(),
                       [&](const Stmt* child) { return names(child); });
  }
  bool decide(const Stmt* s) {
    decides_ |= names(s);
    return true;
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
  UseCounter counter(definition->getParamDecl(parameter));
  counter.TraverseStmt(definition->getBody());
  return counter.only_reads();
}

}  // namespace kcast::host
