#include "workflow/ask/model_server.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/wire_result.h"
#include "encode/model_wire.h"
#include "frontend/worker.h"
#include "predict/predict_wire.h"
#include "predict/tools.h"
#include "predict/worker_task.h"

namespace kcast::workflow {

// All that a worker has to know.
struct ModelTask {
  predict::PredictRequest request;
  std::string model, adapter, head_file, form;  // as ModelOptions has them
  std::optional<encode::HeadInfo> head;
};
KCAST_WIRE(ModelTask, request, model, adapter, head_file, form, head)

namespace {

constexpr char kModel = 'm';  // before a ModelTask; other bytes are predict/worker_task.h's

Result<predict::PredictReport> predict_here(std::string_view bytes, const WorkerLink& link) {
  const auto task = from_wire<ModelTask>(bytes);
  if (!task) return Error{ErrorCode::Internal, "a malformed request"};
  ModelOptions options{.model = task->model, .adapter = task->adapter, .head = task->head_file};
  KCAST_TRY(options.form, encode::template_named(task->form));
  predict::PredictTools tools = predict::analysis_tools();
  // Reading leaves memory behind, so each is another worker's.
  frontend::ReadingHistory history;
  tools.inspect = [&](const frontend::InspectRequest& request) {
    return frontend::inspect_with(
        [&](const frontend::InspectRequest& part, frontend::ReadingKind kind) {
          return link.ask(predict::inspect_question(part, kind));
        },
        request, history);
  };
  const AskModel ask = [&](const encode::ModelQuestion& question) -> Result<encode::ModelAnswer> {
    const WorkerOutcome outcome = link.call(to_wire(question));
    return result_from_wire<encode::ModelAnswer>(outcome.text);
  };
  return predict_with_model(task->request, options, task->head ? &*task->head : nullptr, tools,
                            ask);
}

WorkerHandler make_handler() {
  return [other = predict::make_task_handler(true)](std::string_view request, WorkerLink& link) {
    if (request[0] != kModel) return other(request, link);
    return result_to_wire(predict_here(request.substr(1), link));
  };
}

}  // namespace

Result<std::unique_ptr<ModelServer>> ModelServer::start(const ModelOptions& options) {
  KCAST_TRY(std::unique_ptr<Workers> workers, Workers::start(WorkerLimits{}, make_handler));
  std::unique_ptr<ModelServer> out(new ModelServer(options, std::move(workers)));
  KCAST_TRY(out->model_, start_model(options));
  KCAST_TRY(out->hello_, out->model_->hello());
  return out;
}

std::string ModelServer::answer_call(std::string_view bytes, const std::atomic<bool>* cancelled) {
  Result<encode::ModelAnswer> answer = Error{ErrorCode::External, "cancelled"};
  if (const auto question = from_wire<encode::ModelQuestion>(bytes)) {
    std::unique_lock lock(asking_, std::defer_lock);
    while (!lock && (cancelled == nullptr || !*cancelled)) {
      if (!lock.try_lock_for(std::chrono::milliseconds(5))) continue;
      answer = model_->ask(*question);
    }
  }
  return result_to_wire(answer);
}

Result<predict::PredictReport> ModelServer::predict(const predict::PredictRequest& request,
                                                    const std::atomic<bool>* cancelled) {
  const ModelTask task{request,
                       options_.model,
                       options_.adapter,
                       options_.head,
                       std::string(encode::template_name(options_.form)),
                       hello_.head};
  WireWriter writer;
  writer(kModel, task);
  ReadableFiles files = frontend::readable_files(request.source);
  WorkerQuestion question{writer.bytes, &files, cancelled, workers_->deadline()};
  question.answer_call = [&](std::string_view bytes) { return answer_call(bytes, cancelled); };
  const WorkerOutcome outcome = workers_->ask(question);
  if (outcome.end == WorkerEnd::Answered) {
    return result_from_wire<predict::PredictReport>(outcome.text);
  }
  return frontend::describe_end(outcome, request.source);
}

}  // namespace kcast::workflow
