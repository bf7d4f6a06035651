#include "predict/grammar.h"

#include <gtest/gtest.h>

namespace kcast::predict {
namespace {

TEST(Grammar, reads_numbers_as_people_write_them) {
  EXPECT_EQ(parse_number("4096")->integer, 4096);
  EXPECT_EQ(parse_number("0x10")->integer, 16);
  EXPECT_EQ(parse_number("-3")->integer, -3);
  EXPECT_EQ(parse_number("1e6")->integer, 1000000);
  EXPECT_EQ(parse_number("1<<24")->integer, 16777216);
  EXPECT_EQ(parse_number("4096*4096")->integer, 16777216);
  EXPECT_EQ(parse_number("3*2<<4")->integer, 96);
  EXPECT_EQ(parse_number("64k")->integer, 65536);
  EXPECT_EQ(parse_number("2.5M")->integer, 2621440);
  EXPECT_FALSE(parse_number("2.5")->integer);
  EXPECT_EQ(parse_number("2.5")->real, 2.5);
}

TEST(Grammar, refuses_what_is_no_number) {
  for (const char* text : {"", "x", "1<<", "1<<64", "2.5<<3", "1e999", "nan", "1**2", "12abc"}) {
    const auto result = parse_number(text);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
  }
}

TEST(Grammar, reads_dimensions) {
  using Dims = std::array<int64_t, 3>;
  EXPECT_EQ(*parse_dims("256"), (Dims{256, 1, 1}));
  EXPECT_EQ(*parse_dims("16x8"), (Dims{16, 8, 1}));
  EXPECT_EQ(*parse_dims("32,8,2"), (Dims{32, 8, 2}));
  for (const char* text : {"0", "-1", "16x", "1x2x3x4", "1.5", ""})
    EXPECT_FALSE(parse_dims(text));
}

TEST(Grammar, reads_fills) {
  const auto index = parse_fill("col=index_into:x");
  ASSERT_TRUE(index);
  EXPECT_EQ(index->first, "col");
  EXPECT_EQ(index->second, (Fill{FillKind::IndexInto, 1, 2, "x"}));
  EXPECT_EQ(parse_fill("a=uniform_int:0,100")->second, (Fill{FillKind::UniformInt, 0, 100, ""}));
  EXPECT_EQ(parse_fill("a=constant:3")->second.low, 3);
  EXPECT_EQ(parse_fill("a=zero")->second.kind, FillKind::Zero);
  const Fill every_fourth = parse_fill("a=iota:0,4")->second;
  EXPECT_EQ(every_fourth.kind, FillKind::Iota);
  EXPECT_EQ(every_fourth.step, 4);
  const Fill offsets = parse_fill("row=offsets_into:col,16")->second;
  EXPECT_EQ(offsets.target, "col");
  EXPECT_EQ(offsets.degree, 16);
  for (const char* text :
       {"a", "a=", "a=ones", "a=uniform:2,1", "a=index_into", "a=zero:1", "a=iota:x",
        "a=iota:1,2,0", "a=iota:0,1,1e10", "a=iota:0,0.5,10", "a=iota:1,2,3,4",
        "a=offsets_into:b,0", "a=offsets_into:,3", "a=index_into:b,3"}) {
    EXPECT_FALSE(parse_fill(text)) << text;
  }
}

TEST(Grammar, prints_fills_as_it_reads_them) {
  for (const char* text : {"zero", "permutation", "constant:3", "uniform:-0.5,1",
                           "uniform_int:0,100", "iota", "iota:5", "iota:0,4", "iota:0,7,1000",
                           "index_into:x", "offsets_into:col", "offsets_into:col,16.5"}) {
    const auto fill = parse_fill(std::string("a=") + text);
    ASSERT_TRUE(fill) << text;
    EXPECT_EQ(fill_text(fill->second), text);
  }
}

TEST(Grammar, reads_sweeps_as_lists_and_ranges) {
  EXPECT_EQ(*parse_sweep("block=64,128,16x16"), (Sweep{"block", {"64", "128", "16x16"}}));
  EXPECT_EQ(*parse_sweep("N=1e6..1e8"), (Sweep{"N", {"1000000", "10000000", "100000000"}}));
  EXPECT_EQ(*parse_sweep("N=64..512:x2"), (Sweep{"N", {"64", "128", "256", "512"}}));
  EXPECT_EQ(*parse_sweep("N=100..350:100"), (Sweep{"N", {"100", "200", "300"}}));
  EXPECT_EQ(parse_sweep("a=0.5,1")->values.size(), 2U);
}

TEST(Grammar, refuses_sweeps_that_never_end) {
  for (const char* text : {"N", "N=", "N=5..1", "N=1..10:0", "N=1..10:x1", "N=0..10", "N=1..1e9:1",
                           "block=0", "block=ab", "N=1..x"}) {
    EXPECT_FALSE(parse_sweep(text)) << text;
  }
}

TEST(Grammar, reads_rules_of_a_gate) {
  const auto percent = parse_fail_rule("time_us>+10%");
  ASSERT_TRUE(percent);
  EXPECT_EQ(*percent, (FailRule{"time_us>+10%", "time_us", true, 10, FailRule::Of::PercentChange}));
  EXPECT_EQ(parse_fail_rule("gflops < -5 %")->of, FailRule::Of::PercentChange);
  EXPECT_EQ(parse_fail_rule("gflops < -5 %")->amount, -5);
  EXPECT_EQ(parse_fail_rule("time_us>+5")->of, FailRule::Of::Change);
  EXPECT_EQ(parse_fail_rule("time_us>100")->of, FailRule::Of::Value);
  EXPECT_EQ(parse_fail_rule("tme_us>1").error().message,
            "no metric 'tme_us'; did you mean 'time_us'?");
  for (const char* text : {"time_us", "time_us=3", "time_us>", "time_us>fast"}) {
    EXPECT_FALSE(parse_fail_rule(text)) << text;
  }
}

}  // namespace
}  // namespace kcast::predict
