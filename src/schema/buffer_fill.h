// A fill as files, flags and launches state it; fill.h turns it into values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "schema/fill.h"

namespace kcast {

// What a buffer holds before the launch; fill_value() is the function.
struct Fill {
  FillKind kind = FillKind::Uniform;
  double low = 1;  // Uniform, UniformInt: [low, high); Constant: the value; Iota: the first one
  double high = 2;
  std::string target;  // IndexInto, OffsetsInto: the argument that is pointed into
  double step = 1;     // Iota: from one value to the next
  double modulus = 0;  // Iota: the values start again when they have come so far; 0: never
  double degree = 0;   // OffsetsInto: mean distance of neighbours; 0: the target is used up

  bool operator==(const Fill&) const = default;
};

// What one field holds in every element of a buffer of structs.
struct FillField {
  int64_t offset_bytes = 0;  // from the start of the element
  std::string type;          // "float", "int"
  Fill fill;

  bool operator==(const FillField&) const = default;
};

// `values` is the length of the buffer, `target_values` that of the argument pointed into.
inline FillNumbers fill_numbers(const Fill& fill, int64_t values, int64_t target_values) {
  FillNumbers numbers;
  numbers.kind = fill.kind;
  numbers.low = fill.low;
  numbers.high = fill.high;
  numbers.count = target_values;
  numbers.elements = values;
  numbers.step = fill.step;
  numbers.modulus = fill.modulus;
  if (fill.kind == FillKind::OffsetsInto && fill.degree > 0 && values > 1) {
    const double last = fill.degree * static_cast<double>(values - 1);
    if (last < static_cast<double>(target_values)) numbers.count = std::llround(last);
  }
  return numbers;
}

// As --fill takes it: "zero", "uniform:0,1", "offsets_into:col,16".
std::string fill_text(const Fill& fill);

}  // namespace kcast
