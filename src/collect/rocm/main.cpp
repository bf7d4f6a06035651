// kcast-collect-rocm: counters of programs on AMD's GPUs, as readings.
#include <CLI/CLI.hpp>
#include <iostream>

#include "base/process/program.h"
#include "collect/rocm/counter_passes.h"
#include "collect/rocm/rocm_run.h"

namespace kcast::collect {

namespace {

// What was typed, as text.
struct RocmArguments {
  std::string arch;
  std::string version;
  std::string profiler = "rocprofv3";
  std::string program;
  std::string path;
  std::string keep;
  int timeout_seconds = 3600;
  std::vector<std::string> command;
};

constexpr const char* kFooter =
    "Written from AMD's documentation and sources: it has not been run on AMD's hardware.\n"
    "docs/amd.md says what to check first.";

int report(const Error& error) {
  return report_error("kcast-collect-rocm", error);
}

int print_launches(const Result<std::vector<ProfiledLaunch>>& launches) {
  if (!launches) return report(launches.error());
  size_t failed = 0;
  for (const ProfiledLaunch& launch : *launches) {
    std::cout << profiled_launch_line(launch) << '\n';
    if (launch.failure) ++failed;
  }
  std::cout << std::flush;
  if (failed > 0) {
    std::cerr << "kcast-collect-rocm: " << failed << " of " << launches->size()
              << " dispatches gave no reading\n";
  }
  return failed < launches->size() ? 0 : 1;
}

Result<RocmRun> run_of(const RocmArguments& arguments) {
  RocmRun run;
  KCAST_TRY(run.arch, parse_rocm_arch(arguments.arch));
  KCAST_TRY(run.generation, parse_generation(arguments.profiler));
  if (!arguments.version.empty()) {
    KCAST_TRY(run.version, parse_tool_version(arguments.version));
  }
  run.profiler = arguments.program;
  run.command = arguments.command;
  run.folder = arguments.keep;
  run.timeout = std::chrono::seconds(arguments.timeout_seconds);
  return run;
}

int run_program(const RocmArguments& arguments) {
  const Result<RocmRun> run = run_of(arguments);
  if (!run) return report(run.error());
  return print_launches(run_rocm(*run));
}

int read_files(const RocmArguments& arguments) {
  RocmRead read;
  read.path = arguments.path;
  if (!arguments.arch.empty()) {
    const auto arch = parse_rocm_arch(arguments.arch);
    if (!arch) return report(arch.error());
    read.arch = *arch;
  }
  if (!arguments.version.empty()) {
    const auto version = parse_tool_version(arguments.version);
    if (!version) return report(version.error());
    read.version = *version;
  }
  return print_launches(read_rocm(read));
}

int print_plan(const RocmArguments& arguments) {
  const auto arch = parse_rocm_arch(arguments.arch);
  if (!arch) return report(arch.error());
  const std::vector<CounterGroup> groups = needed_counters(*arch);
  const auto passes = plan_passes(groups);
  if (!passes) return report(passes.error());
  std::cout << pmc_lines(*passes);
  return 0;
}

void add_version(CLI::App& app, RocmArguments& arguments) {
  app.add_option("--version", arguments.version,
                 "release of rocprofiler-compute whose intensities are wanted, 3.0.0 say");
}

void add_run_options(CLI::App& app, RocmArguments& arguments) {
  app.add_option("--arch", arguments.arch, "gfx90a (MI200 series) or gfx942 (MI300 series)")
      ->required();
  add_version(app, arguments);
  app.add_option("--profiler", arguments.profiler, "rocprofv3, rocprofv2 or rocprof");
  app.add_option("--program", arguments.program, "where that program is, if not in PATH");
  app.add_option("--keep", arguments.keep, "a new folder for the profiler's files");
  app.add_option("--timeout", arguments.timeout_seconds, "seconds for each start of the profiler")
      ->check(CLI::Range(1, 864'000));
  app.add_option("command", arguments.command, "after --: the application and its arguments")
      ->required();
}

}  // namespace

}  // namespace kcast::collect

namespace {

int run_arguments(int argc, char** argv) {
  CLI::App app("reads what AMD's profilers count, one line of JSON for each dispatch",
               "kcast-collect-rocm");
  app.footer(kcast::collect::kFooter);
  app.require_subcommand(1);
  kcast::collect::RocmArguments arguments;
  CLI::App* run = app.add_subcommand("run", "profile a program: run --arch gfx90a -- ./app args");
  kcast::collect::add_run_options(*run, arguments);
  CLI::App* read = app.add_subcommand("read", "read the files of a profile that is there");
  read->add_option("path", arguments.path, "folder or file of the profiler")->required();
  read->add_option("--arch", arguments.arch, "gfx90a or gfx942, where no file says it");
  kcast::collect::add_version(*read, arguments);
  CLI::App* plan = app.add_subcommand("plan", "print the counters to ask for, as rocprof's input");
  plan->add_option("--arch", arguments.arch, "gfx90a or gfx942")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (*run) return kcast::collect::run_program(arguments);
  if (*read) return kcast::collect::read_files(arguments);
  return kcast::collect::print_plan(arguments);
}

}  // namespace

int main(int argc, char** argv) {
  return kcast::run_program("kcast-collect-rocm", [&] { return run_arguments(argc, argv); });
}
