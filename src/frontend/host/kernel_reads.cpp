#include "frontend/host/kernel_reads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace kcast {

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

}  // namespace

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

}  // namespace kcast
