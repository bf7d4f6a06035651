#include "frontend/host/constructors.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

void Constructors::construct_array(const Place& to, const CXXConstructExpr* e) {
  const auto* array =
      dyn_cast_or_null<ConstantArrayType>(stack_.ast().getAsArrayType(e->getType()));
  if (array == nullptr || e->getConstructor()->isTrivial()) return;
  QualType element = stack_.ast().getBaseElementType(e->getType());
  int64_t size = types_.bytes_of(element);
  int64_t all = types_.bytes_of(e->getType());
  if (size <= 0) return;
  for (int64_t i = 0; i < std::min<int64_t>(all / size, 64) && !control_.halted(); ++i) {
    Place at = to;
    at.offset += i * size;
    auto next = calls_.bind_arguments(e->getConstructor(), {e->getArgs(), e->getNumArgs()});
    if (next != nullptr) run_constructor(at, e->getConstructor(), std::move(next));
  }
}

void Constructors::construct(const Place& to, const CXXConstructExpr* e) {
  const CXXConstructorDecl* constructor = e->getConstructor();
  QualType type = e->getType();
  if (type->isArrayType()) return construct_array(to, e);
  if (e->requiresZeroInitialization()) memory_.set_bytes(to, 0, types_.bytes_of(type));
  bool is_copy = constructor->isCopyOrMoveConstructor() && e->getNumArgs() > 0;
  if (is_copy) {
    const Expr* source = e->getArg(0);
    if (source->isPRValue() || e->isElidable()) {
      const auto* made =
          dyn_cast<MaterializeTemporaryExpr>(source->IgnoreParenNoopCasts(stack_.ast()));
      if (made != nullptr && stack_.ast().hasSameUnqualifiedType(made->getType(), type)) {
        return code_.eval_into(to, type, made->getSubExpr());
      }
    }
    if (constructor->isTrivial()) return named_.copy_object(to, code_.place(source), type);
  }
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) return;
  const FunctionDecl* body = index_.definition(constructor);
  if (body == nullptr) {
    if (is_copy && constructor->isDefaulted())
      return named_.copy_object(to, code_.place(e->getArg(0)), type);
    if (constructor->isDefaultConstructor() && constructor->isDefaulted()) {
      return construct_default(to, constructor->getParent());
    }
    calls_.missing_body(constructor, {e->getArgs(), e->getNumArgs()}, &to, type);
    return;
  }
  auto next = calls_.bind_arguments(body, {e->getArgs(), e->getNumArgs()});
  if (next == nullptr) return;
  if (to.object != 0 && to.offset_known) {
    auto& types = memory_.object(to.object).dynamic_types;
    if (constructor->getParent()->isPolymorphic() && types.size() < 64) {
      bool known = false;
      for (const auto& [offset, record] : types)
        known |= offset == to.offset;
      if (!known) types.push_back({to.offset, constructor->getParent()});
    }
  }
  run_constructor(to, cast<CXXConstructorDecl>(body), std::move(next));
}

// NOLINTNEXTLINE(readability-function-size): one walk over bases and members
void Constructors::construct_default(const Place& to, const CXXRecordDecl* record) {
  if (record == nullptr || layout_of(record) == nullptr || control_.depth >= Control::kMaxDepth)
    return;
  record = record->getDefinition();
  ++control_.depth;
  for (const CXXBaseSpecifier& base : record->bases()) {
    Place at = to;
    at.offset += base_offset(record, base.getType()->getAsCXXRecordDecl()).value_or(0);
    construct_default(at, base.getType()->getAsCXXRecordDecl());
  }
  for (const FieldDecl* field : record->fields()) {
    Place at = named_.field_place(to, field);
    if (field->hasInClassInitializer() && field->getInClassInitializer() != nullptr) {
      Place self = stack_.frame().self;
      stack_.frame().self = to;
      code_.eval_into(at, field->getType(), field->getInClassInitializer());
      stack_.frame().self = self;
    } else if (const CXXRecordDecl* inner = field->getType()->getAsCXXRecordDecl()) {
      if (inner->hasDefinition() && !inner->hasTrivialDefaultConstructor()) {
        for (const CXXConstructorDecl* candidate : inner->ctors()) {
          if (!candidate->isDefaultConstructor()) continue;
          const FunctionDecl* body = index_.definition(candidate);
          auto next = body != nullptr ? calls_.bind_arguments(body, {}) : nullptr;
          if (next != nullptr) {
            run_constructor(at, cast<CXXConstructorDecl>(body), std::move(next));
          } else if (candidate->isDefaulted()) {
            construct_default(at, inner);
          }
          break;
        }
      }
    }
  }
  --control_.depth;
}

void Constructors::initialize_member(const Place& self, const CXXRecordDecl* record,
                                     const CXXCtorInitializer* part) {
  Place at = self;
  QualType type;
  if (part->isBaseInitializer()) {
    type = QualType(part->getBaseClass(), 0);
    at.offset += base_offset(record, type->getAsCXXRecordDecl()).value_or(0);
  } else if (part->isDelegatingInitializer()) {
    type = stack_.ast().getTypeDeclType(record);
  } else if (part->isIndirectMemberInitializer()) {
    for (const NamedDecl* step : part->getIndirectMember()->chain()) {
      if (const auto* field = dyn_cast<FieldDecl>(step)) at = named_.field_place(at, field);
    }
    type = part->getAnyMember()->getType();
  } else if (part->isMemberInitializer()) {
    at = named_.field_place(self, part->getMember());
    type = part->getMember()->getType();
  } else {
    return;
  }
  if (type->isReferenceType()) {
    memory_.store(at, 8, address_of(code_.place(part->getInit())));
  } else {
    code_.eval_into(at, type, part->getInit());
  }
}

void Constructors::run_constructor(const Place& to, const CXXConstructorDecl* constructor,
                                   std::unique_ptr<EvalFrame> next) {
  if (calls_.too_deep(constructor)) return;
  next->self = to;
  stack_.frames.push_back(std::move(next));
  for (const CXXCtorInitializer* part : constructor->inits()) {
    if (control_.halted()) break;
    initialize_member(to, constructor->getParent(), part);
  }
  if (!control_.halted()) calls_.exec_body(constructor->getBody());
  locals_.pop_frame();
}

}  // namespace kcast::host
