// Numbers and texts one behind the other in a string of bytes, low byte first.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

static_assert(std::endian::native == std::endian::little);

namespace kcast::trees {

class ByteWriter {
 public:
  template <typename T>
  void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(static_cast<uint32_t>(value.size()));
    out_.append(value);
  }
  template <typename T>
  void numbers(const std::vector<T>& values) {
    number(static_cast<uint32_t>(values.size()));
    out_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// What is read behind the end is zero, and ok() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  T number() {
    T value{};
    if (const char* from = advance(sizeof value); from != nullptr)
      std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<uint32_t>();
    const char* from = advance(size);
    return from == nullptr ? std::string() : std::string(from, size);
  }
  template <typename T>
  std::vector<T> numbers() {
    const auto count = number<uint32_t>();
    std::vector<T> out;
    if (count > bytes_.size() / sizeof(T)) {
      ok_ = false;
      return out;
    }
    const char* from = advance(count * sizeof(T));
    if (from == nullptr) return out;
    out.resize(count);
    if (count > 0) std::memcpy(out.data(), from, count * sizeof(T));
    return out;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  const char* advance(size_t size) {
    if (!ok_ || bytes_.size() - at_ < size) {
      ok_ = false;
      return nullptr;
    }
    const char* from = bytes_.data() + at_;
    at_ += size;
    return from;
  }

  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace kcast::trees
