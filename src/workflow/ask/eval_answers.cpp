#include "workflow/ask/eval_answers.h"

#include <filesystem>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/io/line_reader.h"
#include "base/text.h"
#include "encode/answers.h"
#include "workflow/ask/report_answer.h"

namespace kcast::workflow {
namespace {

std::string key_of(const eval::ScoredRow& row) {
  return row.recipe + "\t" + row.language + "\t" + row.launch;
}

// One reason for all answers that are wrong in the same way.
std::string reason_of(encode::Template which, const std::string& message) {
  const bool is_word =
      which == encode::Template::Roofline || which == encode::Template::RooflineFewShot;
  if (is_word) return "the answer is neither Compute nor Bandwidth";
  const size_t value = message.find(" = ");
  return value == std::string::npos ? message : message.substr(0, value) + ", which is no number";
}

eval::Subjects subjects_of(encode::Template which) {
  switch (which) {
    case encode::Template::Compact:
      return {};
    case encode::Template::Omniwise:
    case encode::Template::OmniwiseRaw:
      return {.counters = true, .time = false, .bound = false, .operations = false};
    default:
      return {.counters = false, .time = false, .bound = true, .operations = false};
  }
}

eval::Answer answer_of(const encode::AnswerValues& said, const Gpu& gpu) {
  if (said.base) return eval::answer_of(*said.base, gpu);
  eval::Answer out;
  for (const auto& [metric, value] : said.metrics)
    out.values[eval::metric_index(metric)] = value;
  out.bound = said.bound;
  return out;
}

// Name and file of "NAME=FILE", or of a file whose name is the model's.
std::pair<std::string, std::string> named_file(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals != std::string::npos) return {text.substr(0, equals), text.substr(equals + 1)};
  return {std::filesystem::path(text).stem().string(), text};
}

// One line of the file.
Status add_line(std::string_view line, std::string& form, ModelAnswers& out) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) return Error{ErrorCode::InvalidInput, "is no JSON object"};
  const auto text_of = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  const std::string named = text_of("template");
  if (form.empty()) form = named;
  if (form.empty()) {
    return Error{ErrorCode::InvalidInput, "names no template; say which one with --template"};
  }
  if (!named.empty() && named != form) {
    return Error{ErrorCode::InvalidInput,
                 "answers template " + named + ", and not " + form + " as is asked for"};
  }
  const std::vector<std::string> words = split(text_of("id"), '\t');
  if (words.size() != 4) {
    return Error{ErrorCode::InvalidInput,
                 "has no id of recipe, language, launch and GPU with tabs between them"};
  }
  const auto answer = json.find("answer");
  if (answer == json.end() || !answer->is_string()) {
    return Error{ErrorCode::InvalidInput, "has no text named answer"};
  }
  const std::string key = words[0] + "\t" + words[1] + "\t" + words[2];
  if (!out.texts.emplace(key, answer->get<std::string>()).second) {
    return Error{ErrorCode::InvalidInput, "answers a sample for the second time"};
  }
  return Unit{};
}

// What all lines together have to be.
Result<ModelAnswers> checked_answers(ModelAnswers out, const std::string& form) {
  if (out.texts.empty()) {
    return Error{ErrorCode::InvalidInput, out.file + " has no answers"};
  }
  KCAST_TRY(out.which, encode::template_named(form));
  if (out.which == encode::Template::LlmPerf) {
    return Error{ErrorCode::InvalidInput,
                 out.file + ": template llmperf is answered by a head, not by a text"};
  }
  return out;
}

using NextLine = std::function<Result<std::optional<std::string>>()>;

Result<ModelAnswers> answers_of(const NextLine& next, const std::string& named,
                                const std::string& form) {
  ModelAnswers out;
  std::tie(out.name, out.file) = named_file(named);
  std::string said = form;
  for (size_t number = 1;; ++number) {
    KCAST_TRY(const auto line, next());
    if (!line) return checked_answers(std::move(out), said);
    if (trim(*line).empty()) continue;
    if (auto added = add_line(*line, said, out); !added) {
      return std::move(added).error().context(out.file + ":" + std::to_string(number));
    }
  }
}

}  // namespace

Result<ModelAnswers> parse_answers(std::string_view text, const std::string& named,
                                   const std::string& form) {
  const std::vector<std::string> lines = split(text, '\n');
  size_t at = 0;
  return answers_of(
      [&]() -> Result<std::optional<std::string>> {
        if (at == lines.size()) return std::optional<std::string>();
        return std::optional<std::string>(lines[at++]);
      },
      named, form);
}

Result<ModelAnswers> read_answers(const std::string& named, const std::string& form) {
  KCAST_TRY(LineReader reader, LineReader::open(named_file(named).second));
  return answers_of([&] { return reader.next(); }, named, form);
}

Status keep_answered(std::span<const ModelAnswers> models, eval::EvalInput& input) {
  std::map<std::string, bool> tested;  // whether a launch is on the test side
  for (size_t i = 0; i < input.rows.size(); ++i)
    tested[key_of(input.rows[i])] = input.sides[i] == eval::Side::Test;
  std::set<std::string, std::less<>> answered_keys;
  for (const ModelAnswers& model : models) {
    for (const auto& [key, text] : model.texts) {
      const auto found = tested.find(key);
      const std::string shown = join(split(key, '\t'), " ");
      if (found == tested.end()) {
        return Error{ErrorCode::InvalidInput, model.file + " answers '" + shown +
                                                  "', of which the set has no reading on " +
                                                  input.gpu.id};
      }
      if (!found->second) {
        return Error{ErrorCode::InvalidInput,
                     model.file + " answers '" + shown +
                         "', which is not on the side that is scored; see --split and --side"};
      }
      answered_keys.insert(key);
    }
  }
  for (size_t i = 0; i < input.rows.size(); ++i) {
    if (input.sides[i] == eval::Side::Test && !answered_keys.contains(key_of(input.rows[i])))
      input.sides[i] = eval::Side::None;
  }
  return Unit{};
}

eval::Predictor predictor_of(const ModelAnswers& model, const eval::EvalInput& input) {
  eval::Predictor out;
  out.name = model.name;
  out.about = "answers to template " + std::string(encode::template_name(model.which)) + " in " +
              model.file;
  out.answers.resize(input.rows.size());
  for (size_t i = 0; i < input.rows.size(); ++i) {
    if (input.sides[i] != eval::Side::Test) continue;
    const auto text = model.texts.find(key_of(input.rows[i]));
    if (text == model.texts.end()) {
      ++out.not_predicted["it was not answered"];
    } else if (const auto said = read_answer(model.which, text->second); said) {
      out.answers[i] = answer_of(*said, input.gpu);
    } else {
      ++out.not_predicted[reason_of(model.which, said.error().message)];
    }
    out.answers[i].subjects = subjects_of(model.which);
  }
  return out;
}

void compare_models(std::span<const ModelAnswers> models, eval::EvalInput& input) {
  eval::Predictor before{input.predictor, "what kcast predict says, without a language model",
                         std::move(input.answers), std::move(input.not_predicted)};
  std::vector<eval::Predictor> all;
  for (const ModelAnswers& model : models)
    all.push_back(predictor_of(model, input));
  eval::Predictor first = std::move(all.front());
  all.erase(all.begin());
  all.push_back(std::move(before));
  all.insert(all.end(), std::make_move_iterator(input.others.begin()),
             std::make_move_iterator(input.others.end()));
  input.others = std::move(all);
  input.predictor = std::move(first.name);
  input.about = std::move(first.about);
  input.answers = std::move(first.answers);
  input.not_predicted = std::move(first.not_predicted);
}

}  // namespace kcast::workflow
