#include "plan/plan_reader.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "plan/plan_folder.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

PlannedKernel kernel_of(uint64_t number, int launches) {
  PlannedKernel kernel;
  kernel.number = number;
  kernel.recipe = "syn-1:" + std::to_string(number);
  kernel.language = "cuda";
  for (int i = 0; i < launches; ++i) {
    PlannedLaunch row;
    row.recipe = kernel.recipe;
    row.language = "cuda";
    row.launch = "n=" + std::to_string(i);
    row.bound = "compute";
    row.chosen = "regime";
    kernel.launches.push_back(row);
    kernel.features.push_back(
        feature_vector({}, {.time_us = static_cast<double>(number) + i * 0.25}));
  }
  return kernel;
}

// Recipe and number of launches of each kernel that the reader gives.
std::vector<std::pair<std::string, size_t>> read_all(PlanReader& reader) {
  std::vector<std::pair<std::string, size_t>> kernels;
  for (;;) {
    const auto kernel = reader.next();
    EXPECT_TRUE(kernel) << kernel.error().message;
    if (!kernel || !*kernel) return kernels;
    kernels.emplace_back((*kernel)->rows[0].recipe, (*kernel)->rows.size());
  }
}

class PlanReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make();
    ASSERT_TRUE(made);
    dir = std::make_unique<TempDir>(*std::move(made));
  }
  std::filesystem::path plan() const { return dir->path() / "plan"; }
  void write_recipes(int count) const {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += "syn-1:" + std::to_string(i) + "\n";
    ASSERT_TRUE(write_file(plan() / "recipes.txt", text));
  }

  std::unique_ptr<TempDir> dir;
};

TEST_F(PlanReaderTest, GivesKernelsWithTheirFeatures) {
  auto folder = PlanFolder::open(plan(), "test", true);
  ASSERT_TRUE(folder);
  for (uint64_t n = 0; n < 3; ++n)
    ASSERT_TRUE(folder->add(kernel_of(n, static_cast<int>(n) + 1)));
  auto reader = PlanReader::open(plan(), {});
  ASSERT_TRUE(reader) << reader.error().message;
  for (uint64_t n = 0; n < 3; ++n) {
    const auto kernel = reader->next();
    ASSERT_TRUE(kernel && *kernel);
    ASSERT_EQ((*kernel)->features.size(), n + 1);
    EXPECT_EQ(predicted_in((*kernel)->features.back()).time_us,
              static_cast<double>(n) + static_cast<double>(n) * 0.25);
  }
  EXPECT_TRUE(read_all(*reader).empty());
}

TEST_F(PlanReaderTest, ShardsTogetherAreTheWhole) {
  auto folder = PlanFolder::open(plan(), "test");
  ASSERT_TRUE(folder);
  for (uint64_t n = 0; n < 7; ++n)
    ASSERT_TRUE(folder->add(kernel_of(n, 2)));
  std::vector<std::pair<std::string, size_t>> all;
  for (uint64_t shard = 0; shard < 3; ++shard) {
    auto reader = PlanReader::open(plan(), {.shard = shard, .shards = 3});
    ASSERT_TRUE(reader);
    for (const auto& kernel : read_all(*reader))
      all.push_back(kernel);
  }
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), 7U);
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
}

TEST_F(PlanReaderTest, FollowsAPlanThatIsBeingMade) {
  auto folder = PlanFolder::open(plan(), "test");
  ASSERT_TRUE(folder);
  write_recipes(20);
  std::jthread writer([&] {
    for (uint64_t n = 0; n < 20; ++n) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ASSERT_TRUE(folder->add(kernel_of(n, 3)));
    }
  });
  auto reader = PlanReader::open(plan(), {.follow = true});
  ASSERT_TRUE(reader);
  const auto kernels = read_all(*reader);
  ASSERT_EQ(kernels.size(), 20U);
  for (const auto& [recipe, launches] : kernels)
    EXPECT_EQ(launches, 3U) << recipe;
}

TEST_F(PlanReaderTest, StopsWaitingWhenAsked) {
  auto folder = PlanFolder::open(plan(), "test");
  ASSERT_TRUE(folder);
  write_recipes(2);
  ASSERT_TRUE(folder->add(kernel_of(0, 1)));
  auto reader = PlanReader::open(plan(), {.follow = true, .stopped = [] { return true; }});
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(*reader).size(), 1U);
}

TEST_F(PlanReaderTest, WhatIsNoPlanIsAnError) {
  EXPECT_FALSE(PlanReader::open(plan(), {}));
  ASSERT_TRUE(write_file(dir->path() / "other.tsv", "a\tb\n"));
  EXPECT_FALSE(PlanReader::open(dir->path() / "other.tsv", {}));
  ASSERT_TRUE(write_file(dir->path() / "damaged.tsv", plan_header() + "syn-1:1\tcuda\n"));
  auto damaged = PlanReader::open(dir->path() / "damaged.tsv", {});
  ASSERT_TRUE(damaged);
  const auto row = damaged->next();
  ASSERT_FALSE(row);
  EXPECT_NE(row.error().message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace kcast::plan
