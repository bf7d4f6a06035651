#include "cli/predict_output.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "base/files.h"
#include "report/predict_tables.h"
#include "report/predict_view.h"
#include "report/roofline_svg.h"
#include "report/si_text.h"
#include "report/text_style.h"
#include "predict/report_json.h"
#include "workflow/sources.h"

namespace kcast::cli {

namespace {

// All launches of the first GPU that count the same kind of operation.
Status write_svg(const PredictReport& report, const Gpu& gpu, const std::string& path) {
  std::vector<Roofline> rooflines;
  for (const LaunchPrediction& entry : report.predictions) {
    if (entry.prediction.gpu != gpu.id) continue;
    auto roofline = make_roofline(entry, gpu);
    if (!roofline) continue;
    if (!rooflines.empty() && rooflines[0].unit != roofline->unit) continue;
    for (const auto& [name, value] : entry.settings)
      roofline->name += " " + name + "=" + value;
    rooflines.push_back(*std::move(roofline));
  }
  if (rooflines.empty()) {
    return Error{ErrorCode::Unsupported, "no launch does arithmetic that a roofline could show"};
  }
  return write_file(path, render_roofline_svg(rooflines));
}

void print_timing(const StageTimes& times) {
  std::cerr << "front end " << three_digits(times.frontend_ms) << " ms, launches "
            << three_digits(times.choice_ms) << " ms, analysis " << three_digits(times.analysis_ms)
            << " ms\n";
}

void print_errors(const PredictReport& report) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    std::cerr << diagnostic.file << ":" << diagnostic.line << ": " << diagnostic.message << "\n";
  }
}

}  // namespace

void add_output_options(CLI::App& app, OutputOptions& output) {
  app.add_flag("--json", output.json, "print JSON (docs/predict.md)");
  app.add_flag("--csv", output.csv, "print CSV, one row per launch");
  app.add_option("--svg", output.svg, "also write a roofline picture to this file");
  app.add_flag("--timing", output.timing, "say on stderr how long each stage took");
}

Status print_report(const PredictReport& report, const PredictRequest& request,
                    const OutputOptions& output) {
  if (output.timing) print_timing(report.times);
  if (output.json) {
    std::cout << report_to_json(report, request.gpus);
  } else if (output.csv) {
    std::cout << render_report_csv(report, request.gpus);
  } else {
    print_errors(report);
    std::cout << render_report_text(report, request.gpus, stdout_style(), source_lines(request));
  }
  if (output.svg.empty()) return Unit{};
  return write_svg(report, request.gpus[0], output.svg);
}

}  // namespace kcast::cli
