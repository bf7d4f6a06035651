// kcast gpus: the GPUs that are known, and everything that is known about one.
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "predict/gpus.h"
#include "report/gpus_view.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::cli {
namespace {

struct GpusOptions {
  std::string name;  // empty: all of them
  bool json = false;
};

}  // namespace

Status cmd_gpus(Args args) {
  GpusOptions options;
  CLI::App app;
  describe_command(app, "gpus");
  app.add_option("NAME", options.name, "a GPU by id, name or alias, or the path of a .json file");
  app.add_flag("--json", options.json, "print the data of the GPUs as JSON");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const std::vector<Gpu> gpus, load_gpus(predict::embedded_gpus()));
  if (options.name.empty()) {
    std::cout << (options.json ? report::render_gpus_json(gpus) : report::render_gpus_text(gpus));
    return Unit{};
  }
  KCAST_TRY(const Gpu gpu, select_gpu(gpus, options.name));
  std::cout << (options.json ? report::render_gpu_json(gpu) : report::render_gpu_text(gpu));
  return Unit{};
}

}  // namespace kcast::cli
