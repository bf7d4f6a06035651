#include "encode/model_pipe.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/io/json_problem.h"

namespace kcast::encode {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kModelMagic = "KCLM";
constexpr uint32_t kModelVersion = 2;

std::string frame(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  std::string out;
  put_text(bytes, out);
  return out;
}

Json error_json(const Error& error) {
  return {{"error", error.message}, {"code", static_cast<int>(error.code)}};
}

Json hello_json(const ModelHello& hello) {
  Json json = {{"file", hello.file}};
  if (hello.head) {
    json["head"] = {{"kind", hello.head->kind},
                    {"targets", hello.head->targets},
                    {"features", hello.head->features},
                    {"quantiles", hello.head->quantiles}};
  }
  return json;
}

ModelHello hello_of(const Json& json) {
  ModelHello hello;
  json.at("file").get_to(hello.file);
  if (!json.contains("head")) return hello;
  const Json& head = json.at("head");
  hello.head.emplace();
  head.at("kind").get_to(hello.head->kind);
  head.at("targets").get_to(hello.head->targets);
  head.at("features").get_to(hello.head->features);
  head.at("quantiles").get_to(hello.head->quantiles);
  return hello;
}

Json question_json(const ModelQuestion& question) {
  Json json = {{"prompt", Json::array()},
               {"steps", Json::array()},
               {"free_tokens", question.free_tokens},
               {"features", question.features},
               {"origin", question.origin}};
  for (const Turn& turn : question.prompt)
    json["prompt"].push_back(Json::array({turn.role, turn.before, turn.code, turn.after}));
  for (const AnswerStep& step : question.steps) {
    Json one = {{"forced", step.forced}};
    if (step.slot) {
      one["kind"] = static_cast<int>(step.slot->kind);
      one["decimals"] = step.slot->decimals;
      one["choices"] = step.slot->choices;
      one["whole"] = step.slot->whole;
    }
    json["steps"].push_back(std::move(one));
  }
  return json;
}

AnswerStep step_of(const Json& json) {
  AnswerStep step;
  json.at("forced").get_to(step.forced);
  if (!json.contains("kind")) return step;
  step.slot.emplace();
  step.slot->kind = static_cast<SlotKind>(json.at("kind").get<int>());
  json.at("decimals").get_to(step.slot->decimals);
  json.at("choices").get_to(step.slot->choices);
  json.at("whole").get_to(step.slot->whole);
  return step;
}

ModelQuestion question_of(const Json& json) {
  ModelQuestion question;
  for (const Json& turn : json.at("prompt")) {
    question.prompt.push_back({turn.at(0).get<std::string>(), turn.at(1).get<std::string>(),
                               turn.at(2).get<std::string>(), turn.at(3).get<std::string>()});
  }
  for (const Json& step : json.at("steps"))
    question.steps.push_back(step_of(step));
  json.at("free_tokens").get_to(question.free_tokens);
  json.at("features").get_to(question.features);
  json.at("origin").get_to(question.origin);
  return question;
}

Json answer_json(const ModelAnswer& answer) {
  return {{"text", answer.text},
          {"outputs", answer.outputs},
          {"prompt_tokens", answer.prompt_tokens},
          {"answer_tokens", answer.answer_tokens},
          {"cut", answer.cut},
          {"log_probability", answer.log_probability},
          {"prompt_seconds", answer.prompt_seconds},
          {"answer_seconds", answer.answer_seconds}};
}

ModelAnswer answer_of(const Json& json) {
  ModelAnswer answer;
  json.at("text").get_to(answer.text);
  json.at("outputs").get_to(answer.outputs);
  json.at("prompt_tokens").get_to(answer.prompt_tokens);
  json.at("answer_tokens").get_to(answer.answer_tokens);
  json.at("cut").get_to(answer.cut);
  json.at("log_probability").get_to(answer.log_probability);
  json.at("prompt_seconds").get_to(answer.prompt_seconds);
  json.at("answer_seconds").get_to(answer.answer_seconds);
  return answer;
}

// What the other end sent, unless it sent an error.
template <typename Read>
auto read_reply(const std::string& bytes, const std::string& name, Read read)
    -> Result<decltype(read(Json()))> {
  try {
    const Json json = Json::from_cbor(bytes);
    if (json.contains("error")) {
      return Error{static_cast<ErrorCode>(json.at("code").get<int>()),
                   json.at("error").get<std::string>()};
    }
    return read(json);
  } catch (const Json::exception& error) {
    return Error{ErrorCode::External,
                 name + " sent what is no answer: " + json_problem(error.what())};
  }
}

}  // namespace

Status serve_model(const ModelHello& hello, const AnswerFunction& answer, int input, int output) {
  const Error unheard{ErrorCode::Io, "nobody reads the answers"};
  std::string first(kModelMagic);
  put_number(kModelVersion, first);
  if (!write_all(output, first + frame(hello_json(hello)))) return unheard;
  FrameReader in(input);
  while (!in.at_end()) {
    std::string bytes;
    const Error wrong{ErrorCode::InvalidInput, "standard input is not a question of kcast's"};
    if (!in.text(bytes)) return wrong;
    ModelQuestion question;
    try {
      question = question_of(Json::from_cbor(bytes));
    } catch (const Json::exception&) {
      return wrong;
    }
    const Result<ModelAnswer> made = answer(question);
    const Json reply = made ? answer_json(*made) : error_json(made.error());
    if (!write_all(output, frame(reply))) return unheard;
  }
  return Unit{};
}

void refuse_model(const Error& error, int output) {
  std::string first(kModelMagic);
  put_number(kModelVersion, first);
  // Whoever does not read it sees that we end.
  static_cast<void>(write_all(output, first + frame(error_json(error))));
}

Result<std::unique_ptr<PipeModel>> PipeModel::start(const std::vector<std::string>& command) {
  std::unique_ptr<PipeModel> out(new PipeModel);
  KCAST_TRY(out->child_, PipeChild::start(command));
  return out;
}

std::unique_ptr<PipeModel> PipeModel::over(int socket) {
  std::unique_ptr<PipeModel> out(new PipeModel);
  out->child_ = PipeChild::over(socket, "the model");
  return out;
}

Result<ModelHello> PipeModel::hello() {
  if (hello_) return *hello_;
  FrameReader in(child_.socket());
  std::string magic;
  std::string bytes;
  uint32_t version = 0;
  if (!in.bytes(kModelMagic.size(), magic)) return child_.ended("before it said hello");
  if (magic != kModelMagic || !in.number(version) || version != kModelVersion || !in.text(bytes)) {
    return Error{ErrorCode::External, child_.name() + " is not of this version of kcast"};
  }
  KCAST_TRY(hello_, read_reply(bytes, child_.name(), hello_of));
  return *hello_;
}

Result<ModelAnswer> PipeModel::ask(const ModelQuestion& question) {
  KCAST_TRY([[maybe_unused]] const ModelHello known, hello());
  // Nothing is left over between questions: a reader of its own is enough.
  FrameReader in(child_.socket());
  std::string bytes;
  if (!write_all(child_.socket(), frame(question_json(question))) || !in.text(bytes)) {
    return child_.ended("while it was asked");
  }
  return read_reply(bytes, child_.name(), answer_of);
}

}  // namespace kcast::encode
