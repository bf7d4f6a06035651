#include "cli/lab/collect_program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "collect/import/ncu.h"
#include "collect/inject/first_launches.h"
#include "predict/gpus.h"
#include "report/profile_table.h"
#include "workflow/collect/import_profiles.h"
#include "workflow/collect/profile_rows.h"
#include "workflow/collect/program_run.h"

namespace kcast::cli {

namespace {

struct ProgramOptions {
  std::string device = "cuda";
  workflow::ProgramRun run;
  workflow::RocmProgram rocm{.arch = "", .profiler = "rocprofv3", .path = "", .version = ""};
  workflow::ImportOptions import;
  std::string argv;
  std::string flags;
  std::vector<std::string> sources;  // for predictions
  bool predict = true;
  bool ncu_metrics = false;
  std::string gpu;  // of predictions and classes; empty: the one that was measured on
};

void add_program_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("--program", options.run.program,
                 "an executable, or a source .cu for nvcc; its arguments follow after --");
  app.add_option("--import", options.import.paths,
                 "files of ncu --csv --page raw, files or folders of AMD's rocprof tools, or lines "
                 "that --out wrote");
  app.add_option("--device", options.device, "cuda (default), or rocm: by AMD's profiler")
      ->check(CLI::IsMember({"cuda", "rocm"}));
  app.add_option("--out", options.run.out, "file to write: a line of JSON for each launch");
  app.add_option("--launches", options.run.launches,
                 "how many launches of each kernel are read, the first ones")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--kernel", options.run.kernel,
                 "read only kernels whose name contains a match of this regular expression");
  app.add_option("--argv", options.argv, "arguments of the program, in one string: \"100 8192\"")
      ->expected(1);
  app.add_option("--flags", options.flags, "build flags, in one string");
  app.add_option("--with", options.run.files, "further source files of the program");
  app.add_option("--source", options.sources,
                 "sources of the program, to print predictions beside the readings (default for a "
                 ".cu: itself)");
  app.add_flag("!--no-predict", options.predict, "print readings and no predictions");
  app.add_flag("--ncu-metrics", options.ncu_metrics,
               "print the list for ncu's --metrics, and measure nothing");
  app.add_option("--gpu", options.gpu, "GPU to predict for, where the readings name none");
  app.add_option("--arch", options.rocm.arch, "architecture of AMD's GPU: gfx90a or gfx942");
  app.add_option("--profiler", options.rocm.profiler,
                 "AMD's profiler: rocprofv3 (default), rocprofv2 or rocprof");
  app.add_option("--profiler-path", options.rocm.path,
                 "path of the profiler, if it is not in PATH");
  app.add_option("--version", options.rocm.version,
                 "release of rocprofiler-compute whose intensities are wanted");
}

// A source is its own: of a .cu, what is compiled.
Status complete(ProgramOptions& options) {
  if (!options.run.program.empty() && !options.import.paths.empty()) {
    return Error{ErrorCode::InvalidInput, "--program runs and --import reads: give one of them"};
  }
  if (options.run.program.starts_with('-')) {
    return Error{ErrorCode::InvalidInput, "'" + options.run.program +
                                              "' is no program; kcast collect --program ./app "
                                              "--help lists the options"};
  }
  if (!options.gpu.empty()) {
    if (const auto named = predict::gpus_named(options.gpu); !named) return named.error();
  }
  for (const std::string& word : split_words(options.argv))
    options.run.arguments.push_back(word);
  options.run.flags = split_words(options.flags);
  options.import.arch = options.rocm.arch;
  options.import.version = options.rocm.version;
  if (options.sources.empty() && workflow::is_cuda_source(options.run.program)) {
    options.sources = {options.run.program};
    options.sources.insert(options.sources.end(), options.run.files.begin(),
                           options.run.files.end());
  }
  if (!options.sources.empty()) {
    KCAST_TRY(const bool half, workflow::use_half_types(options.sources));
    options.run.half_types = half;
    options.import.half_types = half;
  }
  const auto pattern = collect::FirstLaunches::make(
      {.launches = options.run.launches, .kernel = options.run.kernel});
  if (!pattern) return pattern.error();
  return Unit{};
}

Status print_launches(const ProgramOptions& options,
                      std::vector<collect::ProfiledLaunch> launches) {
  workflow::ProfileQuestion question{.gpu = options.gpu, .sources = options.sources};
  question.flags = options.run.flags;
  // What a profile was made with is known only where it is said.
  if (!options.run.program.empty() || !options.run.arguments.empty()) {
    question.argv = options.run.arguments;
  }
  if (!options.predict) question.sources.clear();
  KCAST_TRY(const workflow::ProfileRows read,
            workflow::profile_rows(question, std::move(launches)));
  for (const std::string& remark : read.not_predicted)
    std::cerr << "not predicted: " << remark << "\n";
  if (read.gpu) std::cout << read.gpu->name << (options.gpu.empty() ? "" : " (by --gpu)") << "\n";
  std::cout << report::profile_table(read.rows);
  return Unit{};
}

Status import_and_print(const ProgramOptions& options) {
  KCAST_TRY(const std::vector<collect::ProfiledLaunch> all,
            workflow::import_profiles(options.import));
  KCAST_TRY(std::vector<collect::ProfiledLaunch> launches, workflow::keep_first(all, options.run));
  return print_launches(options, std::move(launches));
}

Status run_and_print(const ProgramOptions& options) {
  KCAST_TRY(workflow::ProgramEnd end, options.device == "rocm"
                                          ? workflow::run_rocm_program(options.run, options.rocm)
                                          : workflow::run_cuda_program(options.run));
  if (!end.launches.empty()) {
    std::cout << "\n";
    KCAST_OK(print_launches(options, end.launches));
  }
  if (!end.problem.empty()) std::cerr << "kcast collect: " << end.problem << "\n";
  if (end.status != 0) {
    end_with_status(end.status);
    return Unit{};
  }
  const bool any =
      std::any_of(end.launches.begin(), end.launches.end(),
                  [](const collect::ProfiledLaunch& launch) { return !launch.failure; });
  if (any) return Unit{};
  return Error{ErrorCode::External, "no launch was read of " + options.run.program};
}

}  // namespace

bool is_about_programs(Args args) {
  for (const std::string& word : args) {
    if (word == "--") return false;
    for (const std::string_view option : {"--program", "--import", "--ncu-metrics"}) {
      if (word == option || word.starts_with(std::string(option) + "=")) return true;
    }
  }
  return false;
}

Status collect_program(Args args) {
  CLI::App app;
  describe_command(app, "collect");
  app.footer(
      "examples:\n"
      "  kcast collect --program ./app --source app.cu -- args\n"
      "  kcast collect --import ncu.csv --source app.cu");
  ProgramOptions options;
  add_program_options(app, options);
  const auto dashes = std::find(args.begin(), args.end(), "--");
  const Args own = args.first(static_cast<size_t>(dashes - args.begin()));
  KCAST_TRY(const bool parsed, parse_options(app, own));
  if (!parsed) return Unit{};
  if (options.ncu_metrics) {
    std::cout << collect::ncu_metrics_argument() << "\n";
    return Unit{};
  }
  if (dashes != args.end()) options.run.arguments.assign(dashes + 1, args.end());
  KCAST_OK(complete(options));
  return options.import.paths.empty() ? run_and_print(options) : import_and_print(options);
}

}  // namespace kcast::cli
