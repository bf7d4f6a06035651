#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "schema/inspection_json.h"
#include "schema/sample_json.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

Launch some_launch() {
  Launch launch;
  launch.kernel = "saxpy";
  launch.grid = {4096, 2, 1};
  launch.block = {256, 1, 1};
  launch.shared_bytes = 1024;
  launch.arguments = {{.name = "x", .element_type = "float", .elements = 1 << 20, .buffer = 0},
                      {.name = "n", .element_type = "int", .integer = -5},
                      {.name = "a", .element_type = "float", .real = 2.5}};
  return launch;
}

TEST(SchemaJson, launches_survive_the_round_trip) {
  const Launch launch = some_launch();
  const auto back = launch_from_json(Json::parse(to_json_document(launch).dump()));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, launch);
}

TEST(SchemaJson, samples_and_predictions_survive_the_round_trip) {
  Sample sample;
  sample.recipe = {"stencil", 18446744073709551615ULL, {{"radius", "3"}}, {"rename:7"}};
  sample.family = "stencil/7";
  sample.launch = some_launch();
  sample.measurement.values.time_us = 12.5;
  sample.measurement.provenance.driver = "580.65";
  EXPECT_EQ(*sample_from_json(Json::parse(to_json_document(sample).dump())), sample);
  Prediction prediction;
  prediction.values.l2_hit_rate_pct = 99.5;
  prediction.near_ridge = true;
  prediction.bottleneck = {{TimePart::Dram, 12.5, 0.75}};
  prediction.reasons = {{"k.cu", 3, "stride-32 loads", 0.5}};
  prediction.notes = {"registers are estimated"};
  EXPECT_EQ(*prediction_from_json(Json::parse(to_json_document(prediction).dump())), prediction);
  KernelSource kernel{"k", "cuda", "__global__ void k() {}\n", {"-O3"}, {{"N", "4"}}};
  EXPECT_EQ(*kernel_source_from_json(Json::parse(to_json_document(kernel).dump())), kernel);
}

TEST(SchemaJson, names_an_unknown_field) {
  Json json = to_json_document(some_launch());
  json["arguments"][1]["lenght"] = 5;
  const auto result = launch_from_json(json);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "launch: unknown field 'arguments[1].lenght'");
}

TEST(SchemaJson, refuses_wrong_types) {
  Json json = to_json_document(some_launch());
  json["grid"] = "many";
  EXPECT_EQ(launch_from_json(json).error().code, ErrorCode::InvalidInput);
  EXPECT_FALSE(launch_from_json(Json::array()));
  EXPECT_FALSE(inspection_from_json(Json::parse(R"({"kernels": [{"line": "x"}]})")));
  EXPECT_FALSE(inspection_from_json(Json::parse(R"({"diagnostics": [{"severity": "loud"}]})")));
}

TEST(SchemaJson, inspections_survive_the_round_trip) {
  Inspection inspection;
  Kernel kernel;
  kernel.name = "ns::k";
  kernel.parameters = {{"x", "const float *", 8, true, "float", 4, true, true, "global"}};
  kernel.resources = ResourceUse{32, 1, 2, 3, 4};
  inspection.kernels = {kernel};
  HostLaunch launch;
  launch.grid[0] = {4096, std::nullopt, std::nullopt, "(n + 255) / 256", {}};
  launch.block[0] = {std::nullopt, std::nullopt, std::nullopt, "b", {"argv[1]"}};
  launch.arguments.resize(1);
  launch.arguments[0].kind = ArgumentKind::Struct;
  launch.arguments[0].members.resize(2);
  launch.arguments[0].members[1].member_offset = 16;
  launch.arguments[0].members[1].fill =
      HostFill{.fill = {.kind = FillKind::Iota, .low = 0, .step = 4, .modulus = 100},
               .value_bytes = 8,
               .is_real = true};
  inspection.kernels[0].parameters[0].members = {{"x.n", "int", 4, 4, false, "int", 4}};
  inspection.launches = {launch};
  inspection.diagnostics = {{Severity::Warning, "a.cu", 3, 4, "header 'x' not found"}};
  inspection.modules = {{"a.cu", "clang", "sm_90", ".version 8.5", ""}};
  EXPECT_EQ(*inspection_from_json(Json::parse(inspection_to_json(inspection).dump())), inspection);
}

}  // namespace
}  // namespace kcast
