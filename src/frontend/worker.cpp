#include "frontend/worker.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/wire_result.h"
#include "frontend/parse/stop_parsing.h"
#include "frontend/process/request_wire.h"
#include "schema/schema_wire.h"

namespace kcast::frontend {

KCAST_WIRE_ENUM(ReadingKind, Trial)

struct InspectionQuestion {
  ReadingKind kind = ReadingKind::Usual;
  InspectRequest request;
};
KCAST_WIRE(InspectionQuestion, kind, request)

namespace {

std::string name_of(const InspectRequest& request) {
  return request.files.empty() ? "the source" : request.files[0].name;
}

bool ended_early(const WorkerOutcome& outcome) {
  return outcome.end == WorkerEnd::Died || outcome.end == WorkerEnd::Stopped;
}

// Answers although workers end with the request.
class ReadAround {
 public:
  ReadAround(const AskWorker& ask, const InspectRequest& request, ReadingHistory& history)
      : ask_(ask), request_(request), history_(history) {}

  Result<Inspection> run() {
    WorkerOutcome outcome;
    if (!std::exchange(history_.ended, false)) {
      outcome = ask_(with_left_out(), ReadingKind::Usual);
      if (!ended_early(outcome)) return answer(outcome);
      if (stopped_parsing(outcome)) return unread(why_parsing_stopped(outcome));
    }
    while (history_.trials < kMostTrials) {
      ++history_.trials;
      if (!try_kernels()) break;
    }
    if (!reading_) return without_lowering();
    outcome = ask_(with_left_out(), ReadingKind::Usual);
    if (!ended_early(outcome)) return answer(outcome);
    return not_lowered(*std::move(reading_), outcome);
  }

 private:
  static constexpr int kMostTrials = 2;  // of a whole request, whatever the source

  InspectRequest with_left_out() const {
    InspectRequest out = request_;
    for (const auto& [symbol, why] : history_.left_out)
      out.skip_kernels.push_back(symbol);
    return out;
  }

  // Whether another trial could show more.
  bool try_kernels() {
    // What was not tried may be now that others are left out.
    std::erase_if(history_.left_out, [](const auto& entry) { return entry.second == kNotTried; });
    InspectRequest trial = with_left_out();
    trial.slice = false;
    const WorkerOutcome outcome = ask_(trial, ReadingKind::Trial);
    if (outcome.end != WorkerEnd::Answered) return false;
    Result<Inspection> reading = result_from_wire<Inspection>(outcome.text);
    if (!reading) return false;
    bool has_untried = false;
    for (const Kernel& kernel : reading->kernels) {
      const std::string& why = kernel.not_lowered_reason;
      if (why == kNotTried) has_untried = true;
      if (why == kNotTried || why == kFailsTogether) {
        history_.left_out[kernel.mangled] = why;
      } else if (why == kBackEndFails) {  // of those left out before, too
        history_.left_out.emplace(kernel.mangled, why);
      } else {
        history_.left_out.erase(kernel.mangled);
      }
    }
    reading_ = *std::move(reading);
    return has_untried;
  }

  Result<Inspection> answer(const WorkerOutcome& outcome) const {
    if (outcome.end != WorkerEnd::Answered) return describe_end(outcome, request_);
    Result<Inspection> inspection = result_from_wire<Inspection>(outcome.text);
    if (!inspection) return inspection;
    for (Kernel& kernel : inspection->kernels) {
      const auto found = history_.left_out.find(kernel.mangled);
      if (found == history_.left_out.end() || found->second == kBackEndFails) continue;
      kernel.not_lowered_reason = found->second + "; --kernel " + kernel.name + " reads it alone";
    }
    return inspection;
  }

  Result<Inspection> without_lowering() const {
    InspectRequest without = request_;
    without.lower = false;
    without.slice = false;
    const WorkerOutcome outcome = ask_(without, ReadingKind::Usual);
    if (!ended_early(outcome)) {
      Result<Inspection> reading = answer(outcome);
      if (!reading) return reading;
      return not_lowered(*std::move(reading), {});
    }
    return unread(describe_stop(outcome));
  }

  Inspection unread(std::string_view why) const {
    Inspection out;
    out.diagnostics = {{Severity::Error, name_of(request_), 0, 0,
                        "the compiler stopped while reading it: " + std::string(why)}};
    return out;
  }

  static Inspection not_lowered(Inspection reading, const WorkerOutcome& end) {
    for (Kernel& kernel : reading.kernels)
      kernel.not_lowered_reason = "the compiler's back end stopped: " + describe_stop(end);
    return reading;
  }

  const AskWorker& ask_;
  const InspectRequest& request_;
  ReadingHistory& history_;
  std::optional<Inspection> reading_;  // of the last trial that was answered: nothing is lowered
};

}  // namespace

std::shared_ptr<PreparedReading> prepare_worker(bool warm) {
  if (!warm) return nullptr;
  InspectRequest request;
  request.files = {{"warm.cu",
                    "__global__ void k(float* a) { a[threadIdx.x] *= 2; }\n"
                    "int main() { float* a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }\n"}};
  static_cast<void>(inspect_here(request));
  return prepare_reading();
}

Result<Inspection> inspect_in_worker(const InspectRequest& request, PreparedReading* prepared,
                                     const WorkerLink& link, AnswerPieces answer_pieces) {
  return inspect_here(
      request, prepared, [&link](std::string_view path) { return link.find_file(path); },
      ReadingKind::Usual, std::move(answer_pieces));
}

std::string inspection_question(const InspectRequest& request, ReadingKind kind) {
  return to_wire(InspectionQuestion{kind, request});
}

std::string answer_inspection(std::string_view question, PreparedReading* prepared,
                              const WorkerLink& link) {
  const auto asked = from_wire<InspectionQuestion>(question);
  if (!asked) {
    return result_to_wire(Result<Inspection>(Error{ErrorCode::Internal, "a malformed request"}));
  }
  return result_to_wire(inspect_here(
      asked->request, prepared, [&link](std::string_view path) { return link.find_file(path); },
      asked->kind));
}

Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request,
                                ReadingHistory& history) {
  return ReadAround(ask, request, history).run();
}

Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request) {
  ReadingHistory history;
  return inspect_with(ask, request, history);
}

Status check_size(const InspectRequest& request, size_t max_source_bytes) {
  size_t bytes = 0;
  for (const SourceFile& file : request.files)
    bytes += file.text.size();
  if (bytes <= max_source_bytes) return Unit{};
  return Error{ErrorCode::InvalidInput, name_of(request) + ": the sources are larger than " +
                                            std::to_string(max_source_bytes) + " bytes"};
}

Error describe_end(const WorkerOutcome& outcome, const InspectRequest& request) {
  const std::string name = name_of(request);
  if (stopped_parsing(outcome)) {
    return {ErrorCode::External, name + ": the compiler stopped while reading it: " +
                                     std::string(why_parsing_stopped(outcome))};
  }
  switch (outcome.end) {
    case WorkerEnd::TimedOut:
      return {ErrorCode::External, name + ": stopped, because it took longer than " + outcome.text};
    case WorkerEnd::Cancelled:
      return {ErrorCode::External, name + ": cancelled"};
    case WorkerEnd::Refused:
      return {ErrorCode::External, name + ": the result is larger than it may be"};
    case WorkerEnd::Unable:
      return {ErrorCode::Io, name + ": " + outcome.text};
    default:
      return {ErrorCode::External, name + ": its analysis was stopped: " + describe_stop(outcome)};
  }
}

std::string describe_stop(const WorkerOutcome& outcome) {
  if (outcome.end != WorkerEnd::Stopped) return "it crashed";
  return stopped_parsing(outcome) ? std::string(why_parsing_stopped(outcome)) : outcome.text;
}

}  // namespace kcast::frontend
