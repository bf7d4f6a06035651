#include "workflow/chat/chat_shard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "encode/token_shard.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// A token for each byte; special ones have ids above them.
class ByteTokenizer final : public encode::Tokenizer {
 public:
  Result<std::vector<std::vector<int32_t>>> encode(
      std::span<const encode::TokenText> texts) const override {
    std::vector<std::vector<int32_t>> out;
    for (const encode::TokenText& text : texts) {
      std::vector<int32_t>& ids = out.emplace_back();
      if (text.special) {
        ids.push_back(256);
        continue;
      }
      for (const char c : text.text)
        ids.push_back(static_cast<unsigned char>(c));
    }
    return out;
  }
  int64_t vocabulary_size() const override { return 257; }
  encode::ChatFormat chat_format() const override { return encode::ChatFormat::ChatMl; }
  std::string sha256() const override { return std::string(64, 'a'); }
};

class ChatShard : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "kcast_chat_shard";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static ChatQuestion question(const std::string& id, Bound bound, size_t code) {
    ChatQuestion out;
    out.id = id;
    out.template_name = "roofline";
    out.prompt = {{"user", "Classify ", std::string(code, 'x'), "."}};
    out.bound = bound;
    return out;
  }

  fs::path folder_;
  ByteTokenizer tokenizer_;
};

TEST_F(ChatShard, questions_are_prompts_and_with_answers_samples_for_training) {
  const std::vector<ChatQuestion> questions = {question("a", Bound::Compute, 10),
                                               question("b", Bound::Bandwidth, 300)};
  const fs::path file = folder_ / "q.safetensors";
  const auto counts = write_chat_shard(questions, tokenizer_, {.most_tokens = 150}, file);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->samples, 2U);
  EXPECT_EQ(counts->cut, 1U);
  const auto shard = encode::TokenShard::open(file);
  ASSERT_TRUE(shard) << shard.error().message;
  EXPECT_EQ(shard->id(1), "b");
  EXPECT_EQ(shard->label(0), 1);
  EXPECT_EQ(shard->answer(0), static_cast<int32_t>(shard->tokens(0).size()));
  EXPECT_EQ(shard->tokens(1).size(), 150U);

  const auto trained =
      write_chat_shard(questions, tokenizer_, {.most_tokens = 500, .with_answers = true}, file);
  ASSERT_TRUE(trained) << trained.error().message;
  const auto again = encode::TokenShard::open(file);
  ASSERT_TRUE(again);
  const auto tokens = again->tokens(0).subspan(static_cast<size_t>(again->answer(0)));
  EXPECT_EQ(std::string(tokens.begin(), tokens.end() - 1), "Compute");
  EXPECT_EQ(tokens.back(), 256);
}

TEST_F(ChatShard, answers_come_from_a_file_by_the_ids_of_questions) {
  const fs::path file = folder_ / "answers.jsonl";
  ASSERT_TRUE(write_file(file,
                         "{\"id\": \"a\", \"template\": \"roofline\", \"answer\": \"Compute\", "
                         "\"tokens\": 2, \"prompt_tokens\": 31, \"seconds\": 0.25}\n"));
  const auto ask = answers_of_file(file);
  ASSERT_TRUE(ask) << ask.error().message;
  const auto reply = (*ask)(question("a", Bound::Compute, 1));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "Compute");
  EXPECT_EQ(reply->prompt_tokens, 31);
  EXPECT_EQ(reply->answer_tokens, 2);
  EXPECT_EQ(reply->seconds, 0.25);
  const auto none = (*ask)(question("b", Bound::Compute, 1));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::External);
  ASSERT_TRUE(write_file(file, "{\"id\": 1}\n"));
  const auto broken = answers_of_file(file);
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("answers.jsonl:1"), std::string::npos);
}

}  // namespace
}  // namespace kcast::workflow
