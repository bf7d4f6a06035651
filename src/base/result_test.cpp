#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace kcast {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{ErrorCode::InvalidInput, std::to_string(n) + " is odd"};
  return n / 2;
}

Result<int> quarter(int n) {
  KCAST_TRY(const int once, half(n));
  KCAST_TRY(const int twice, half(once));
  return twice;
}

TEST(Result, passes_values_and_errors_up) {
  EXPECT_EQ(*quarter(12), 3);
  const auto failed = quarter(6);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "3 is odd");
  EXPECT_EQ(half(3).error().code, ErrorCode::InvalidInput);
}

TEST(Result, context_stands_before_the_message) {
  EXPECT_EQ(half(3).error().message, "3 is odd");
  EXPECT_EQ(std::move(half(3)).error().context("split").message, "split: 3 is odd");
}

TEST(Result, holds_move_only_values) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

}  // namespace
}  // namespace kcast
