#include "eval/prediction_file.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "eval/eval_test_data.h"
#include "eval/fingerprint.h"

namespace kcast::eval {
namespace {

const LaunchKey kSaxpy = {"syn-1:9f", "cuda", "n=1024 .block=256 .seed=1"};
const LaunchKey kScan = {"motif-1:scan/warp:2", "opencl", "n=7 .block=64 .seed=1"};

KnownPrediction saxpy() {
  KnownPrediction out;
  out.numbers = LaunchNumbers{4, 256, 12288, {1024, 3, 0}};
  out.analytic = {base_of({.time_us = 2.1 / 3, .flops = 2048, .l1_hit = 33.3}), 0.6, 0.81};
  out.corrected = {base_of({.time_us = 1.9 / 3, .flops = 2048, .l1_hit = 30}), 0.5, 0.7};
  out.sketch = token_sketch(std::vector<uint64_t>{1, 2, 3});
  return out;
}

KnownPrediction broken() {
  KnownPrediction out;
  out.problem = "does not compile: line 7:\tno such name";
  return out;
}

class Predictions : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make();
    ASSERT_TRUE(made);
    dir.emplace(*std::move(made));
    path = dir->path() / "predictions.tsv";
  }

  Result<PredictionFile> open(const char* analysis = "1", const char* gpu = "h200") const {
    return PredictionFile::open(path, analysis, gpu);
  }

  std::optional<TempDir> dir;
  std::filesystem::path path;
};

TEST_F(Predictions, come_back_as_they_were) {
  {
    auto file = open();
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->add(kSaxpy, saxpy()));
    ASSERT_TRUE(file->add(kScan, broken()));
    ASSERT_TRUE(file->flush());
  }
  const auto reopened = open();
  ASSERT_TRUE(reopened);
  ASSERT_NE(reopened->find(kSaxpy), nullptr);
  EXPECT_EQ(*reopened->find(kSaxpy), saxpy());
  ASSERT_NE(reopened->find(kScan), nullptr);
  EXPECT_EQ(reopened->find(kScan)->problem, "does not compile: line 7: no such name");
  EXPECT_FALSE(reopened->find(kScan)->analytic);
  EXPECT_FALSE(reopened->find(kScan)->numbers);
  EXPECT_EQ(reopened->find({"syn-1:9f", "hip", "n=1024 .block=256 .seed=1"}), nullptr);
}

TEST_F(Predictions, of_another_analysis_or_gpu_are_not_used) {
  {
    auto file = open();
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->add(kSaxpy, saxpy()));
    ASSERT_TRUE(file->flush());
  }
  EXPECT_EQ(open("2")->find(kSaxpy), nullptr);
  EXPECT_EQ(open("1", "a100")->find(kSaxpy), nullptr);
  EXPECT_NE(open()->find(kSaxpy), nullptr);
}

TEST_F(Predictions, that_come_later_hold) {
  {
    auto file = open();
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->add(kSaxpy, broken()));
    ASSERT_TRUE(file->add(kSaxpy, saxpy()));
    ASSERT_TRUE(file->flush());
  }
  EXPECT_EQ(*open()->find(kSaxpy), saxpy());
}

TEST_F(Predictions, survive_a_killed_writer) {
  {
    auto file = open();
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->add(kSaxpy, saxpy()));
    ASSERT_TRUE(file->add(kScan, saxpy()));
    ASSERT_TRUE(file->flush());
  }
  const std::string text = *read_file(path);
  ASSERT_TRUE(write_file(path, text.substr(0, text.size() - 40)));
  {
    auto file = open();
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), 1U);
    ASSERT_TRUE(file->add(kScan, broken()));
    ASSERT_TRUE(file->flush());
  }
  EXPECT_EQ(open()->find(kScan)->problem, "does not compile: line 7: no such name");
}

TEST_F(Predictions, are_not_written_into_other_files) {
  ASSERT_TRUE(write_file(path, "my thesis\n"));
  const auto file = open();
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("no file of predictions"), std::string::npos);
  EXPECT_EQ(*read_file(path), "my thesis\n");
  ASSERT_TRUE(write_file(path, "kcast predictions 2\na\tb\n"));
  EXPECT_NE(open().error().message.find(":2 has not"), std::string::npos);
}

TEST_F(Predictions, may_stay_in_memory) {
  auto file = PredictionFile::open("", "1", "h200");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->add(kSaxpy, saxpy()));
  EXPECT_EQ(*file->find(kSaxpy), saxpy());
}

TEST(Fingerprint, is_a_short_hash) {
  EXPECT_EQ(source_fingerprint().size(), 12U);
  EXPECT_EQ(source_fingerprint().find_first_not_of("0123456789abcdef"), std::string_view::npos);
}

}  // namespace
}  // namespace kcast::eval
