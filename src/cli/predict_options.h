// The options that predict, diff and rank have in common.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predict.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::cli {

struct PredictOptions {
  frontend::InspectRequest source;
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

// -I, --language and --std.
void add_language_options(CLI::App& app, frontend::InspectRequest& request);

void add_predict_options(CLI::App& app, PredictOptions& options);
void add_sweep_option(CLI::App& app, PredictOptions& options);

// Reads the files and everything that the options say.
Result<predict::PredictRequest> make_predict_request(const CLI::App& app,
                                                     const PredictOptions& options,
                                                     const std::vector<std::string>& files);

}  // namespace kcast::cli
