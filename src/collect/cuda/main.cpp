// kcast-collect-cuda: everything of kcast that needs an NVIDIA GPU.
#include <execinfo.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <vector>

#include "base/io/terminal.h"
#include "base/process/program.h"
#include "collect/crash_note.h"
#include "collect/cuda/checks/against_ncu.h"
#include "collect/cuda/checks/case_jobs.h"
#include "collect/cuda/checks/fill_check.h"
#include "collect/cuda/checks/orchestrate.h"
#include "collect/cuda/compiler_process.h"
#include "collect/cuda/roofline/command.h"
#include "collect/cuda/worker.h"

namespace kcast::collect {

namespace {

// A crash in NVIDIA's libraries says for which launch and where it was; the parent keeps the last
// words.
void trace_crash(int signal) {
  write_crash_note();
  void* frames[64];
  const int depth = ::backtrace(frames, 64);
  ::backtrace_symbols_fd(frames, depth, STDERR_FILENO);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int report(const Error& error) {
  return report_error("kcast-collect-cuda", error);
}

void add_case_options(CLI::App& app, CaseRunOptions& options) {
  app.add_option("cases", options.files, "check cases, .json")->required();
  app.add_option("--repeat", options.repeats, "measured launches of each")
      ->check(CLI::Range(1, 1000));
  app.add_option("--only", options.only, "one case, by its name");
  app.add_option("--first,--first-launch-index", options.first,
                 "skip the launches before this one, counted over all cases");
  app.add_option("--timeout", options.timeout_seconds, "seconds for one launch")
      ->check(CLI::Range(1, 86400));
  CLI::Option* flush =
      app.add_flag("--flush", options.flush, "empty L2 before each launch by reading");
  app.add_flag("--warm", options.warm, "run the same launch before each")->excludes(flush);
  app.add_flag("--loops", options.loops,
               "also time by events: behind other work, many launches in a row, CUDA graphs");
}

int print_jobs(const CaseRunOptions& options) {
  const Status printed =
      case_jobs(options, [](const std::string& line) { std::cout << line << '\n'; });
  return printed ? 0 : report(printed.error());
}

int run(const CaseRunOptions& options) {
  const auto failed = orchestrate_cases(options);
  if (!failed) return report(failed.error());
  if (*failed > 0) std::cerr << *failed << " launches failed\n";
  return 0;
}

int work(const CaseRunOptions& options) {
  bool any = false;
  const Status done = run_cases(options, [&](const std::string& line) {
    any = true;
    std::cout << line << '\n' << std::flush;
  });
  if (done) return 0;
  std::cerr << "kcast-collect-cuda: " << done.error().message << "\n";
  return any ? 1 : 2;
}

void add_l2_option(CLI::App& app, bool& warm) {
  app.add_flag("--warm", warm,
               "run each launch once before it is measured, instead of emptying L2");
}

void add_worker_options(CLI::App& app, WorkerOptions& options) {
  app.add_option("--repeat", options.batch.repeats, "timed runs of each launch")
      ->check(CLI::Range(1, 1000));
  app.add_option("--batch", options.batch.launches, "launches that are measured in turn")
      ->check(CLI::Range(1, 1000));
  app.add_option("--timeout", options.batch.timeout_seconds, "seconds for one launch")
      ->check(CLI::Range(1, 86400));
  app.add_option("--compilers", options.compilers, "processes for NVRTC; 0: most cores have one");
  add_l2_option(app, options.batch.warm);
  app.add_flag("!--no-counters", options.batch.counters, "measure times and no counters");
}

// Works on the jobs of standard input.
int on_jobs(const std::function<Status(const BatchRunner::Send&)>& work) {
  std::mutex mutex;  // the watchdog speaks from a thread of its own
  const Status done = work([&](const WorkerMessage& message) {
    const std::lock_guard lock(mutex);
    std::cout << message_line(message) << '\n' << std::flush;
  });
  if (done) return 0;
  std::cerr << "kcast-collect-cuda: " << done.error().message << "\n";
  std::cerr.flush();
  // The context may be poisoned, and the reader may wait for input that does not come.
  std::_Exit(5);
}

int compare(const std::string& readings, const std::vector<std::string>& run_files) {
  const auto table = agreement_table(readings, run_files);
  if (!table) return report(table.error());
  std::cout << *table;
  return 0;
}

int check() {
  const auto device = CudaDevice::open();
  if (!device) return report(device.error());
  const auto compared = check_fill(**device);
  if (!compared) return report(compared.error());
  std::cout << *compared << " buffers are the same on the CPU and the GPU\n";
  return 0;
}

}  // namespace

}  // namespace kcast::collect

namespace {

int run_arguments(int argc, char** argv) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE})
    std::signal(signal, kcast::collect::trace_crash);
  CLI::App app("runs and measures kernels on an NVIDIA GPU", "kcast-collect-cuda");
  app.require_subcommand(1);
  kcast::collect::CaseRunOptions cases;
  CLI::App* run = app.add_subcommand("run", "run check cases, one line of JSON for each launch");
  kcast::collect::add_case_options(*run, cases);
  CLI::App* work = app.add_subcommand("work", "the same in this process alone");
  kcast::collect::add_case_options(*work, cases);
  kcast::collect::WorkerOptions worker_options;
  CLI::App* collect =
      app.add_subcommand("collect", "measure the jobs on standard input, with counters");
  kcast::collect::add_worker_options(*collect, worker_options);
  CLI::App* once = app.add_subcommand(
      "once", "run the jobs on standard input, one launch after the other, for a profiler");
  bool flush_once = false;
  bool warm_once = false;
  CLI::Option* flush_option =
      once->add_flag("--flush", flush_once, "empty L2 before each launch by reading");
  once->add_flag("--warm", warm_once, "run the same launch before each")->excludes(flush_option);
  kcast::collect::CaseRunOptions job_cases;
  CLI::App* jobs = app.add_subcommand(
      "jobs", "print check cases as jobs for `collect` and `once`; needs no GPU");
  jobs->add_option("cases", job_cases.files, "check cases, .json")->required();
  CLI::App* compile = app.add_subcommand(
      "compile", "compile what standard input asks for, for `collect`; needs no GPU");
  CLI::App* check = app.add_subcommand("check-fill", "compare the GPU's buffers with the CPU's");
  std::string readings;
  std::vector<std::string> run_files;
  CLI::App* against = app.add_subcommand(
      "against-ncu", "compare the output of `collect` with ncu's CSV of `once`, of the same jobs");
  against->add_option("readings", readings, "what `collect` printed")->required();
  against
      ->add_option(
          "ncu", run_files,
          "files of ncu --csv --page raw (A,B: one run in two files), or of `collect` again")
      ->required();
  kcast::collect::RooflineOptions roofline_options;
  CLI::App* roofline =
      app.add_subcommand("roofline", "measure the GPU's ceilings with micro-kernels");
  kcast::collect::add_roofline_options(*roofline, roofline_options);
  CLI11_PARSE(app, argc, argv);
  if (*run) return kcast::collect::run(cases);
  if (*work) return kcast::collect::work(cases);
  if (*collect) {
    return kcast::collect::on_jobs([&](const kcast::collect::BatchRunner::Send& send) {
      return kcast::collect::run_cuda_worker(std::cin, worker_options, send);
    });
  }
  if (*jobs) return kcast::collect::print_jobs(job_cases);
  if (*once) {
    using kcast::collect::L2Before;
    const L2Before l2 =
        flush_once ? L2Before::Cold : (warm_once ? L2Before::Warm : L2Before::Filled);
    return kcast::collect::on_jobs([&](const kcast::collect::BatchRunner::Send& send) {
      return kcast::collect::run_jobs_once(std::cin, l2, send);
    });
  }
  if (*compile) {
    const kcast::DataOutput data;
    kcast::collect::serve_compiler(std::cin, std::cout);
    return 0;
  }
  if (*check) return kcast::collect::check();
  if (*against) return kcast::collect::compare(readings, run_files);
  if (const auto done = kcast::collect::run_roofline(roofline_options); !done) {
    return kcast::collect::report(done.error());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return kcast::run_program("kcast-collect-cuda", [&] { return run_arguments(argc, argv); });
}
