// kcast diff: what a change of source does to the predictions; a gate for CI.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "predict/compare.h"
#include "predict/predictor.h"
#include "predict/report_json.h"
#include "report/predict_tables.h"
#include "report/text_style.h"

namespace kcast::cli {

namespace {

constexpr size_t kMaxReportBytes = size_t{256} << 20;

bool is_report(const std::string& file) {
  return file.ends_with(".json");
}

Result<predict::PredictReport> read_report(const std::string& file) {
  KCAST_TRY(const std::string text, read_file(file, kMaxReportBytes));
  return predict::report_from_json(text, file);
}

// A saved report says on which GPU the other side is to be predicted.
std::string gpu_of(const predict::PredictReport& report) {
  return report.predictions.empty() ? "" : report.predictions[0].prediction.gpu;
}

}  // namespace

Status cmd_diff(Args args) {
  CLI::App app;
  describe_command(app, "diff");
  PredictOptions options;
  std::string files[2];
  std::vector<std::string> rule_texts;
  bool json = false;
  app.add_option("BEFORE", files[0], "a source file, or a report of kcast predict --json")
      ->required();
  app.add_option("AFTER", files[1], "the same after the change")->required();
  add_predict_options(app, options);
  app.add_option("--fail-if", rule_texts,
                 "a rule such as 'time_us>+10%' or 'gflops<-5%': exit with 1 if it holds for any "
                 "launch; may be given several times")
      ->allow_extra_args(false);
  app.add_flag("--json", json, "print JSON (docs/predict.md)");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  std::vector<predict::FailRule> rules;
  for (const std::string& text : rule_texts) {
    KCAST_TRY(predict::FailRule rule, predict::parse_fail_rule(text));
    rules.push_back(std::move(rule));
  }
  predict::PredictReport reports[2];
  for (size_t i = 0; i < 2; ++i) {
    if (!is_report(files[i])) continue;
    KCAST_TRY(reports[i], read_report(files[i]));
    if (options.gpus.empty()) options.gpus = gpu_of(reports[i]);
  }
  std::unique_ptr<predict::Predictor> predictor;
  for (size_t i = 0; i < 2; ++i) {
    if (is_report(files[i])) continue;
    KCAST_TRY(predict::PredictRequest request, make_predict_request(app, options, {files[i]}));
    if (!predictor) {
      KCAST_TRY(predictor, start_predictor(options.timeout_s));
    }
    KCAST_OK(add_toolkit(*predictor, options, request));
    KCAST_TRY(reports[i], predictor->predict(request));
    if (!json) print_first_lines(reports[i], request);
  }
  const predict::Comparison comparison = predict::compare(reports[0], reports[1]);
  if (comparison.changes.empty()) {
    return Error{ErrorCode::NotFound,
                 files[0] + " and " + files[1] + " have no kernel in common on the same GPU"};
  }
  const std::vector<std::string> broken = predict::broken_rules(comparison, rules);
  std::cout << (json ? report::render_comparison_json(comparison, broken)
                     : report::render_comparison_text(comparison, report::stdout_style()));
  if (broken.empty()) return Unit{};
  return Error{ErrorCode::External, join(broken, "; ")};
}

}  // namespace kcast::cli
