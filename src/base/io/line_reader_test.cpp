#include "base/io/line_reader.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace kcast {
namespace {

TEST(LineReader, gives_line_after_line) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(write_file(dir->path() / "a", "one\n\nthree\nhalf"));
  auto reader = LineReader::open(dir->path() / "a");
  ASSERT_TRUE(reader);
  EXPECT_EQ(**reader->next(), "one");
  EXPECT_EQ(**reader->next(), "");
  EXPECT_EQ(**reader->next(), "three");
  EXPECT_TRUE(reader->has_end());
  EXPECT_EQ(reader->offset(), 11U);
  EXPECT_EQ(**reader->next(), "half");
  EXPECT_FALSE(reader->has_end());
  EXPECT_EQ(reader->number(), 4U);
  EXPECT_FALSE(reader->next()->has_value());
}

// A file without an end, as /dev/zero is, is given up soon.
TEST(LineReader, no_line_is_longer_than_the_bound) {
  auto reader = LineReader::open("/dev/zero", 1000);
  ASSERT_TRUE(reader);
  const auto line = reader->next();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().message, "/dev/zero:1: a line of more than 1000 bytes");
}

TEST(LineReader, names_what_is_missing) {
  EXPECT_EQ(LineReader::open("/nonexistent").error().code, ErrorCode::NotFound);
  EXPECT_EQ(LineReader::open("/").error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace kcast
