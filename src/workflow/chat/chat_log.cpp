#include "workflow/chat/chat_log.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"

namespace kcast::workflow {
namespace {

using Json = nlohmann::ordered_json;

Json record_json(const ChatRecord& record) {
  Json json = {{"id", record.id},
               {"question", record.question},
               {"task", record.task},
               {"template", record.template_name},
               {"model", record.model},
               {"prompt", record.prompt},
               {"answer", record.answer},
               {"cut_off", record.cut_off},
               {"seconds", record.seconds},
               {"prompt_tokens", record.prompt_tokens},
               {"answer_tokens", record.answer_tokens}};
  if (!record.failure.empty()) {
    // Not an answer to `kcast eval`.
    json.erase("answer");
    json["failure"] = record.failure;
  }
  return json;
}

Result<ChatRecord> parse_chat_record(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    ChatRecord out;
    out.id = json.at("id").get<std::string>();
    out.question = json.at("question").get<std::string>();
    out.task = json.value("task", "");
    out.template_name = json.value("template", "");
    out.model = json.value("model", "");
    out.prompt = json.value("prompt", "");
    out.answer = json.value("answer", "");
    out.failure = json.value("failure", "");
    out.cut_off = json.value("cut_off", false);
    out.prompt_tokens = json.value("prompt_tokens", int64_t{0});
    out.answer_tokens = json.value("answer_tokens", int64_t{0});
    out.seconds = json.value("seconds", 0.0);
    return out;
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, json_problem(error.what())};
  }
}

}  // namespace

Result<ChatLog> ChatLog::open(const std::filesystem::path& path) {
  ChatLog out;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    KCAST_TRY(const std::string text, read_file(path, size_t{4} << 30U));
    const size_t end = text.rfind('\n');
    const size_t whole = end == std::string::npos ? 0 : end + 1;
    if (whole < text.size()) std::filesystem::resize_file(path, whole, ignored);
    size_t number = 0;
    for (const std::string& line : split(std::string_view(text).substr(0, whole), '\n')) {
      ++number;
      if (line.empty()) continue;
      Result<ChatRecord> record = parse_chat_record(line);
      if (!record) {
        return std::move(record).error().context(path.string() + ":" + std::to_string(number));
      }
      if (record->failure.empty()) out.answered_[record->question] = *std::move(record);
    }
  }
  KCAST_TRY(out.file_, AppendedFile::open(path));
  return out;
}

const ChatRecord* ChatLog::find(const std::string& question) const {
  const auto found = answered_.find(question);
  return found == answered_.end() ? nullptr : &found->second;
}

Status ChatLog::add(ChatRecord record) {
  const std::string line =
      record_json(record).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  KCAST_OK(file_.add(line));
  if (record.failure.empty()) {
    std::string key = record.question;
    answered_[std::move(key)] = std::move(record);
  }
  return Unit{};
}

}  // namespace kcast::workflow
