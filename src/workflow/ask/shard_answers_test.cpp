#include "workflow/ask/shard_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "encode/safetensors.h"
#include "encode/token_shard.h"
#include "infer/language_model.h"
#include "infer/tiny_model.h"
#include "infer/vocabulary.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// A model of a few thousand weights, and a shard of three prompts for it.
class ShardAnswers : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "kcast_shard_answers";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const auto gguf = infer::make_tiny_gguf(folder_, 7);
    ASSERT_TRUE(gguf) << gguf.error().message;
    gguf_ = *gguf;
    const auto vocabulary = infer::Vocabulary::open(gguf_);
    ASSERT_TRUE(vocabulary);
    auto shard = encode::ShardWriter::create(folder_ / "test.safetensors",
                                             {"test", "compact", vocabulary->sha256(), {}});
    ASSERT_TRUE(shard) << shard.error().message;
    for (const std::string prompt : {"float a;", "int main", "for (;;)"}) {
      encode::ShardSample sample;
      sample.id = prompt.substr(0, 3) + "\tcuda\tn=1\th200";
      sample.tokens = *vocabulary->tokenize(prompt + "{}");
      sample.answer = static_cast<int32_t>(sample.tokens.size()) - 2;
      prompts_.emplace_back(sample.tokens.begin(), sample.tokens.end() - 2);
      ASSERT_TRUE(shard->add(sample));
    }
    ASSERT_TRUE(shard->finish());
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The objects of a file of answers.
  std::vector<nlohmann::json> lines(const char* name) const {
    std::vector<nlohmann::json> out;
    for (const std::string& line : split(*read_file(folder_ / name), '\n')) {
      if (!line.empty()) out.push_back(nlohmann::json::parse(line));
    }
    return out;
  }

  void write_generated(const std::vector<std::vector<int32_t>>& answers,
                       const std::string& tokenizer) const {
    std::vector<int32_t> tokens;
    std::vector<int64_t> offsets = {0};
    for (const auto& answer : answers) {
      tokens.insert(tokens.end(), answer.begin(), answer.end());
      offsets.push_back(static_cast<int64_t>(tokens.size()));
    }
    auto file = encode::SafetensorsWriter::create(
        folder_ / "generated.safetensors",
        {{"tokens", "I32", {static_cast<int64_t>(tokens.size())}},
         {"offsets", "I64", {static_cast<int64_t>(offsets.size())}}},
        {{"format", "kcast-answers-1"}, {"tokenizer", tokenizer}});
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(std::as_bytes(std::span(tokens))));
    ASSERT_TRUE(file->write(std::as_bytes(std::span(offsets))));
    ASSERT_TRUE(file->finish());
  }

  TextsCommand texts_command() const {
    return {folder_ / "generated.safetensors", folder_ / "test.safetensors", gguf_.string(),
            folder_ / "texts.jsonl"};
  }

  fs::path folder_;
  fs::path gguf_;
  std::vector<std::vector<int32_t>> prompts_;
};

TEST_F(ShardAnswers, of_generated_tokens_are_texts_up_to_the_end_of_the_turn) {
  const auto vocabulary = infer::Vocabulary::open(gguf_);
  ASSERT_TRUE(vocabulary);
  std::vector<int32_t> said = *vocabulary->tokenize("{\"a\": 1}");
  said.push_back(vocabulary->ends().front());
  said.push_back(said.front());
  write_generated({said, {}}, vocabulary->sha256());
  const auto count = write_answer_texts(texts_command());
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_EQ(*count, 2U);
  const auto written = lines("texts.jsonl");
  ASSERT_EQ(written.size(), 2U);
  EXPECT_EQ(written[0]["id"], "flo\tcuda\tn=1\th200");
  EXPECT_EQ(written[0]["template"], "compact");
  EXPECT_EQ(written[0]["answer"], "{\"a\": 1}");
  EXPECT_EQ(written[1]["id"], "int\tcuda\tn=1\th200");
  EXPECT_EQ(written[1]["answer"], "");
}

TEST_F(ShardAnswers, of_another_model_are_refused) {
  write_generated({{1}}, std::string(64, '0'));
  const auto count = write_answer_texts(texts_command());
  ASSERT_FALSE(count);
  EXPECT_NE(count.error().message.find("answers to another shard"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "texts.jsonl"));
}

TEST_F(ShardAnswers, of_a_model_are_its_most_likely_tokens_and_are_continued) {
  AskShardCommand command;
  command.shard = folder_ / "test.safetensors";
  command.model = gguf_.string();
  command.out = folder_ / "asked.jsonl";
  command.most_tokens = 12;
  command.context = 256;
  command.threads = 1;
  command.limit = 1;
  const auto first = ask_shard(command);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*first, 1U);
  const std::string one_line = *read_file(command.out);
  // A killed run leaves half a line.
  ASSERT_TRUE(write_file(command.out, one_line + R"({"id": "int)"));
  command.limit = 0;
  ASSERT_TRUE(ask_shard(command));
  EXPECT_TRUE(read_file(command.out)->starts_with(one_line));
  const auto written = lines("asked.jsonl");
  ASSERT_EQ(written.size(), 3U);

  // Every token is the most likely one behind all that stands before it.
  auto model =
      infer::LanguageModel::load({.gguf = gguf_, .adapter = {}, .threads = 1, .context = 256});
  ASSERT_TRUE(model);
  for (size_t i = 0; i < prompts_.size(); ++i) {
    std::vector<int32_t> text = prompts_[i];
    const auto said = model->vocabulary().tokenize(written[i]["answer"].get<std::string>());
    ASSERT_TRUE(said);
    for (const int32_t token : *said) {
      ASSERT_TRUE(model->evaluate(text));
      const auto logits = model->logits();
      EXPECT_EQ(token, std::max_element(logits.begin(), logits.end()) - logits.begin());
      text.push_back(token);
    }
  }
}

}  // namespace
}  // namespace kcast::workflow
