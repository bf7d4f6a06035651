#include "collect/launch_plan.h"

#include <gtest/gtest.h>

#include <cstring>

#include "collect/check_case.h"

namespace kcast::collect {
namespace {

Launch launch_of(std::vector<LaunchArgument> arguments) {
  Launch launch;
  launch.arguments = std::move(arguments);
  return launch;
}

TEST(ElementTypes, names_have_widths_and_sizes) {
  EXPECT_EQ(element_type_named("float4")->bytes(), 16);
  EXPECT_EQ(element_type_named("unsigned long long")->bytes(), 8);
  EXPECT_EQ(element_type_named("half")->bytes(), 2);
  EXPECT_EQ(element_type_named("double2")->width, 2);
  EXPECT_EQ(element_type_named("float5").error().message, "unknown element type 'float5'");
}

// Bits of the IEEE formats, worked out by hand.
TEST(FillBytes, reals_are_rounded_once_to_nearest_even) {
  EXPECT_EQ(element_bits(ScalarType::Float16, 1.0), 0x3C00U);
  EXPECT_EQ(element_bits(ScalarType::Float16, -2.5), 0xC100U);
  EXPECT_EQ(element_bits(ScalarType::Float16, 1.0 + 1.0 / 2048), 0x3C00U);  // tie to even
  EXPECT_EQ(element_bits(ScalarType::Float16, 1.0 + 3.0 / 2048), 0x3C02U);
  EXPECT_EQ(element_bits(ScalarType::Float16, 65519.0), 0x7BFFU);
  EXPECT_EQ(element_bits(ScalarType::Float16, 65520.0), 0x7C00U);
  EXPECT_EQ(element_bits(ScalarType::Float16, 5.9604644775390625e-8), 0x0001U);
  EXPECT_EQ(element_bits(ScalarType::BFloat16, 1.0), 0x3F80U);
  EXPECT_EQ(element_bits(ScalarType::BFloat16, 1.0 + 1.0 / 256), 0x3F80U);
  EXPECT_EQ(element_bits(ScalarType::Float32, 0.5), 0x3F000000U);
}

TEST(FillBytes, integers_are_truncated_and_wrapped) {
  EXPECT_EQ(static_cast<int8_t>(element_bits(ScalarType::Int8, -3.7)), -3);
  EXPECT_EQ(static_cast<uint8_t>(element_bits(ScalarType::UInt8, 258.9)), 2);
  EXPECT_EQ(static_cast<int64_t>(element_bits(ScalarType::Int64, 1e15)), 1'000'000'000'000'000);
}

TEST(FillBytes, a_sequence_moves_by_its_step_and_starts_again) {
  const auto values = [](const Fill& fill) {
    std::vector<double> out;
    for (int i = 0; i < 5; ++i)
      out.push_back(fill_value(1, fill_numbers(fill, 5, 0), i));
    return out;
  };
  Fill fill{.kind = FillKind::Iota, .low = 10, .high = 0};
  EXPECT_EQ(values(fill), (std::vector<double>{10, 11, 12, 13, 14}));
  fill.step = -2.5;
  EXPECT_EQ(values(fill), (std::vector<double>{10, 7.5, 5, 2.5, 0}));
  fill = {.kind = FillKind::Iota, .low = 0, .high = 0, .step = 7, .modulus = 16};
  EXPECT_EQ(values(fill), (std::vector<double>{0, 7, 14, 5, 12}));
}

TEST(FillBytes, offsets_have_a_mean_degree) {
  Fill fill{.kind = FillKind::OffsetsInto, .target = "col"};
  fill.degree = 16;
  const FillNumbers numbers = fill_numbers(fill, 1001, 1 << 20);
  EXPECT_EQ(fill_value(1, numbers, 0), 0);
  EXPECT_EQ(fill_value(1, numbers, 1000), 16000);
  for (int i = 0; i < 1000; ++i) {
    const double row = fill_value(1, numbers, i + 1) - fill_value(1, numbers, i);
    EXPECT_GE(row, 0);
    EXPECT_LE(row, 32);
  }
  // A target that is too short is used up.
  EXPECT_EQ(fill_value(1, fill_numbers(fill, 1001, 500), 1000), 500);
}

TEST(LaunchPlan, scalars_have_the_bytes_of_their_type) {
  const auto plan = plan_launch(launch_of({{.name = "n", .element_type = "int", .integer = -2},
                                           {.name = "f", .element_type = "float", .real = 0.5}}));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->parameters[0].size_bytes, 4);
  int n = 0;
  std::memcpy(&n, plan->parameters[0].bytes.data(), 4);
  EXPECT_EQ(n, -2);
  float f = 0;
  std::memcpy(&f, plan->parameters[1].bytes.data(), 4);
  EXPECT_EQ(f, 0.5F);
}

TEST(LaunchPlan, buffers_are_aligned_and_shared_by_number) {
  const auto plan = plan_launch(launch_of(
      {{.name = "a", .element_type = "float4", .elements = 10, .buffer = 3},
       {.name = "b", .element_type = "float", .elements = 5, .buffer = 3, .offset_bytes = 400},
       {.name = "c", .element_type = "char", .elements = 1}}));
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->buffers.size(), 2U);
  EXPECT_EQ(plan->buffers[0].bytes, 420);
  EXPECT_EQ(plan->buffers[0].fills[0].values, 40);
  EXPECT_EQ(plan->buffer_bytes(), 512 + 256);
}

TEST(LaunchPlan, structs_of_unknown_fields_are_bytes) {
  const auto plan = plan_launch(
      launch_of({{.name = "m", .element_type = "Mat3", .elements = 10, .element_bytes = 36}}));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->buffers.at(0).bytes, 360);
  EXPECT_EQ(plan->buffers.at(0).fills.at(0).values, 360);
  const auto unsized =
      plan_launch(launch_of({{.name = "m", .element_type = "Mat3", .elements = 10}}));
  ASSERT_FALSE(unsized);
  EXPECT_EQ(unsized.error().message, "unknown element type 'Mat3'");
}

// Elements of 12 bytes: a whole number at 0, nothing at 4, a real at 8.
TEST(LaunchPlan, fields_of_structs_are_filled_one_by_one) {
  LaunchArgument edges{.name = "e", .element_type = "Edge", .elements = 3, .element_bytes = 12};
  edges.fields = {{0, "int", {.kind = FillKind::Iota, .low = 5, .high = 0, .step = 2}},
                  {8, "float", {.kind = FillKind::Constant, .low = 0.5, .high = 0.5}}};
  const auto plan = plan_launch(launch_of({edges}));
  ASSERT_TRUE(plan) << plan.error().message;
  std::vector<unsigned char> bytes(static_cast<size_t>(plan->buffers.at(0).bytes), 0xFF);
  ASSERT_EQ(bytes.size(), 36U);
  for (const FillRange& range : plan->buffers[0].fills)
    fill_on_host(range, bytes.data(), 2);
  for (size_t i = 0; i < 3; ++i) {
    int from = 0;
    int hole = 0;
    float weight = 0;
    std::memcpy(&from, bytes.data() + 12 * i, 4);
    std::memcpy(&hole, bytes.data() + 12 * i + 4, 4);
    std::memcpy(&weight, bytes.data() + 12 * i + 8, 4);
    EXPECT_EQ(from, 5 + 2 * static_cast<int>(i));
    EXPECT_EQ(hole, 0);
    EXPECT_EQ(weight, 0.5F);
  }
}

TEST(LaunchPlan, struct_members_lie_at_their_offsets) {
  const LaunchArgument whole{
      .name = "s",
      .members = {{.name = "p", .element_type = "int", .elements = 4, .member_offset = 8},
                  {.name = "n", .element_type = "int", .integer = 7, .member_offset = 16}},
      .size_bytes = 24};
  const auto plan = plan_launch(launch_of({whole}));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->parameters[0].size_bytes, 24);
  EXPECT_EQ(plan->parameters[0].addresses.at(0).place_bytes, 8);
  EXPECT_EQ(plan->parameters[0].bytes.at(16), 7);
}

TEST(LaunchPlan, refuses_what_cannot_be_made) {
  const auto complaint = [](const LaunchArgument& argument) {
    const auto plan = plan_launch(launch_of({argument}));
    return plan ? "accepted" : plan.error().message;
  };
  EXPECT_EQ(complaint({.name = "a", .element_type = "int"}),
            "argument 'a': neither elements nor a value");
  EXPECT_EQ(complaint({.name = "a", .element_type = "double", .elements = INT64_MAX}),
            "argument 'a': the buffer is too large");
  LaunchArgument lost{.name = "a", .element_type = "int", .elements = 4};
  lost.fill = {.kind = FillKind::IndexInto, .target = "x"};
  EXPECT_EQ(complaint(lost), "argument 'a': fill target 'x' is no buffer");
  Launch huge;
  huge.grid[0] = 0;
  EXPECT_FALSE(plan_launch(huge));
}

TEST(LaunchPlan, threads_do_not_change_what_a_buffer_holds) {
  FillRange range{.type = ScalarType::Float32, .values = 1003, .seed = 5};
  range.numbers = {.low = 1, .high = 2, .elements = 1003};
  std::vector<unsigned char> one(4012);
  std::vector<unsigned char> many(4012);
  fill_on_host(range, one.data(), 1);
  fill_on_host(range, many.data(), 7);
  EXPECT_EQ(one, many);
  float first = 0;
  std::memcpy(&first, one.data(), 4);
  EXPECT_EQ(first, static_cast<float>(fill_value(5, range.numbers, 0)));
}

TEST(CheckCase, reads_launches_and_names_what_is_wrong) {
  const auto read = check_case_from_json(
      "dir/k.json", R"({"name": "k", "kernel": "k", "launches": [{"grid": [2, 1, 1]}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->launches.at(0).grid[0], 2);
  EXPECT_EQ(read->source(".cu"), "dir/k.cu");
  EXPECT_NE(check_case_from_json("k.json", "{}").error().message.find("k.json"), std::string::npos);
  EXPECT_NE(check_case_from_json("k.json", R"({"name": "k", "launches": [{"gird": 1}]})")
                .error()
                .message.find("unknown field 'gird'"),
            std::string::npos);
}

TEST(LaunchPlan, local_memory_has_a_size_and_no_buffer) {
  Launch launch;
  LaunchArgument tile;
  tile.name = "tile";
  tile.element_type = "float";
  tile.local_bytes = 1024;
  launch.arguments = {tile};
  const auto plan = plan_launch(launch);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_TRUE(plan->buffers.empty());
  EXPECT_EQ(plan->parameters.at(0).local_bytes, 1024);
}

}  // namespace
}  // namespace kcast::collect
