#include "predict/predict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "predict/report_json.h"

namespace kcast::predict {
namespace {

Gpu test_gpu(const std::string& id, const std::string& target) {
  Gpu gpu;
  gpu.id = id;
  gpu.target = target;
  gpu.occupancy.threads_per_block = 1024;
  gpu.occupancy.block_dim_max = {1024, 1024, 64};
  gpu.occupancy.grid_dim_max = {2147483647, 65535, 65535};
  gpu.shared_memory.per_block_max_bytes = 200 * 1024;
  gpu.peaks.fp32_gflops = 10000;
  gpu.bandwidth.dram_gbs = 1000;
  return gpu;
}

// A program "N elements in N / 256 blocks" for which the define N decides.
struct FakeProgram {
  int inspections = 0;
  std::vector<std::string> archs;

  Inspection inspect(const frontend::InspectRequest& request) {
    ++inspections;
    archs.push_back(request.arch);
    int64_t n = 25600;
    for (const auto& [name, value] : request.defines) {
      if (name == "N") n = *parse_int(value);
    }
    Inspection out;
    for (const char* name : {"short", "long"}) {
      Kernel kernel;
      kernel.name = kernel.mangled = name;
      kernel.lowered = true;
      kernel.parameters = {{"count", "int", 4, false, "int", 4, false, false, "value"}};
      out.kernels.push_back(kernel);
      HostLaunch launch;
      launch.kernel = name;
      const auto known = [](int64_t v) { return HostValue{v, std::nullopt, std::nullopt, "", {}}; };
      launch.grid = {known(n / 256), known(1), known(1)};
      launch.block = {known(256), known(1), known(1)};
      launch.shared_bytes = known(0);
      launch.arguments.resize(1);
      launch.arguments[0].kind = ArgumentKind::Scalar;
      launch.arguments[0].value = known(n);
      launch.count = known(1);
      out.launches.push_back(launch);
    }
    return out;
  }

  PredictTools tools() {
    PredictTools out;
    out.inspect = [this](const frontend::InspectRequest& request) -> Result<Inspection> {
      return inspect(request);
    };
    // Time is the number of threads, and ten times that for "long".
    out.analyze = [](const Inspection&, const Kernel& kernel, const Launch& launch,
                     const Gpu&) -> Result<analyze::Analysis> {
      analyze::Analysis analysis;
      Prediction& p = analysis.prediction;
      p.values.time_us =
          static_cast<double>(launch.grid[0] * launch.block[0]) * (kernel.name == "long" ? 10 : 1);
      p.values.flops_fp32 = 2e4;
      p.values.hbm_read_bytes = 1e3;
      // Ends that do not contain the value must be repaired.
      p.low = p.high = BaseQuantities{};
      return analysis;
    };
    return out;
  }
};

PredictRequest request_on(std::vector<Gpu> gpus) {
  PredictRequest request;
  request.source.files = {{"k.cu", ""}};
  request.gpus = std::move(gpus);
  request.predictor = PredictorKind::Analytic;  // trees would correct what the tools answer
  return request;
}

TEST(Predict, sorts_launches_by_their_share_of_the_time) {
  FakeProgram program;
  const auto report = predict(request_on({test_gpu("a", "sm_90")}), program.tools());
  ASSERT_TRUE(report);
  ASSERT_EQ(report->predictions.size(), 2U);
  EXPECT_EQ(report->predictions[0].name, "long");
  EXPECT_DOUBLE_EQ(report->predictions[0].time_share, 10.0 / 11);
  EXPECT_EQ(report->predictions[0].prediction.gpu, "a");
  EXPECT_EQ(report->predictions[0].prediction.bound, Bound::Compute);  // 20 > 10 FLOP/B
  for (const LaunchPrediction& entry : report->predictions) {
    for (const Metric& metric : metrics()) {
      if (metric.base == nullptr) continue;
      EXPECT_LE(entry.prediction.low.*metric.base, entry.prediction.values.*metric.base);
      EXPECT_GE(entry.prediction.high.*metric.base, entry.prediction.values.*metric.base);
    }
  }
}

// "long" takes ten times as long, but host code does not launch it.
TEST(Predict, what_the_program_does_not_launch_has_no_share_and_comes_last) {
  FakeProgram program;
  PredictTools tools = program.tools();
  tools.inspect = [&](const frontend::InspectRequest& request) -> Result<Inspection> {
    Inspection out = program.inspect(request);
    out.launches.pop_back();
    return out;
  };
  const PredictRequest request = request_on({test_gpu("a", "sm_90")});
  const auto report = predict(request, tools);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->predictions.size(), 2U);
  EXPECT_EQ(report->predictions[0].name, "short");
  EXPECT_EQ(report->predictions[0].time_share, 1);
  EXPECT_EQ(report->predictions[1].name, "long");
  EXPECT_EQ(report->predictions[1].time_share, 0);
  const auto json = nlohmann::json::parse(report_to_json(*report, request.gpus));
  const auto& entries = json.at("predictions");
  EXPECT_TRUE(entries[0].at("in_program").get<bool>());
  EXPECT_FALSE(entries[0].at("assumed").at("launch").get<bool>());
  EXPECT_EQ(entries[0].at("assumed").at("scalars"), 0);
  EXPECT_FALSE(entries[1].at("in_program").get<bool>());
  EXPECT_TRUE(entries[1].at("assumed").at("launch").get<bool>());
  EXPECT_EQ(entries[1].at("assumed").at("scalars"), 1);
}

TEST(Predict, reads_the_source_once_per_architecture) {
  FakeProgram program;
  const auto report =
      predict(request_on({test_gpu("a", "sm_90"), test_gpu("b", "sm_90"), test_gpu("c", "gfx942")}),
              program.tools());
  ASSERT_TRUE(report);
  EXPECT_EQ(program.archs, std::vector<std::string>{"sm_90"});
  ASSERT_EQ(report->predictions.size(), 6U);
  // The GPUs of one launch stand together.
  EXPECT_EQ(report->predictions[1].name, "long");
  EXPECT_EQ(report->predictions[1].prediction.gpu, "b");
  EXPECT_EQ(report->predictions[2].prediction.notes,
            std::vector<std::string>{"compiled for sm_90 and modelled on c"});
}

TEST(Predict, sweeps_blocks_without_reading_again) {
  FakeProgram program;
  PredictRequest request = request_on({test_gpu("a", "sm_90")});
  request.sweeps = {*parse_sweep("block=64,128")};
  const auto report = predict(request, program.tools());
  ASSERT_TRUE(report);
  EXPECT_EQ(program.inspections, 1);
  ASSERT_EQ(report->predictions.size(), 4U);
  EXPECT_EQ(report->predictions[0].settings,
            (std::vector<std::pair<std::string, std::string>>{{"block", "64"}}));
  EXPECT_EQ(report->predictions[0].launch.grid[0], 400);
  EXPECT_EQ(report->predictions[2].launch.grid[0], 200);
}

TEST(Predict, sweeps_a_host_name_by_reading_again) {
  FakeProgram program;
  PredictRequest request = request_on({test_gpu("a", "sm_90")});
  request.sweeps = {*parse_sweep("N=2560..256000")};
  const auto report = predict(request, program.tools());
  ASSERT_TRUE(report);
  EXPECT_EQ(program.inspections, 4);  // as it stands, and once per value
  ASSERT_EQ(report->predictions.size(), 6U);
  EXPECT_EQ(report->predictions[0].launch.grid[0], 10);
  EXPECT_EQ(report->predictions[4].launch.grid[0], 1000);
}

TEST(Predict, sweeps_an_argument_in_the_launch_alone) {
  FakeProgram program;
  PredictRequest request = request_on({test_gpu("a", "sm_90")});
  request.sweeps = {*parse_sweep("count=5,6,7")};
  const auto report = predict(request, program.tools());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->predictions.size(), 6U);
  EXPECT_EQ(report->predictions[0].launch.arguments[0].integer, 5);
  EXPECT_EQ(report->predictions[0].launch.grid[0], 100);
  request.sweeps = {*parse_sweep("nothing=1,2")};
  EXPECT_EQ(predict(request, program.tools()).error().message,
            "--sweep nothing: no launch and no code depends on that name");
}

TEST(Predict, says_why_nothing_is_left) {
  FakeProgram program;
  PredictTools tools = program.tools();
  tools.analyze = [](const Inspection&, const Kernel&, const Launch&,
                     const Gpu&) -> Result<analyze::Analysis> {
    return Error{ErrorCode::Unsupported, "too strange"};
  };
  const auto report = predict(request_on({test_gpu("a", "sm_90")}), tools);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::Unsupported);
  EXPECT_EQ(report.error().message, "kernel short: too strange; kernel long: too strange");
}

TEST(PredictJson, reads_back_what_a_comparison_needs) {
  FakeProgram program;
  const PredictRequest request = request_on({test_gpu("a", "sm_90")});
  const PredictReport report = *predict(request, program.tools());
  const std::string text = report_to_json(report, request.gpus);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["predictions"][0]["class"], "compute-bound");
  EXPECT_EQ(json["predictions"][0]["metrics"]["time_us"]["value"], 256000);
  EXPECT_EQ(json["predictions"][0]["metrics"]["hbm_arithmetic_intensity"]["value"], 20);
  EXPECT_TRUE(json["predictions"][0]["metrics"]["l1_arithmetic_intensity"].is_null());
  const auto back = report_from_json(text, "r.json");
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->predictions.size(), 2U);
  EXPECT_EQ(back->predictions[1].prediction.values, report.predictions[1].prediction.values);
  EXPECT_EQ(back->predictions[1].name, "short");
}

// Someone else answers: what is not said stays unknown, and a class that is said stays.
TEST(Predict, asks_another_in_the_place_of_the_analysis) {
  FakeProgram program;
  PredictTools tools = program.tools();
  const auto inspect = tools.inspect;
  tools.inspect = [&](const frontend::InspectRequest& request) -> Result<Inspection> {
    auto inspection = inspect(request);
    inspection->kernels[0].lowered = false;
    return inspection;
  };
  std::vector<std::string> questions;
  tools.answer = [&](const LaunchQuestion& question, LaunchPrediction& entry) -> Status {
    questions.push_back(question.kernel.name + " " + std::to_string(question.number) + " of " +
                        std::to_string(question.launches) + " " + entry.launch_file);
    const double unknown = std::nan("");
    BaseQuantities& values = entry.prediction.values;
    values = {unknown, unknown, unknown, unknown, unknown, unknown,
              unknown, unknown, unknown, unknown, unknown, 25};
    entry.prediction.source = PredictionSource::Text;
    entry.prediction.coverage = 0;
    entry.prediction.low = entry.prediction.high = values;
    if (question.kernel.name == "long") entry.prediction.bound = Bound::Compute;
    entry.stated["gflops"] = 123;
    entry.model = ModelNote{.model = "m", .form = "omniwise", .answer = "{}"};
    return Unit{};
  };
  const PredictRequest request = request_on({test_gpu("a", "sm_90")});
  const auto report = predict(request, tools);
  ASSERT_TRUE(report) << report.error().message;
  // One that does not compile is asked about, too.
  EXPECT_EQ(questions, (std::vector<std::string>{"short 0 of 2 ", "long 1 of 2 "}));
  ASSERT_EQ(report->predictions.size(), 2U);
  EXPECT_EQ(report->predictions[0].prediction.bound, Bound::None);
  EXPECT_EQ(report->predictions[1].prediction.bound, Bound::Compute);
  EXPECT_EQ(report->predictions[0].time_share, 0);
  const std::string text = report_to_json(*report, request.gpus);
  const auto entry = nlohmann::json::parse(text)["predictions"][0];
  EXPECT_TRUE(entry["class"].is_null());
  EXPECT_TRUE(entry["occupancy"].is_null());
  EXPECT_TRUE(entry["metrics"]["time_us"].is_null());
  EXPECT_TRUE(entry["metrics"]["l2_bandwidth_gbs"].is_null());
  EXPECT_EQ(entry["metrics"]["l2_hit_rate_pct"]["value"], 25);
  EXPECT_EQ(entry["metrics"]["gflops"]["value"], 123);
  EXPECT_EQ(entry["metrics"]["gflops"]["high"], 123);
  EXPECT_EQ(entry["model"]["template"], "omniwise");
  EXPECT_TRUE(entry["model"]["adapter"].is_null());
  const auto back = report_from_json(text, "r.json");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(std::isnan(back->predictions[0].prediction.values.time_us));
  EXPECT_EQ(back->predictions[0].stated, report->predictions[0].stated);
  EXPECT_EQ(back->predictions[0].prediction.bound, Bound::None);
  tools.answer = nullptr;
  EXPECT_EQ(predict(request, tools)->predictions.size(), 1U);
}

TEST(PredictJson, refuses_other_files) {
  for (const char* text : {"", "[]", "{}", R"({"format": "kcast-prediction-1"})",
                           R"({"format": "kcast-prediction-1", "predictions": [{}]})"}) {
    const auto report = report_from_json(text, "r.json");
    ASSERT_FALSE(report) << text;
    EXPECT_TRUE(report.error().message.starts_with("r.json: ")) << report.error().message;
  }
}

TEST(predict, code_of_the_toolkit_replaces_that_of_the_front_end) {
  const auto module = [](const std::string& route, const std::string& entries) {
    return PtxModule{"a.cu", route, "sm_90", entries, ""};
  };
  Inspection theirs;
  theirs.modules = {module("nvrtc", ".visible .entry k()\n{}\n.visible .entry other()\n{}\n")};
  theirs.kernels.resize(1);
  theirs.kernels[0].mangled = "k";
  theirs.kernels[0].resources = ResourceUse{.registers = 42};
  ToolkitCode code;
  add_toolkit_code(theirs, code);
  Inspection own;
  own.modules = {module("clang", ".visible .entry k()\n{}\n")};
  own.kernels.resize(1);
  own.kernels[0].mangled = "k";
  use_toolkit_code(code, own);
  EXPECT_EQ(own.modules[0].route, "nvrtc");
  ASSERT_TRUE(own.kernels[0].resources);
  EXPECT_EQ(own.kernels[0].resources->registers, 42);
  // A kernel that the toolkit did not compile stays as it is, and so does another architecture.
  Inspection more;
  more.modules = {module("clang", ".visible .entry k()\n{}\n.visible .entry third()\n{}\n"),
                  module("clang", "")};
  more.modules[1].arch = "sm_80";
  use_toolkit_code(code, more);
  EXPECT_EQ(more.modules[0].route, "clang");
  EXPECT_EQ(more.modules[1].route, "clang");
}

}  // namespace
}  // namespace kcast::predict
