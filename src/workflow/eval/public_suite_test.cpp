#include "workflow/eval/public_suite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

#include "base/files.h"
#include "workflow/eval/public_match.h"
#include "workflow/eval/public_report.h"
#include "workflow/eval/public_requests.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// SIDE stands for the side.
constexpr const char* kPrograms = R"lines(
{"id":"one.main","repository":"some/one","commit":"1","side":"SIDE","language":"cuda","folder":"src","files":["src/main.cu"],"flags":["-Iinc","-O3"],"arguments":["7"]}
{"id":"two.main","repository":"some/two","commit":"2","side":"SIDE","language":"opencl","folder":"src","files":["src/main.c"],"kernel_files":["src/k.cl"],"flags":[],"arguments":[]}
)lines";

// What FakePrograms predicts, but for the counted FLOPs.
std::string counters(const std::string& flops) {
  return R"lines("flops_fp16":0,"flops_fp64":0,"flops_tensor":0,"int_ops":10,"l1_bytes":4000,"l2_bytes":2000,"l1_hit_rate_pct":50,"l2_hit_rate_pct":25,"hbm_read_bytes":600,"hbm_write_bytes":400,"flops_fp32":)lines" +
         flops;
}

// A launch of "one.main".
std::string reading(const std::string& kernel, const std::string& shape, const std::string& times) {
  return R"lines({"program":"one.main","kernel":")lines" + kernel + R"lines(",)lines" + shape +
         "," + times + "}\n";
}

std::string readings() {
  const std::string scale = "void lib::scale<float>(float*, int)";
  const std::string shape = R"lines("grid":[4,1,1],"block":[256,1,1])lines";
  return reading(
             scale, shape,
             R"lines("left":{"time_us":7},"cold":{"time_us":8,)lines" + counters("1000") + "}") +
         reading(scale, shape, R"lines("cold":{"time_us":10,)lines" + counters("1000") + "}") +
         reading("wide(int)", R"lines("grid":[16,1,1],"block":[128,1,1])lines",
                 R"lines("cold":{"time_us":1,)lines" + counters("1e9") + "}") +
         reading(scale, shape, R"lines("left":{"time_us":2})lines") +
         reading("unseen(int)", shape, R"lines("left":{"time_us":2})lines") +
         R"lines({"program":"two.main","kernel":"add","dimensions":1,"global":[1024,1,1],"local":[128,1,1],"arguments":[{"buffer":4096},{"local":512},{"bytes":"0000c03f"},{"bytes":"64000000"}],"options":"-DSTEP=2 -I .","cold":{"time_us":50}})lines";
}

HostValue known(int64_t value) {
  HostValue out;
  out.integer = value;
  return out;
}

Kernel kernel_named(const std::string& name, std::vector<Parameter> parameters) {
  Kernel out;
  out.name = out.mangled = name;
  out.lowered = true;
  out.parameters = std::move(parameters);
  return out;
}

Parameter number(const std::string& name, const std::string& type) {
  return {name, type, 4, false, type, 4, false, false, "value"};
}

Parameter pointer(const std::string& name, const std::string& space) {
  return {name, "float *", 8, true, "float", 4, false, false, space};
}

HostLaunch launch_of(const std::string& kernel, int64_t line, int64_t blocks, int64_t threads,
                     int64_t n) {
  HostLaunch out;
  out.kernel = kernel;
  out.file = "src/main.cu";
  out.line = line;
  out.grid = {known(blocks), known(1), known(1)};
  out.block = {known(threads), known(1), known(1)};
  out.count = known(1);
  out.shared_bytes = known(0);
  out.arguments.resize(1);
  out.arguments[0].kind = ArgumentKind::Scalar;
  out.arguments[0].value = known(n);
  return out;
}

// Two programs whose kernels take as many microseconds as their argument n says.
class FakePrograms {
 public:
  predict::PredictTools tools() {
    predict::PredictTools out;
    out.inspect = [this](const frontend::InspectRequest& request) -> Result<Inspection> {
      return inspect(request);
    };
    out.analyze = [this](const Inspection&, const Kernel& kernel, const Launch& launch,
                         const Gpu&) -> Result<analyze::Analysis> {
      const std::lock_guard lock(mutex_);
      if (kernel.name == "add") opencl_launches.push_back(launch);
      analyze::Analysis analysis;
      BaseQuantities& values = analysis.prediction.values;
      values.time_us = static_cast<double>(launch.arguments.back().integer.value_or(0));
      values.flops_fp32 = 1000;
      values.int_ops = 10;
      values.l1_bytes = 4000;
      values.l2_bytes = 2000;
      values.l1_hit_rate_pct = 50;
      values.l2_hit_rate_pct = 25;
      values.hbm_read_bytes = 600;
      values.hbm_write_bytes = 400;
      analysis.prediction.low.time_us = values.time_us / 2;
      analysis.prediction.high.time_us = values.time_us * 2;
      return analysis;
    };
    return out;
  }

  std::vector<frontend::InspectRequest> requests;
  std::vector<Launch> opencl_launches;

 private:
  Inspection inspect(const frontend::InspectRequest& request) {
    const std::lock_guard lock(mutex_);
    requests.push_back(request);
    Inspection out;
    if (request.files.at(0).name == "src/k.cl") {
      out.kernels = {kernel_named("add", {pointer("x", "global"), pointer("t", "shared"),
                                          number("f", "float"), number("n", "int")})};
      return out;
    }
    out.kernels = {kernel_named("lib::scale", {number("n", "int")}),
                   kernel_named("wide", {number("n", "int")})};
    out.kernels[0].template_arguments = {"float"};
    // The longest comes first in a report; line 10 is what the readings are compared with.
    out.launches = {launch_of("lib::scale", 20, 4, 256, 70),
                    launch_of("lib::scale", 10, 4, 256, 10),
                    launch_of("lib::scale", 10, 4, 256, 90), launch_of("wide", 30, 8, 128, 20)};
    return out;
  }

  std::mutex mutex_;
};

class PublicSuiteTest : public testing::Test {
 protected:
  void write(const std::string& side) {
    std::string programs = kPrograms;
    for (size_t at = programs.find("SIDE"); at != std::string::npos; at = programs.find("SIDE"))
      programs.replace(at, 4, side);
    for (const char* folder : {"some+one/src", "some+two/src"})
      fs::create_directories(dir_->path() / folder);
    ASSERT_TRUE(write_file(dir_->path() / "programs.jsonl", programs));
    ASSERT_TRUE(write_file(dir_->path() / "readings.jsonl", readings()));
    ASSERT_TRUE(write_file(dir_->path() / "some+one/src/main.cu", "of one"));
    ASSERT_TRUE(write_file(dir_->path() / "some+two/src/k.cl", "of two"));
    options_.folder = options_.sources = dir_->path();
    options_.gpu = "h200";
    options_.predictor = predict::PredictorKind::Analytic;  // trees would correct what is faked
    options_.jobs = 2;
    options_.worst = 10;
  }

  Result<std::vector<PublicScore>> score() {
    return score_public_suite(options_, [this] { return fake_.tools(); });
  }

  Result<TempDir> dir_ = TempDir::make("public-suite");
  PublicSuiteOptions options_;
  FakePrograms fake_;
};

const PublicFigures* part(const PublicScore& score, const std::string& name) {
  for (const PublicFigures& figures : score.figures) {
    if (figures.name == name) return &figures;
  }
  return nullptr;
}

TEST_F(PublicSuiteTest, scores_readings_as_computed_by_hand) {
  write("open");
  const auto scores = score();
  ASSERT_TRUE(scores) << scores.error().message;
  ASSERT_EQ(scores->size(), 2U);
  const PublicScore& cuda = scores->at(0);
  EXPECT_EQ(cuda.language, "cuda");
  EXPECT_EQ(cuda.kernels, 3U);
  EXPECT_EQ(cuda.answered, 2U);
  // Ratios of 10 us to 8 and 10 us, and of 20 us to 1 us.
  const PublicFigures* all = part(cuda, "L2 emptied, all");
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->launches, 3U);
  EXPECT_EQ(all->kernels, 2U);
  EXPECT_EQ(all->off_4, 1U);
  EXPECT_EQ(all->off_16, 1U);
  EXPECT_DOUBLE_EQ(all->median_error, 0.25);
  EXPECT_DOUBLE_EQ(all->cut_error, (0.25 + 0 + 9) / 3);
  EXPECT_DOUBLE_EQ(all->intervals_hold, 2.0 / 3);
  EXPECT_DOUBLE_EQ(all->interval_width, 4);
  // Both hit rates of all launches; three intensities of two; four bandwidths and GFLOP/s of one.
  EXPECT_DOUBLE_EQ(all->counters, (2 * 1.0 + 3 * (2.0 / 3) + 5 * (1.0 / 3)) / 10);
  // Bandwidth-bound ones are right, the compute-bound one is not.
  EXPECT_DOUBLE_EQ(all->balanced_class, 0.5);
  const PublicFigures* same = part(cuda, "L2 emptied, same launch");
  ASSERT_NE(same, nullptr);
  EXPECT_EQ(same->launches, 2U);
  EXPECT_EQ(same->off_4, 0U);
  EXPECT_DOUBLE_EQ(same->counters, 0.75);
  EXPECT_TRUE(std::isnan(same->balanced_class));
  const PublicFigures* other = part(cuda, "L2 emptied, other launch than the program makes");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->launches, 1U);
  EXPECT_EQ(part(cuda, "L2 emptied, launch known")->launches, 3U);
  EXPECT_EQ(part(cuda, "L2 emptied, contents assumed"), nullptr);
  // Only where nothing else was read: 10 us to 2 us.
  const PublicFigures* left = part(cuda, "L2 as left, all");
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->launches, 1U);
  EXPECT_EQ(left->off_4, 1U);
  EXPECT_EQ(left->off_16, 0U);
  EXPECT_DOUBLE_EQ(left->median_error, 4);
  EXPECT_TRUE(std::isnan(left->counters));
}

TEST_F(PublicSuiteTest, noise_floors_forgive_what_is_under_them) {
  write("open");
  // L2's bandwidth is 0.25 GB/s for the first launch, 0.2 predicted.
  ASSERT_TRUE(write_file(dir_->path() / "noise.json",
                         R"({"metrics":{"l2_bandwidth_gbs":{"absolute_p90":0.3},
                                        "time_us":{"absolute_p90":1000}}})"));
  const auto scores = score();
  ASSERT_TRUE(scores) << scores.error().message;
  EXPECT_DOUBLE_EQ(part(scores->at(0), "L2 emptied, same launch")->counters, 0.8);
  EXPECT_DOUBLE_EQ(part(scores->at(0), "L2 emptied, same launch")->counters_strict, 0.75);
  EXPECT_DOUBLE_EQ(part(scores->at(0), "L2 emptied, all")->median_error, 0.25);
}

TEST_F(PublicSuiteTest, gives_opencl_kernels_sizes_and_scalars) {
  write("open");
  const auto scores = score();
  ASSERT_TRUE(scores) << scores.error().message;
  const PublicScore& opencl = scores->at(1);
  EXPECT_EQ(opencl.language, "opencl");
  EXPECT_EQ(opencl.answered, 1U);
  const PublicFigures* all = part(opencl, "L2 emptied, same launch");
  ASSERT_NE(all, nullptr);
  EXPECT_DOUBLE_EQ(all->median_error, 1);  // 100 us to 50 us
  EXPECT_NE(part(opencl, "L2 emptied, contents assumed"), nullptr);
  ASSERT_EQ(fake_.opencl_launches.size(), 1U);
  const Launch& launch = fake_.opencl_launches[0];
  EXPECT_EQ(launch.grid, (std::array<int64_t, 3>{8, 1, 1}));
  EXPECT_EQ(launch.block, (std::array<int64_t, 3>{128, 1, 1}));
  EXPECT_EQ(launch.arguments.at(0).elements, 1024);
  EXPECT_EQ(launch.arguments.at(1).local_bytes, 512);
  EXPECT_EQ(launch.arguments.at(2).real, 1.5);
  EXPECT_EQ(launch.arguments.at(3).integer, 100);
}

TEST_F(PublicSuiteTest, asks_as_a_user_would) {
  write("open");
  ASSERT_TRUE(score());
  ASSERT_EQ(fake_.requests.size(), 2U);
  const bool cuda_first = fake_.requests[0].files[0].name == "src/main.cu";
  const frontend::InspectRequest& cuda = fake_.requests[cuda_first ? 0 : 1];
  EXPECT_EQ(cuda.files[0].text, "of one");
  EXPECT_EQ(cuda.working_dir, (dir_->path() / "some+one").string());
  EXPECT_EQ(cuda.include_dirs, (std::vector<std::string>{"inc"}));
  EXPECT_EQ(cuda.flags, (std::vector<std::string>{"-O3"}));
  EXPECT_EQ(cuda.argv, (std::vector<std::string>{"7"}));
  const frontend::InspectRequest& opencl = fake_.requests[cuda_first ? 1 : 0];
  EXPECT_EQ(opencl.flags, (std::vector<std::string>{"-DSTEP=2"}));
  EXPECT_EQ(opencl.include_dirs.size(), 1U);
  EXPECT_EQ(opencl.kernel, "add");
}

TEST_F(PublicSuiteTest, says_what_is_worst_of_the_open_side_alone) {
  write("open");
  const auto open = score();
  ASSERT_TRUE(open) << open.error().message;
  ASSERT_EQ(open->at(0).worst.size(), 4U);
  EXPECT_EQ(open->at(0).worst[0].kernel, "wide(int)");
  ASSERT_EQ(open->at(0).unanswered.size(), 1U);
  EXPECT_EQ(open->at(0).unanswered[0].kernel, "unseen");
  EXPECT_NE(public_report_text(*open).find("wide(int)"), std::string::npos);
  write("held-out");
  const auto held = score();
  ASSERT_TRUE(held) << held.error().message;
  EXPECT_EQ(held->at(0).answered, 2U);
  for (const std::string& text : {public_report_text(*held), public_report_json(*held)}) {
    for (const char* name : {"main", "some", "scale", "wide", "unseen", "add"})
      EXPECT_EQ(text.find(name), std::string::npos) << name << " in " << text;
  }
}

TEST_F(PublicSuiteTest, says_what_is_missing) {
  write("open");
  fs::remove_all(dir_->path() / "some+two");
  const auto without = score();
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().message.find("scripts/suite_sources"), std::string::npos);
  options_.side = "held-out";
  EXPECT_NE(score().error().message.find("no programs with readings"), std::string::npos);
  ASSERT_TRUE(write_file(dir_->path() / "readings.jsonl", "\n{\"program\":\"one.main\"}\n"));
  EXPECT_NE(score().error().message.find("readings.jsonl:2"), std::string::npos);
}

TEST(PublicMatch, finds_the_instance_before_the_shape) {
  PublicReading read;
  read.kernel = "void sum<8u, (bool)1>(int*)";
  read.grid = {4, 1, 1};
  const auto prediction = [](const char* name, int64_t blocks, int64_t line) {
    OrderedPrediction out;
    out.entry.name = name;
    out.entry.launch.grid = {blocks, 1, 1};
    out.entry.launch_line = line;
    return out;
  };
  const std::vector<OrderedPrediction> predictions = {
      prediction("sum<16, true>", 4, 1), prediction("sum<8, true>", 64, 0),
      prediction("sum<8, true>", 5, 9), prediction("total<8, true>", 4, 1)};
  const auto found = match_reading(read, predictions);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->prediction, 2U);
  EXPECT_FALSE(found->same_launch);
  read.kernel = "void sum<32u, (bool)1>(int*)";
  EXPECT_EQ(match_reading(read, predictions)->prediction, 0U);
  EXPECT_TRUE(match_reading(read, predictions)->same_launch);
  read.kernel = "less(int)";
  EXPECT_FALSE(match_reading(read, predictions));
}

TEST(PublicMatch, template_arguments_as_any_compiler_prints_them) {
  EXPECT_EQ(template_arguments_of("void a::k<float, (int)32, (bool)0>(float*, b<int>)"),
            "float,32,false");
  EXPECT_EQ(template_arguments_of("k<float, 32, false>"), "float,32,false");
  EXPECT_EQ(template_arguments_of("void (anonymous namespace)::k<a<int, 2>, 8ul>(int)"),
            "a<int,2>,8");
  EXPECT_EQ(template_arguments_of("k(b<true>)"), "");
}

TEST(PublicRequests, bytes_are_numbers_of_their_type) {
  const std::string ones = "\xff\xff\xff\xff";
  EXPECT_EQ(number_of_bytes(ones, "int")->integer, -1);
  EXPECT_EQ(number_of_bytes(ones, "unsigned int")->integer, 4294967295);
  EXPECT_EQ(number_of_bytes(ones, "uint")->integer, 4294967295);
  EXPECT_EQ(number_of_bytes(std::string("\0\0\xc0\x3f", 4), "float")->real, 1.5);
  EXPECT_FALSE(number_of_bytes(std::string(16, '\0'), "float4"));
}

}  // namespace
}  // namespace kcast::workflow
