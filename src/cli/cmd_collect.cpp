// kcast collect: measures launches on a device.
#include <CLI/CLI.hpp>

#include "cli/collect_file.h"
#include "cli/collect_program.h"
#include "cli/commands.h"
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
  app.add_option("--device", options.device, "what measures")
      ->check(CLI::IsMember({"cuda", "opencl", "rocm", "fake"}))
      ->required();
  app.add_option("--plan", options.plan, "folder of kcast corpus generate --out, or a plan.tsv")
      ->required();
  app.add_option("--out", options.out,
                 "the store: an SQLite file; continued if it is there; {part} is the shard's i");
  app.add_option("--jobs", options.jobs,
                 "write the jobs of the plan to this file, for kcast-collect-cuda once");
  app.add_option("--gpu", options.gpu, "id of the GPU in the store; the driver's without it");
  app.add_option("--shard", options.shard,
                 "part i of n of the plan's kernels, as i/n from 0, or auto: by Slurm or MPI");
  app.add_option("--repeat", options.repeats, "timed runs of each launch")
      ->check(CLI::Range(1, 1000));
  app.add_option("--again", options.again,
                 "about how many launches to measure once more, for the noise floor");
  app.add_option("--for", options.seconds, "begin no more launches after so many seconds")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--cost-us", options.cost_us,
                 "of launches whose measuring takes the GPU longer, only a share, so that each "
                 "costs this much on average")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--follow", options.follow, "wait for the rest of a plan that is being made");
  app.add_flag("!--no-counters", options.counters, "times only");
  app.add_option("--worker", options.worker, "command of the worker process")->expected(1, 32);
  KCAST_TRY(const bool go_on, parse_options(app, args));
  if (!go_on) return Unit{};
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
