// kcast predict: counters, time and roofline class from source.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "predict/tools.h"

namespace kcast::cli {

Status cmd_predict(Args args) {
  CLI::App app;
  describe_command(app, "predict");
  PredictOptions options;
  OutputOptions output;
  std::vector<std::string> files;
  app.add_option("FILE", files, "source files (.cu, .hip, .cl), and headers that they include")
      ->required();
  add_predict_options(app, options);
  add_sweep_option(app, options);
  add_output_options(app, output);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const predict::PredictRequest request, make_predict_request(app, options, files));
  KCAST_TRY(const predict::PredictTools tools, predict::start_tools());
  KCAST_TRY(const predict::PredictReport report, predict::predict(request, tools));
  return print_report(report, request, output);
}

}  // namespace kcast::cli
