#include "predict/worker_task.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "analyze/analysis_wire.h"
#include "base/wire_result.h"
#include "frontend/worker.h"
#include "predict/gpus.h"
#include "predict/predict_wire.h"
#include "predict/tools.h"

namespace kcast::predict {

KCAST_WIRE(PredictTask, request, stopped, rest_stopped, finished, read_elsewhere, keeps_analyses,
           workers)
KCAST_WIRE(AnalysisQuestion, ptx, symbol, resources, launch, gpu, options)

namespace {

constexpr char kInspect = 'i';
constexpr char kPredict = 'p';
constexpr char kAnalysis = 'a';
constexpr char kBatch = 'b';
constexpr char kPiece = 'l';
constexpr size_t kMostBytesAhead = size_t{16} << 20;  // of questions that are asked at once

std::string analysis_question(const AnalysisQuestion& question) {
  return kAnalysis + to_wire(question);
}

std::string answer_analysis(std::string_view bytes) {
  Result<analyze::Analysis> answer = Error{ErrorCode::Internal, "a malformed request"};
  if (const auto question = from_wire<AnalysisQuestion>(bytes)) answer = answer_question(*question);
  return result_to_wire(answer);
}

// Several analyses, one behind the other; their answers as answer_analysis gives them.
std::string answer_batch(std::string_view bytes) {
  std::vector<std::string> out;
  if (const auto questions = from_wire<std::vector<AnalysisQuestion>>(bytes)) {
    for (const auto& answer : answer_questions(*questions))
      out.push_back(result_to_wire(answer));
  }
  return to_wire(out);
}

// The tools of a prediction that runs in a worker.
class WorkerTools {
 public:
  WorkerTools(const PredictTask& task, frontend::PreparedReading* prepared, const WorkerLink& link)
      : task_(task), prepared_(prepared), link_(link) {
    history_.ended = task.read_elsewhere;
  }

  PredictTools make() {
    PredictTools tools =
        asks_others()
            ? analysis_tools(
                  [this](const AnalysisQuestion& question) { return ask_analysis(question); },
                  [this](const std::vector<AnalysisQuestion>& next) { ask_ahead(next); })
            : analysis_tools();
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
  bool asks_others() const { return task_.keeps_analyses || task_.workers > 1; }

  // Reading leaves memory behind that only the end of a process gives back, so one worker reads
  // once; for further readings, others are asked.
  Result<Inspection> inspect(const frontend::InspectRequest& request) {
    link_.say_progress(kReading);
    const bool first = std::exchange(first_, false);
    Result<Inspection> inspection =
        first && !task_.read_elsewhere
            ? frontend::inspect_in_worker(request, prepared_, link_, answer_pieces())
            : frontend::inspect_with(
                  [this](const frontend::InspectRequest& further, frontend::ReadingKind kind) {
                    return link_.ask(inspect_question(further, kind));
                  },
                  request, history_);
    link_.say_progress(kChoosing);
    return inspection;
  }

  // Each piece of the program is lowered by a worker that sees nothing but the piece.
  frontend::AnswerPieces answer_pieces() const {
    if (!asks_others()) return {};
    return [this](const std::vector<std::string>& questions) {
      std::vector<std::optional<std::string>> out(questions.size());
      if (questions.size() < 2 && !task_.keeps_analyses) return out;
      for (size_t begin = 0; begin < questions.size();)
        begin = ask_pieces(questions, begin, out);
      return out;
    };
  }

  // Asks for as many as go at once, and says where it stopped.
  size_t ask_pieces(const std::vector<std::string>& questions, size_t begin,
                    std::vector<std::optional<std::string>>& out) const {
    std::vector<std::string> requests;
    size_t end = begin;
    for (size_t bytes = 0; end < questions.size() && requests.size() < kMostAtOnce; ++end) {
      bytes += questions[end].size();
      if (bytes > kMostBytesAhead) break;
      requests.push_back(kPiece + questions[end]);
    }
    if (requests.empty()) return begin + 1;  // it is too large to be passed on
    std::vector<WorkerOutcome> outcomes = link_.ask_each_once(requests);
    for (size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i].end == WorkerEnd::Answered) out[begin + i] = std::move(outcomes[i].text);
    }
    return end;
  }

  // Asks for all of them at once; their answers wait here.
  void ask_ahead(const std::vector<AnalysisQuestion>& next) {
    answers_.clear();
    std::vector<AnalysisQuestion> allowed;
    std::copy_if(
        next.begin(), next.end(), std::back_inserter(allowed),
        [this](const AnalysisQuestion& q) { return static_cast<bool>(may_analyse(q.symbol)); });
    if (allowed.size() < 2) return;
    task_.keeps_analyses ? ask_each(allowed) : ask_batches(allowed);
  }

  void ask_each(const std::vector<AnalysisQuestion>& questions) {
    std::vector<std::string> requests;
    size_t bytes = 0;
    for (const AnalysisQuestion& question : questions) {
      std::string request = analysis_question(question);
      bytes += request.size();
      if (bytes > kMostBytesAhead) break;
      requests.push_back(std::move(request));
    }
    if (requests.size() < 2) return;
    std::vector<WorkerOutcome> outcomes = link_.ask_each_once(requests);
    for (size_t i = 0; i < requests.size(); ++i)
      answers_.emplace(std::move(requests[i]), std::move(outcomes[i]));
  }

  // A few for each worker, one behind the other, so that launches of one kernel mostly share what
  // makes it ready. What a worker leaves unanswered is analysed here.
  void ask_batches(const std::vector<AnalysisQuestion>& questions) {
    const auto workers = std::min(static_cast<size_t>(task_.workers), questions.size());
    std::vector<std::vector<AnalysisQuestion>> batches;
    std::vector<std::string> requests;
    size_t bytes = 0;
    for (size_t w = 0; w < workers; ++w) {
      const auto at = [&](size_t part) {
        return questions.begin() + static_cast<ptrdiff_t>(questions.size() * part / workers);
      };
      batches.emplace_back(at(w), at(w + 1));
      requests.push_back(kBatch + to_wire(batches.back()));
      bytes += requests.back().size();
    }
    if (bytes > kMostBytesAhead) return;
    const std::vector<WorkerOutcome> outcomes = link_.ask_each_once(requests);
    for (size_t w = 0; w < workers; ++w) {
      if (outcomes[w].end != WorkerEnd::Answered) continue;
      auto answers = from_wire<std::vector<std::string>>(outcomes[w].text);
      if (!answers || answers->size() != batches[w].size()) continue;
      for (size_t i = 0; i < batches[w].size(); ++i) {
        answers_.emplace(analysis_question(batches[w][i]),
                         WorkerOutcome{WorkerEnd::Answered, std::move((*answers)[i]), {}});
      }
    }
  }

  // A worker that ends with a kernel ends alone; the others are analysed all the same. Nothing: it
  // is to be analysed here.
  std::optional<Result<analyze::Analysis>> ask_analysis(const AnalysisQuestion& question) const {
    const std::string request = analysis_question(question);
    const auto asked = answers_.find(request);
    if (asked == answers_.end() && !task_.keeps_analyses) return std::nullopt;
    const WorkerOutcome outcome = asked != answers_.end() ? asked->second : link_.ask_once(request);
    if (outcome.end == WorkerEnd::Answered) {
      return result_from_wire<analyze::Analysis>(outcome.text);
    }
    return Error{ErrorCode::External,
                 "its analysis was stopped: " + frontend::describe_stop(outcome)};
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
  frontend::ReadingHistory history_;
  std::map<std::string, WorkerOutcome> answers_;  // of analyses that were asked for ahead
};

Result<PredictReport> predict_here(std::string_view bytes, frontend::PreparedReading* prepared,
                                   const WorkerLink& link) {
  const auto task = from_wire<PredictTask>(bytes);
  if (!task) return Error{ErrorCode::Internal, "a malformed request"};
  WorkerTools tools(*task, prepared, link);
  return predict(task->request, tools.make());
}

// Reads what every analysis needs (costs, trees), so that workers find it in their memory.
void warm_analysis() {
  Inspection inspection;
  Kernel kernel;
  kernel.name = kernel.mangled = "warm";
  kernel.language = "cuda";
  kernel.lowered = true;
  inspection.kernels = {kernel};
  inspection.modules = {{"warm.cu", "clang", "sm_90",
                         ".version 8.5\n.target sm_90\n.address_size 64\n\n"
                         ".visible .entry warm(\n)\n{\n\tret;\n\n}\n",
                         ""}};
  const auto gpus = gpus_named("");
  if (!gpus) return;
  PredictRequest request;
  request.gpus = *gpus;
  request.launch.grid = std::array<int64_t, 3>{1, 1, 1};
  request.launch.block = std::array<int64_t, 3>{32, 1, 1};
  PredictTools tools = analysis_tools();
  tools.inspect = [&](const frontend::InspectRequest&) { return inspection; };
  static_cast<void>(predict(request, tools));
}

}  // namespace

std::string predict_question(const PredictTask& task) {
  WireWriter writer;
  writer(kPredict, task);
  return std::move(writer.bytes);
}

std::string inspect_question(const frontend::InspectRequest& request, frontend::ReadingKind kind) {
  return kInspect + frontend::inspection_question(request, kind);
}

WorkerHandler make_task_handler(bool warm) {
  if (warm) warm_analysis();
  return [prepared = frontend::prepare_worker(warm)](std::string_view request, WorkerLink& link) {
    const std::string_view rest = request.substr(1);
    if (request[0] == kInspect) return frontend::answer_inspection(rest, prepared.get(), link);
    return result_to_wire(predict_here(rest, prepared.get(), link));
  };
}

WorkerHandler make_analysis_handler() {
  warm_analysis();
  frontend::warm_back_end();
  return [](std::string_view request, WorkerLink&) {
    const std::string_view rest = request.substr(1);
    if (request[0] == kPiece) return frontend::answer_piece(rest);
    return request[0] == kBatch ? answer_batch(rest) : answer_analysis(rest);
  };
}

}  // namespace kcast::predict
