// kcast predict: counters, time and roofline class from source.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "predict/predictor.h"
#include "workflow/project/merge_reports.h"

namespace kcast::cli {

namespace {

struct Answer {
  predict::PredictReport report;
  predict::PredictRequest request;  // of all programs together, for the source's lines
};

// Each program on its own; one that cannot be predicted is said and left out.
Result<Answer> predict_all(const CLI::App& app, const PredictOptions& options,
                           const NamedPrograms& named) {
  std::unique_ptr<predict::Predictor> predictor;
  Answer answer;
  std::vector<predict::PredictReport> reports;
  std::vector<predict::SkippedKernel> failed;
  std::optional<Error> first;
  for (const std::vector<std::string>& files : named.programs) {
    KCAST_TRY(predict::PredictRequest request, make_predict_request(app, options, files));
    if (!predictor) {
      KCAST_TRY(predictor, start_predictor(options.timeout_s));
      request.notes.insert(request.notes.begin(), named.notes.begin(), named.notes.end());
    }
    KCAST_OK(add_toolkit(*predictor, options, request));
    Result<predict::PredictReport> report = predictor->predict(request);
    if (report) {
      reports.push_back(*std::move(report));
    } else {
      if (!first) first = report.error();
      const bool elsewhere =
          !options.source.kernel.empty() && report.error().code == ErrorCode::NotFound;
      if (!elsewhere) failed.push_back({files[0], report.error().message});
    }
    if (answer.request.gpus.empty()) {
      answer.request = std::move(request);
    } else {
      auto& all = answer.request.source.files;
      all.insert(all.end(), request.source.files.begin(), request.source.files.end());
    }
  }
  if (reports.empty()) return *first;
  const bool one = reports.size() == 1;
  answer.report = one ? std::move(reports[0]) : workflow::merge_reports(std::move(reports));
  answer.report.skipped.insert(answer.report.skipped.end(), failed.begin(), failed.end());
  return answer;
}

}  // namespace

Status cmd_predict(Args args) {
  CLI::App app;
  describe_command(app, "predict");
  PredictOptions options;
  OutputOptions output;
  std::vector<std::string> files;
  app.add_option("FILE", files,
                 "source files (.cu, .hip, .cl, .cpp) of one program, and headers that they "
                 "include; a folder: the programs below it; -: standard input")
      ->required();
  add_predict_options(app, options);
  add_sweep_option(app, options);
  add_output_options(app, output);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const NamedPrograms named, programs_named(files));
  options.source.readable_dirs = named.folders;
  KCAST_TRY(const Answer answer, predict_all(app, options, named));
  return print_report(answer.report, answer.request, output);
}

}  // namespace kcast::cli
