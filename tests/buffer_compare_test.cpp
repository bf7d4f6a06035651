#include "buffer_compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace kcast {
namespace {

LaunchArgument argument_of(const std::string& type) {
  LaunchArgument argument;
  argument.name = "x";
  argument.element_type = type;
  return argument;
}

template <typename T>
std::vector<uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
BufferComparison compared(const std::string& type, const std::vector<T>& mine,
                          const std::vector<T>& theirs) {
  const std::vector<uint8_t> known(mine.size() * sizeof(T), 1);
  auto result = compare_buffer(argument_of(type), bytes_of(mine), known, bytes_of(theirs));
  if (result) return *result;
  ADD_FAILURE() << result.error().message;
  return {};
}

TEST(buffer_compare, integers_are_equal_or_wrong) {
  EXPECT_EQ(compared<int32_t>("int", {1, -2}, {1, -2}).worst, Agreement::Exact);
  const BufferComparison off = compared<int32_t>("int", {1, -2, 5}, {1, -3, 6});
  EXPECT_EQ(off.worst, Agreement::Wrong);
  EXPECT_EQ(off.where, "x[1]: -2, not -3");
  EXPECT_EQ(compared<uint8_t>("uchar", {255}, {254}).where, "x[0]: 255, not 254");
}

TEST(buffer_compare, reals_are_judged_by_steps_between_floats) {
  const float one = 1;
  float up = one;
  for (int i = 0; i < 4; ++i)
    up = std::nextafter(up, 2.0F);
  EXPECT_EQ(compared<float>("float", {one}, {one}).worst, Agreement::Exact);
  EXPECT_EQ(compared<float>("float", {one}, {up}).worst, Agreement::FewUlps);
  EXPECT_EQ(compared<float>("float", {one}, {std::nextafter(up, 2.0F)}).worst, Agreement::Near);
  // Two steps below zero to two above: four.
  const float tiny = 2 * std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(compared<float>("float", {-tiny}, {tiny}).worst, Agreement::FewUlps);
  EXPECT_EQ(compared<float>("float", {0.0F}, {-0.0F}).worst, Agreement::Exact);
}

TEST(buffer_compare, reals_are_near_by_a_ten_thousandth) {
  EXPECT_EQ(compared<double>("double", {1000}, {1000.09}).worst, Agreement::Near);
  EXPECT_EQ(compared<double>("double", {1000}, {1000.11}).worst, Agreement::Wrong);
  // Below 1 the difference itself counts.
  EXPECT_EQ(compared<double>("double", {0.001}, {0.00109}).worst, Agreement::Near);
  EXPECT_EQ(compared<double>("double", {0.001}, {0.00111}).worst, Agreement::Wrong);
}

TEST(buffer_compare, no_number_equals_no_number_and_infinity_itself) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(compared<float>("float", {nan, inf}, {-nan, inf}).worst, Agreement::Exact);
  EXPECT_EQ(compared<float>("float", {nan}, {1}).worst, Agreement::Wrong);
  EXPECT_EQ(compared<float>("float", {inf}, {std::numeric_limits<float>::max()}).worst,
            Agreement::Wrong);
}

struct Pair {
  int32_t number = 0;
  float real = 0;
};

TEST(buffer_compare, structs_are_judged_field_by_field) {
  LaunchArgument argument = argument_of("Pair");
  argument.element_bytes = sizeof(Pair);
  argument.fields = {{.offset_bytes = 0, .type = "int", .fill = {}},
                     {.offset_bytes = 4, .type = "float", .fill = {}}};
  const auto mine = bytes_of<Pair>({{1, 1.0F}, {2, 2.0F}});
  const auto theirs = bytes_of<Pair>({{1, 1.00001F}, {3, 2.0F}});
  std::vector<uint8_t> known(16, 1);
  const auto whole = compare_buffer(argument, mine, known, theirs);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->where, "x[1]+0: 2, not 3");
  EXPECT_EQ(whole->numbers, 4U);
  // One unknown byte is enough to leave a number out.
  known[9] = 0;
  const auto part = compare_buffer(argument, mine, known, theirs);
  ASSERT_TRUE(part) << part.error().message;
  EXPECT_EQ(part->worst, Agreement::Near);
  EXPECT_EQ(part->unknown, 1U);
}

TEST(buffer_compare, refuses_what_it_cannot_compare) {
  const std::vector<uint8_t> eight(8, 1);
  EXPECT_FALSE(compare_buffer(argument_of("int"), eight, eight, std::vector<uint8_t>(4, 1)));
  EXPECT_FALSE(compare_buffer(argument_of("matrix"), eight, eight, eight));
}

TEST(buffer_compare, forgets_numbers_that_moved) {
  const auto mine = bytes_of<float>({1, 1, 100});
  const auto other = bytes_of<float>({1.000005F, 1.00002F, 100.0005F});
  std::vector<uint8_t> known(12, 1);
  ASSERT_TRUE(forget_moved(argument_of("float"), mine, other, known));
  EXPECT_EQ(known, (std::vector<uint8_t>{1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(buffer_compare, forgets_overflows_where_some_come_and_go) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto mine = bytes_of<float>({inf, 1, inf});
  std::vector<uint8_t> known(12, 1);
  ASSERT_TRUE(forget_moved(argument_of("float"), mine, mine, known));
  EXPECT_EQ(known, std::vector<uint8_t>(12, 1));
  const auto other = bytes_of<float>({inf, 1, 3e38F});
  ASSERT_TRUE(forget_moved(argument_of("float"), mine, other, known));
  EXPECT_EQ(known, (std::vector<uint8_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace kcast
