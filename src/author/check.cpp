#include "author/check.h"

#include <algorithm>

#include "author/prompt.h"
#include "base/text.h"
#include "launch/draft.h"

namespace kcast::author {

namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The first error: those that follow are often its consequence.
const Diagnostic* first_error(const Inspection& inspection) {
  for (const Diagnostic& diagnostic : inspection.diagnostics) {
    if (diagnostic.severity == Severity::Error) return &diagnostic;
  }
  return nullptr;
}

std::string unknown_part(const Kernel& kernel, const HostLaunch& launch) {
  const launch::LaunchDraft draft = launch::draft_of(kernel, launch);
  if (!launch.reached) return "it is not on the path that host code takes";
  if (!draft.grid_known()) return "its grid is not known";
  if (!draft.block_known()) return "its block is not known";
  if (!draft.shared_bytes) return "its shared memory is not known";
  for (const launch::DraftArgument& argument : draft.arguments) {
    if (!argument.known) return "argument '" + argument.value.name + "' is not known";
  }
  return "";
}

// Why host code makes no launch that is known; empty if it makes one.
std::string launch_problem(const Inspection& inspection) {
  std::string reason = "host code launches no kernel";
  for (const HostLaunch& launch : inspection.launches) {
    for (const Kernel& kernel : inspection.kernels) {
      if (kernel.mangled != launch.kernel) continue;
      const std::string unknown = unknown_part(kernel, launch);
      if (unknown.empty()) return "";
      reason =
          "launch of " + kernel.name + " in line " + std::to_string(launch.line) + ": " + unknown;
    }
  }
  return reason;
}

std::optional<Verdict> read_verdict(const Inspection& inspection, bool host_code) {
  if (const Diagnostic* error = first_error(inspection)) {
    return Verdict{Outcome::NotCompiled,
                   "line " + std::to_string(error->line) + ": " + one_line(error->message)};
  }
  if (inspection.kernels.empty()) return Verdict{Outcome::NoKernel, "it defines no kernel"};
  if (!host_code) return std::nullopt;
  if (std::string problem = launch_problem(inspection); !problem.empty()) {
    return Verdict{Outcome::NoLaunch, std::move(problem)};
  }
  return std::nullopt;
}

bool writes_memory(const Features& features) {
  return features.memory.global_store_requests + features.memory.atomic_requests > 0;
}

std::optional<Verdict> run_verdict(const std::string& kernel, const analyze::Analysis& analysis) {
  const analyze::LaunchFaults& faults = analysis.faults;
  if (!faults.out_of_bounds.empty()) {
    return Verdict{Outcome::OutOfBounds, kernel + ": " + faults.out_of_bounds};
  }
  if (faults.divergent_barrier) {
    return Verdict{Outcome::Hangs, kernel + ": some threads miss a barrier that others wait at"};
  }
  if (faults.endless_loop) return Verdict{Outcome::Hangs, kernel + ": a loop does not end"};
  if (!writes_memory(analysis.features)) {
    return Verdict{Outcome::NoWork, kernel + " writes nothing in the blocks that were interpreted"};
  }
  return std::nullopt;
}

frontend::InspectRequest request_for(const std::string& source, const std::string& language) {
  frontend::InspectRequest request;
  request.files.push_back({"program" + std::string(file_ending(language)), source});
  request.language = language;
  return request;
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  return kOutcomes[static_cast<size_t>(outcome)].name;
}

Verdict check_program(const std::string& source, const std::string& language, const Gpu& gpu,
                      const AuthorTools& tools) {
  predict::PredictRequest request;
  request.source = request_for(source, language);
  request.gpus = {gpu};
  // predict() reads the program once and runs each launch; the first bad news decides.
  std::optional<Verdict> verdict;
  predict::PredictTools watched;
  watched.inspect = [&](const frontend::InspectRequest& inspect_request) -> Result<Inspection> {
    // A program that is kept says all of its launches itself.
    frontend::InspectRequest as_it_stands = inspect_request;
    as_it_stands.assume = false;
    Result<Inspection> inspection = tools.predict.inspect(as_it_stands);
    verdict = inspection ? read_verdict(*inspection, wants_host_code(language))
                         : Verdict{Outcome::NotCompiled, one_line(inspection.error().message)};
    if (verdict) return Error{ErrorCode::InvalidInput, verdict->reason};
    return inspection;
  };
  watched.analyze = [&](const Inspection& inspection, const Kernel& kernel, const Launch& launch,
                        const Gpu& on) -> Result<analyze::Analysis> {
    Result<analyze::Analysis> analysis = tools.predict.analyze(inspection, kernel, launch, on);
    if (analysis && !verdict) verdict = run_verdict(predict::kernel_title(kernel), *analysis);
    return analysis;
  };
  const Result<predict::PredictReport> report = predict::predict(request, watched);
  if (verdict) return *verdict;
  if (!report) return {Outcome::NotRun, one_line(report.error().message)};
  if (tools.near_duplicate) {
    if (auto other = tools.near_duplicate(source)) return {Outcome::NearDuplicate, *other};
  }
  return {};
}

}  // namespace kcast::author
