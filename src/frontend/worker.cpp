#include "frontend/worker.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/wire_result.h"
#include "frontend/inspect_here.h"
#include "frontend/process/request_wire.h"
#include "schema/schema_wire.h"

namespace kcast::frontend {

namespace {

std::string name_of(const InspectRequest& request) {
  return request.files.empty() ? "the source" : request.files[0].name;
}

bool ended_early(const WorkerOutcome& outcome) {
  return outcome.end == WorkerEnd::Died || outcome.end == WorkerEnd::Stopped;
}

// Finds the kernels that the back end dies of, by halving, and answers without them.
class CrashSearch {
 public:
  CrashSearch(const AskWorker& ask, const InspectRequest& request, WorkerOutcome first)
      : ask_(ask), request_(request), end_(std::move(first)) {}

  Result<Inspection> run() {
    InspectRequest without = request_;
    without.lower = false;
    without.slice = false;
    const WorkerOutcome outcome = ask(without);
    if (ended_early(outcome)) return nothing(outcome);
    if (outcome.end != WorkerEnd::Answered) return end_error();
    Result<Inspection> reading = result_from_wire<Inspection>(outcome.text);
    if (!reading) return reading;
    for (const Kernel& kernel : reading->kernels)
      all_.push_back(kernel.mangled);
    narrow(0, all_.size(), /*dies=*/true);
    InspectRequest rest = request_;
    rest.skip_kernels.insert(rest.skip_kernels.end(), bad_.begin(), bad_.end());
    const WorkerOutcome last = ask(rest);
    if (last.end == WorkerEnd::Answered) return told_apart(result_from_wire<Inspection>(last.text));
    if (!ended_early(last)) return end_error();
    for (Kernel& kernel : reading->kernels)
      kernel.not_lowered_reason = "the compiler's back end stopped: " + describe_stop(last);
    return reading;
  }

 private:
  static constexpr int kMostAsks = 40;  // of a whole search, whatever the source

  WorkerOutcome ask(const InspectRequest& request) {
    ++asked_;
    WorkerOutcome outcome = ask_(request);
    if (outcome.end != WorkerEnd::Answered) end_ = outcome;
    return outcome;
  }

  Error end_error() const { return describe_end(end_, request_); }

  Inspection nothing(const WorkerOutcome& outcome) const {
    Inspection out;
    out.diagnostics = {{Severity::Error, name_of(request_), 0, 0,
                        "the compiler stopped while reading it: " + describe_stop(outcome)}};
    return out;
  }

  Result<Inspection> told_apart(Result<Inspection> inspection) const {
    if (!inspection) return inspection;
    for (Kernel& kernel : inspection->kernels) {
      if (std::find(untried_.begin(), untried_.end(), kernel.mangled) == untried_.end()) continue;
      kernel.not_lowered_reason =
          "not tried, since the compiler's back end fails on too many kernels beside it; "
          "--kernel " +
          kernel.name + " reads it alone";
    }
    return inspection;
  }

  // Adds the bad ones of a range; whether there are any. `dies`: it is known to have one.
  bool narrow(size_t first, size_t last, bool dies) {
    if (first >= last) return false;
    if (!dies && asked_ < kMostAsks) {
      dies = dies_of(first, last);
      if (!dies) return false;
    }
    const bool is_found = dies && last - first == 1;
    if (is_found || asked_ >= kMostAsks) {
      const auto from = all_.begin() + static_cast<ptrdiff_t>(first);
      const auto to = all_.begin() + static_cast<ptrdiff_t>(last);
      bad_.insert(bad_.end(), from, to);
      if (!is_found) untried_.insert(untried_.end(), from, to);
      return true;
    }
    const size_t middle = first + (last - first) / 2;
    const bool in_first = narrow(first, middle, false);
    narrow(middle, last, /*dies=*/!in_first);
    return true;
  }

  bool dies_of(size_t first, size_t last) {
    InspectRequest some = request_;
    some.slice = false;
    for (size_t i = 0; i < all_.size(); ++i) {
      if (i < first || i >= last) some.skip_kernels.push_back(all_[i]);
    }
    return ended_early(ask(some));
  }

  const AskWorker& ask_;
  const InspectRequest& request_;
  WorkerOutcome end_;  // the last that was no answer
  std::vector<std::string> all_;
  std::vector<std::string> bad_;      // left out of the last reading
  std::vector<std::string> untried_;  // of them, those that nobody could look at
  int asked_ = 0;
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
                                     const WorkerLink& link) {
  return inspect_here(request, prepared,
                      [&link](std::string_view path) { return link.find_file(path); });
}

std::string inspection_question(const InspectRequest& request) {
  return to_wire(request);
}

std::string answer_inspection(std::string_view question, PreparedReading* prepared,
                              const WorkerLink& link) {
  const auto request = from_wire<InspectRequest>(question);
  if (!request) {
    return result_to_wire(Result<Inspection>(Error{ErrorCode::Internal, "a malformed request"}));
  }
  return result_to_wire(inspect_in_worker(*request, prepared, link));
}

Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request, bool ended) {
  if (ended) return CrashSearch(ask, request, {}).run();
  WorkerOutcome outcome = ask(request);
  if (outcome.end == WorkerEnd::Answered) return result_from_wire<Inspection>(outcome.text);
  if (ended_early(outcome)) return CrashSearch(ask, request, std::move(outcome)).run();
  return describe_end(outcome, request);
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
  return outcome.end == WorkerEnd::Stopped ? outcome.text : "it crashed";
}

}  // namespace kcast::frontend
