// The element types that a launch's buffers and scalars may have, by their CUDA names.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "collect/fill_bytes.h"

namespace kcast::collect {

// "float4" is four floats; a scalar type has width 1.
struct ElementType {
  ScalarType scalar = ScalarType::Float32;
  int64_t width = 1;  // values in an element

  int64_t bytes() const { return scalar_type_bytes(scalar) * width; }
};

// The type with this name; the error names it when there is none.
Result<ElementType> element_type_named(std::string_view name);

}  // namespace kcast::collect
