#include "schema/number_text.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

TEST(number_text, whole_numbers_have_no_point) {
  EXPECT_EQ(number_text(3), "3");
  EXPECT_EQ(number_text(-1048576), "-1048576");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1e15), "1e+15");
  EXPECT_EQ(number_text(2.5e-9), "2.5e-09");
}

}  // namespace
}  // namespace kcast
