#include "author/answers.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"

namespace kcast::author {
namespace {

AnswerRecord sample_record(const std::string& key) {
  return {key,
          "sum",
          "naive",
          "cuda",
          "m",
          0.6,
          7,
          Outcome::NotCompiled,
          "line 1: no",
          3,
          4,
          1.5,
          "",
          "text\nwith \"quotes\""};
}

TEST(AnswerLog, RecordsComeBack) {
  const auto dir = TempDir::make();
  const auto path = dir->path() / "answers.jsonl";
  {
    auto log = AnswerLog::open(path);
    ASSERT_TRUE(log);
    EXPECT_TRUE(log->earlier().empty());
    ASSERT_TRUE(log->add(sample_record("a")));
    ASSERT_TRUE(log->add(sample_record("b")));
  }
  const auto log = AnswerLog::open(path);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->earlier(), (std::vector{sample_record("a"), sample_record("b")}));
}

TEST(AnswerLog, HalfALineIsRemovedAndTheNextIsWhole) {
  const auto dir = TempDir::make();
  const auto path = dir->path() / "answers.jsonl";
  {
    auto log = AnswerLog::open(path);
    ASSERT_TRUE(log && log->add(sample_record("a")));
  }
  std::ofstream(path, std::ios::app) << R"({"key": "b", "prob)";
  {
    auto log = AnswerLog::open(path);
    ASSERT_TRUE(log);
    EXPECT_EQ(log->earlier().size(), 1U);
    ASSERT_TRUE(log->add(sample_record("c")));
  }
  const auto log = AnswerLog::open(path);
  ASSERT_TRUE(log);
  ASSERT_EQ(log->earlier().size(), 2U);
  EXPECT_EQ(log->earlier()[1].key, "c");
}

TEST(AnswerLog, OtherFilesAreRefused) {
  const auto dir = TempDir::make();
  const auto path = dir->path() / "answers.jsonl";
  std::ofstream(path) << "{\"key\": 3}\n";
  const auto log = AnswerLog::open(path);
  ASSERT_FALSE(log);
  EXPECT_NE(log.error().message.find("answers.jsonl:1:"), std::string::npos);
}

TEST(AnswerLog, OneRunAtATime) {
  const auto dir = TempDir::make();
  const auto path = dir->path() / "answers.jsonl";
  const auto first = AnswerLog::open(path);
  ASSERT_TRUE(first);
  const auto second = AnswerLog::open(path);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("in use by another run"), std::string::npos);
}

}  // namespace
}  // namespace kcast::author
