#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "base/files.h"
#include "plan/corpus_stats.h"
#include "plan/draw_recipes.h"
#include "plan/launch_table.h"
#include "plan/plan_folder.h"

namespace kcast::plan {
namespace {

PlannedLaunch some_launch(int i) {
  PlannedLaunch row;
  row.recipe = "syn-1:" + std::to_string(i);
  row.language = "cuda";
  row.launch = "n=100 .block=32 .seed=1";
  row.blocks = 4;
  row.bytes = 800;
  row.time_us = 2.5;
  row.hbm_bytes = 1.25e9;
  row.bound = "bandwidth";
  row.chosen = "regime";
  return row;
}

PlannedKernel some_kernel(uint64_t number, size_t launches) {
  PlannedKernel kernel;
  kernel.number = number;
  kernel.recipe = "syn-1:" + std::to_string(number);
  for (size_t i = 0; i < launches; ++i)
    kernel.launches.push_back(some_launch(static_cast<int>(number)));
  kernel.not_compiled = {"hip: a\tmessage\nof two lines"};
  return kernel;
}

std::string text_of(const std::filesystem::path& path) {
  return *read_file(path);
}

TEST(Plan, recipes_depend_on_their_number_alone) {
  const auto source = RecipeSource::make(5);
  const auto same_seed = RecipeSource::make(5);
  const auto other = RecipeSource::make(6);
  ASSERT_TRUE(source && same_seed && other);
  EXPECT_EQ(source->at(41), same_seed->at(41));
  EXPECT_FALSE(source->at(41) == other->at(41));
}

TEST(Plan, recipes_keep_to_the_mix) {
  const auto source = RecipeSource::make(1, {50, 10, 40});
  ASSERT_TRUE(source);
  std::map<corpus::Generator, int> counts;
  for (uint64_t n = 0; n < 4000; ++n)
    ++counts[source->at(n).generator];
  EXPECT_NEAR(counts[corpus::Generator::Synthetic], 2000, 130);
  EXPECT_NEAR(counts[corpus::Generator::Omniwise], 400, 80);
  EXPECT_NEAR(counts[corpus::Generator::Motif], 1600, 130);
  EXPECT_FALSE(RecipeSource::make(1, {50, 10, 50}));
}

TEST(Plan, lines_read_back) {
  const auto rows =
      parse_plan(plan_header() + plan_line(some_launch(3)) + plan_line(some_launch(4)));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[1], some_launch(4));
}

TEST(Plan, damaged_files_are_named) {
  EXPECT_EQ(parse_plan("a\tb\n").error().message,
            "this is no plan: its first line is not the header");
  std::string line = plan_line(some_launch(3));
  line.replace(line.find("2.5"), 3, "x.5");
  EXPECT_EQ(parse_plan(plan_header() + line).error().message, "line 2 of the plan is damaged");
}

TEST(Plan, a_folder_is_continued_where_it_was_left) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  const std::filesystem::path path = folder->path() / "corpus";
  std::string whole;
  {
    auto plan = PlanFolder::open(path, "{1}");
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_TRUE(plan->add(some_kernel(0, 2)));
    ASSERT_TRUE(plan->add(some_kernel(1, 3)));
  }
  whole = text_of(path / "plan.tsv");
  const std::string kernels = text_of(path / "kernels.tsv");
  // The work ends while the third kernel is written.
  std::ofstream(path / "plan.tsv", std::ios::app) << plan_line(some_launch(2)) << "syn-1:2\tcu";
  std::ofstream(path / "kernels.tsv", std::ios::app) << "2\tsyn-1:2";
  {
    auto plan = PlanFolder::open(path, "{1}");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->kernels(), 2U);
    EXPECT_EQ(plan->launches(), 5U);
    EXPECT_EQ(text_of(path / "plan.tsv"), whole);
    EXPECT_EQ(text_of(path / "kernels.tsv"), kernels);
    ASSERT_TRUE(plan->add(some_kernel(2, 1)));
  }
  const auto rows = parse_plan(text_of(path / "plan.tsv"));
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->size(), 6U);
}

TEST(Plan, a_folder_made_differently_is_not_continued) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  ASSERT_TRUE(PlanFolder::open(folder->path() / "c", "{1}"));
  const auto other = PlanFolder::open(folder->path() / "c", "{2}");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("was made differently"), std::string::npos);
}

TEST(Plan, a_plan_that_lost_lines_is_refused) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  const std::filesystem::path path = folder->path() / "c";
  {
    auto plan = PlanFolder::open(path, "{1}");
    ASSERT_TRUE(plan);
    ASSERT_TRUE(plan->add(some_kernel(0, 2)));
  }
  ASSERT_TRUE(write_file(path / "plan.tsv", plan_header()));
  const auto reopened = PlanFolder::open(path, "{1}");
  ASSERT_FALSE(reopened);
  EXPECT_NE(reopened.error().message.find("plan.tsv has lost lines"), std::string::npos);
}

Gpu some_gpu() {
  Gpu gpu;
  gpu.units.count = 100;
  gpu.l2.size_bytes = 1000;
  return gpu;
}

// Rows with these times and blocks; nothing else differs.
std::vector<PlannedLaunch> timed_rows(std::initializer_list<std::pair<double, int64_t>> list) {
  std::vector<PlannedLaunch> rows;
  for (const auto& [time, blocks] : list) {
    PlannedLaunch row = some_launch(static_cast<int>(rows.size()));
    row.time_us = time;
    row.blocks = blocks;
    rows.push_back(row);
  }
  return rows;
}

TEST(CorpusStats, counts_and_quantiles) {
  std::vector<PlannedLaunch> rows =
      timed_rows({{1, 10}, {2, 99}, {3, 100}, {4, 4000}, {5000, 4001}});
  rows[0].bytes = 1001;
  rows[1].recipe = rows[0].recipe + "+7";  // the same family
  rows[2].recipe = "motif-1:scan/warp:2";
  const CorpusStats stats = corpus_stats(rows, some_gpu());
  EXPECT_EQ(stats.launches, 5U);
  EXPECT_EQ(stats.kernels, 5U);
  EXPECT_EQ(stats.families, 4U);
  EXPECT_EQ(stats.by_regime, (std::array<size_t, 3>{2, 2, 1}));
  EXPECT_EQ(stats.over_l2, 1U);
  EXPECT_EQ(stats.under_1_ms, 4U);
  EXPECT_EQ(stats.kernels_by_motif.at("scan"), 1U);
  // 1, 2, 3, 4, 5000: the 25 % quantile is the second, 95 % lies 0.8 between the last two.
  const FeatureSummary& time = stats.features.at(0);
  EXPECT_EQ(time.name, "time");
  EXPECT_DOUBLE_EQ(time.quantiles[1], 2);
  EXPECT_DOUBLE_EQ(time.quantiles[2], 3);
  EXPECT_DOUBLE_EQ(time.quantiles[4], 4 + 0.8 * 4996);
}

TEST(CorpusStats, coverage_is_that_of_the_own_regime) {
  // Idle: times from 1 to 10; under-utilised: 100 to 200.
  const std::vector<PlannedLaunch> rows = timed_rows({{1, 5}, {10, 5}, {100, 200}, {200, 200}});
  const std::vector<PlannedLaunch> others =
      timed_rows({{5, 7}, {50, 7}, {150, 300}, {5, 300}, {150, 9000}});
  const Coverage time = coverage_of(others, rows, some_gpu()).at(0);
  EXPECT_EQ(time.feature, "time");
  EXPECT_DOUBLE_EQ(time.share, 2.0 / 5);
  EXPECT_DOUBLE_EQ(time.by_regime[0], 0.5);
  EXPECT_DOUBLE_EQ(time.by_regime[1], 0.5);
  EXPECT_DOUBLE_EQ(time.by_regime[2], 0);
}

TEST(CorpusStats, sizes_of_texts_come_from_the_folder) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  {
    auto plan = PlanFolder::open(folder->path() / "c", "{1}");
    ASSERT_TRUE(plan);
    for (const size_t size : {100, 200, 300}) {
      PlannedKernel kernel = some_kernel(0, 1);
      kernel.text_bytes = size;
      kernel.text_lines = size / 10;
      ASSERT_TRUE(plan->add(kernel));
    }
  }
  const std::vector<FeatureSummary> sizes = text_sizes(text_of(folder->path() / "c/kernels.tsv"));
  ASSERT_EQ(sizes.size(), 2U);
  EXPECT_DOUBLE_EQ(sizes[0].quantiles[2], 200);
  EXPECT_DOUBLE_EQ(sizes[1].quantiles[2], 20);
}

TEST(CorpusStats, plots_name_every_feature) {
  const std::string svg = histograms_svg(timed_rows({{1, 5}, {10, 5}}), timed_rows({{3, 7}}), "t");
  for (const LaunchFeature& feature : launch_features())
    EXPECT_NE(svg.find(">" + std::string(feature.name) + " <"), std::string::npos) << feature.name;
  EXPECT_NE(svg.find("polyline"), std::string::npos);
}

}  // namespace
}  // namespace kcast::plan
