#include "base/io/crc32c.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

// The check value of the catalogue of CRCs, and those of RFC 3720, B.4.
TEST(Crc32c, agrees_with_published_values) {
  EXPECT_EQ(crc32c("123456789"), 0xe3069283);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aa);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43);
  std::string ascending;
  for (int i = 0; i < 32; ++i)
    ascending += static_cast<char>(i);
  EXPECT_EQ(crc32c(ascending), 0x46dd794e);
  EXPECT_EQ(crc32c_text(0x0a), "0000000a");
}

TEST(Crc32c, pieces_give_the_sum_of_the_whole) {
  const std::string text = "the sum of pieces, whatever their lengths are";
  for (size_t cut = 0; cut <= text.size(); ++cut)
    EXPECT_EQ(crc32c(text.substr(cut), crc32c(text.substr(0, cut))), crc32c(text));
}

}  // namespace
}  // namespace kcast
