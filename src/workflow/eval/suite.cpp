#include "workflow/eval/suite.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/process/part.h"
#include "base/process/subprocess.h"
#include "base/progress.h"
#include "base/text.h"
#include "collect/import/ncu.h"
#include "collect/import/profiled_launch.h"
#include "corpus/dedupe/code_print.h"
#include "eval/noise.h"
#include "eval/report_json.h"
#include "eval/report_text.h"
#include "eval/suite_rows.h"
#include "eval/text_table.h"
#include "predict/gpus.h"
#include "predict/predict.h"
#include "predict/tools.h"
#include "workflow/eval/rows.h"
#include "workflow/eval/suite_file.h"
#include "workflow/sources.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// What became of a program.
struct SuiteResult {
  std::string text;  // of its file
  std::vector<predict::LaunchPrediction> predictions;
  std::vector<std::string> problems;  // kernels or programs that are not predicted
  std::optional<std::vector<eval::SuiteLaunch>> readings;
  std::string not_measured;  // why there are none
};

Result<predict::PredictRequest> request_of(const std::string& folder, const SuiteProgram& program,
                                           const Gpu& gpu) {
  predict::PredictRequest request;
  std::vector<std::string> files = {(fs::path(folder) / program.file).string()};
  for (const std::string& file : program.files)
    files.push_back((fs::path(folder) / file).string());
  KCAST_OK(read_sources(files, request.source));
  request.source.kernel = program.kernel;
  request.source.flags = split_words(program.flags);
  request.source.defines = program.defines;
  request.source.argv = split_words(program.argv);
  request.gpus = {gpu};
  return request;
}

void predict_program(const std::string& folder, const SuiteProgram& program, const Gpu& gpu,
                     const predict::PredictTools& tools, SuiteResult& out) {
  const auto request = request_of(folder, program, gpu);
  if (!request) {
    out.problems.push_back(request.error().message);
    return;
  }
  out.text = request->source.files.front().text;
  auto report = predict::predict(*request, tools);
  if (!report) {
    out.problems.push_back(report.error().message);
    return;
  }
  out.predictions = std::move(report->predictions);
  for (const predict::SkippedKernel& skipped : report->skipped)
    out.problems.push_back("kernel " + skipped.name + ": " + skipped.reason);
}

std::string readings_name(const SuiteProgram& program) {
  return fs::path(program.file).stem().string() + ".jsonl";
}

// NAME.jsonl, or NAME.csv as ncu prints it.
Result<std::vector<eval::SuiteLaunch>> read_readings(const fs::path& lines) {
  fs::path csv = lines;
  csv.replace_extension(".csv");
  std::error_code ignored;
  const bool is_csv = !fs::exists(lines, ignored) && fs::exists(csv, ignored);
  KCAST_TRY(const std::vector<collect::ProfiledLaunch> launches,
            is_csv ? collect::import_ncu_files(std::vector<fs::path>{csv})
                   : collect::read_profiled_launches(lines));
  std::vector<eval::SuiteLaunch> out;
  for (const collect::ProfiledLaunch& launch : launches) {
    if (launch.failure) continue;
    out.push_back({.kernel = launch.kernel,
                   .blocks = static_cast<double>(launch.blocks),
                   .threads = static_cast<double>(launch.threads_per_block),
                   .values = launch.reading.values,
                   .spread = time_spread(launch.reading)});
  }
  return out;
}

bool has_nvidia_gpu() {
  std::error_code ignored;
  return fs::exists("/dev/nvidiactl", ignored);
}

// Runs kcast collect --program, which writes what a profiler sees.
Result<std::vector<eval::SuiteLaunch>> measure_program(const SuiteOptions& options,
                                                       const SuiteProgram& program,
                                                       const fs::path& out) {
  if (!has_nvidia_gpu()) {
    return Error{ErrorCode::Unsupported,
                 "there is no NVIDIA GPU here; --readings DIR takes readings of another machine"};
  }
  // Here and not in that kcast, whose progress nobody would see.
  KCAST_TRY([[maybe_unused]] const fs::path library,
            find_part(executable_dir(), "libkcast-inject.so"));
  SubprocessOptions run;
  run.command = {(executable_dir() / "kcast").string(),
                 "collect",
                 "--device",
                 "cuda",
                 "--program",
                 (fs::path(options.folder) / program.file).string(),
                 "--out",
                 out.string(),
                 "--no-predict"};
  for (const std::string& file : program.files)
    run.command.insert(run.command.end(), {"--with", (fs::path(options.folder) / file).string()});
  if (!program.argv.empty()) run.command.insert(run.command.end(), {"--argv", program.argv});
  if (!program.flags.empty()) run.command.insert(run.command.end(), {"--flags", program.flags});
  run.timeout = std::chrono::minutes(10);
  KCAST_TRY(const SubprocessResult ended, run_subprocess(run));
  if (!ended.ok()) {
    const std::string said = split(trim(ended.error_output), '\n').front();
    return Error{ErrorCode::External,
                 "kcast collect --program: " + (said.empty() ? describe_end(ended, run) : said)};
  }
  return read_readings(out);
}

void find_readings(const SuiteOptions& options, const SuiteProgram& program, const fs::path& work,
                   SuiteResult& out) {
  auto readings = options.readings.empty()
                      ? measure_program(options, program, work / readings_name(program))
                      : read_readings(fs::path(options.readings) / readings_name(program));
  if (readings) {
    out.readings = *std::move(readings);
  } else {
    out.not_measured = readings.error().message;
  }
}

std::vector<eval::SuiteLaunch> predicted_launches(const SuiteResult& result) {
  std::vector<eval::SuiteLaunch> out;
  for (const predict::LaunchPrediction& entry : result.predictions) {
    const eval::LaunchNumbers numbers = eval::numbers_of(entry.launch);
    out.push_back({.kernel = entry.name,
                   .blocks = numbers.blocks,
                   .threads = numbers.threads,
                   .count = entry.count,
                   .values = entry.prediction.values});
  }
  return out;
}

std::string predictions_text(const std::vector<SuiteProgram>& programs,
                             const std::vector<SuiteResult>& results) {
  eval::TextTable table{
      {"program", "launches", "blocks", "threads", "time us", "class", "GFLOP/s", "kernel"}, {}};
  table.ends_in_text = true;
  std::string problems;
  for (size_t i = 0; i < programs.size(); ++i) {
    for (const predict::LaunchPrediction& entry : results[i].predictions) {
      const eval::LaunchNumbers numbers = eval::numbers_of(entry.launch);
      const BaseQuantities& values = entry.prediction.values;
      table.rows.push_back({programs[i].file, std::to_string(entry.count),
                            format_number(numbers.blocks, 0), format_number(numbers.threads, 0),
                            format_digits(values.time_us, 4), to_text(entry.prediction.bound),
                            format_digits(derive(values).gflops.value_or(0), 4), entry.name});
    }
    for (const std::string& problem : results[i].problems)
      problems += "  " + programs[i].file + ": " + problem + "\n";
  }
  return "PREDICTED\n" + eval::render_table(table) +
         (problems.empty() ? "" : "\nnot predicted\n" + problems);
}

ordered_json launch_json(const predict::LaunchPrediction& entry) {
  ordered_json values;
  for (const Metric& metric : metrics()) {
    const auto value = metric_value(metric, entry.prediction.values);
    if (value) values[std::string(metric.name)] = *value;
  }
  return {{"kernel", entry.name},
          {"count", entry.count},
          {"grid", entry.launch.grid},
          {"block", entry.launch.block},
          {"bound", to_text(entry.prediction.bound)},
          {"values", std::move(values)}};
}

ordered_json predictions_json(const std::vector<SuiteProgram>& programs,
                              const std::vector<SuiteResult>& results) {
  ordered_json out = ordered_json::array();
  for (size_t i = 0; i < programs.size(); ++i) {
    ordered_json launches = ordered_json::array();
    for (const predict::LaunchPrediction& entry : results[i].predictions)
      launches.push_back(launch_json(entry));
    out.push_back({{"program", programs[i].file},
                   {"launches", std::move(launches)},
                   {"not_predicted", results[i].problems},
                   {"not_measured", results[i].not_measured}});
  }
  return out;
}

// The programs that were measured, as rows to score.
eval::EvalInput suite_input(const std::vector<SuiteProgram>& programs,
                            const std::vector<SuiteResult>& results, const Gpu& gpu,
                            std::vector<std::string>& not_run) {
  eval::EvalInput input;
  input.gpu = gpu;
  input.ceilings = eval::gpu_ceilings(gpu);
  input.ceilings_of = "the ceilings of " + gpu.id;
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!results[i].readings) continue;
    const eval::SuiteMatch match = eval::match_launches(programs[i].file, *results[i].readings,
                                                        predicted_launches(results[i]));
    for (const std::string& launch : match.not_measured)
      not_run.push_back(programs[i].file + ": " + launch);
    const auto sketch = eval::token_sketch(corpus::six_grams(results[i].text));
    for (const eval::SuiteRow& row : match.rows) {
      input.rows.push_back(row.row);
      input.sides.push_back(eval::Side::Test);
      input.second.emplace_back();
      input.sketches.emplace_back(sketch);
      if (row.predicted) {
        input.answers.push_back(eval::answer_of(*row.predicted, gpu));
      } else {
        input.answers.emplace_back();
        input.not_predicted["no such launch is predicted"] += 1;
      }
    }
  }
  return input;
}

Status score_suite(const SuiteOptions& options, const eval::EvalInput& input,
                   std::optional<eval::EvalReport>& out) {
  eval::EvalOptions settings;
  settings.bootstrap = {.resamples = options.resamples, .seed = options.seed, .jobs = options.jobs};
  KCAST_TRY(eval::EvalReport report, eval::evaluate(input, settings));
  report.title = options.folder;
  report.split = "all";
  out = std::move(report);
  return options.csv.empty() ? Unit{} : write_eval_csv(options.csv, *out, input);
}

std::string suite_text(const std::vector<SuiteProgram>& programs,
                       const std::vector<SuiteResult>& results,
                       const std::vector<std::string>& not_run,
                       const std::optional<eval::EvalReport>& report) {
  std::string text = predictions_text(programs, results);
  std::map<std::string, std::vector<std::string>> reasons;
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!results[i].not_measured.empty()) {
      reasons[results[i].not_measured].push_back(programs[i].file);
    }
  }
  for (const auto& [reason, files] : reasons)
    text += "\nnot measured: " + join(files, ", ") + "\n  " + reason + "\n";
  if (!not_run.empty()) {
    text += "\npredicted, and not among the readings\n  " + join(not_run, "\n  ") + "\n";
  }
  if (report) text += "\n" + eval::report_text(*report);
  return text;
}

}  // namespace

Result<std::string> run_suite(const SuiteOptions& options) {
  KCAST_TRY(const std::vector<SuiteProgram> programs, read_suite(options.folder));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const predict::PredictTools tools, predict::start_tools());
  KCAST_TRY(const TempDir work, TempDir::make("kcast-suite"));
  std::vector<SuiteResult> results(programs.size());
  Progress progress("programs", programs.size());
  for (size_t i = 0; i < programs.size(); ++i) {
    predict_program(options.folder, programs[i], gpus.at(0), tools, results[i]);
    find_readings(options, programs[i], work.path(), results[i]);
    progress.advance();
  }
  progress.finish();
  std::vector<std::string> not_run;
  const eval::EvalInput input = suite_input(programs, results, gpus.at(0), not_run);
  std::optional<eval::EvalReport> report;
  if (!input.rows.empty()) {
    KCAST_OK(score_suite(options, input, report));
  }
  if (!options.json) return suite_text(programs, results, not_run, report);
  ordered_json out = {{"programs", predictions_json(programs, results)}};
  if (report) out["scores"] = ordered_json::parse(eval::report_json(*report));
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::workflow
