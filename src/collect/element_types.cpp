#include "collect/element_types.h"

#include <string>

namespace kcast::collect {

namespace {

struct NamedScalar {
  std::string_view name;
  ScalarType type;
};

constexpr NamedScalar kScalars[] = {
    {"char", ScalarType::Int8},
    {"signed char", ScalarType::Int8},
    {"int8_t", ScalarType::Int8},
    {"unsigned char", ScalarType::UInt8},
    {"uchar", ScalarType::UInt8},
    {"uint8_t", ScalarType::UInt8},
    {"bool", ScalarType::UInt8},
    {"short", ScalarType::Int16},
    {"int16_t", ScalarType::Int16},
    {"unsigned short", ScalarType::UInt16},
    {"ushort", ScalarType::UInt16},
    {"uint16_t", ScalarType::UInt16},
    {"int", ScalarType::Int32},
    {"int32_t", ScalarType::Int32},
    {"unsigned", ScalarType::UInt32},
    {"unsigned int", ScalarType::UInt32},
    {"uint", ScalarType::UInt32},
    {"uint32_t", ScalarType::UInt32},
    {"long", ScalarType::Int64},
    {"long long", ScalarType::Int64},
    {"longlong", ScalarType::Int64},
    {"int64_t", ScalarType::Int64},
    {"unsigned long", ScalarType::UInt64},
    {"unsigned long long", ScalarType::UInt64},
    {"ulong", ScalarType::UInt64},
    {"ulonglong", ScalarType::UInt64},
    {"uint64_t", ScalarType::UInt64},
    {"size_t", ScalarType::UInt64},
    {"half", ScalarType::Float16},
    {"__half", ScalarType::Float16},
    {"bfloat16", ScalarType::BFloat16},
    {"__nv_bfloat16", ScalarType::BFloat16},
    {"float", ScalarType::Float32},
    {"double", ScalarType::Float64},
};

const NamedScalar* find_scalar(std::string_view name) {
  for (const NamedScalar& scalar : kScalars) {
    if (scalar.name == name) return &scalar;
  }
  return nullptr;
}

}  // namespace

Result<ElementType> element_type_named(std::string_view name) {
  if (const NamedScalar* scalar = find_scalar(name)) return ElementType{scalar->type, 1};
  if (name == "__half2") return ElementType{ScalarType::Float16, 2};
  if (name == "__nv_bfloat162") return ElementType{ScalarType::BFloat16, 2};
  if (!name.empty() && name.back() >= '1' && name.back() <= '4') {
    if (const NamedScalar* scalar = find_scalar(name.substr(0, name.size() - 1))) {
      return ElementType{scalar->type, name.back() - '0'};
    }
  }
  return Error{ErrorCode::InvalidInput, "unknown element type '" + std::string(name) + "'"};
}

}  // namespace kcast::collect
