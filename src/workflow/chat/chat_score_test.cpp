#include "workflow/chat/chat_score.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/files.h"
#include "workflow/chat/chat_run.h"
#include "workflow/chat/chat_view.h"
#include "workflow/chat/flop_questions.h"

namespace kcast::workflow {
namespace {

ChatQuestion class_question(int number, Bound right, const std::string& language = "cuda") {
  ChatQuestion out;
  out.id = "q" + std::to_string(number);
  out.family = out.id;
  out.language = language;
  out.prompt = {{"user", "question " + std::to_string(number), "", ""}};
  out.bound = right;
  return out;
}

ChatRecord said(const ChatQuestion& question, const std::string& answer) {
  ChatRecord out;
  out.id = question.id;
  out.model = "m";
  out.answer = answer;
  out.prompt_tokens = 100;
  out.answer_tokens = 1;
  out.seconds = 0.5;
  return out;
}

// Four bandwidth-bound, three of them right; two compute-bound, one right and one in no form.
TEST(ChatScore, figures_of_classes_by_hand) {
  std::vector<ChatQuestion> questions;
  std::vector<ChatRecord> records;
  const auto add = [&](Bound right, const std::string& answer, const std::string& language) {
    questions.push_back(class_question(static_cast<int>(questions.size()), right, language));
    records.push_back(said(questions.back(), answer));
  };
  add(Bound::Bandwidth, "Bandwidth", "cuda");
  add(Bound::Bandwidth, " bandwidth.", "cuda");
  add(Bound::Bandwidth, "Bandwidth", "hip");
  add(Bound::Bandwidth, "Compute", "hip");
  add(Bound::Compute, "Compute", "cuda");
  add(Bound::Compute, "I think that it is compute-bound", "hip");
  const ChatPrice price{10, 40};
  ChatColumn constant = best_constant(ChatTask::Rq2, questions);
  constant.seconds = 0.012;
  const ChatReport report = score_chat(ChatTask::Rq2, questions, records, {constant}, &price);
  ASSERT_EQ(report.columns.size(), 2U);
  const ChatFigures& model = report.columns[0];
  EXPECT_NEAR(model.accuracy.value, 100.0 * 4 / 6, 1e-4);
  EXPECT_NEAR(model.balanced.value, 100 * (0.75 + 0.5) / 2, 1e-4);
  // tp 1, tn 3, fp 1, fn 1: (1 * 3 - 1 * 1) / sqrt(2 * 2 * 4 * 4) = 0.25
  EXPECT_NEAR(model.mcc.value, 0.25, 1e-6);
  EXPECT_EQ(model.confusion, (Confusion{{{3, 1, 0}, {0, 1, 1}}}));
  EXPECT_NEAR(report.columns[1].accuracy.value, 100.0 * 4 / 6, 1e-4);
  EXPECT_EQ(report.columns[1].mcc.value, 0);
  ASSERT_EQ(report.unread.size(), 1U);
  EXPECT_EQ(report.unread[0].id, "q5");
  EXPECT_EQ(report.by_language.at("hip")[0].questions, 3U);
  EXPECT_NEAR(report.by_language.at("hip")[0].accuracy.value, 100.0 / 3, 1e-4);
  // 600 tokens at 10 dollars and 6 at 40 dollars a million.
  EXPECT_NEAR(report.use.cost, 600 * 10e-6 + 6 * 40e-6, 1e-12);
  EXPECT_DOUBLE_EQ(report.use.seconds, 3);

  const auto summaries = parse_chat_json(chat_json(report));
  ASSERT_TRUE(summaries) << summaries.error().message;
  ASSERT_EQ(summaries->size(), 2U);
  EXPECT_NEAR(summaries->at(0).accuracy, 66.667, 1e-3);
  EXPECT_NEAR(summaries->at(0).tokens, 101000, 1e-6);
  EXPECT_NEAR(summaries->at(0).seconds, 500, 1e-6);
  EXPECT_NEAR(summaries->at(1).seconds, 2, 1e-6);

  // Who answers beside two models is listed once.
  std::vector<ChatSummary> all = *summaries;
  std::vector<ChatSummary> second = *summaries;
  second[0].model = "n";
  add_summaries(second, all);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[2].model, "n");
  second[1].accuracy += 1;  // of other kernels
  add_summaries(second, all);
  EXPECT_EQ(all.size(), 4U);
  EXPECT_NE(chat_text(report).find("1 answers do not follow the format"), std::string::npos);
}

// Two kernels: 10 threads of 8 operations, and 10 threads that go round a loop of 3 twice.
TEST(ChatScore, steps_are_scored_each_and_as_a_product) {
  std::vector<ChatQuestion> questions;
  std::vector<ChatRecord> records;
  const auto add = [&](const std::string& kernel, std::string_view step, double right,
                       const std::string& answer) {
    ChatQuestion question;
    question.step = step;
    question.id = kernel + "\t" + question.step;
    question.family = kernel;
    question.number = right;
    questions.push_back(question);
    records.push_back(said(question, answer));
  };
  add("a", kAtOnce, 80, "8");
  add("a", kThreads, 10, "10");
  add("a", kOthers, 8, "8");
  add("b", kAtOnce, 60, "60");
  add("b", kThreads, 10, "10");
  add("b", kRounds, 2, "3");
  add("b", kRound, 3, "3");
  add("b", kOthers, 0, "0");
  ChatColumn analysis{"analysis", std::vector<ChatReading>(questions.size())};
  analysis.readings[0].number = 80;
  analysis.readings[3].number = 60;
  const ChatReport report =
      score_chat(ChatTask::FlopSteps, questions, records, {analysis}, nullptr);
  ASSERT_EQ(report.columns.size(), 3U);
  EXPECT_EQ(report.columns[0].name, "m, step by step");
  EXPECT_EQ(report.columns[0].questions, 2U);
  EXPECT_NEAR(report.columns[0].within_10.value, 50, 1e-4);  // 80 of 80, 90 of 60
  EXPECT_NEAR(report.columns[1].within_10.value, 50, 1e-4);  // 8 of 80, 60 of 60
  EXPECT_NEAR(report.columns[2].within_10.value, 100, 1e-4);
  ASSERT_EQ(report.steps.size(), 4U);
  EXPECT_EQ(report.steps[0].name, kThreads);
  EXPECT_EQ(report.steps[0].questions, 2U);
  EXPECT_NEAR(report.steps[0].within_10.value, 100, 1e-4);
  EXPECT_NEAR(report.steps[1].within_10.value, 0, 1e-4);    // rounds
  EXPECT_NEAR(report.steps[3].within_10.value, 100, 1e-4);  // none is said where there are none
  EXPECT_NE(chat_text(report).find("| operations of a round | 1 |"), std::string::npos);
}

TEST(ChatScore, figures_of_numbers_by_hand) {
  std::vector<ChatQuestion> questions;
  std::vector<ChatRecord> records;
  for (const auto& [right, answer] : std::vector<std::pair<double, std::string>>{
           {100, "105"}, {100, "1.2e2 us"}, {1000, "1,000"}, {10, "about 10"}, {1, "1e9"}}) {
    questions.push_back(class_question(static_cast<int>(questions.size()), Bound::None));
    questions.back().number = right;
    records.push_back(said(questions.back(), answer));
  }
  const ChatReport report = score_chat(ChatTask::Time, questions, records, {}, nullptr);
  const ChatFigures& model = report.columns[0];
  // Errors: 5, 20, 0, no number (1000), 1000 %.
  EXPECT_NEAR(model.median_error.value, 20, 1e-3);
  EXPECT_NEAR(model.mean_error.value, (5 + 20 + 0 + 1000 + 1000) / 5.0, 1e-2);
  EXPECT_NEAR(model.within_10.value, 40, 1e-4);
  EXPECT_NEAR(model.within_25.value, 60, 1e-4);
  EXPECT_EQ(report.unread.size(), 1U);
  EXPECT_LT(report.use.cost, 0);
}

TEST(ChatScore, prices_are_read_or_refused) {
  const auto prices = parse_prices(R"({"m": {"input": 1.1, "output": 4.4}})");
  ASSERT_TRUE(prices);
  EXPECT_EQ(prices->at("m").output, 4.4);
  EXPECT_FALSE(parse_prices(R"({"m": {"input": 1.1}})"));
  EXPECT_FALSE(parse_prices(R"({"m": {"input": -1, "output": 4}})"));
  EXPECT_FALSE(parse_prices("[1"));
}

class ChatRunTest : public ::testing::Test {
 protected:
  ChatRunTest() {
    for (int i = 0; i < 30; ++i)
      questions.push_back(class_question(i, Bound::Compute));
    hooks.ask = [this](const ChatQuestion& question) { return answer(question); };
    hooks.sleep = [this](double seconds) { slept += seconds; };
    hooks.clock = [] { return 0.0; };
  }

  Result<ChatReply> answer(const ChatQuestion& question) {
    ++asked;
    if (question.id == fails) return Error{ErrorCode::External, "no reply"};
    if (question.id == ends) return Error{ErrorCode::InvalidInput, "key refused"};
    return ChatReply{"Compute", false, 10, 1};
  }

  Result<std::vector<ChatRecord>> run() {
    auto log = ChatLog::open(dir->path() / "log.jsonl");
    if (!log) return log.error();
    return run_chat(questions, options, hooks, *log);
  }

  Result<TempDir> dir = TempDir::make();
  std::vector<ChatQuestion> questions;
  ChatRunOptions options{.task = ChatTask::Rq2, .model = "m", .jobs = 4};
  ChatRunHooks hooks;
  std::string fails;
  std::string ends;
  std::atomic<int> asked = 0;
  double slept = 0;
};

TEST_F(ChatRunTest, asks_each_question_once_and_failures_again) {
  fails = "q7";
  const auto first = run();
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(asked, 30);
  EXPECT_EQ(first->at(7).failure, "no reply");
  EXPECT_EQ(first->at(8).answer, "Compute");
  fails.clear();
  const auto second = run();
  ASSERT_TRUE(second);
  EXPECT_EQ(asked, 31);
  EXPECT_EQ(second->at(7).answer, "Compute");
  // Another model is asked everything.
  options.model = "other";
  ASSERT_TRUE(run());
  EXPECT_EQ(asked, 61);
}

TEST_F(ChatRunTest, half_a_line_is_cut_off_and_asked_again) {
  ASSERT_TRUE(run());
  const auto path = dir->path() / "log.jsonl";
  std::string text = *read_file(path);
  text.resize(text.size() - 5);
  ASSERT_TRUE(write_file(path, text));
  ASSERT_TRUE(run());
  EXPECT_EQ(asked, 31);
}

TEST_F(ChatRunTest, ends_where_going_on_makes_no_sense) {
  options.jobs = 1;
  ends = "q3";
  const auto records = run();
  ASSERT_FALSE(records);
  EXPECT_EQ(records.error().message, "key refused");
  EXPECT_EQ(asked, 4);
}

TEST_F(ChatRunTest, gives_up_after_ten_failures_in_a_row) {
  options.jobs = 1;
  hooks.ask = [this](const ChatQuestion&) -> Result<ChatReply> {
    ++asked;
    return Error{ErrorCode::External, "status 500"};
  };
  const auto records = run();
  ASSERT_FALSE(records);
  EXPECT_EQ(asked, 10);
}

TEST_F(ChatRunTest, keeps_to_the_rate) {
  options.jobs = 1;
  options.per_minute = 60;
  ASSERT_TRUE(run());
  // The clock stands still: the second waits 1 s, the third 2 s ... the last 29 s.
  EXPECT_DOUBLE_EQ(slept, 29.0 * 30 / 2);
}

}  // namespace
}  // namespace kcast::workflow
