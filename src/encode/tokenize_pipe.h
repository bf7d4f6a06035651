// A tokenizer in another process: kcast-llm has llama.cpp's, kcast asks it. Both ends are here.
//
// Numbers are 32 bits, low byte first; a text is its length and its bytes.
//   hello     "KCTK", version (1), text: JSON with "sha256", "vocabulary" and "chat"
//   question  count, then for each text: 1 byte (1: a special token's name), text
//   answer    count, then for each text: count of ids, ids; or 2^32 - 1 and a text, the error
// The server says hello, then answers questions until its input ends.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "encode/pipe_child.h"
#include "encode/tokenizer.h"

namespace kcast::encode {

// Serves a tokenizer over two file descriptors, which stay open. An error only where a question
// makes no sense or nobody listens.
Status serve_tokenizer(const Tokenizer& tokenizer, int input, int output);

class PipeTokenizer final : public Tokenizer {
 public:
  // Starts a program (looked up in PATH) that serves one on its standard input and output. Its
  // standard error is ours: what it has to say when it fails.
  static Result<std::unique_ptr<PipeTokenizer>> start(const std::vector<std::string>& command);
  // Several processes of it, which load at the same time.
  static Result<std::vector<std::unique_ptr<Tokenizer>>> start_several(
      const std::vector<std::string>& command, size_t count);
  // Someone serves on the other end of this socket, which is closed in the end.
  static Result<std::unique_ptr<PipeTokenizer>> over(int socket);

  Result<std::vector<std::vector<int32_t>>> encode(std::span<const TokenText> texts) const override;
  int64_t vocabulary_size() const override { return vocabulary_; }
  ChatFormat chat_format() const override { return chat_; }
  std::string sha256() const override { return sha256_; }

 private:
  PipeTokenizer() = default;
  Status read_hello();

  mutable std::mutex mutex_;  // one question at a time
  PipeChild child_;
  int64_t vocabulary_ = 0;
  ChatFormat chat_ = ChatFormat::Plain;
  std::string sha256_;
};

// Some that are alike: as many threads are answered at once.
class TokenizerPool final : public Tokenizer {
 public:
  explicit TokenizerPool(std::vector<std::unique_ptr<Tokenizer>> alike);

  Result<std::vector<std::vector<int32_t>>> encode(std::span<const TokenText> texts) const override;
  int64_t vocabulary_size() const override { return alike_.front()->vocabulary_size(); }
  ChatFormat chat_format() const override { return alike_.front()->chat_format(); }
  std::string sha256() const override { return alike_.front()->sha256(); }

 private:
  std::vector<std::unique_ptr<Tokenizer>> alike_;
  mutable std::mutex mutex_;  // of what is below
  mutable std::condition_variable one_is_free_;
  mutable std::vector<const Tokenizer*> free_;
};

}  // namespace kcast::encode
