#include "author/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "author/prompt.h"

namespace kcast::author {
namespace {

TEST(Problems, TableOfTheAuthoredCorpus) {
  const auto problems = parse_problems(
      "file\tdomain\tlevel\tproblem\n"
      "# a remark\n"
      "sorting/bitonic.cu\tsorting\tshared\tbitonic sort of 1M floats\n"
      "\n"
      "a/b/c.cu\tlinear algebra\tnaive\tsum\n");
  ASSERT_TRUE(problems);
  const std::vector<Problem> wanted = {
      {"sorting", "bitonic", "shared", "bitonic sort of 1M floats"},
      {"linear_algebra", "c", "naive", "sum"}};
  EXPECT_EQ(*problems, wanted);
}

TEST(Problems, NameComesFromTheTextWhereThereIsNoFile) {
  const auto problems = parse_problems("problem\nSum of 2^20 floats!\n");
  ASSERT_TRUE(problems);
  EXPECT_EQ((*problems)[0], (Problem{"unsorted", "sum_of_2_20_floats", "", "Sum of 2^20 floats!"}));
}

TEST(Problems, FilesCannotLeaveTheFolder) {
  const auto problems = parse_problems("file\tdomain\tproblem\n../../x.cu\t../..\tsum\n");
  ASSERT_TRUE(problems);
  EXPECT_EQ((*problems)[0].domain, "unsorted");
  EXPECT_EQ((*problems)[0].name, "x");
}

TEST(Problems, MistakesAreNamed) {
  const auto message = [](const char* text) { return parse_problems(text).error().message; };
  EXPECT_EQ(message("problem\n"), "the list has no problems");
  EXPECT_NE(message("a\tb\n1\t2\n").find("'problem' among them"), std::string::npos);
  EXPECT_NE(message("problem\tlevel\nsum\tfast\n").find("line 2: unknown level 'fast'"),
            std::string::npos);
  EXPECT_NE(message("problem\nsum\nsum\n").find("line 3: a second problem"), std::string::npos);
}

std::vector<Problem> ten_problems() {
  std::vector<Problem> out;
  for (int i = 0; i < 10; ++i)
    out.push_back({"d", "p" + std::to_string(i), i == 0 ? "" : "warp", "text"});
  return out;
}

TEST(Plan, EachProblemOnceByDefault) {
  const auto problems = ten_problems();
  std::set<size_t> problems_asked;
  for (const Question& question : make_plan(problems, {})) {
    problems_asked.insert(question.problem);
    EXPECT_EQ(question.level, question.problem == 0 ? "naive" : "warp");
    EXPECT_EQ(question.round, 0);
  }
  EXPECT_EQ(problems_asked.size(), 10U);
}

TEST(Plan, LongerPlanBeginsWithTheShorterOne) {
  const auto problems = ten_problems();
  PlanOptions options;
  options.count = 7;
  const auto few = make_plan(problems, options);
  options.count = 25;
  const auto many = make_plan(problems, options);
  ASSERT_EQ(few.size(), 7U);
  ASSERT_EQ(many.size(), 25U);
  std::set<std::string> keys;
  for (size_t i = 0; i < many.size(); ++i) {
    EXPECT_TRUE(keys.insert(question_key(problems[many[i].problem], many[i])).second);
    if (i < few.size()) {
      EXPECT_EQ(few[i].seed, many[i].seed);
    }
  }
}

// Two levels and three temperatures are six pairs, and six rounds meet each of them once.
TEST(Plan, RoundsGoThroughEveryPair) {
  const auto problems = ten_problems();
  PlanOptions options;
  options.count = 60;
  options.levels = {"naive", "tuned"};
  std::map<size_t, std::set<std::pair<std::string, double>>> pairs;
  for (const Question& question : make_plan(problems, options))
    pairs[question.problem].emplace(question.level, question.temperature);
  ASSERT_EQ(pairs.size(), 10U);
  for (const auto& [problem, choices] : pairs)
    EXPECT_EQ(choices.size(), 6U);
}

TEST(Plan, SeedChangesOrderAndDraws) {
  const auto problems = ten_problems();
  PlanOptions other;
  other.seed = 2;
  const auto a = make_plan(problems, {});
  const auto b = make_plan(problems, other);
  size_t moved = 0;
  for (size_t i = 0; i < a.size(); ++i)
    moved += a[i].problem != b[i].problem ? 1 : 0;
  EXPECT_GT(moved, 0U);
  for (const Question& question : a) {
    EXPECT_GE(question.seed, 0);
    EXPECT_LT(question.seed, int64_t{1} << 31);
  }
}

TEST(Prompt, AsksForWhatThePaperAsksFor) {
  const std::string system = system_prompt("cuda");
  for (const char* part : {"skilled GPU programmer", "includes", "main function", "compile and run",
                           "float or double", "large problem sizes", "no Markdown", "no comments"})
    EXPECT_NE(system.find(part), std::string::npos) << part;
  const Problem problem{"d", "n", "", "sum of floats"};
  EXPECT_EQ(user_prompt(problem, "shared", "hip"),
            "Write a kernel that uses shared memory in HIP C++ for this problem: sum of floats.");
  EXPECT_EQ(system_prompt("opencl").find("main function"), std::string::npos);
}

}  // namespace
}  // namespace kcast::author
