// A program that serves something on its standard input and output, and what both ends write:
// numbers are 32 bits, low byte first; a text is its length and its bytes.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::encode {

inline constexpr uint32_t kMostBytes = 1U << 30U;  // of a text

void put_number(uint32_t value, std::string& out);
void put_text(std::string_view text, std::string& out);

// False once nobody reads.
bool write_all(int file, std::string_view bytes);

// Reads with a buffer; everything fails once the other end is gone.
class FrameReader {
 public:
  explicit FrameReader(int file) : file_(file) {}

  bool bytes(size_t count, std::string& out);
  bool number(uint32_t& value);
  bool text(std::string& out);
  // Nothing was begun and nothing comes.
  bool at_end() { return at_ == buffer_.size() && !more(); }

 private:
  bool more();

  int file_;
  std::string buffer_;
  size_t at_ = 0;
};

// The program; it ends with this object.
class PipeChild {
 public:
  // Looked up in PATH. Its standard error is ours: what it has to say when it fails.
  static Result<PipeChild> start(const std::vector<std::string>& command);
  // Someone serves on the other end of this socket, which is closed in the end.
  static PipeChild over(int socket, std::string name);

  PipeChild() = default;
  PipeChild(PipeChild&& other) noexcept;
  PipeChild& operator=(PipeChild&& other) noexcept;
  ~PipeChild();

  int socket() const { return socket_; }
  const std::string& name() const { return name_; }
  // After the other end is gone: an error that says how its process ended.
  Error ended(const std::string& when) const;

 private:
  mutable pid_t child_ = -1;  // -1: not ours, or waited for
  mutable std::string end_;   // how the child ended
  std::string name_;
  int socket_ = -1;
};

}  // namespace kcast::encode
