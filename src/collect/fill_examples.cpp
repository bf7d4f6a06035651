#include "collect/fill_examples.h"

#include <string>

#include "base/parallel.h"

namespace kcast::collect {

namespace {

constexpr int64_t kValues = 100'003;

FillRange example(ScalarType type, FillKind kind) {
  FillRange range{.type = type, .values = kValues, .seed = fill_seed(7, 3)};
  range.numbers = {.kind = kind,
                   .low = -3.7,
                   .high = 11.3,
                   .count = 1'000'003,
                   .elements = kValues,
                   .step = 0.3};
  return range;
}

}  // namespace

std::vector<FillRange> fill_examples() {
  std::vector<FillRange> examples;
  for (int type = 0; type <= static_cast<int>(ScalarType::Float64); ++type) {
    for (int kind = 0; kind <= static_cast<int>(FillKind::Iota); ++kind)
      examples.push_back(example(static_cast<ScalarType>(type), static_cast<FillKind>(kind)));
  }
  // Fields of structs lie apart, and a step may go round.
  FillRange field = example(ScalarType::Float32, FillKind::Uniform);
  field.offset_bytes = 4;
  field.values = kValues / 4;
  field.stride_bytes = 12;
  examples.push_back(field);
  FillRange round = example(ScalarType::Int32, FillKind::Iota);
  round.numbers.step = 7;
  round.numbers.modulus = 1000;
  examples.push_back(round);
  return examples;
}

int64_t fill_example_bytes() {
  return kValues * 8;
}

Status check_filled(const FillRange& range, const std::vector<unsigned char>& found) {
  // What no value covers is zero before.
  std::vector<unsigned char> expected(found.size());
  fill_on_host(range, expected.data(), static_cast<int>(hardware_jobs()));
  for (size_t i = 0; i < found.size(); ++i) {
    if (expected[i] == found[i]) continue;
    return Error{ErrorCode::Internal,
                 "type " + std::to_string(static_cast<int>(range.type)) + ", fill " +
                     std::to_string(static_cast<int>(range.numbers.kind)) + ", byte " +
                     std::to_string(i) + ": the device wrote " + std::to_string(found[i]) +
                     ", the CPU says " + std::to_string(expected[i])};
  }
  return Unit{};
}

}  // namespace kcast::collect
