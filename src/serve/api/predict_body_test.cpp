#include "serve/api/predict_body.h"

#include <gtest/gtest.h>

#include "predict/gpus.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::api {
namespace {

const std::vector<Gpu>& gpus() {
  static const std::vector<Gpu> known = *load_gpus(predict::embedded_gpus());
  return known;
}

struct Read {
  PredictBody body;
  std::optional<Problem> problem;
};

Read read(std::string_view text) {
  Read out;
  const std::optional<Json> json = parse_body(text, out.problem);
  if (json) out.body = read_predict_body(*json, "", gpus(), out.problem);
  return out;
}

// The field that a body is refused for; "-" where it is not.
std::string field_of(const std::string& fields) {
  const Read got = read("{\"source\": \"x\"" + (fields.empty() ? "" : ", " + fields) + "}");
  return got.problem ? got.problem->field : "-";
}

TEST(PredictBody, reads_every_field) {
  const Read got = read(R"({
    "files": [{"name": "a.cu", "text": "int x;"}, {"name": "inc/b.h", "text": ""}],
    "language": "cuda", "standard": "c++17", "kernel": "saxpy",
    "launch": {"grid": [64, 2], "block": "16x16", "shared": 1024},
    "arguments": {"n": "1<<20", "a": 2.5, "m": 1e6},
    "fills": {"x": "uniform:0,1"}, "defines": {"N": 7, "T": "float"},
    "argv": ["100"], "flags": "--use_fast_math -DA=1",
    "gpus": ["a100", "H200"], "predictor": "analytic", "l2": "warm", "timing": "event",
    "sweep": {"block": [64, "16x16"], "n": "1e6..1e8", "shared": [0]}})");
  ASSERT_FALSE(got.problem) << got.problem->field << ": " << got.problem->message;
  const predict::PredictRequest& request = got.body.request;
  EXPECT_EQ(request.source.files.size(), 2u);
  EXPECT_EQ(request.source.files[1].name, "inc/b.h");
  EXPECT_TRUE(request.source.readable_dirs.empty());
  EXPECT_TRUE(request.source.include_dirs.empty());
  EXPECT_EQ(request.source.kernel, "saxpy");
  EXPECT_EQ(request.source.standard, "c++17");
  EXPECT_EQ(request.launch.grid, (std::array<int64_t, 3>{64, 2, 1}));
  EXPECT_EQ(request.launch.block, (std::array<int64_t, 3>{16, 16, 1}));
  EXPECT_EQ(request.launch.shared_bytes, 1024);
  ASSERT_EQ(request.launch.arguments.size(), 3u);
  EXPECT_EQ(request.launch.arguments[0].second.integer, 1 << 20);
  EXPECT_EQ(request.launch.arguments[1].second.real, 2.5);
  EXPECT_EQ(request.launch.arguments[2].second.integer, 1000000);
  EXPECT_EQ(request.launch.fills.size(), 1u);
  EXPECT_EQ(request.source.defines[0], std::pair(std::string("N"), std::string("7")));
  EXPECT_EQ(request.source.argv, std::vector<std::string>{"100"});
  EXPECT_EQ(request.source.flags, (std::vector<std::string>{"--use_fast_math", "-DA=1"}));
  ASSERT_EQ(request.gpus.size(), 2u);
  EXPECT_EQ(request.gpus[1].id, "h200");
  EXPECT_EQ(request.predictor, predict::PredictorKind::Analytic);
  EXPECT_EQ(request.conditions, (predict::Conditions{L2State::Warm, predict::Timing::Event}));
  ASSERT_EQ(request.sweeps.size(), 3u);
  EXPECT_EQ(request.sweeps[0].values, (std::vector<std::string>{"64", "16x16"}));
  EXPECT_EQ(request.sweeps[1].values.size(), 3u);
}

TEST(PredictBody, names_a_single_source_after_its_language) {
  EXPECT_EQ(read(R"({"source": "x"})").body.request.source.files[0].name, "kernel.cu");
  EXPECT_EQ(read(R"({"source": "x", "language": "opencl"})").body.request.source.files[0].name,
            "kernel.cl");
  EXPECT_EQ(read(R"({"source": "x"})").body.request.gpus[0].id, predict::kDefaultGpu);
}

TEST(PredictBody, names_the_field_that_is_wrong) {
  EXPECT_EQ(field_of(""), "-");
  EXPECT_EQ(field_of(R"("sorce": "y")"), "sorce");
  EXPECT_EQ(field_of(R"("kernel": 5)"), "kernel");
  EXPECT_EQ(field_of(R"("language": "fortran")"), "language");
  EXPECT_EQ(field_of(R"("launch": [256])"), "launch");
  EXPECT_EQ(field_of(R"("launch": {"block": 0})"), "launch.block");
  EXPECT_EQ(field_of(R"("launch": {"grid": [1, 2, 3, 4]})"), "launch.grid");
  EXPECT_EQ(field_of(R"("launch": {"shared": -1})"), "launch.shared");
  EXPECT_EQ(field_of(R"("l2": "hot")"), "l2");
  EXPECT_EQ(field_of(R"("timing": "wall")"), "timing");
  EXPECT_EQ(field_of(R"("launch": {"blocks": 1})"), "launch.blocks");
  EXPECT_EQ(field_of(R"("arguments": {"n": "many"})"), "arguments.n");
  EXPECT_EQ(field_of(R"("arguments": {"n": [1]})"), "arguments.n");
  EXPECT_EQ(field_of(R"("fills": {"x": "water"})"), "fills.x");
  EXPECT_EQ(field_of(R"("argv": [1])"), "argv[0]");
  EXPECT_EQ(field_of(R"("gpu": "voodoo2")"), "gpu");
  EXPECT_EQ(field_of(R"("gpus": ["h200", "voodoo2"])"), "gpus[1]");
  EXPECT_EQ(field_of(R"("gpus": [])"), "gpus");
  EXPECT_EQ(field_of(R"("gpu": "h200", "gpus": ["a100"])"), "gpus");
  EXPECT_EQ(field_of(R"("sweep": {"n": "1..x"})"), "sweep.n");
  EXPECT_EQ(field_of(R"("sweep": {"n": [true]})"), "sweep.n[0]");
  EXPECT_EQ(field_of(R"("files": [{"name": "a.cu", "text": ""}])"), "source");
  EXPECT_EQ(read("{}").problem->field, "files");
  EXPECT_EQ(read(R"({"files": [{"name": "a.cu"}]})").problem->field, "files[0].text");
}

// A GPU's file, like any other, is not read because a stranger names it.
TEST(PredictBody, takes_no_path_of_this_machine) {
  EXPECT_EQ(field_of(R"("gpu": "data/gpus/h200.json")"), "gpu");
  for (const char* name :
       {"/etc/passwd", "../a.cu", "a/../b.cu", "./a.cu", "a//b.cu", "", "a\\b"}) {
    const Json body = {{"files", {{{"name", name}, {"text", ""}}}}};
    const Read got = read(body.dump());
    ASSERT_TRUE(got.problem) << name;
    EXPECT_EQ(got.problem->field, "files[0].name") << name;
  }
}

TEST(PredictBody, refuses_json_that_is_broken_deep_or_ambiguous) {
  EXPECT_TRUE(read("").problem);
  EXPECT_TRUE(read("[]").problem);
  EXPECT_TRUE(read("{\"source\": \"x\"} trailing").problem);
  EXPECT_TRUE(read("{\"source\": \"\xff\xfe\"}").problem) << "no UTF-8";
  EXPECT_TRUE(read(std::string(100000, '[')).problem);
  EXPECT_TRUE(read("{\"source\": \"x\", \"arguments\": {\"n\": 16e77216}}").problem);
  const Read twice = read(R"({"source": "x", "kernel": "a", "kernel": "b"})");
  ASSERT_TRUE(twice.problem);
  EXPECT_EQ(twice.problem->field, "kernel");
}

TEST(PredictBody, replaces_shared_fields_by_own_ones) {
  const Json common = {{"files", "F"}, {"gpu", "h200"}, {"launch", 1}, {"by", 2}};
  const Json own = {{"source", "S"}, {"gpus", "all"}, {"name", "n"}};
  const Json merged = with_fields(common, own, {"name"});
  EXPECT_EQ(merged, (Json{{"launch", 1}, {"by", 2}, {"source", "S"}, {"gpus", "all"}}));
}

}  // namespace
}  // namespace kcast::api
