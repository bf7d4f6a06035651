#include "encode/tokenize_pipe.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

namespace kcast::encode {
namespace {

constexpr std::string_view kMagic = "KCTK";
constexpr uint32_t kVersion = 1;
constexpr uint32_t kFailed = 0xFFFFFFFF;
constexpr uint32_t kMost = 1U << 30U;  // bytes of a text, texts of a question

void put_number(uint32_t value, std::string& out) {
  for (unsigned i = 0; i < 4; ++i)
    out += static_cast<char>(value >> (8 * i));
}

void put_text(std::string_view text, std::string& out) {
  put_number(static_cast<uint32_t>(text.size()), out);
  out += text;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    // A reader that is gone is an answer, no reason to die.
    ssize_t written = ::send(file, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Reads with a buffer; everything fails once the other end is gone.
class FrameReader {
 public:
  explicit FrameReader(int file) : file_(file) {}

  bool bytes(size_t count, std::string& out) {
    while (buffer_.size() - at_ < count) {
      if (!more()) return false;
    }
    out.assign(buffer_, at_, count);
    at_ += count;
    return true;
  }

  bool number(uint32_t& value) {
    std::string raw;
    if (!bytes(4, raw)) return false;
    value = 0;
    for (unsigned i = 0; i < 4; ++i)
      value |= static_cast<uint32_t>(static_cast<unsigned char>(raw[i])) << (8 * i);
    return true;
  }

  bool text(std::string& out) {
    uint32_t length = 0;
    return number(length) && length <= kMost && bytes(length, out);
  }

  // Nothing was begun and nothing comes.
  bool at_end() { return at_ == buffer_.size() && !more(); }

 private:
  bool more() {
    buffer_.erase(0, at_);
    at_ = 0;
    char piece[65536];
    for (;;) {
      const ssize_t got = ::read(file_, piece, sizeof piece);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      buffer_.append(piece, static_cast<size_t>(got));
      return true;
    }
  }

  int file_;
  std::string buffer_;
  size_t at_ = 0;
};

struct Question {
  std::vector<std::string> texts;
  std::vector<bool> special;
};

bool read_question(FrameReader& in, Question& question) {
  uint32_t count = 0;
  if (!in.number(count) || count > kMost) return false;
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
    if (!in.number(length) || length > kMost / 4 || !in.bytes(size_t{length} * 4, raw)) {
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

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return "killed by signal " + std::to_string(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

// The child between fork and exec: only calls that are safe there.
[[noreturn]] void become(const std::vector<char*>& words, int socket, pid_t parent) {
  ::setpgid(0, 0);  // Ctrl-C reaches the parent alone
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(socket, STDIN_FILENO);
  ::dup2(socket, STDOUT_FILENO);
  ::execvp(words[0], words.data());
  ::_exit(127);
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
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error{ErrorCode::Io, std::string("socketpair: ") + std::strerror(errno)};
  }
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::unique_ptr<PipeTokenizer> out(new PipeTokenizer);
  out->name_ = command.at(0);
  out->socket_ = ends[0];
  const pid_t parent = ::getpid();
  out->child_ = ::fork();
  if (out->child_ == 0) become(words, ends[1], parent);
  ::close(ends[1]);
  if (out->child_ < 0) return Error{ErrorCode::Io, std::string("fork: ") + std::strerror(errno)};
  KCAST_TRY([[maybe_unused]] const Unit read, out->read_hello());
  return out;
}

Result<std::unique_ptr<PipeTokenizer>> PipeTokenizer::over(int socket) {
  std::unique_ptr<PipeTokenizer> out(new PipeTokenizer);
  out->socket_ = socket;
  KCAST_TRY([[maybe_unused]] const Unit read, out->read_hello());
  return out;
}

PipeTokenizer::~PipeTokenizer() {
  if (socket_ >= 0) ::close(socket_);
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

// After the other end is gone: how its process ended.
Error PipeTokenizer::ended(const std::string& when) const {
  if (child_ > 0) {
    ::shutdown(socket_, SHUT_RDWR);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    end_ = end_text(status);
  }
  return Error{ErrorCode::External, name_ + " ended " + when + (end_.empty() ? "" : ": " + end_)};
}

Status PipeTokenizer::read_hello() {
  FrameReader in(socket_);
  std::string magic;
  std::string text;
  uint32_t version = 0;
  if (!in.bytes(kMagic.size(), magic)) return ended("before it said hello");
  if (magic != kMagic || !in.number(version) || version != kVersion || !in.text(text)) {
    return Error{ErrorCode::External, name_ + " is no tokenizer of this version of kcast"};
  }
  const auto json = nlohmann::json::parse(text, nullptr, false);
  try {
    sha256_ = json.at("sha256").get<std::string>();
    vocabulary_ = json.at("vocabulary").get<int64_t>();
    KCAST_TRY(chat_, chat_format_named(json.at("chat").get<std::string>()));
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::External, name_ + " said hello without its sha256, vocabulary or chat"};
  }
  return Unit{};
}

Result<std::vector<std::vector<int32_t>>> PipeTokenizer::encode(
    std::span<const TokenText> texts) const {
  const std::lock_guard lock(mutex_);
  uint32_t count = 0;
  // Nothing is left over between questions: a reader of its own is enough.
  FrameReader in(socket_);
  if (!write_all(socket_, question_of(texts)) || !in.number(count)) {
    return ended("while it was asked");
  }
  if (count == kFailed) {
    std::string why;
    if (!in.text(why)) return ended("while it was asked");
    return Error{ErrorCode::InvalidInput, why};
  }
  std::vector<std::vector<int32_t>> out;
  if (count != texts.size()) {
    return Error{ErrorCode::External, name_ + " answered " + std::to_string(count) + " of " +
                                          std::to_string(texts.size()) + " texts"};
  }
  if (!read_ids(in, count, out)) return ended("while it answered");
  return out;
}

}  // namespace kcast::encode
