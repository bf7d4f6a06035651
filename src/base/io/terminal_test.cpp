#include "base/io/terminal.h"

#include <gtest/gtest.h>

#include <sstream>

namespace kcast {
namespace {

TEST(Terminal, harmful_characters_are_escaped_and_others_stay) {
  EXPECT_EQ(terminal_text("a\x1b[2Jb\x07\x7f"), "a\\u001b[2Jb\\u0007\\u007f");
  EXPECT_EQ(terminal_text("x\ty\nz\r\n"), "x\ty\nz\r\n");
  EXPECT_EQ(terminal_text("over\rwritten"), "over\\u000dwritten");
  EXPECT_EQ(terminal_text("\u00fcber \u2264 \U0001f600"), "\u00fcber \u2264 \U0001f600");
  EXPECT_EQ(terminal_text("\u009b31m"), "\\u009b31m");         // CSI in one character
  EXPECT_EQ(terminal_text("if (\u202e)"), "if (\\u202e)");     // turns the order around
  EXPECT_EQ(terminal_text("caf\xe9 \xc3"), "caf\\xe9 \\xc3");  // Latin-1, and a cut character
  EXPECT_EQ(terminal_text("\xc0\x9b\xed\xa0\x80"), "\\xc0\\x9b\\xed\\xa0\\x80");  // no UTF-8
}

TEST(Terminal, a_line_is_one_line) {
  EXPECT_EQ(terminal_line("a\nb\tc"), "a\\u000ab\\u0009c");
}

std::string printed(bool colors, const std::vector<std::string>& parts) {
  std::ostringstream out;
  {
    const EscapedOutput filter(out, colors);
    for (const std::string& part : parts)
      out << part << std::flush;
  }
  return out.str();
}

TEST(Terminal, colours_pass_on_a_terminal_alone) {
  EXPECT_EQ(printed(true, {"\x1b[1;31mred\x1b[0m"}), "\x1b[1;31mred\x1b[0m");
  EXPECT_EQ(printed(false, {"\x1b[1;31mred"}), "\\u001b[1;31mred");
  // Hidden text, a title, a moved cursor and a sequence without an end do not.
  EXPECT_EQ(printed(true, {"\x1b[8mx"}), "\\u001b[8mx");
  EXPECT_EQ(printed(true, {"\x1b]0;title\x07"}), "\\u001b]0;title\\u0007");
  EXPECT_EQ(printed(true, {"\x1b[3A"}), "\\u001b[3A");
  EXPECT_EQ(printed(true, {"\x1b[1111111111111m"}), "\\u001b[1111111111111m");
  EXPECT_EQ(printed(true, {"\x1b[1"}), "\\u001b[1");
}

TEST(Terminal, characters_may_come_in_pieces) {
  EXPECT_EQ(printed(true, {"\xe2", "\x89", "\xa4", "\x1b", "[3", "1mx", "\r", "\n"}),
            "\u2264\x1b[31mx\r\n");
  EXPECT_EQ(printed(false, {"\xe2\x80", "\xae", "\xe2"}), "\\u202e\\xe2");
}

TEST(Terminal, a_stream_that_takes_nothing_is_noticed) {
  class Full : public std::streambuf {
   protected:
    std::streamsize xsputn(const char*, std::streamsize) override { return 0; }
  };
  Full full;
  std::ostream out(&full);
  const EscapedOutput filter(out, false);
  out << "x";
  EXPECT_NE(filter.failure(), 0);
  EXPECT_FALSE(out.good());
}

}  // namespace
}  // namespace kcast
