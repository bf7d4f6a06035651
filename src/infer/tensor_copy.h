// Copies a tensor from one number format into another, in pieces and on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::infer {

// A ggml_type by what a user or a safetensors file calls it: f32, f16, bf16 or q8_0, in either
// case; nothing for another.
std::optional<int> number_type(std::string_view name);

struct TensorCopy {
  std::span<const std::byte> from;
  int from_type = 0;  // ggml_type; every type that ggml can turn into floats
  int to_type = 0;    // F32, F16, BF16 or Q8_0
  int64_t rows = 1;
  int64_t row_elements = 0;
  // For row i of the result, which row it is of the source; empty: the same.
  std::function<int64_t(int64_t row)> source_row;
  float scale = 1;
};

// How rows and row_elements follow from a shape: the last extent is the row.
TensorCopy copy_of_shape(const std::vector<int64_t>& shape);

// Gives the converted bytes to `write`, in order. An error of `write` ends it.
Status copy_tensor(const TensorCopy& copy, size_t jobs,
                   const std::function<Status(std::span<const std::byte>)>& write);

}  // namespace kcast::infer
