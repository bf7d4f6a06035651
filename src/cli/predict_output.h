// How predict and ask-model give their answer.
#pragma once

#include <string>

#include "base/result.h"
#include "predict/predict.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::cli {

struct OutputOptions {
  bool json = false;
  bool csv = false;
  bool timing = false;
  std::string svg;
};

void add_output_options(CLI::App& app, OutputOptions& output);

// What must be known before the first number, on standard error.
void print_first_lines(const predict::PredictReport& report,
                       const predict::PredictRequest& request);

// On standard output, and in the file of --svg.
Status print_report(const predict::PredictReport& report, const predict::PredictRequest& request,
                    const OutputOptions& output);

}  // namespace kcast::cli
