#include "author/answers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"

namespace kcast::author {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json_record(const AnswerRecord& record) {
  OrderedJson json = {{"key", record.key},
                      {"problem", record.problem},
                      {"level", record.level},
                      {"language", record.language},
                      {"model", record.model},
                      {"temperature", record.temperature},
                      {"seed", record.seed},
                      {"outcome", outcome_name(record.outcome)},
                      {"reason", record.reason},
                      {"prompt_tokens", record.prompt_tokens},
                      {"answer_tokens", record.answer_tokens},
                      {"seconds", record.seconds},
                      {"file", record.file}};
  if (!record.answer.empty()) json["answer"] = record.answer;
  return json;
}

Result<Outcome> outcome_named(std::string_view name) {
  for (const OutcomeName& one : kOutcomes) {
    if (one.name == name) return one.outcome;
  }
  return Error{ErrorCode::InvalidInput, "unknown outcome '" + std::string(name) + "'"};
}

Result<AnswerRecord> parse_record(const std::string& line) {
  try {
    const OrderedJson json = OrderedJson::parse(line);
    AnswerRecord record;
    KCAST_TRY(record.outcome, outcome_named(json.at("outcome").get<std::string>()));
    record.key = json.at("key").get<std::string>();
    record.problem = json.value("problem", "");
    record.level = json.value("level", "");
    record.language = json.at("language").get<std::string>();
    record.model = json.at("model").get<std::string>();
    record.temperature = json.value("temperature", 0.0);
    record.seed = json.value("seed", int64_t{0});
    record.reason = json.value("reason", "");
    record.prompt_tokens = json.value("prompt_tokens", int64_t{0});
    record.answer_tokens = json.value("answer_tokens", int64_t{0});
    record.seconds = json.value("seconds", 0.0);
    record.file = json.value("file", "");
    record.answer = json.value("answer", "");
    return record;
  } catch (const OrderedJson::exception& error) {
    return Error{ErrorCode::InvalidInput, json_problem(error.what())};
  }
}

Error system_error(const std::filesystem::path& path, const char* doing) {
  return Error{ErrorCode::Io,
               std::string(doing) + " " + path.string() + ": " + std::strerror(errno)};
}

// The whole lines of a file; nothing if there is none.
Result<std::string> whole_lines(const std::filesystem::path& path, int file) {
  KCAST_TRY(std::string text, read_file(path));
  const size_t end = text.rfind('\n');
  const size_t keep = end == std::string::npos ? 0 : end + 1;
  if (keep != text.size() && ::ftruncate(file, static_cast<off_t>(keep)) != 0) {
    return system_error(path, "shorten");
  }
  text.resize(keep);
  return text;
}

Result<std::vector<AnswerRecord>> read_records(const std::filesystem::path& path, int file) {
  KCAST_TRY(const std::string text, whole_lines(path, file));
  std::vector<AnswerRecord> records;
  int line_number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++line_number;
    if (trim(line).empty()) continue;
    Result<AnswerRecord> record = parse_record(line);
    if (!record) {
      return std::move(record).error().context(path.string() + ":" + std::to_string(line_number));
    }
    records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace

Result<AnswerLog> AnswerLog::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return system_error(path, "open");
  AnswerLog log(path, file, {});
  // Two runs would ask the same questions.
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    return Error{ErrorCode::Io, path.string() + " is in use by another run"};
  }
  KCAST_TRY(log.earlier_, read_records(path, file));
  return log;
}

AnswerLog::AnswerLog(AnswerLog&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      earlier_(std::move(other.earlier_)) {}

AnswerLog::~AnswerLog() {
  if (file_ >= 0) ::close(file_);
}

Status AnswerLog::add(const AnswerRecord& record) {
  const std::string line =
      to_json_record(record).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return system_error(path_, "write");
  }
  return Unit{};
}

}  // namespace kcast::author
