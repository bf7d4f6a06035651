// Plain values as bytes, for the way between processes of one binary: every bit arrives, NaN and
// bytes that are no text too, and nothing that arrives is believed.
//
// 1. Numbers and enums have their own width; a bool is one byte.
// 2. A text, list or map is its count in eight bytes, then its elements.
// 3. An optional is a bool, then its value.
// 4. A struct is its fields in order.
//
// A struct takes part with one line in its namespace: KCAST_WIRE(Launch, kernel, grid, ...) names
// all fields in their order; a field that is left out does not compile. An enum takes part with
// KCAST_WIRE_ENUM(Bound, Compute), its last value.
//
// The reader allocates in proportion to the bytes that are there, whatever a count says.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcast {

// T or const T.
template <typename T, typename U>
concept WireOf = std::same_as<std::remove_const_t<T>, U>;

#define KCAST_WIRE(Type, ...)                                        \
  void wire_fields(::kcast::WireOf<Type> auto& value, auto& visit) { \
    auto& [__VA_ARGS__] = value;                                     \
    visit(__VA_ARGS__);                                              \
  }

#define KCAST_WIRE_ENUM(Type, last)   \
  constexpr Type last_of_enum(Type) { \
    return Type::last;                \
  }

class WireWriter {
 public:
  std::string bytes;

  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }

 private:
  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void put(T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<uint64_t>(text.size()));
    bytes += text;
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& value) {
    put(value.first);
    put(value.second);
  }
  template <typename T, size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& value : values)
      put(value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(static_cast<uint64_t>(values.size()));
    for (const T& value : values)
      put(value);
  }
  template <typename K, typename V, typename C>
  void put(const std::map<K, V, C>& values) {
    put(static_cast<uint64_t>(values.size()));
    for (const auto& entry : values) {
      put(entry.first);
      put(entry.second);
    }
  }
  template <typename T>
    requires requires(const T& value, WireWriter& writer) { wire_fields(value, writer); }
  void put(const T& value) {
    wire_fields(value, *this);
  }
};

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }

  // Whether all was well so far. What was read behind a fault is worth nothing.
  bool ok() const { return ok_; }
  // Whether all was well and nothing is left.
  bool complete() const { return ok_ && rest_.empty(); }

 private:
  static constexpr int kDeepest = 32;

  bool take_bytes(void* into, size_t size) {
    if (!ok_ || size > rest_.size()) return ok_ = false;
    std::memcpy(into, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }
  // A count of things that take at least a byte each.
  size_t take_count() {
    uint64_t count = 0;
    take(count);
    if (count > rest_.size()) ok_ = false;
    return ok_ ? static_cast<size_t>(count) : 0;
  }
  template <typename T>
    requires std::is_arithmetic_v<T>
  void take(T& value) {
    take_bytes(&value, sizeof value);
  }
  void take(bool& value) {
    uint8_t byte = 0;
    if (take_bytes(&byte, 1) && byte > 1) ok_ = false;
    value = ok_ && byte == 1;
  }
  template <typename T>
    requires std::is_enum_v<T>
  void take(T& value) {
    std::underlying_type_t<T> number{};
    if (!take_bytes(&number, sizeof number)) return;
    constexpr auto kLast = static_cast<std::underlying_type_t<T>>(last_of_enum(T{}));
    if (std::cmp_less(number, 0) || number > kLast) {
      ok_ = false;
      return;
    }
    value = static_cast<T>(number);
  }
  void take(std::string& text) {
    const size_t size = take_count();
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  template <typename T>
  void take(std::optional<T>& value) {
    bool present = false;
    take(present);
    value.reset();
    if (present) take(value.emplace());
  }
  template <typename A, typename B>
  void take(std::pair<A, B>& value) {
    take(value.first);
    take(value.second);
  }
  template <typename T, size_t N>
  void take(std::array<T, N>& values) {
    for (T& value : values)
      take(value);
  }
  template <typename T>
  void take(std::vector<T>& values) {
    const size_t count = take_count();
    values.clear();
    for (size_t i = 0; i < count && ok_; ++i)
      take(values.emplace_back());
  }
  template <typename K, typename V, typename C>
  void take(std::map<K, V, C>& values) {
    const size_t count = take_count();
    values.clear();
    for (size_t i = 0; i < count && ok_; ++i) {
      K key{};
      take(key);
      take(values[std::move(key)]);
    }
    if (values.size() != count) ok_ = false;
  }
  template <typename T>
    requires requires(T& value, WireReader& reader) { wire_fields(value, reader); }
  void take(T& value) {
    if (++depth_ > kDeepest) ok_ = false;
    if (ok_) wire_fields(value, *this);
    --depth_;
  }

  std::string_view rest_;
  bool ok_ = true;
  int depth_ = 0;
};

template <typename T>
std::string to_wire(const T& value) {
  WireWriter writer;
  writer(value);
  return std::move(writer.bytes);
}

// Nothing where the bytes are not exactly one value.
template <typename T>
std::optional<T> from_wire(std::string_view bytes) {
  WireReader reader(bytes);
  std::optional<T> value(std::in_place);
  reader(*value);
  if (!reader.complete()) value.reset();
  return value;
}

}  // namespace kcast
