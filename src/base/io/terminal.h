// Text on its way to a terminal. What comes from outside (source lines, file names, names in other
// programs' files) may hold sequences that move the cursor, rename the window or turn the reading
// order around, so that everything printed passes here once.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <streambuf>
#include <string>
#include <string_view>

namespace kcast {

// Control characters, the marks that turn the reading order around, and U+2028 and U+2029 become
// \u001b and so on, which is what JSON writes for them; bytes that are no UTF-8 become \xe9. Line
// breaks, "\r\n" and tabs stay.
std::string terminal_text(std::string_view text);

// The same with line breaks and tabs escaped too: for messages, which are one line.
std::string terminal_line(std::string_view text);

// Stands before a stream's own buffer while it lives, and passes on terminal_text() of what is
// printed. With `colors`, the sequences of paint() stay: bold, faint and the sixteen colours.
class EscapedOutput : public std::streambuf {
 public:
  EscapedOutput(std::ostream& stream, bool colors);
  EscapedOutput(const EscapedOutput&) = delete;
  EscapedOutput& operator=(const EscapedOutput&) = delete;
  ~EscapedOutput() override;

  std::streambuf* next() const { return next_; }
  bool used() const { return used_; }
  // What the first write that failed gave as errno; 0: none failed.
  int failure() const { return failure_; }
  // Bytes as they are, for output that another program reads.
  void pass_all(bool as_is);

 protected:
  int overflow(int c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  bool pass(std::string_view bytes);
  void take(std::string_view text, bool at_end);

  std::ostream& stream_;
  std::streambuf* next_;
  bool colors_;
  bool as_is_ = false;
  bool used_ = false;
  int failure_ = 0;
  std::string pending_;  // the beginning of a character or a sequence
};

// The filter before a stream; null where there is none.
EscapedOutput* escaped_output(const std::ostream& stream);

// Where a progress bar may move the cursor: stderr without escaping.
std::ostream& terminal_control();

// While it lives, what is printed to stdout is data, not text: a file or pipe gets every byte as
// it is, a terminal still does not.
class DataOutput {
 public:
  DataOutput();
  ~DataOutput();
  DataOutput(const DataOutput&) = delete;
  DataOutput& operator=(const DataOutput&) = delete;

 private:
  EscapedOutput* output_;
};

}  // namespace kcast
