// The options that predict, diff and rank have in common.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/predict_view.h"
#include "predict/predict.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::cli {

struct PredictOptions {
  InspectRequest source;
  std::vector<std::string> defines;
  std::string flags;
  std::string argv;
  std::string grid;
  std::string block;
  std::string shared;
  std::vector<std::string> arguments;
  std::vector<std::string> fills;
  std::vector<std::string> sweeps;
  std::string gpus;  // empty: the default one
};

void add_predict_options(CLI::App& app, PredictOptions& options);
void add_sweep_option(CLI::App& app, PredictOptions& options);

// Reads the files and everything that the options say.
Result<PredictRequest> make_predict_request(const CLI::App& app, const PredictOptions& options,
                                            const std::vector<std::string>& files);

// "NAME=VALUE" of -D. A number is passed on as C++ reads it: 1e6 becomes 1000000.
void add_define(const std::string& text, InspectRequest& source);

// "h200", "h200,a100", "all", or the path of a .json file.
Result<std::vector<Gpu>> gpus_named(const std::string& names);

// Lines of the request's files.
SourceLine source_lines(const PredictRequest& request);

}  // namespace kcast::cli
