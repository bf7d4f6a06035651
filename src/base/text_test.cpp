#include "base/text.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

TEST(Text, splits_words_like_a_shell) {
  EXPECT_EQ(split_words("  a 'b c' \"d \\\" e\" f\\ g ''"),
            (std::vector<std::string>{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_TRUE(split_words(" \t\n").empty());
}

TEST(Text, splits_and_joins) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(join(split("a,,b", ','), "-"), "a--b");
}

TEST(Text, parses_whole_integers_only) {
  EXPECT_EQ(parse_int("42"), 42);
  EXPECT_EQ(parse_int(" -7 "), -7);
  EXPECT_EQ(parse_int("0x10"), 16);
  EXPECT_EQ(parse_int("-9223372036854775808"), INT64_MIN);
  EXPECT_FALSE(parse_int("9223372036854775808"));
  EXPECT_FALSE(parse_int("4k"));
  EXPECT_FALSE(parse_int(""));
  EXPECT_FALSE(parse_int("--1"));
}

TEST(Text, suggests_the_nearest_word_only_when_it_is_near) {
  const std::vector<std::string> known = {"inspect", "gpus", "help"};
  EXPECT_EQ(nearest("inspct", known), "inspect");
  EXPECT_FALSE(nearest("banana", known));
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

}  // namespace
}  // namespace kcast
