#include "dataset/number_codec.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

namespace kcast::dataset {
namespace {

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53
constexpr char kMicroseconds = 0;
constexpr char kNanoseconds = 1;

void put_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out += static_cast<char>((value & 0x7f) | 0x80);
  out += static_cast<char>(value);
}

std::optional<uint64_t> take_varint(std::string_view& bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// Minus zero is no whole number here: its sign would be lost.
bool is_whole(double value) {
  return std::abs(value) <= kLargestWhole && value == std::trunc(value) &&
         !(value == 0 && std::signbit(value));
}

void put_number(std::string& out, double value) {
  if (is_whole(value)) {
    const auto whole = static_cast<int64_t>(value);
    const auto zigzag = (static_cast<uint64_t>(whole) << 1) ^ static_cast<uint64_t>(whole >> 63);
    put_varint(out, zigzag << 1);
    return;
  }
  put_varint(out, 1);
  auto bits = std::bit_cast<uint64_t>(value);
  for (int i = 0; i < 8; ++i, bits >>= 8)
    out += static_cast<char>(bits & 0xff);
}

std::optional<double> take_number(std::string_view& bytes) {
  const std::optional<uint64_t> head = take_varint(bytes);
  if (!head) return std::nullopt;
  if ((*head & 1) == 0) {
    const uint64_t zigzag = *head >> 1;
    return static_cast<double>(static_cast<int64_t>((zigzag >> 1) ^ (0 - (zigzag & 1))));
  }
  if (*head != 1 || bytes.size() < 8) return std::nullopt;
  uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i)
    bits |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  bytes.remove_prefix(8);
  return std::bit_cast<double>(bits);
}

// The times in nanoseconds if that loses nothing.
std::optional<std::vector<double>> whole_nanoseconds(std::span<const double> times_us) {
  std::vector<double> out;
  for (const double time : times_us) {
    const double ns = std::round(time * 1e3);
    if (!is_whole(ns) || ns / 1e3 != time) return std::nullopt;
    out.push_back(ns);
  }
  return out;
}

}  // namespace

std::string encode_numbers(std::span<const double> values) {
  std::string out;
  for (const double value : values)
    put_number(out, value);
  return out;
}

Result<std::vector<double>> decode_numbers(std::string_view bytes) {
  std::vector<double> out;
  while (!bytes.empty()) {
    const std::optional<double> value = take_number(bytes);
    if (!value) return Error{ErrorCode::InvalidInput, "a list of numbers is damaged"};
    out.push_back(*value);
  }
  return out;
}

std::string encode_times(std::span<const double> times_us) {
  if (times_us.empty()) return {};
  std::optional<std::vector<double>> ns = whole_nanoseconds(times_us);
  if (!ns) return kMicroseconds + encode_numbers(times_us);
  for (size_t i = 1; i < ns->size(); ++i)
    (*ns)[i] -= ns->front();
  return kNanoseconds + encode_numbers(*ns);
}

Result<std::vector<double>> decode_times(std::string_view bytes) {
  if (bytes.empty()) return std::vector<double>{};
  const char unit = bytes.front();
  KCAST_TRY(std::vector<double> times, decode_numbers(bytes.substr(1)));
  if (unit == kMicroseconds || times.empty()) return times;
  const double first = times.front();
  times.front() = first / 1e3;
  for (size_t i = 1; i < times.size(); ++i)
    times[i] = (times[i] + first) / 1e3;
  return times;
}

}  // namespace kcast::dataset
