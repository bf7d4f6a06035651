#include "predict/worker_task.h"

#include <algorithm>
#include <memory>

#include "base/wire_result.h"
#include "frontend/worker.h"
#include "predict/predict_wire.h"
#include "predict/tools.h"

namespace kcast::predict {

KCAST_WIRE(PredictTask, request, stopped, rest_stopped, finished, read_elsewhere)

namespace {

constexpr char kInspect = 'i';
constexpr char kPredict = 'p';

// The tools of a prediction that runs in a worker.
class WorkerTools {
 public:
  WorkerTools(const PredictTask& task, frontend::PreparedReading* prepared, const WorkerLink& link)
      : task_(task), prepared_(prepared), link_(link) {}

  PredictTools make() {
    PredictTools tools = analysis_tools();
    tools.inspect = [this](const frontend::InspectRequest& request) { return inspect(request); };
    tools.analyze = [this, run = std::move(tools.analyze)](
                        const Inspection& inspection, const Kernel& kernel, const Launch& launch,
                        const Gpu& gpu) -> Result<analyze::Analysis> {
      KCAST_OK(may_analyse(kernel.mangled));
      link_.say_progress(std::string(kAnalysing) + kernel.mangled);
      return run(inspection, kernel, launch, gpu);
    };
    return tools;
  }

 private:
  // Reading leaves memory behind that only the end of a process gives back, so one worker reads
  // once; for further readings, others are asked.
  Result<Inspection> inspect(const frontend::InspectRequest& request) {
    link_.say_progress(kReading);
    const bool first = std::exchange(first_, false);
    Result<Inspection> inspection = first && !task_.read_elsewhere
                                        ? frontend::inspect_in_worker(request, prepared_, link_)
                                        : frontend::inspect_with(
                                              [this](const frontend::InspectRequest& further) {
                                                return link_.ask(inspect_question(further));
                                              },
                                              request, /*ended=*/first);
    link_.say_progress(kChoosing);
    return inspection;
  }

  Status may_analyse(const std::string& symbol) const {
    for (const auto& [stopped, why] : task_.stopped) {
      if (stopped == symbol) {
        return Error{ErrorCode::External, "its analysis was stopped: " + why};
      }
    }
    if (task_.rest_stopped.empty()) return Unit{};
    const auto& done = task_.finished;
    if (std::find(done.begin(), done.end(), symbol) != done.end()) return Unit{};
    return Error{ErrorCode::External, task_.rest_stopped};
  }

  const PredictTask& task_;
  frontend::PreparedReading* prepared_;
  const WorkerLink& link_;
  bool first_ = true;  // nothing was read yet
};

Result<PredictReport> predict_here(std::string_view bytes, frontend::PreparedReading* prepared,
                                   const WorkerLink& link) {
  const auto task = from_wire<PredictTask>(bytes);
  if (!task) return Error{ErrorCode::Internal, "a malformed request"};
  WorkerTools tools(*task, prepared, link);
  return predict(task->request, tools.make());
}

}  // namespace

std::string predict_question(const PredictTask& task) {
  WireWriter writer;
  writer(kPredict, task);
  return std::move(writer.bytes);
}

std::string inspect_question(const frontend::InspectRequest& request) {
  return kInspect + frontend::inspection_question(request);
}

WorkerHandler make_task_handler(bool warm) {
  return [prepared = frontend::prepare_worker(warm)](std::string_view request, WorkerLink& link) {
    const std::string_view rest = request.substr(1);
    return request[0] == kInspect ? frontend::answer_inspection(rest, prepared.get(), link)
                                  : result_to_wire(predict_here(rest, prepared.get(), link));
  };
}

}  // namespace kcast::predict
