#include "schema/buffer_fill.h"

#include "schema/number_text.h"

namespace kcast {

std::string fill_text(const Fill& fill) {
  switch (fill.kind) {
    case FillKind::Uniform:
      return "uniform:" + number_text(fill.low) + "," + number_text(fill.high);
    case FillKind::UniformInt:
      return "uniform_int:" + number_text(fill.low) + "," + number_text(fill.high);
    case FillKind::IndexInto:
      return "index_into:" + fill.target;
    case FillKind::OffsetsInto:
      return "offsets_into:" + fill.target +
             (fill.degree > 0 ? "," + number_text(fill.degree) : "");
    case FillKind::Permutation:
      return "permutation";
    case FillKind::Constant:
      return "constant:" + number_text(fill.low);
    case FillKind::Zero:
      return "zero";
    case FillKind::Iota:
      break;
  }
  std::string text = "iota";
  if (fill.low != 0 || fill.step != 1 || fill.modulus > 0) text += ":" + number_text(fill.low);
  if (fill.step != 1 || fill.modulus > 0) text += "," + number_text(fill.step);
  if (fill.modulus > 0) text += "," + number_text(fill.modulus);
  return text;
}

}  // namespace kcast
