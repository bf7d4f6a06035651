#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "base/files.h"
#include "plan/draw_recipes.h"
#include "plan/launch_table.h"
#include "plan/plan_folder.h"

namespace kcast::plan {
namespace {

PlannedLaunch some_launch(int i) {
  PlannedLaunch row;
  row.recipe = "syn-1:" + std::to_string(i);
  row.language = "cuda";
  row.launch = "n=100 block=32 seed=1";
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
  const auto again = RecipeSource::make(5);
  const auto other = RecipeSource::make(6);
  ASSERT_TRUE(source && again && other);
  EXPECT_EQ(source->at(41), again->at(41));
  EXPECT_FALSE(source->at(41) == other->at(41));
}

TEST(Plan, recipes_keep_to_the_mix) {
  const auto source = RecipeSource::make(1, {50, 10, 40});
  ASSERT_TRUE(source);
  std::map<corpus::Generator, int> seen;
  for (uint64_t n = 0; n < 4000; ++n)
    ++seen[source->at(n).generator];
  EXPECT_NEAR(seen[corpus::Generator::Synthetic], 2000, 130);
  EXPECT_NEAR(seen[corpus::Generator::Omniwise], 400, 80);
  EXPECT_NEAR(seen[corpus::Generator::Motif], 1600, 130);
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
  const auto again = PlanFolder::open(path, "{1}");
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find("plan.tsv has lost lines"), std::string::npos);
}

}  // namespace
}  // namespace kcast::plan
