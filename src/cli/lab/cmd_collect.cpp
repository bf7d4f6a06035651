// kcast collect: measures launches on a device.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/lab/collect_file.h"
#include "cli/lab/collect_program.h"
#include "workflow/collect/run.h"

namespace kcast::cli {

Status cmd_collect(Args args) {
  if (is_about_programs(args)) return collect_program(args);
  if (names_source(args)) return collect_file(args);
  CLI::App app;
  describe_command(app, "collect");
  app.footer(
      "examples, each with options of its own (add --help):\n"
      "  kcast collect --device cuda --plan plan --out measured.db\n"
      "  kcast collect kernel.cl --kernel saxpy --sizes 1e3..1e8\n"
      "  kcast collect --program ./app -- args\n"
      "  kcast collect --import ncu.csv --source app.cu");
  workflow::CollectOptions options;
  app.add_option("--device", options.device, "which collector measures; fake is for tests")
      ->check(CLI::IsMember({"cuda", "opencl", "rocm", "fake"}))
      ->required();
  app.add_option("--plan", options.plan,
                 "a folder that kcast corpus generate --out wrote, or a plan.tsv")
      ->required();
  app.add_option(
      "--out", options.out,
      "store to write: an SQLite file; an existing one is continued; {part} becomes the shard's i");
  app.add_option(
      "--jobs", options.jobs,
      "measure nothing: write the jobs of the plan to this file, for kcast-collect-cuda once");
  app.add_option("--gpu", options.gpu,
                 "id of the GPU in the store (default: the driver's name for it)");
  app.add_option("--shard", options.shard,
                 "measure part i of n of the plan's kernels, written i/n with i from 0 (default "
                 "0/1), or auto: the rank of Slurm or MPI");
  app.add_option("--repeat", options.repeats, "timed runs of each launch (default 5)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--again", options.repeat_readings,
                 "measure about this many launches a second time, for the noise floor (default 0)");
  app.add_option("--for", options.seconds,
                 "begin no launch after this many seconds (default 0: no limit)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--cost-us", options.cost_us,
                 "measure only a share of expensive launches, so that each costs this many "
                 "microseconds of GPU time on average (default 0: all)")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--follow", options.follow,
               "wait for the rest of a plan that is still being generated");
  app.add_flag("!--no-counters", options.counters, "measure times and no counters");
  app.add_option("--worker", options.worker, "command that starts the worker process")
      ->expected(1, 32);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  if (options.device == "rocm") {
    return Error{ErrorCode::Unsupported,
                 "--device rocm has no worker that measures a plan: AMD's profilers run whole "
                 "programs (kcast collect --device rocm --program ./app -- args)"};
  }
  const workflow::Streams streams{std::cout, std::cerr};
  if (!options.jobs.empty()) return workflow::write_jobs(options, streams);
  if (options.out.empty()) {
    return Error{ErrorCode::InvalidInput, "--out is missing: the store to write to"};
  }
  return workflow::collect_plan(options, streams);
}

}  // namespace kcast::cli
