#include "workflow/chat/chat_shard.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"
#include "encode/encode_texts.h"
#include "encode/token_shard.h"
#include "workflow/chat/chat_questions.h"

namespace kcast::workflow {
namespace {

int32_t label_of(Bound bound) {
  return bound == Bound::Bandwidth ? 0 : bound == Bound::Compute ? 1 : -1;
}

Result<std::pair<std::string, ChatReply>> parse_answer_line(const std::string& line) {
  try {
    const nlohmann::json json = nlohmann::json::parse(line);
    ChatReply reply;
    reply.text = json.at("answer").get<std::string>();
    reply.prompt_tokens = json.value("prompt_tokens", int64_t{0});
    reply.answer_tokens = json.value("tokens", int64_t{0});
    reply.seconds = json.value("seconds", 0.0);
    return std::pair(json.at("id").get<std::string>(), std::move(reply));
  } catch (const nlohmann::json::exception& error) {
    return Error{ErrorCode::InvalidInput, json_problem(error.what())};
  }
}

}  // namespace

Result<ChatShardCounts> write_chat_shard(const std::vector<ChatQuestion>& questions,
                                         const encode::Tokenizer& tokenizer,
                                         const ChatShardOptions& options,
                                         const std::filesystem::path& file) {
  if (questions.empty()) return Error{ErrorCode::InvalidInput, "there are no questions"};
  const std::string& form = questions.front().template_name;
  KCAST_TRY(encode::ShardWriter shard,
            encode::ShardWriter::create(file, {options.with_answers ? "train" : "test",
                                               form.empty() ? "rq1" : form,
                                               tokenizer.sha256(),
                                               {}}));
  ChatShardCounts out;
  for (const ChatQuestion& question : questions) {
    const encode::SampleText text{question.prompt,
                                  options.with_answers ? class_word(question.bound) : ""};
    KCAST_TRY(const auto encoded,
              encode::encode_texts(tokenizer, std::span(&text, 1), options.most_tokens));
    if (encoded.front().tokens.empty()) {
      ++out.too_long;
      continue;
    }
    encode::ShardSample sample;
    sample.id = question.id;
    sample.tokens = encoded.front().tokens;
    sample.answer = encoded.front().answer;
    sample.label = label_of(question.bound);
    KCAST_OK(shard.add(sample));
    ++out.samples;
    out.tokens += sample.tokens.size();
    out.cut += encoded.front().cut ? 1 : 0;
  }
  KCAST_OK(shard.finish());
  return out;
}

Result<AskChat> answers_of_file(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file, size_t{4} << 30U));
  const auto answers = std::make_shared<std::map<std::string, ChatReply>>();
  size_t number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    auto answer = parse_answer_line(line);
    if (!answer) {
      return std::move(answer).error().context(file.string() + ":" + std::to_string(number));
    }
    answers->insert_or_assign(std::move(answer->first), std::move(answer->second));
  }
  return AskChat(
      [answers, name = file.string()](const ChatQuestion& question) -> Result<ChatReply> {
        const auto found = answers->find(question.id);
        if (found == answers->end())
          return Error{ErrorCode::External, name + " has no answer to it"};
        return found->second;
      });
}

}  // namespace kcast::workflow
