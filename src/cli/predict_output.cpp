#include "cli/predict_output.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "base/files.h"
#include "predict/report_json.h"
#include "report/predict_tables.h"
#include "report/predict_view.h"
#include "report/roofline_svg.h"
#include "report/si_text.h"
#include "report/text_style.h"
#include "workflow/project/first_lines.h"
#include "workflow/sources.h"

namespace kcast::cli {

namespace {

// All launches of the first GPU that count the same kind of operation.
Status write_svg(const predict::PredictReport& report, const Gpu& gpu, const std::string& path) {
  std::vector<predict::Roofline> rooflines;
  for (const predict::LaunchPrediction& entry : report.predictions) {
    if (entry.prediction.gpu != gpu.id) continue;
    auto roofline = predict::make_roofline(entry, gpu);
    if (!roofline) continue;
    if (!rooflines.empty() && rooflines[0].unit != roofline->unit) continue;
    for (const auto& [name, value] : entry.settings)
      roofline->name += " " + name + "=" + value;
    rooflines.push_back(*std::move(roofline));
  }
  if (rooflines.empty()) {
    return Error{ErrorCode::Unsupported, "no launch does arithmetic that a roofline could show"};
  }
  return write_file(path, report::render_roofline_svg(rooflines));
}

void print_timing(const predict::StageTimes& times) {
  std::cerr << "front end " << report::three_digits(times.frontend_ms) << " ms, launches "
            << report::three_digits(times.choice_ms) << " ms, analysis "
            << report::three_digits(times.analysis_ms) << " ms\n";
}

}  // namespace

void add_output_options(CLI::App& app, OutputOptions& output) {
  app.add_flag("--json", output.json, "print JSON (docs/predict.md)");
  app.add_flag("--csv", output.csv, "print CSV, one row per launch");
  app.add_option("--svg", output.svg, "also write a roofline plot to this SVG file");
  app.add_flag("--stage-times", output.timing, "print on stderr how long each stage took");
}

void print_first_lines(const predict::PredictReport& report,
                       const predict::PredictRequest& request) {
  const std::string conditions = predict::conditions_text(request.conditions);
  if (!conditions.empty()) std::cerr << "predicted with " << conditions.substr(2) << "\n";
  for (const std::string& line : workflow::first_lines(report, request.source))
    std::cerr << line << "\n";
}

Status print_report(const predict::PredictReport& report, const predict::PredictRequest& request,
                    const OutputOptions& output) {
  if (output.timing) print_timing(report.times);
  if (!output.json) print_first_lines(report, request);
  if (output.json) {
    std::cout << predict::report_to_json(report, request.gpus);
  } else if (output.csv) {
    std::cout << report::render_report_csv(report, request.gpus);
  } else {
    std::cout << report::render_report_text(report, request.gpus, report::stdout_style(),
                                            workflow::source_lines(request));
  }
  if (output.svg.empty()) return Unit{};
  return write_svg(report, request.gpus[0], output.svg);
}

}  // namespace kcast::cli
