// kcast inspect: what the front end finds in source files.
#include <CLI/CLI.hpp>
#include <iostream>

#include "base/files.h"
#include "base/io/terminal.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/predict_options.h"
#include "frontend/parse/flags.h"
#include "frontend/toolkit/apply_toolkit.h"
#include "frontend/toolkit/toolkit.h"
#include "report/inspect_view.h"
#include "workflow/sources.h"

namespace kcast::cli {

namespace {

struct InspectOptions {
  std::vector<std::string> files;
  std::vector<std::string> defines;
  std::string flags;
  std::string build_dir;
  std::string argv;
  frontend::InspectRequest request;
  bool json = false;
  bool ptx = false;
  bool slice = false;
  bool toolkit = false;
  std::string cuda_path;
  int64_t timeout_s = 0;
};

void add_options(CLI::App& app, InspectOptions& options) {
  app.add_option("FILE", options.files,
                 "source files (.cu, .hip, .cl), and headers that they include")
      ->required();
  app.add_option("--kernel", options.request.kernel, "show this kernel only");
  app.add_option("-D", options.defines,
                 "NAME=VALUE: a macro, or the value of a variable or parameter of that name")
      ->allow_extra_args(false);
  add_language_options(app, options.request);
  app.add_option("--arch", options.request.arch, "GPU architecture to compile for")
      ->capture_default_str();
  add_build_options(app, options.flags, options.build_dir);
  auto* argv = app.add_option("--argv", options.argv,
                              "arguments of the program, in one string: \"100 8192\"");
  argv->expected(1);
  app.add_flag("--toolkit", options.toolkit,
               "take NVIDIA's PTX, registers and spills from a CUDA toolkit");
  app.add_option("--cuda-path", options.cuda_path, "folder of that toolkit; implies --toolkit");
  app.add_flag("--slice", options.slice, "print the device-only source (with --json: include it)");
  add_timeout_option(app, options.timeout_s);
  app.add_flag("--json", options.json, "print JSON");
  app.add_flag("--ptx", options.ptx, "print the PTX (with --json: include it)");
}

Result<frontend::InspectRequest> make_request(const InspectOptions& options, bool has_argv) {
  frontend::InspectRequest request = options.request;
  KCAST_OK(workflow::read_sources(options.files, request));
  for (const std::string& define : options.defines) {
    const size_t equals = define.find('=');
    request.defines.emplace_back(define.substr(0, equals),
                                 equals == std::string::npos ? "1" : define.substr(equals + 1));
  }
  std::vector<std::string> notes;
  KCAST_OK(workflow::add_build(options.files, options.build_dir, options.flags, request, notes));
  for (const std::string& note : notes)
    std::cerr << "note: " << note << "\n";
  if (has_argv) request.argv = split_words(options.argv);
  request.slice = options.slice || options.toolkit || !options.cuda_path.empty();
  return request;
}

Status use_toolkit(const InspectOptions& options, const frontend::InspectRequest& request,
                   Inspection& inspection) {
  const auto toolkit = frontend::find_toolkit(options.cuda_path);
  if (!toolkit) {
    return Error{ErrorCode::NotFound,
                 options.cuda_path.empty()
                     ? "no CUDA toolkit found; install one, name it with --cuda-path, or run "
                       "scripts/fetch cuda"
                     : "no CUDA toolkit in " + options.cuda_path};
  }
  KCAST_TRY(const frontend::BuildSettings settings, frontend::read_flags(request));
  return frontend::apply_toolkit(request, settings, *toolkit, inspection, /*take_ptx=*/true);
}

void print(const Inspection& inspection, const InspectOptions& options) {
  if (options.json) {
    std::cout << report::render_inspection_json(
        inspection, {.with_ptx = options.ptx, .with_slice = options.slice});
  } else if (options.slice) {
    const DataOutput data;
    for (const PtxModule& module : inspection.modules)
      std::cout << module.slice;
  } else if (options.ptx) {
    const DataOutput data;
    for (const PtxModule& module : inspection.modules)
      std::cout << module.text;
  } else {
    std::cout << report::render_inspection_text(inspection);
  }
}

}  // namespace

Status cmd_inspect(Args args) {
  CLI::App app;
  describe_command(app, "inspect");
  InspectOptions options;
  add_options(app, options);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const frontend::InspectRequest request, make_request(options, app.count("--argv") > 0));
  KCAST_TRY(const auto predictor, start_predictor(options.timeout_s));
  KCAST_TRY(Inspection inspection, predictor->inspect(request));
  if (options.toolkit || !options.cuda_path.empty()) {
    KCAST_OK(use_toolkit(options, request, inspection));
  }
  print(inspection, options);
  if (!options.request.kernel.empty() && inspection.kernels.empty()) {
    frontend::InspectRequest all = request;
    all.kernel.clear();
    all.lower = false;
    std::vector<std::string> names;
    if (const auto found = predictor->inspect(all)) {
      for (const Kernel& kernel : found->kernels)
        names.push_back(kernel.name);
    }
    const auto guess = nearest(request.kernel, names);
    return Error{ErrorCode::NotFound, "no kernel named '" + request.kernel + "' in " +
                                          options.files[0] +
                                          (guess ? "; did you mean '" + *guess + "'?" : "")};
  }
  return Unit{};
}

}  // namespace kcast::cli
