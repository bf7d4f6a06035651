#include "encode/tokenize_pipe.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <barrier>
#include <memory>
#include <thread>
#include <utility>

#include "encode/bpe.h"
#include "encode/bpe_train.h"

namespace kcast::encode {
namespace {

// Stands for a model's: ids are the bytes, except that "bad" cannot be tokenised.
class ByteTokenizer final : public Tokenizer {
 public:
  Result<std::vector<std::vector<int32_t>>> encode(
      std::span<const TokenText> texts) const override {
    std::vector<std::vector<int32_t>> out;
    for (const TokenText& text : texts) {
      if (text.text == "bad") return Error{ErrorCode::InvalidInput, "cannot tokenise 'bad'"};
      std::vector<int32_t>& ids = out.emplace_back();
      if (text.special) ids = {1000 + static_cast<int32_t>(text.text.size())};
      for (const char c : text.special ? std::string_view() : text.text)
        ids.push_back(static_cast<unsigned char>(c));
    }
    return out;
  }
  int64_t vocabulary_size() const override { return 1300; }
  ChatFormat chat_format() const override { return ChatFormat::ChatMl; }
  std::string sha256() const override { return std::string(64, 'b'); }
};

// Serves on a thread, as kcast-llm does in a process.
struct Served {
  ByteTokenizer tokenizer;
  Status status = Unit{};
  int ours = -1;
  std::thread thread;

  Served() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ours = ends[0];
    thread = std::thread([this, theirs = ends[1]] {
      status = serve_tokenizer(tokenizer, theirs, theirs);
      ::close(theirs);
    });
  }
  ~Served() { thread.join(); }
};

TEST(TokenizePipe, answers_as_the_tokenizer_itself) {
  Served served;
  {
    const auto pipe = PipeTokenizer::over(served.ours);
    ASSERT_TRUE(pipe) << pipe.error().message;
    EXPECT_EQ((*pipe)->vocabulary_size(), 1300);
    EXPECT_EQ((*pipe)->chat_format(), ChatFormat::ChatMl);
    EXPECT_EQ((*pipe)->sha256(), std::string(64, 'b'));
    const std::string zero("a\0\n", 3);
    const std::string large(300000, 'x');
    const std::vector<TokenText> texts = {
        {zero, false}, {"<|im_end|>", true}, {"", false}, {large, false}, {"\xFF", false}};
    for (int round = 0; round < 3; ++round) {
      const auto ids = (*pipe)->encode(texts);
      ASSERT_TRUE(ids) << ids.error().message;
      EXPECT_EQ(*ids, *served.tokenizer.encode(texts));
    }
    EXPECT_TRUE((*pipe)->encode({})->empty());
    const std::vector<TokenText> bad = {{"bad", false}};
    EXPECT_EQ((*pipe)->encode(bad).error().message, "cannot tokenise 'bad'");
    EXPECT_EQ((*(*pipe)->encode(std::vector<TokenText>{{"z", false}}))[0],
              std::vector<int32_t>{'z'});
  }
  served.thread.join();
  EXPECT_TRUE(served.status);
  served.thread = std::thread([] {});
}

TEST(TokenizePipe, many_threads_may_ask) {
  Served served;
  const auto pipe = *PipeTokenizer::over(served.ours);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pipe, t] {
      const std::string text(static_cast<size_t>(100 * t + 1), static_cast<char>('a' + t));
      const std::vector<TokenText> texts = {{text, false}};
      for (int i = 0; i < 50; ++i) {
        const auto ids = pipe->encode(texts);
        ASSERT_TRUE(ids);
        EXPECT_EQ((*ids)[0], std::vector<int32_t>(text.begin(), text.end()));
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
}

// Answers when as many ask as there are tokenizers in the pool.
class MeetingTokenizer final : public Tokenizer {
 public:
  explicit MeetingTokenizer(std::barrier<>& meeting) : meeting_(meeting) {}
  Result<std::vector<std::vector<int32_t>>> encode(
      std::span<const TokenText> texts) const override {
    meeting_.arrive_and_wait();
    return tokenizer_.encode(texts);
  }
  int64_t vocabulary_size() const override { return tokenizer_.vocabulary_size(); }
  ChatFormat chat_format() const override { return tokenizer_.chat_format(); }
  std::string sha256() const override { return tokenizer_.sha256(); }

 private:
  ByteTokenizer tokenizer_;
  std::barrier<>& meeting_;
};

// Each of some threads asks about a letter of its own.
void ask_on_threads(const Tokenizer& tokenizer, int count) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&tokenizer, t] {
      const std::string text(1, static_cast<char>('a' + t));
      const std::vector<TokenText> texts = {{text, false}};
      for (int i = 0; i < 50; ++i)
        EXPECT_EQ((*tokenizer.encode(texts))[0], std::vector<int32_t>{'a' + t});
    });
  }
  for (std::thread& thread : threads)
    thread.join();
}

TEST(TokenizePipe, a_pool_answers_several_threads_at_once) {
  constexpr int kAlike = 3;
  std::barrier<> meeting(kAlike);
  std::vector<std::unique_ptr<Tokenizer>> alike;
  for (int i = 0; i < kAlike; ++i)
    alike.push_back(std::make_unique<MeetingTokenizer>(meeting));
  const TokenizerPool pool(std::move(alike));
  EXPECT_EQ(pool.vocabulary_size(), 1300);
  EXPECT_EQ(pool.sha256(), std::string(64, 'b'));
  ask_on_threads(pool, kAlike);
}

TEST(TokenizePipe, more_threads_than_a_pool_has_wait_for_one) {
  std::vector<std::unique_ptr<Tokenizer>> alike;
  for (int i = 0; i < 2; ++i)
    alike.push_back(std::make_unique<ByteTokenizer>());
  ask_on_threads(TokenizerPool(std::move(alike)), 7);
}

TEST(TokenizePipe, programs_that_are_none_are_errors) {
  EXPECT_EQ(PipeTokenizer::start({"/no/such/program"}).error().message,
            "start /no/such/program: No such file or directory");
  EXPECT_EQ(PipeTokenizer::start({"sh", "-c", "exit 3"}).error().message,
            "sh ended before it said hello: exit status 3");
  EXPECT_EQ(PipeTokenizer::start_several({"sh", "-c", "exit 3"}, 2).error().message,
            "sh ended before it said hello: exit status 3");
  EXPECT_EQ(PipeTokenizer::start({"sh", "-c", "kill -9 $$"}).error().message,
            "sh ended before it said hello: killed by signal 9");
  EXPECT_EQ(PipeTokenizer::start({"echo", "hello world, this is text"}).error().message,
            "echo is no tokenizer of this version of kcast");
  // It says goodbye, and stays.
  EXPECT_EQ(PipeTokenizer::start({"sh", "-c", "exec sleep 60 <&- >&-"}).error().message,
            "sh ended before it said hello: killed by signal 9");
  const std::string hello = R"(printf 'KCTK\001\000\000\000\002\000\000\000{}')";
  EXPECT_EQ(PipeTokenizer::start({"sh", "-c", hello}).error().message,
            "sh said hello without its sha256, vocabulary or chat");
}

TEST(TokenizePipe, a_server_that_dies_is_an_error) {
  const std::string json = R"({"sha256":"x","vocabulary":5,"chat":"plain"})";
  char length[8];
  std::snprintf(length, sizeof length, "\\%03o", static_cast<unsigned>(json.size()));
  const std::string hello = "printf 'KCTK\\001\\000\\000\\000" + std::string(length) +
                            "\\000\\000\\000" + json + "'; head -c 1 >/dev/null; exit 4";
  const auto pipe = PipeTokenizer::start({"sh", "-c", hello});
  ASSERT_TRUE(pipe) << pipe.error().message;
  const std::vector<TokenText> texts = {{"abc", false}};
  EXPECT_EQ((*pipe)->encode(texts).error().message, "sh ended while it was asked: exit status 4");
  EXPECT_EQ((*pipe)->encode(texts).error().message, "sh ended while it was asked: exit status 4");
}

TEST(TokenizePipe, nonsense_questions_end_the_server) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  ASSERT_EQ(::write(ends[0], "\xFF\xFF\xFF\xFFxyz", 7), 7);
  ::shutdown(ends[0], SHUT_WR);
  const ByteTokenizer tokenizer;
  EXPECT_EQ(serve_tokenizer(tokenizer, ends[1], ends[1]).error().message,
            "standard input is not a question of kcast's");
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace kcast::encode
