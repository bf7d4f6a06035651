#include "schema/buffer_fill.h"

#include <charconv>

namespace kcast {

namespace {

std::string print(double value) {
  char buffer[64];
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  const auto end = is_whole
                       ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<int64_t>(value))
                       : std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}

}  // namespace

std::string fill_text(const Fill& fill) {
  switch (fill.kind) {
    case FillKind::Uniform:
      return "uniform:" + print(fill.low) + "," + print(fill.high);
    case FillKind::UniformInt:
      return "uniform_int:" + print(fill.low) + "," + print(fill.high);
    case FillKind::IndexInto:
      return "index_into:" + fill.target;
    case FillKind::OffsetsInto:
      return "offsets_into:" + fill.target + (fill.degree > 0 ? "," + print(fill.degree) : "");
    case FillKind::Permutation:
      return "permutation";
    case FillKind::Constant:
      return "constant:" + print(fill.low);
    case FillKind::Zero:
      return "zero";
    case FillKind::Iota:
      break;
  }
  std::string text = "iota";
  if (fill.low != 0 || fill.step != 1 || fill.modulus > 0) text += ":" + print(fill.low);
  if (fill.step != 1 || fill.modulus > 0) text += "," + print(fill.step);
  if (fill.modulus > 0) text += "," + print(fill.modulus);
  return text;
}

}  // namespace kcast
