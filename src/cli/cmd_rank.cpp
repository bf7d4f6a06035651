// kcast rank: which of several versions is predicted to be the fastest.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "predict/gpus.h"
#include "predict/predictor.h"
#include "predict/report_json.h"
#include "report/predict_tables.h"
#include "report/text_style.h"

namespace kcast::cli {

namespace {

Result<const Metric*> metric_named(const std::string& name) {
  if (const Metric* metric = find_metric(name)) return metric;
  std::vector<std::string> names;
  for (const Metric& metric : metrics())
    names.emplace_back(metric.name);
  return Error{ErrorCode::InvalidInput, "no metric '" + name + "'; there are " + join(names, ", ")};
}

// Predicts each file on its own; one that cannot be predicted is said and left out.
Result<predict::PredictReport> predict_each(const std::vector<std::string>& files,
                                            const CLI::App& app, const PredictOptions& options) {
  KCAST_TRY(const std::unique_ptr<predict::Predictor> predictor,
            start_predictor(options.timeout_s));
  predict::PredictReport all;
  for (const std::string& file : files) {
    KCAST_TRY(predict::PredictRequest request, make_predict_request(app, options, {file}));
    KCAST_OK(add_toolkit(*predictor, options, request));
    Result<predict::PredictReport> report = predictor->predict(request);
    if (!report) {
      all.skipped.push_back({file, report.error().message});
      continue;
    }
    print_first_lines(*report, request);
    all.predictions.insert(all.predictions.end(), report->predictions.begin(),
                           report->predictions.end());
    for (const predict::SkippedKernel& skipped : report->skipped)
      all.skipped.push_back({file + ": " + skipped.name, skipped.reason});
  }
  if (!all.predictions.empty()) return all;
  return Error{ErrorCode::InvalidInput, all.skipped[0].name + ": " + all.skipped[0].reason};
}

}  // namespace

Status cmd_rank(Args args) {
  CLI::App app;
  describe_command(app, "rank");
  PredictOptions options;
  std::vector<std::string> files;
  std::string by = "time_us";
  bool json = false;
  bool csv = false;
  app.add_option("FILE", files, "source files, each predicted on its own")->required();
  add_predict_options(app, options);
  add_sweep_option(app, options);
  app.add_option("--by", by,
                 "metric to sort by, best first: time_us, gflops, ... (docs/predict.md)")
      ->capture_default_str();
  app.add_flag("--json", json, "print JSON (docs/predict.md)");
  app.add_flag("--csv", csv, "print CSV, one row per launch");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const Metric* metric, metric_named(by));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpus));
  KCAST_TRY(predict::PredictReport report, predict_each(files, app, options));
  report::sort_by_metric(report, *metric);
  if (json) {
    std::cout << predict::report_to_json(report, gpus);
  } else if (csv) {
    std::cout << report::render_report_csv(report, gpus);
  } else {
    std::cout << report::render_ranking_text(report, *metric, report::stdout_style());
    for (const predict::SkippedKernel& skipped : report.skipped)
      std::cerr << "not predicted: " << skipped.name << ": " << skipped.reason << "\n";
  }
  return Unit{};
}

}  // namespace kcast::cli
