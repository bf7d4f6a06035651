#include "workflow/ask/shard_answers.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/io/new_file.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "encode/safetensors.h"
#include "encode/token_shard.h"
#include "infer/greedy_answer.h"
#include "infer/language_model.h"
#include "infer/model_registry.h"
#include "infer/vocabulary.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAnswersFormat = "kcast-answers-1";

// `seconds` below 0: nobody knows.
std::string answer_line(const encode::TokenShard& shard, size_t sample, const std::string& text,
                        size_t tokens, double seconds = -1) {
  nlohmann::ordered_json line = {{"id", shard.id(sample)},
                                 {"template", shard.info().template_name},
                                 {"answer", text},
                                 {"tokens", tokens},
                                 {"prompt_tokens", shard.answer(sample)}};
  if (seconds >= 0) line["seconds"] = seconds;
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Status check_tokenizer(const encode::TokenShard& shard, const infer::Vocabulary& vocabulary,
                       const std::string& model) {
  if (shard.info().tokenizer == vocabulary.sha256()) return Unit{};
  return Error{ErrorCode::InvalidInput, shard.path().string() +
                                            " has tokens of another model than " + model +
                                            "; encode the data set with --model " + model};
}

// A file of tokens and where each answer ends.
struct GeneratedAnswers {
  encode::SafetensorsFile file;
  std::span<const int32_t> tokens;
  std::span<const int64_t> offsets;
  std::span<const int32_t> classes;  // of a class head, which says no tokens; else empty
  double seconds = -1;               // of all answers; negative: not known
};

Result<GeneratedAnswers> open_answers(const fs::path& path, const encode::TokenShard& shard) {
  KCAST_TRY(encode::SafetensorsFile file, encode::SafetensorsFile::open(path));
  const auto said = [&](const char* key) {
    const auto found = file.metadata().find(key);
    return found != file.metadata().end() ? found->second : std::string();
  };
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::InvalidInput, path.string() + ": " + why};
  };
  if (said("format") != kAnswersFormat) return wrong("no answers of kcast-train generate");
  if (said("tokenizer") != shard.info().tokenizer)
    return wrong("answers to another shard than " + shard.path().string());
  KCAST_TRY(const auto tokens, file.values<int32_t>("tokens", "I32"));
  KCAST_TRY(const auto offsets, file.values<int64_t>("offsets", "I64"));
  if (offsets.empty() || offsets.size() - 1 > shard.samples())
    return wrong("more answers than " + shard.path().string() + " has samples");
  const bool ordered = std::is_sorted(offsets.begin(), offsets.end()) && offsets.front() == 0 &&
                       offsets.back() == static_cast<int64_t>(tokens.size());
  if (!ordered) return wrong("offsets do not fit the tokens");
  std::span<const int32_t> classes;
  if (file.tensors().contains("classes")) {
    KCAST_TRY(classes, file.values<int32_t>("classes", "I32"));
    if (classes.size() + 1 != offsets.size()) return wrong("not a class for each answer");
  }
  const std::string seconds = said("seconds");
  return GeneratedAnswers{std::move(file), tokens, offsets, classes,
                          seconds.empty() ? -1 : std::strtod(seconds.c_str(), nullptr)};
}

// What was generated up to a token that ends an answer, as text.
Result<std::string> text_of(std::span<const int32_t> tokens, const infer::Vocabulary& vocabulary) {
  std::vector<int32_t> said;
  for (const int32_t token : tokens) {
    if (token < 0 || token >= vocabulary.size()) {
      return Error{ErrorCode::InvalidInput,
                   "token " + std::to_string(token) + " is not in the model's vocabulary"};
    }
    if (std::ranges::count(vocabulary.ends(), token) > 0) break;
    said.push_back(token);
  }
  return vocabulary.text(said);
}

// The ids that a file has answers for. What a killed run left of a line is cut off.
Result<std::set<std::string>> answered_ids(const fs::path& path) {
  std::set<std::string> out;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return out;
  KCAST_TRY(std::string text, read_file(path, size_t{4} << 30U));
  const size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole < text.size()) fs::resize_file(path, whole, ignored);
  for (const std::string& line : split(std::string_view(text).substr(0, whole), '\n')) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object() && json.contains("id") && json["id"].is_string()) {
      out.insert(json["id"].get<std::string>());
    } else if (!line.empty()) {
      return Error{ErrorCode::InvalidInput,
                   path.string() + " is no file of answers; name another one"};
    }
  }
  return out;
}

}  // namespace

Result<size_t> write_answer_texts(const TextsCommand& command) {
  KCAST_TRY(const encode::TokenShard shard, encode::TokenShard::open(command.shard));
  KCAST_TRY(const GeneratedAnswers answers, open_answers(command.answers, shard));
  KCAST_TRY(const fs::path gguf, infer::find_model(command.model));
  KCAST_TRY(const infer::Vocabulary vocabulary, infer::Vocabulary::open(gguf));
  KCAST_OK(check_tokenizer(shard, vocabulary, command.model));
  std::string lines;
  const size_t count = answers.offsets.size() - 1;
  for (size_t sample = 0; sample < count; ++sample) {
    const auto begin = static_cast<size_t>(answers.offsets[sample]);
    const auto size = static_cast<size_t>(answers.offsets[sample + 1]) - begin;
    KCAST_TRY(std::string text, text_of(answers.tokens.subspan(begin, size), vocabulary));
    if (!answers.classes.empty()) text = answers.classes[sample] == 1 ? "Compute" : "Bandwidth";
    lines += answer_line(shard, sample, text, size, answers.seconds / static_cast<double>(count));
  }
  KCAST_OK(write_file(command.out, lines));
  return count;
}

Result<size_t> ask_shard(const AskShardCommand& command) {
  KCAST_TRY(const encode::TokenShard shard, encode::TokenShard::open(command.shard));
  KCAST_TRY(const std::set<std::string> known, answered_ids(command.out));
  infer::LanguageModelOptions options{
      .adapter = command.adapter, .threads = command.threads, .context = command.context};
  KCAST_TRY(options.gguf, infer::find_model(command.model));
  const InterruptGuard guard;
  KCAST_TRY(infer::LanguageModel model, infer::LanguageModel::load(options));
  KCAST_OK(check_tokenizer(shard, model.vocabulary(), command.model));
  const size_t count =
      command.limit > 0 ? std::min(command.limit, shard.samples()) : shard.samples();
  KCAST_TRY(AppendedFile out, AppendedFile::open(command.out));
  Progress progress("answering", count);
  for (size_t sample = 0; sample < count; ++sample, progress.advance()) {
    if (known.contains(std::string(shard.id(sample)))) continue;
    const auto prompt = shard.tokens(sample).first(static_cast<size_t>(shard.answer(sample)));
    KCAST_TRY(const std::vector<int32_t> tokens,
              infer::greedy_answer(model, prompt, command.most_tokens));
    if (InterruptGuard::interrupted()) {
      return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
    }
    KCAST_OK(out.add(answer_line(shard, sample, model.vocabulary().text(tokens), tokens.size())));
  }
  return count;
}

}  // namespace kcast::workflow
