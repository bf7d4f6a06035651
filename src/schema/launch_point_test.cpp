#include "schema/launch_point.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

// Rows of `pitch` floats, a thread for each of n * rows elements.
KernelContract rows_contract() {
  KernelContract contract;
  contract.scalars = {{"n", ScalarRole::Size, 32, 1000, 1, false, ""},
                      {"rows", ScalarRole::Count, 2, 64, 1, true, ""},
                      {"pitch", ScalarRole::Derived, 1, 1, 1, false, "n + 8"},
                      {"a", ScalarRole::Real, 0.5, 2, 1, false, ""}};
  contract.buffers = {{"x", "pitch * rows", {}}, {"sums", "gx * gy", {}}};
  contract.blocks = {{64, 1, 1}, {16, 4, 1}};
  contract.grid = {"ceil_div(n, bx)", "ceil_div(rows, by)", "1"};
  contract.shared_bytes = "bx * 4";
  return contract;
}

LaunchPoint rows_point() {
  LaunchPoint point;
  point.sizes = {{"n", 100}, {"rows", 8}};
  point.reals = {{"a", 1.5}};
  point.block = {16, 4, 1};
  return point;
}

TEST(LaunchPoint, contracts_turn_it_into_a_shape) {
  const auto shape = shape_of(rows_contract(), rows_point());
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->grid, (Dims3{7, 2, 1}));
  EXPECT_EQ(shape->shared_bytes, 64);
  EXPECT_EQ(shape->scalars, (std::vector<NamedNumber>{{"n", 100}, {"rows", 8}, {"pitch", 108}}));
  EXPECT_EQ(shape->lengths, (std::vector<NamedNumber>{{"x", 864}, {"sums", 14}}));
}

TEST(LaunchPoint, contracts_refuse_what_they_do_not_allow) {
  const auto message = [](auto change) {
    LaunchPoint point = rows_point();
    change(point);
    const auto shape = shape_of(rows_contract(), point);
    return shape ? std::string("allowed") : shape.error().message;
  };
  EXPECT_EQ(message([](LaunchPoint& p) { p.sizes[0].second = 1001; }),
            "the contract does not allow n=1001");
  EXPECT_EQ(message([](LaunchPoint& p) { p.sizes[1].second = 12; }),
            "the contract does not allow rows=12");
  EXPECT_EQ(message([](LaunchPoint& p) { p.sizes.pop_back(); }),
            "the contract does not allow a launch without rows");
  EXPECT_EQ(message([](LaunchPoint& p) { p.block = {32, 1, 1}; }),
            "the contract does not allow block=32");
  EXPECT_EQ(message([](LaunchPoint& p) { p.grid = {7, 3, 1}; }),
            "the contract does not allow grid=7x3");
  EXPECT_EQ(message([](LaunchPoint& p) { p.grid = {7, 2, 1}; }), "allowed");
}

TEST(LaunchPoint, texts_read_back) {
  LaunchPoint point = rows_point();
  point.seed = 9;
  EXPECT_EQ(point_text(point), "n=100 rows=8 a=1.5 .block=16x4 .seed=9");
  EXPECT_EQ(*parse_point(point_text(point)), point);
  point.reals[0].second = 2;
  point.sizes[1].first = "seed";
  point.grid = {5, 1, 3};
  EXPECT_EQ(point_text(point), "n=100 seed=8 a=2.0 .block=16x4 .grid=5x1x3 .seed=9");
  EXPECT_EQ(*parse_point(point_text(point)), point);
}

TEST(LaunchPoint, bad_texts_say_what_is_wrong) {
  EXPECT_EQ(parse_point("n=4").error().message, "the launch 'n=4' has no .block");
  EXPECT_EQ(parse_point("n=4 .block=0").error().message,
            "'0' is no size; write 256 or 16x16 or 8x8x4");
  EXPECT_EQ(parse_point("n=four .block=32").error().message,
            "'n=four' is no part of a launch; write name=number, .block= or .grid=");
  EXPECT_EQ(parse_point("n=nan .block=32").error().message,
            "'n=nan' is no part of a launch; write name=number, .block= or .grid=");
}

}  // namespace
}  // namespace kcast
