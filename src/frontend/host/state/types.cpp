#include "frontend/host/state/types.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

Shape compute_shape(QualType type, ASTContext& ast) {
  const Type* canonical = type.getCanonicalType().getTypePtr();
  if (canonical->isDependentType()) return {};
  if (canonical->isReferenceType() || canonical->isPointerType() || canonical->isNullPtrType() ||
      canonical->isMemberFunctionPointerType() || canonical->isFunctionType()) {
    return pointer_shape();
  }
  if (canonical->isBooleanType()) return bool_shape();
  if (const auto* enumeration = canonical->getAs<EnumType>()) {
    if (!enumeration->getDecl()->isComplete()) return integer_shape(32, false);
  }
  if (canonical->isIntegralOrEnumerationType()) {
    uint64_t bits = ast.getTypeSize(type);
    Shape shape = integer_shape(static_cast<uint8_t>(std::min<uint64_t>(bits, 64)),
                                canonical->isUnsignedIntegerOrEnumerationType());
    shape.bytes = static_cast<uint32_t>(bits / 8);
    return shape;
  }
  if (canonical->isRealFloatingType()) {
    uint64_t bits = ast.getTypeSize(type);
    Shape shape = real_shape(static_cast<uint8_t>(std::min<uint64_t>(bits, 64)));
    shape.bytes = static_cast<uint32_t>(bits / 8);
    return shape;
  }
  return {};
}

}  // namespace

bool has_layout(const RecordDecl* record) {
  return record != nullptr && record->isCompleteDefinition() && !record->isInvalidDecl() &&
         !record->isDependentType();
}

bool is_aggregate(QualType type) {
  if (type.isNull()) return false;
  return type->isRecordType() || type->isArrayType() || type->isVectorType() ||
         type->isAnyComplexType();
}

const ASTRecordLayout* layout_of(const RecordDecl* record) {
  if (record != nullptr) record = record->getDefinition();
  return has_layout(record) ? &record->getASTContext().getASTRecordLayout(record) : nullptr;
}

std::optional<int64_t> base_offset(const CXXRecordDecl* from, const CXXRecordDecl* to) {
  if (from == nullptr || to == nullptr) return std::nullopt;
  from = from->getDefinition();
  to = to->getDefinition();
  if (from == to) return 0;
  const ASTRecordLayout* layout = layout_of(from);
  if (layout == nullptr) return std::nullopt;
  for (const CXXBaseSpecifier& base : from->bases()) {
    const CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
    if (record == nullptr || !has_layout(record->getDefinition())) continue;
    std::optional<int64_t> inner = base_offset(record, to);
    if (!inner) continue;
    int64_t outer = base.isVirtual() ? layout->getVBaseClassOffset(record).getQuantity()
                                     : layout->getBaseClassOffset(record).getQuantity();
    return outer + *inner;
  }
  return std::nullopt;
}

Shape Types::shape_of(QualType type) {
  if (type.isNull()) return {};
  const Type* key = type.getTypePtr();
  auto found = shapes_.find(key);
  if (found != shapes_.end()) return found->second;
  Shape shape = compute_shape(type, stack_.ast());
  shapes_[key] = shape;
  return shape;
}

int64_t Types::bytes_of(QualType type) const {
  if (type.isNull() || type->isDependentType() || type->isIncompleteType() ||
      type->isFunctionType()) {
    return type.isNull() || !type->isVoidType() ? 0 : 1;
  }
  const Type* element = type->getBaseElementTypeUnsafe();
  if (const auto* record = element->getAs<RecordType>()) {
    if (!has_layout(record->getDecl()->getDefinition())) return 0;
  }
  // Larger types exist only in hostile code; a bound keeps offsets from overflowing.
  constexpr int64_t kLargestType = int64_t{1} << 45;
  return std::min<int64_t>(stack_.ast().getTypeSizeInChars(type).getQuantity(), kLargestType);
}

}  // namespace kcast::host
