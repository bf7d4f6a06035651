#include "cli/predict_options.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "predict/gpus.h"
#include "workflow/project/build_line.h"
#include "workflow/project/source_list.h"
#include "workflow/project/toolkit.h"
#include "workflow/sources.h"

namespace kcast::cli {

namespace {

Status read_launch(const PredictOptions& options, predict::LaunchOverrides& launch) {
  if (!options.grid.empty()) {
    KCAST_TRY(launch.grid, predict::parse_dims(options.grid));
  }
  if (!options.block.empty()) {
    KCAST_TRY(launch.block, predict::parse_dims(options.block));
  }
  if (!options.shared.empty()) {
    KCAST_TRY(const predict::Number bytes, predict::parse_number(options.shared));
    if (!bytes.integer || *bytes.integer < 0) {
      return Error{ErrorCode::InvalidInput, "--shared takes a number of bytes"};
    }
    launch.shared_bytes = bytes.integer;
  }
  for (const std::string& text : options.arguments) {
    KCAST_TRY(const auto binding, predict::parse_binding(text));
    KCAST_TRY(const predict::Number number, predict::parse_number(binding.second));
    launch.arguments.emplace_back(binding.first, number);
  }
  for (const std::string& text : options.fills) {
    KCAST_TRY(auto fill, predict::parse_fill(text));
    launch.fills.push_back(std::move(fill));
  }
  return Unit{};
}

}  // namespace

void add_language_options(CLI::App& app, frontend::InspectRequest& request) {
  app.add_option("-I", request.include_dirs,
                 "a folder to search for #include files; may be given several times")
      ->allow_extra_args(false);
  app.add_option("--language", request.language,
                 "cuda, hip, opencl or openmp (default: by the file's ending and words)");
  app.add_option("--std", request.standard,
                 "language standard: c++11 to c++20, c99 to c23, CL1.2 to CL3.0");
  const auto add_setting = [&](const char* option, const char* variable, const char* help) {
    app.add_option_function<int64_t>(
           option,
           [&request, variable](int64_t value) { request.device.emplace_back(variable, value); },
           help)
        ->check(CLI::Range(int64_t{1}, int64_t{1} << 31));
  };
  add_setting("--num-teams", "OMP_NUM_TEAMS", "OpenMP: OMP_NUM_TEAMS, the most teams of a region");
  add_setting("--thread-limit", "OMP_TEAMS_THREAD_LIMIT",
              "OpenMP: OMP_TEAMS_THREAD_LIMIT, the most threads of a team");
}

void add_build_options(CLI::App& app, std::string& flags, std::string& build_dir) {
  app.add_option(
      "--flags", flags,
      "flags of the build, in one string, as nvcc or hipcc takes them: \"--use_fast_math "
      "-DTILE=32 -I inc\"");
  app.add_option("-p", build_dir,
                 "folder of compile_commands.json (default: the project's root or its build/; else "
                 "a Makefile or CMakeLists.txt beside the file)");
}

void add_predict_options(CLI::App& app, PredictOptions& options) {
  app.add_option("--gpu", options.gpus,
                 "GPU to predict for: a name, several with commas, all, or a .json file (default "
                 "h200); kcast gpus lists them");
  app.add_option("--predictor", options.predictor,
                 "hybrid: the analysis, corrected by trees fitted to measured launches; analytic: "
                 "without; roofline: its counts at the GPU's peaks (default " +
                     predict::to_text(predict::kDefaultPredictor) + ")")
      ->check(CLI::IsMember({"hybrid", "analytic", "roofline"}));
  app.add_option("--l2", options.l2,
                 "what L2 holds when a launch begins: cold: nothing of its data, as in a profiler "
                 "that empties caches; warm: what the same launch left, as in a benchmark loop; "
                 "program: what the launches before it in host code left (default cold)")
      ->check(CLI::IsMember({"cold", "warm", "program"}));
  app.add_option("--timing", options.timing,
                 "which time: kernel: the kernel's own, as ncu and CUPTI show it; event: what two "
                 "CUDA events around the launch show, or OpenCL's profile of it (default kernel)")
      ->check(CLI::IsMember({"kernel", "event"}));
  app.add_flag("--toolkit", options.toolkit,
               "take PTX and registers from NVIDIA's compilers (NVRTC, ptxas; no GPU needed); "
               "./kcast fetches them where no CUDA toolkit is installed");
  app.add_option("--cuda-path", options.cuda_path, "folder of that toolkit; implies --toolkit");
  app.add_option("--kernel", options.source.kernel,
                 "predict this kernel only, launched by host code or not");
  app.add_option("--grid", options.grid,
                 "blocks of the grid: 1024 or 64x64 (default: what host code says)");
  app.add_option("--block", options.block,
                 "threads of a block: 256 or 16x16 (default: what host code says)");
  app.add_option("--shared", options.shared, "dynamic shared memory of a block, in bytes");
  app.add_option("--arg", options.arguments,
                 "NAME=VALUE: a kernel's argument; for a buffer, its number of elements; may be "
                 "given several times")
      ->allow_extra_args(false);
  app.add_option("--fill", options.fills,
                 "NAME=KIND: what a buffer holds: zero, constant:3, uniform:0,1, iota, "
                 "index_into:ARG ... (docs/predict.md)")
      ->allow_extra_args(false);
  app.add_option("-D", options.defines,
                 "NAME=VALUE: a macro, or the value of a host variable of that name")
      ->allow_extra_args(false);
  app.add_option("--argv", options.argv, "arguments of the program, in one string: \"100 8192\"")
      ->expected(1);
  add_build_options(app, options.flags, options.build_dir);
  add_language_options(app, options.source);
  add_timeout_option(app, options.timeout_s);
}

void add_timeout_option(CLI::App& app, int64_t& seconds) {
  app.add_option("--timeout", seconds,
                 "give up after so many seconds (default: 300; work is limited by counts long "
                 "before)")
      ->check(CLI::Range(int64_t{1}, int64_t{86400}));
}

Result<std::unique_ptr<predict::Predictor>> start_predictor(int64_t timeout_s) {
  predict::PredictorLimits limits;
  if (timeout_s > 0) limits.worker.timeout = std::chrono::seconds(timeout_s);
  return predict::Predictor::start(limits);
}

Status add_toolkit(predict::Predictor& predictor, const PredictOptions& options,
                   predict::PredictRequest& request) {
  if (!options.toolkit && options.cuda_path.empty()) return Unit{};
  return workflow::add_toolkit(predictor, options.cuda_path, request);
}

void add_sweep_option(CLI::App& app, PredictOptions& options) {
  app.add_option(
         "--sweep", options.sweeps,
         "NAME=VALUES: predict for each value: block=64,128,256, n=1e6..1e8, n=64..4096:x2; NAME "
         "is block, grid, shared, an argument or a host variable; may be given several times")
      ->allow_extra_args(false);
}

Result<predict::PredictRequest> make_predict_request(const CLI::App& app,
                                                     const PredictOptions& options,
                                                     const std::vector<std::string>& files) {
  predict::PredictRequest request;
  request.source = options.source;
  KCAST_TRY(request.gpus, predict::gpus_named(options.gpus));
  if (!options.predictor.empty()) {
    KCAST_TRY(request.predictor, predict::predictor_named(options.predictor));
  }
  if (!options.l2.empty()) {
    KCAST_TRY(request.conditions.l2, predict::l2_state_named(options.l2));
  }
  if (!options.timing.empty()) {
    KCAST_TRY(request.conditions.timing, predict::timing_named(options.timing));
  }
  KCAST_OK(read_launch(options, request.launch));
  for (const std::string& text : options.sweeps) {
    KCAST_TRY(predict::Sweep sweep, predict::parse_sweep(text));
    request.sweeps.push_back(std::move(sweep));
  }
  KCAST_OK(workflow::read_sources(files, request.source));
  for (const std::string& define : options.defines)
    workflow::add_define(define, request.source);
  KCAST_OK(
      workflow::add_build(files, options.build_dir, options.flags, request.source, request.notes));
  // The GPU that is predicted decides.
  workflow::drop_architectures(request.source.flags);
  if (app.count("--argv") > 0) request.source.argv = split_words(options.argv);
  return request;
}

Result<NamedPrograms> programs_named(const std::vector<std::string>& names) {
  NamedPrograms named;
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(name, ignored)) {
      files.push_back(name);
      continue;
    }
    named.folders.push_back(name);
    KCAST_TRY(workflow::ProgramList list, workflow::programs_below(name));
    named.programs.insert(named.programs.end(), list.programs.begin(), list.programs.end());
    named.notes.insert(named.notes.end(), list.notes.begin(), list.notes.end());
  }
  if (!files.empty()) named.programs.insert(named.programs.begin(), std::move(files));
  return named;
}

}  // namespace kcast::cli
