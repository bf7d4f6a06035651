#include "infer/tensor_copy.h"

#include <ggml.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/parallel.h"
#include "base/text.h"

namespace kcast::infer {
namespace {

constexpr int64_t kPieceElements = int64_t{4} << 20;

void convert_row(const TensorCopy& copy, int64_t row, std::byte* out) {
  const auto from_type = static_cast<ggml_type>(copy.from_type);
  const auto to_type = static_cast<ggml_type>(copy.to_type);
  const int64_t source = copy.source_row ? copy.source_row(row) : row;
  const size_t from_bytes = ggml_row_size(from_type, copy.row_elements);
  const std::byte* from = copy.from.data() + static_cast<size_t>(source) * from_bytes;
  if (from_type == to_type && copy.scale == 1) {
    std::memcpy(out, from, from_bytes);
    return;
  }
  thread_local std::vector<float> floats;
  floats.resize(static_cast<size_t>(copy.row_elements));
  if (from_type == GGML_TYPE_F32) {
    std::memcpy(floats.data(), from, from_bytes);
  } else {
    ggml_get_type_traits(from_type)->to_float(from, floats.data(), copy.row_elements);
  }
  if (copy.scale != 1) {
    for (float& value : floats)
      value *= copy.scale;
  }
  if (to_type == GGML_TYPE_F32) {
    std::memcpy(out, floats.data(), floats.size() * sizeof(float));
  } else {
    ggml_quantize_chunk(to_type, floats.data(), out, 0, 1, copy.row_elements, nullptr);
  }
}

}  // namespace

std::optional<int> number_type(std::string_view name) {
  const std::string lower = to_lower(name);
  if (lower == "f32") return GGML_TYPE_F32;
  if (lower == "f16") return GGML_TYPE_F16;
  if (lower == "bf16") return GGML_TYPE_BF16;
  if (lower == "q8_0") return GGML_TYPE_Q8_0;
  return std::nullopt;
}

TensorCopy copy_of_shape(const std::vector<int64_t>& shape) {
  TensorCopy out;
  out.row_elements = shape.empty() ? 1 : shape.back();
  for (size_t i = 0; i + 1 < shape.size(); ++i)
    out.rows *= shape[i];
  return out;
}

Status copy_tensor(const TensorCopy& copy, size_t jobs,
                   const std::function<Status(std::span<const std::byte>)>& write) {
  const auto from_type = static_cast<ggml_type>(copy.from_type);
  if (from_type != GGML_TYPE_F32 && ggml_get_type_traits(from_type)->to_float == nullptr) {
    return Error{ErrorCode::Unsupported, "numbers of type " +
                                             std::string(ggml_type_name(from_type)) +
                                             " cannot be turned into floats"};
  }
  const size_t row_bytes = ggml_row_size(static_cast<ggml_type>(copy.to_type), copy.row_elements);
  KCAST_CHECK(copy.from.size() ==
                  static_cast<size_t>(copy.rows) * ggml_row_size(from_type, copy.row_elements),
              "the source of a tensor has the bytes of its rows");
  const int64_t piece_rows =
      std::clamp<int64_t>(kPieceElements / std::max<int64_t>(copy.row_elements, 1), 1, copy.rows);
  std::vector<std::byte> piece(static_cast<size_t>(piece_rows) * row_bytes);
  for (int64_t first = 0; first < copy.rows; first += piece_rows) {
    const int64_t rows = std::min(piece_rows, copy.rows - first);
    const auto grain =
        static_cast<size_t>(std::max<int64_t>(1, 16384 / std::max<int64_t>(copy.row_elements, 1)));
    parallel_for(jobs, static_cast<size_t>(rows), grain, [&](size_t i) {
      convert_row(copy, first + static_cast<int64_t>(i), piece.data() + i * row_bytes);
    });
    KCAST_OK(write({piece.data(), static_cast<size_t>(rows) * row_bytes}));
  }
  return Unit{};
}

}  // namespace kcast::infer
