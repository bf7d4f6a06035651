#include "cli/lab/collect_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>

#include "base/files.h"
#include "cli/predict_options.h"
#include "report/measured_view.h"
#include "report/text_style.h"
#include "workflow/collect/measure_file.h"

namespace kcast::cli {

namespace {

struct FileOptions : workflow::MeasureOptions {
  bool json = false;
  std::string csv;
  std::string svg;
};

void add_launch_options(CLI::App& app, FileOptions& options) {
  app.add_option("FILE", options.file,
                 "source of the kernel: .cu, .hip or .cl; .c or .cpp with target regions of OpenMP")
      ->required();
  app.add_option("--kernel", options.source.kernel, "name of the kernel, if the file has several");
  app.add_option("--sizes", options.sizes,
                 "numbers of threads: 1e3..1e8 (two in every decade), 1e3..1e8:x10, 1e3,1e5; "
                 "rounded up to multiples of the local sizes")
      ->capture_default_str();
  app.add_option(
      "--local", options.local,
      "threads of a block, several with commas: 64,128,16x16 (default: what host code takes, "
      "or 64,128,256)");
  app.add_option("--arg", options.arguments,
                 "NAME=VALUE: an argument, of a buffer its number of elements; NAME=size: what "
                 "follows the size. The others are chosen")
      ->allow_extra_args(false);
  app.add_option(
         "--fill", options.fills,
         "NAME=KIND: what a buffer holds: zero, constant:3, uniform:0,1, index_into:ARG ...")
      ->allow_extra_args(false);
  app.add_option("--shared", options.shared, "dynamic shared memory of a block, in bytes");
  app.add_option("-D", options.defines, "NAME=VALUE: a macro")->allow_extra_args(false);
  app.add_option("--flags", options.flags, "build flags, in one string: \"--use_fast_math\"");
  add_language_options(app, options.source);
}

void add_measuring_options(CLI::App& app, FileOptions& options) {
  app.add_option(
         "--device", options.device,
         "what measures: opencl for OpenCL, cuda for CUDA, HIP and OpenMP, or fake, for tests")
      ->check(CLI::IsMember({"cuda", "opencl", "fake"}));
  app.add_option("--gpu", options.gpu, "GPU to predict for (default: the one that measures)");
  app.add_option("--repeat", options.repeats, "timed runs of each launch (default 5)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--timeout", options.timeout_seconds,
                 "seconds for one launch with its repeats (default 60)")
      ->check(CLI::Range(1, 86400));
  app.add_flag("!--no-counters", options.counters, "measure times and no counters");
  app.add_flag("--unchecked", options.unchecked,
               "also run launches in which the interpreter finds a fault");
  app.add_flag("--json", options.json, "print JSON (docs/collect.md)");
  app.add_option("--csv", options.csv, "also write a table to this file");
  app.add_option("--svg", options.svg, "also write a plot of the times to this file");
  app.add_option("--out", options.out,
                 "also append each launch to this file as it is measured: FILE.jsonl");
  app.add_option("--worker", options.worker, "command that starts the worker process")
      ->expected(1, 32);
}

Status print_report(const workflow::MeasuredFile& measured_file, const FileOptions& options) {
  const report::FileReport& report = measured_file.report;
  if (options.json) {
    std::cout << report::render_file_json(report);
  } else {
    std::cout << report::render_file_text(report, report::stdout_style());
  }
  std::cout << std::flush;
  if (!options.csv.empty()) {
    if (Status written = write_file(options.csv, report::render_file_csv(report)); !written)
      return written;
  }
  if (!options.svg.empty()) {
    if (Status written = write_file(options.svg, report::render_log_svg(report::time_plot(report)));
        !written) {
      return written;
    }
  }
  const auto measured =
      std::count_if(report.rows.begin(), report.rows.end(),
                    [](const report::FileRow& row) { return row.reading.has_value(); });
  if (measured_file.interrupted) {
    return Error{ErrorCode::External, "interrupted after " + std::to_string(measured) + " of " +
                                          std::to_string(report.rows.size()) + " launches"};
  }
  if (measured == 0) return Error{ErrorCode::External, "no launch was measured"};
  return Unit{};
}

}  // namespace

bool names_source(Args args) {
  const auto end = std::find(args.begin(), args.end(), "--");
  return std::any_of(args.begin(), end, [](const std::string& word) {
    constexpr const char* kEndings[] = {".cl", ".cu", ".hip", ".c", ".cc", ".cpp", ".cxx"};
    return std::any_of(std::begin(kEndings), std::end(kEndings),
                       [&](const char* ending) { return word.ends_with(ending); });
  });
}

Status collect_file(Args args) {
  CLI::App app;
  describe_command(app, "collect");
  app.footer("example:\n  kcast collect kernel.cl --kernel saxpy --sizes 1e3..1e8 --local 64,256");
  FileOptions options;
  add_launch_options(app, options);
  add_measuring_options(app, options);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const workflow::MeasuredFile measured, workflow::measure_file(options, std::cerr));
  return print_report(measured, options);
}

}  // namespace kcast::cli
