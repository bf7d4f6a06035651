#include "encode/tokenize_pipe.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace kcast::encode {
namespace {

constexpr std::string_view kMagic = "KCTK";
constexpr uint32_t kVersion = 1;
constexpr uint32_t kFailed = 0xFFFFFFFF;

struct Question {
  std::vector<std::string> texts;
  std::vector<bool> special;
};

bool read_question(FrameReader& in, Question& question) {
  uint32_t count = 0;
  if (!in.number(count) || count > kMostBytes) return false;
  for (uint32_t i = 0; i < count; ++i) {
    std::string kind;
    std::string text;
    if (!in.bytes(1, kind) || !in.text(text)) return false;
    question.special.push_back(kind[0] == 1);
    question.texts.push_back(std::move(text));
  }
  return true;
}

std::string answer_to(const Tokenizer& tokenizer, const Question& question) {
  std::vector<TokenText> texts;
  for (size_t i = 0; i < question.texts.size(); ++i)
    texts.push_back({question.texts[i], question.special[i]});
  const auto ids = tokenizer.encode(texts);
  std::string out;
  if (!ids) {
    put_number(kFailed, out);
    put_text(ids.error().message, out);
    return out;
  }
  put_number(static_cast<uint32_t>(ids->size()), out);
  for (const std::vector<int32_t>& text : *ids) {
    put_number(static_cast<uint32_t>(text.size()), out);
    for (const int32_t id : text)
      put_number(static_cast<uint32_t>(id), out);
  }
  return out;
}

std::string question_of(std::span<const TokenText> texts) {
  std::string out;
  put_number(static_cast<uint32_t>(texts.size()), out);
  for (const TokenText& text : texts) {
    out += text.special ? '\1' : '\0';
    put_text(text.text, out);
  }
  return out;
}

bool read_ids(FrameReader& in, size_t count, std::vector<std::vector<int32_t>>& out) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t length = 0;
    std::string raw;
    if (!in.number(length) || length > kMostBytes / 4 || !in.bytes(size_t{length} * 4, raw)) {
      return false;
    }
    std::vector<int32_t>& ids = out.emplace_back(length);
    for (size_t k = 0; k < length; ++k) {
      uint32_t value = 0;
      for (unsigned byte = 0; byte < 4; ++byte)
        value |= static_cast<uint32_t>(static_cast<unsigned char>(raw[4 * k + byte])) << (8 * byte);
      ids[k] = static_cast<int32_t>(value);
    }
  }
  return true;
}

}  // namespace

Status serve_tokenizer(const Tokenizer& tokenizer, int input, int output) {
  std::string hello(kMagic);
  put_number(kVersion, hello);
  put_text(nlohmann::json{{"sha256", tokenizer.sha256()},
                          {"vocabulary", tokenizer.vocabulary_size()},
                          {"chat", chat_format_name(tokenizer.chat_format())}}
               .dump(),
           hello);
  if (!write_all(output, hello)) return Error{ErrorCode::Io, "nobody reads the answers"};
  FrameReader in(input);
  while (!in.at_end()) {
    Question question;
    if (!read_question(in, question)) {
      return Error{ErrorCode::InvalidInput, "standard input is not a question of kcast's"};
    }
    if (!write_all(output, answer_to(tokenizer, question))) {
      return Error{ErrorCode::Io, "nobody reads the answers"};
    }
  }
  return Unit{};
}

Result<std::unique_ptr<PipeTokenizer>> PipeTokenizer::start(
    const std::vector<std::string>& command) {
  std::unique_ptr<PipeTokenizer> out(new PipeTokenizer);
  KCAST_TRY(out->child_, PipeChild::start(command));
  KCAST_OK(out->read_hello());
  return out;
}

Result<std::vector<std::unique_ptr<Tokenizer>>> PipeTokenizer::start_several(
    const std::vector<std::string>& command, size_t count) {
  std::vector<std::unique_ptr<PipeTokenizer>> started;
  for (size_t i = 0; i < count; ++i) {
    started.emplace_back(new PipeTokenizer);
    KCAST_TRY(started.back()->child_, PipeChild::start(command));
  }
  std::vector<std::unique_ptr<Tokenizer>> out;
  for (std::unique_ptr<PipeTokenizer>& one : started) {
    KCAST_TRY([[maybe_unused]] const Unit read, one->read_hello());
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::unique_ptr<PipeTokenizer>> PipeTokenizer::over(int socket) {
  std::unique_ptr<PipeTokenizer> out(new PipeTokenizer);
  out->child_ = PipeChild::over(socket, "the tokenizer");
  KCAST_OK(out->read_hello());
  return out;
}

Status PipeTokenizer::read_hello() {
  FrameReader in(child_.socket());
  std::string magic;
  std::string text;
  uint32_t version = 0;
  if (!in.bytes(kMagic.size(), magic)) return child_.ended("before it said hello");
  if (magic != kMagic || !in.number(version) || version != kVersion || !in.text(text)) {
    return Error{ErrorCode::External, child_.name() + " is no tokenizer of this version of kcast"};
  }
  const auto json = nlohmann::json::parse(text, nullptr, false);
  try {
    sha256_ = json.at("sha256").get<std::string>();
    vocabulary_ = json.at("vocabulary").get<int64_t>();
    KCAST_TRY(chat_, chat_format_named(json.at("chat").get<std::string>()));
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::External,
                 child_.name() + " said hello without its sha256, vocabulary or chat"};
  }
  return Unit{};
}

Result<std::vector<std::vector<int32_t>>> PipeTokenizer::encode(
    std::span<const TokenText> texts) const {
  const std::lock_guard lock(mutex_);
  uint32_t count = 0;
  // Nothing is left over between questions: a reader of its own is enough.
  FrameReader in(child_.socket());
  if (!write_all(child_.socket(), question_of(texts)) || !in.number(count)) {
    return child_.ended("while it was asked");
  }
  if (count == kFailed) {
    std::string why;
    if (!in.text(why)) return child_.ended("while it was asked");
    return Error{ErrorCode::InvalidInput, why};
  }
  std::vector<std::vector<int32_t>> out;
  if (count != texts.size()) {
    return Error{ErrorCode::External, child_.name() + " answered " + std::to_string(count) +
                                          " of " + std::to_string(texts.size()) + " texts"};
  }
  if (!read_ids(in, count, out)) return child_.ended("while it answered");
  return out;
}

TokenizerPool::TokenizerPool(std::vector<std::unique_ptr<Tokenizer>> alike)
    : alike_(std::move(alike)) {
  for (const std::unique_ptr<Tokenizer>& one : alike_)
    free_.push_back(one.get());
}

Result<std::vector<std::vector<int32_t>>> TokenizerPool::encode(
    std::span<const TokenText> texts) const {
  std::unique_lock lock(mutex_);
  one_is_free_.wait(lock, [&] { return !free_.empty(); });
  const Tokenizer* mine = free_.back();
  free_.pop_back();
  lock.unlock();
  auto out = mine->encode(texts);
  lock.lock();
  free_.push_back(mine);
  one_is_free_.notify_one();
  return out;
}

}  // namespace kcast::encode
