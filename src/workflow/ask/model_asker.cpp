#include "workflow/ask/model_asker.h"

#include <utility>
#include <vector>

#include "workflow/ask/llm_program.h"
#include "workflow/ask/model_prediction.h"
#include "workflow/ask/model_question.h"

namespace kcast::workflow {
namespace {

predict::ModelNote note_of(const ModelOptions& options, const encode::ModelAnswer& answer) {
  return {.model = options.model,
          .adapter = options.adapter,
          .head = options.head,
          .form = std::string(encode::template_name(options.form)),
          .answer = answer.text,
          .prompt_tokens = answer.prompt_tokens,
          .prompt_cut = answer.cut};
}

void add_notes(const predict::ModelNote& note, predict::LaunchPrediction& entry) {
  std::vector<std::string>& notes = entry.prediction.notes;
  notes.push_back("answered by the language model " + note.model +
                  (note.adapter.empty() ? "" : " with adapter " + note.adapter) +
                  (note.head.empty() ? "" : " and head " + note.head) + ", template " + note.form);
  if (note.prompt_cut) {
    notes.emplace_back("the kernel is too long for the model: it was not shown the middle of it");
  }
}

}  // namespace

Result<std::unique_ptr<encode::PipeModel>> start_model(const ModelOptions& options) {
  KCAST_TRY(std::string program, llm_program());
  std::vector<std::string> command = {std::move(program), "answer"};
  const std::pair<const char*, const std::string&> words[] = {
      {"--model", options.model},     {"--adapter", options.adapter},
      {"--head", options.head},       {"--threads", options.threads},
      {"--context", options.context}, {"--temperature", options.temperature},
      {"--seed", options.seed}};
  for (const auto& [name, value] : words) {
    if (!value.empty()) command.insert(command.end(), {name, value});
  }
  return encode::PipeModel::start(command);
}

Result<predict::PredictReport> predict_with_model(predict::PredictRequest request,
                                                  const ModelOptions& options,
                                                  const encode::HeadInfo* head,
                                                  const predict::PredictTools& tools,
                                                  const AskModel& ask) {
  if (request.gpus.empty()) return Error{ErrorCode::InvalidInput, "no GPU was named"};
  const frontend::InspectRequest source = request.source;
  request.source = request_for_question(source, options.form, tools, request.gpus[0]);
  predict::PredictTools asking = tools;
  asking.answer = [&](const predict::LaunchQuestion& launch,
                      predict::LaunchPrediction& entry) -> Status {
    const LaunchTexts texts{options.form, source, !entry.launch_file.empty()};
    KCAST_TRY(AskedLaunch asked, make_question(launch, texts, head, tools));
    KCAST_TRY(const encode::ModelAnswer answer, ask(asked.question));
    KCAST_OK(take_answer(options.form, head, answer, entry));
    if (asked.analysis) entry.features = std::move(asked.analysis->features);
    entry.prediction.notes = std::move(asked.notes);
    entry.model = note_of(options, answer);
    add_notes(*entry.model, entry);
    return Unit{};
  };
  return predict::predict(request, asking);
}

}  // namespace kcast::workflow
