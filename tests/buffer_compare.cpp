#include "buffer_compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/text.h"
#include "collect/element_types.h"

namespace kcast {
namespace {

struct Scalar {
  int64_t offset = 0;  // in the element
  collect::ScalarType type = collect::ScalarType::Float32;
};

struct ElementLayout {
  int64_t bytes = 0;
  std::vector<Scalar> scalars;
};

Result<ElementLayout> layout_of(const LaunchArgument& argument) {
  ElementLayout layout;
  if (!argument.fields.empty()) {
    layout.bytes = argument.element_bytes;
    for (const FillField& field : argument.fields) {
      KCAST_TRY(const collect::ElementType type, collect::element_type_named(field.type));
      layout.scalars.push_back({field.offset_bytes, type.scalar});
    }
    return layout;
  }
  KCAST_TRY(const collect::ElementType type, collect::element_type_named(argument.element_type));
  layout.bytes = type.bytes();
  for (int64_t i = 0; i < type.width; ++i)
    layout.scalars.push_back({i * collect::scalar_type_bytes(type.scalar), type.scalar});
  return layout;
}

template <typename T>
T value_at(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

// Floats in the order of their values are integers in order, once the negative ones are turned.
template <typename Float, typename Int>
uint64_t ulps_between(Float a, Float b) {
  const auto place = [](Float value) {
    const Int bits = std::bit_cast<Int>(value);
    return static_cast<__int128>(bits < 0 ? std::numeric_limits<Int>::min() - bits : bits);
  };
  const __int128 distance = place(a) - place(b);
  return static_cast<uint64_t>(distance < 0 ? -distance : distance);
}

template <typename Float, typename Int>
Agreement agree(Float a, Float b, double near) {
  if (std::isnan(a) && std::isnan(b)) return Agreement::Exact;
  if (a == b) return Agreement::Exact;
  if (!std::isfinite(a) || !std::isfinite(b)) return Agreement::Wrong;
  if (ulps_between<Float, Int>(a, b) <= kFewUlps) return Agreement::FewUlps;
  const double limit = near * std::max({1.0, std::fabs(double{a}), std::fabs(double{b})});
  return std::fabs(double{a} - double{b}) <= limit ? Agreement::Near : Agreement::Wrong;
}

Agreement agree_as(collect::ScalarType type, const uint8_t* a, const uint8_t* b, double near) {
  if (type == collect::ScalarType::Float32)
    return agree<float, int32_t>(value_at<float>(a), value_at<float>(b), near);
  if (type == collect::ScalarType::Float64)
    return agree<double, int64_t>(value_at<double>(a), value_at<double>(b), near);
  const auto bytes = static_cast<size_t>(collect::scalar_type_bytes(type));
  return std::memcmp(a, b, bytes) == 0 ? Agreement::Exact : Agreement::Wrong;
}

bool is_finite(collect::ScalarType type, const uint8_t* bytes) {
  if (type == collect::ScalarType::Float32) return std::isfinite(value_at<float>(bytes));
  return type != collect::ScalarType::Float64 || std::isfinite(value_at<double>(bytes));
}

std::string text_of(collect::ScalarType type, const uint8_t* bytes) {
  if (type == collect::ScalarType::Float32) return format_digits(double{value_at<float>(bytes)}, 9);
  if (type == collect::ScalarType::Float64) return format_digits(value_at<double>(bytes), 17);
  uint64_t bits = 0;
  const int size = collect::scalar_type_bytes(type);
  std::memcpy(&bits, bytes, static_cast<size_t>(size));
  const int shift = 64 - 8 * size;
  const bool is_signed = type == collect::ScalarType::Int8 || type == collect::ScalarType::Int16 ||
                         type == collect::ScalarType::Int32 || type == collect::ScalarType::Int64;
  if (!is_signed) return std::to_string(bits);
  return std::to_string(static_cast<int64_t>(bits << shift) >> shift);
}

struct Place {
  size_t element = 0;
  Scalar scalar;
  size_t first = 0;  // byte
  size_t end = 0;
};

// Calls back with every number of the elements.
template <typename Callback>
void for_each_number(const ElementLayout& layout, size_t bytes, Callback callback) {
  const auto each = static_cast<size_t>(layout.bytes);
  for (size_t element = 0; (element + 1) * each <= bytes; ++element) {
    for (const Scalar& scalar : layout.scalars) {
      const size_t first = element * each + static_cast<size_t>(scalar.offset);
      const auto size = static_cast<size_t>(collect::scalar_type_bytes(scalar.type));
      callback(Place{element, scalar, first, first + size});
    }
  }
}

bool is_known(const std::vector<uint8_t>& known, const Place& place) {
  for (size_t i = place.first; i < place.end; ++i)
    if (known[i] == 0) return false;
  return true;
}

Result<ElementLayout> common_layout(const LaunchArgument& argument,
                                    const std::vector<uint8_t>& mine,
                                    const std::vector<uint8_t>& theirs) {
  KCAST_TRY(ElementLayout layout, layout_of(argument));
  if (mine.size() == theirs.size() && layout.bytes > 0) return layout;
  return Error{ErrorCode::InvalidInput, argument.name + ": " + std::to_string(mine.size()) +
                                            " bytes here, " + std::to_string(theirs.size()) +
                                            " there"};
}

}  // namespace

Result<BufferComparison> compare_buffer(const LaunchArgument& argument,
                                        const std::vector<uint8_t>& mine,
                                        const std::vector<uint8_t>& known,
                                        const std::vector<uint8_t>& theirs) {
  KCAST_TRY(const ElementLayout layout, common_layout(argument, mine, theirs));
  BufferComparison out;
  for_each_number(layout, mine.size(), [&](const Place& place) {
    ++out.numbers;
    if (!is_known(known, place)) {
      ++out.unknown;
      return;
    }
    const collect::ScalarType type = place.scalar.type;
    const Agreement agreement = agree_as(type, &mine[place.first], &theirs[place.first], kNear);
    if (agreement <= out.worst) return;
    out.worst = agreement;
    out.where = argument.name + "[" + std::to_string(place.element) + "]";
    if (layout.scalars.size() > 1) out.where += "+" + std::to_string(place.scalar.offset);
    out.where +=
        ": " + text_of(type, &mine[place.first]) + ", not " + text_of(type, &theirs[place.first]);
  });
  return out;
}

Status forget_moved(const LaunchArgument& argument, const std::vector<uint8_t>& mine,
                    const std::vector<uint8_t>& other, std::vector<uint8_t>& known) {
  KCAST_TRY(const ElementLayout layout, common_layout(argument, mine, other));
  bool flips = false;
  for_each_number(layout, mine.size(), [&](const Place& place) {
    const collect::ScalarType type = place.scalar.type;
    flips = flips || is_finite(type, &mine[place.first]) != is_finite(type, &other[place.first]);
  });
  for_each_number(layout, mine.size(), [&](const Place& place) {
    const collect::ScalarType type = place.scalar.type;
    const bool moved =
        agree_as(type, &mine[place.first], &other[place.first], kNear / 10) == Agreement::Wrong;
    if (!moved && !(flips && !is_finite(type, &mine[place.first]))) return;
    std::fill(known.begin() + static_cast<ptrdiff_t>(place.first),
              known.begin() + static_cast<ptrdiff_t>(place.end), uint8_t{0});
  });
  return Unit{};
}

}  // namespace kcast
