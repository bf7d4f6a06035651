#include "frontend/parse/parameter_layout.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>

#include "frontend/parse/user_code.h"

namespace kcast::frontend {

namespace {

constexpr int kMaxDepth = 6;

const clang::RecordDecl* laid_out(clang::QualType type) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record != nullptr) record = record->getDefinition();
  const bool has_layout = record != nullptr && record->isCompleteDefinition() &&
                          !record->isInvalidDecl() && !record->isDependentType();
  return has_layout ? record : nullptr;
}

class Flattener {
 public:
  explicit Flattener(const clang::ASTContext& ast) : ast_(ast), policy_(ast.getPrintingPolicy()) {
    policy_.SuppressTagKeyword = true;
  }

  void add(clang::QualType type, const std::string& name, int64_t offset, int depth) {
    if (type.isNull() || type->isDependentType() || depth > kMaxDepth || is_full()) return;
    if (const auto* array =
            llvm::dyn_cast_or_null<clang::ConstantArrayType>(ast_.getAsArrayType(type))) {
      add_row(array->getElementType(), array->getSize().getLimitedValue(kMaxParameterMembers), name,
              offset, depth);
      return;
    }
    if (const auto* vector = type->getAs<clang::VectorType>()) {
      add_row(vector->getElementType(), vector->getNumElements(), name, offset, depth);
      return;
    }
    if (type->isRecordType()) {
      const clang::RecordDecl* record = laid_out(type);
      const auto* record_class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record);
      if (record_class != nullptr && only_number(record_class) != nullptr) {
        add_value(type, name, offset);
      } else if (record != nullptr) {
        add_record(*record, name, offset, depth);
      }
      return;
    }
    add_value(type, name, offset);
  }

  std::vector<ParameterMember> take() { return std::move(members_); }

 private:
  bool is_full() const { return members_.size() >= kMaxParameterMembers; }

  void add_row(clang::QualType element, uint64_t count, const std::string& name, int64_t offset,
               int depth) {
    const int64_t bytes = type_bytes(ast_, element);
    for (uint64_t i = 0; i < count && bytes > 0 && !is_full(); ++i) {
      add(element, name + "[" + std::to_string(i) + "]", offset + static_cast<int64_t>(i) * bytes,
          depth + 1);
    }
  }

  void add_record(const clang::RecordDecl& record, const std::string& name, int64_t offset,
                  int depth) {
    const clang::ASTRecordLayout& layout = ast_.getASTRecordLayout(&record);
    if (const auto* record_class = llvm::dyn_cast<clang::CXXRecordDecl>(&record)) {
      for (const clang::CXXBaseSpecifier& base : record_class->bases()) {
        const auto* inner = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(laid_out(base.getType()));
        if (inner == nullptr || base.isVirtual()) continue;
        add_record(*inner, name, offset + layout.getBaseClassOffset(inner).getQuantity(),
                   depth + 1);
      }
    }
    for (const clang::FieldDecl* field : record.fields()) {
      // Bit-fields share bytes: what these hold is not followed.
      if (field->isBitField() || field->getFieldIndex() >= layout.getFieldCount()) continue;
      const auto bits = static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()));
      const std::string path =
          field->getName().empty() ? name : name + "." + field->getNameAsString();
      add(field->getType(), path, offset + bits / 8, depth + 1);
    }
  }

  void add_value(clang::QualType type, const std::string& name, int64_t offset) {
    ParameterMember out;
    out.name = name;
    out.type = type.getUnqualifiedType().getAsString(policy_);
    out.offset_bytes = offset;
    out.size_bytes = type->isReferenceType() ? 8 : type_bytes(ast_, type);
    if (out.size_bytes <= 0) return;
    clang::QualType pointee = type->getPointeeType();
    out.is_pointer = !pointee.isNull() || is_texture(type);
    if (is_texture(type)) {
      out.element_type = std::string(kTexelPrefix) + "float";
      out.element_bytes = 4;
    } else if (out.is_pointer) {
      pointee = pointee.getUnqualifiedType();
      if (pointee.getAddressSpace() != clang::LangAS::Default) {
        pointee = ast_.removeAddrSpaceQualType(pointee);
      }
      out.element_type = element_name(pointee, policy_);
      out.element_bytes = type_bytes(ast_, pointee);
    } else {
      out.element_type = element_name(type, policy_);
      out.element_bytes = out.size_bytes;
    }
    members_.push_back(std::move(out));
  }

  const clang::ASTContext& ast_;
  clang::PrintingPolicy policy_;
  std::vector<ParameterMember> members_;
};

}  // namespace

std::string element_name(clang::QualType type, const clang::PrintingPolicy& policy) {
  type = type.getCanonicalType().getUnqualifiedType();
  const auto* enumeration = type->getAs<clang::EnumType>();
  if (enumeration != nullptr && !enumeration->getDecl()->getIntegerType().isNull()) {
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  }
  const auto* vector = type->getAs<clang::ExtVectorType>();
  if (vector == nullptr) return type.getAsString(policy);
  // OpenCL's uint4 is a typedef of a vector that has no better name.
  std::string component = vector->getElementType().getUnqualifiedType().getAsString(policy);
  if (component.starts_with("unsigned ")) component = "u" + component.substr(9);
  return component + std::to_string(vector->getNumElements());
}

int64_t type_bytes(const clang::ASTContext& ast, clang::QualType type) {
  if (type.isNull() || type->isDependentType() || type->isIncompleteType() || type->isVoidType() ||
      type->isFunctionType()) {
    return 0;
  }
  const clang::QualType element(type->getBaseElementTypeUnsafe(), 0);
  if (element->isRecordType() && laid_out(element) == nullptr) return 0;
  return ast.getTypeSizeInChars(type).getQuantity();
}

bool is_texture(clang::QualType type) {
  if (type->isImageType()) return true;
  for (const auto* alias = type->getAs<clang::TypedefType>(); alias != nullptr;
       alias = alias->desugar()->getAs<clang::TypedefType>()) {
    const llvm::StringRef name = alias->getDecl()->getName();
    if (name.ends_with("TextureObject_t") || name.ends_with("SurfaceObject_t") ||
        name == "CUtexObject" || name == "CUsurfObject") {
      return true;
    }
  }
  return false;
}

const clang::FieldDecl* only_number(const clang::CXXRecordDecl* record) {
  if (is_user_declaration(record) || record->getNumBases() != 0) return nullptr;
  const clang::FieldDecl* number = nullptr;
  for (const clang::FieldDecl* field : record->fields()) {
    if (number != nullptr || !field->getType()->isArithmeticType()) return nullptr;
    number = field;
  }
  return number;
}

std::vector<ParameterMember> parameter_members(const clang::ASTContext& ast, clang::QualType type,
                                               const std::string& name) {
  const bool is_aggregate = type->isRecordType() || type->isArrayType() || type->isVectorType();
  if (!is_aggregate || type->isDependentType()) return {};
  const auto* record_class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(laid_out(type));
  if (record_class != nullptr && only_number(record_class) != nullptr) return {};
  Flattener flattener(ast);
  flattener.add(type, name, 0, 0);
  return flattener.take();
}

}  // namespace kcast::frontend
