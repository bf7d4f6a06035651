// The order of the steps of tests/ladders, as predicted and as an H200 has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "predict/tools.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/ladders";

// Time in us by kernel.
using Times = std::map<std::string, double>;

Times readings_of(const std::string& program) {
  Times out;
  for (const std::string& line : split(*read_file(kFolder + "/readings_h200.tsv"), '\n')) {
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() == 4 && cells[0] == program) out[cells[1]] = std::stod(cells[2]);
  }
  return out;
}

class Ladders : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = predict::start_tools();
    ASSERT_TRUE(started) << started.error().message;
    tools = *std::move(started);
  }
  static void TearDownTestSuite() { tools = {}; }

  static std::vector<predict::LaunchPrediction> predict_program(
      const std::string& program, predict::PredictorKind kind = predict::PredictorKind::Analytic) {
    return predict_text(program, *read_file(kFolder + "/" + program), kind);
  }

  static std::vector<predict::LaunchPrediction> predict_text(
      const std::string& name, const std::string& text,
      predict::PredictorKind kind = predict::PredictorKind::Analytic) {
    predict::PredictRequest request;
    request.predictor = kind;
    request.source.files = {{name, text}};
    request.source.working_dir = kFolder;
    const std::string file = KCAST_SOURCE_DIR "/data/gpus/h200.json";
    request.gpus = {*gpu_from_json(file, *read_file(file))};
    auto report = predict::predict(request, tools);
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(report->predictions) : std::vector<predict::LaunchPrediction>{};
  }

  static Times predicted(const std::string& program, predict::PredictorKind kind) {
    Times out;
    for (const predict::LaunchPrediction& launch : predict_program(program, kind))
      out[launch.name] = launch.prediction.values.time_us;
    return out;
  }

  static predict::PredictTools tools;
};

predict::PredictTools Ladders::tools;

double rank_of(const Times& times, const std::string& kernel) {
  const double own = times.at(kernel);
  return static_cast<double>(std::count_if(times.begin(), times.end(),
                                           [&](const auto& other) { return other.second < own; }));
}

double spearman(const Times& a, const Times& b) {
  double sum = 0;
  for (const auto& [kernel, time] : a) {
    const double apart = rank_of(a, kernel) - rank_of(b, kernel);
    sum += apart * apart;
  }
  const auto n = static_cast<double>(a.size());
  return 1 - 6 * sum / (n * (n * n - 1));
}

TEST_F(Ladders, products_keep_their_results_in_registers) {
  const std::vector<predict::LaunchPrediction> launches = predict_program("matmul.cu");
  ASSERT_EQ(launches.size(), 11U);
  for (const predict::LaunchPrediction& launch : launches) {
    EXPECT_EQ(launch.features.memory.local_bytes, 0) << launch.name;
    // 4096^3 multiplications and additions.
    EXPECT_NEAR(launch.prediction.values.flops_fp32, 137438953472.0, 1e9) << launch.name;
  }
}

TEST_F(Ladders, an_array_that_data_index_is_said_to_lie_in_local_memory) {
  const auto launches = predict_text("indexed.cu", R"(
__global__ void pick(const float* a, const int* q, float* c, int n) {
  float x[64], s = 0;
  for (int i = 0; i < 64; ++i) x[i] = a[threadIdx.x + i * 256];
  for (int p = 0; p < n; ++p)
    s += x[q[p] & 63];
  c[blockIdx.x * 256 + threadIdx.x] = s;
}
int main() {
  float *a, *c;
  int* q;
  cudaMalloc(&a, 65536);
  cudaMalloc(&c, 1 << 20);
  cudaMalloc(&q, 4096);
  pick<<<1024, 256>>>(a, q, c, 1024);
}
)");
  ASSERT_EQ(launches.size(), 1U);
  ASSERT_FALSE(launches[0].prediction.reasons.empty());
  const Reason& first = launches[0].prediction.reasons[0];
  EXPECT_EQ(first.line, 6);
  EXPECT_TRUE(first.text.find("local memory") != std::string::npos) << first.text;
}

void expect_order(const Times& predicted, const Times& measured, size_t steps) {
  ASSERT_EQ(predicted.size(), steps);
  Times both;
  for (const auto& [kernel, us] : measured) {
    ASSERT_TRUE(predicted.contains(kernel)) << kernel;
    both[kernel] = predicted.at(kernel);
    EXPECT_GT(both[kernel], 0.5 * us) << kernel;
    EXPECT_LT(both[kernel], 2 * us) << kernel;
  }
  EXPECT_GE(spearman(both, measured), 0.95);
}

// The analysis alone, and what users see.
constexpr predict::PredictorKind kBoth[] = {predict::PredictorKind::Analytic,
                                            predict::kDefaultPredictor};

TEST_F(Ladders, products_come_in_measured_order) {
  for (const predict::PredictorKind kind : kBoth)
    expect_order(predicted("matmul.cu", kind), readings_of("matmul.cu"), 11);
}

TEST_F(Ladders, sums_come_in_measured_order) {
  const Times measured = readings_of("reduce.cu");
  if (measured.empty()) GTEST_SKIP() << "reduce.cu has not been read";
  for (const predict::PredictorKind kind : kBoth)
    expect_order(predicted("reduce.cu", kind), measured, 7);
}

}  // namespace
}  // namespace kcast
