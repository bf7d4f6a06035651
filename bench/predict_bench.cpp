// How long a prediction takes over the check kernels: front end, parsing, interpreter,
// memory model; how many warp instructions the interpreter steps through in a second;
// and how many launches of one kernel a sweep predicts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "analyze/analyze.h"
#include "analyze/exec/exec.h"
#include "analyze/ptx/parse/parse.h"
#include "base/files.h"
#include "collect/check_case.h"
#include "frontend/frontend.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double percentile(std::vector<double> times, double share) {
  std::sort(times.begin(), times.end());
  return times[static_cast<size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
}

double sum(const std::vector<double>& times) {
  double out = 0;
  for (const double time : times)
    out += time;
  return out;
}

struct Times {
  std::vector<double> inspect, prepare, execute, analyze, whole;
  double stepped = 0;  // warp instructions
};

void print_row(const char* what, const std::vector<double>& times) {
  std::printf("| %-28s | %7.1f | %7.1f | %7.1f |\n", what, percentile(times, 0.5),
              percentile(times, 0.95),
              times.empty() ? 0 : sum(times) / static_cast<double>(times.size()));
}

Status time_case(frontend::Frontend& frontend, const collect::CheckCase& check, const Gpu& gpu,
                 Times& times) {
  KCAST_TRY(std::string text, read_file(check.source(".cu")));
  frontend::InspectRequest request;
  request.files = {{check.name + ".cu", std::move(text)}};
  request.flags = check.flags;
  for (const Launch& launch : check.launches) {
    const auto start = Clock::now();
    KCAST_TRY(const Inspection inspection, frontend.inspect(request));
    times.inspect.push_back(milliseconds_since(start));
    const auto parsed = Clock::now();
    KCAST_TRY(const auto kernel,
              analyze::prepare_kernel(inspection.modules.at(0).text, check.kernel));
    times.prepare.push_back(milliseconds_since(parsed));
    const auto analysed = Clock::now();
    KCAST_TRY(const analyze::Analysis analysis, analyze::analyze(*kernel, launch, gpu));
    times.analyze.push_back(milliseconds_since(analysed));
    times.whole.push_back(milliseconds_since(start));
    times.stepped += analysis.features.control.interpreted;
    KCAST_TRY(const ptx::Module module, ptx::parse_ptx(inspection.modules.at(0).text));
    exec::ExecOptions options;
    options.budget = analyze::AnalysisOptions{}.exec_budget;
    const auto executed = Clock::now();
    KCAST_TRY([[maybe_unused]] const exec::ExecResult result,
              exec::execute(module, *module.find(check.kernel), launch, options));
    times.execute.push_back(milliseconds_since(executed));
  }
  return Unit{};
}

// Launches of one kernel that differ in size, per second.
Result<double> sweep_rate(frontend::Frontend& frontend, const collect::CheckCase& check,
                          const Gpu& gpu) {
  KCAST_TRY(const Inspection inspection,
            frontend.inspect({.files = {{"a.cu", *read_file(check.source(".cu"))}}}));
  KCAST_TRY(const auto kernel,
            analyze::prepare_kernel(inspection.modules.at(0).text, check.kernel));
  const auto start = Clock::now();
  constexpr int kLaunches = 200;
  for (int i = 1; i <= kLaunches; ++i) {
    Launch launch = check.launches.front();
    launch.grid[0] = 37 * i;
    for (LaunchArgument& argument : launch.arguments) {
      if (argument.elements > 1) argument.elements = launch.grid[0] * launch.block[0];
      if (argument.integer) argument.integer = launch.grid[0] * launch.block[0];
    }
    KCAST_TRY([[maybe_unused]] const analyze::Analysis analysis,
              analyze::analyze(*kernel, launch, gpu));
  }
  return kLaunches * 1000.0 / milliseconds_since(start);
}

Status run(const fs::path& root) {
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend,
            frontend::Frontend::start({}, /*warm=*/true));
  KCAST_TRY(const std::string text, read_file(root / "data/gpus/h200.json"));
  KCAST_TRY(const Gpu gpu, gpu_from_json("h200.json", text));
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(root / "tests/checks")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Times times;
  std::optional<collect::CheckCase> triad;
  for (const fs::path& file : files) {
    KCAST_TRY(const collect::CheckCase check, collect::read_check_case(file));
    KCAST_OK(time_case(*frontend, check, gpu, times));
    if (check.name == "triad_restrict") triad = check;
  }
  std::printf("| stage (%zu launches), ms       |     p50 |     p95 |    mean |\n",
              times.whole.size());
  std::printf("|------------------------------|---------|---------|---------|\n");
  print_row("front end", times.inspect);
  print_row("parse, slice, cost", times.prepare);
  print_row("interpreter (of analysis)", times.execute);
  print_row("analysis alone", times.analyze);
  print_row("whole prediction", times.whole);
  std::printf("\nTargets: whole p50 60 ms, p95 200 ms; analysis alone p50 20 ms.\n");
  std::printf("Interpreter: %.1f million warp instructions a second.\n",
              times.stepped / sum(times.execute) / 1000);
  if (triad) {
    KCAST_TRY(const double rate, sweep_rate(*frontend, *triad, gpu));
    std::printf("Sweep of triad_restrict: %.0f launches a second (target 100).\n", rate);
  }
  return Unit{};
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  const kcast::Status done = kcast::run(argc > 1 ? argv[1] : ".");
  if (done) return 0;
  std::fprintf(stderr, "predict_bench: %s\n", done.error().message.c_str());
  return 1;
}
