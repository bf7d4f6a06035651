// The options that predict, diff and rank have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predict.h"
#include "predict/predictor.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::cli {

struct PredictOptions {
  frontend::InspectRequest source;
  std::vector<std::string> defines;
  std::string flags;
  std::string build_dir;  // -p; empty: the project's own, if any
  std::string argv;
  std::string grid;
  std::string block;
  std::string shared;
  std::vector<std::string> arguments;
  std::vector<std::string> fills;
  std::vector<std::string> sweeps;
  std::string gpus;       // empty: the default one
  std::string predictor;  // empty: the default one
  std::string l2;         // empty: cold
  std::string timing;     // empty: kernel
  bool toolkit = false;
  std::string cuda_path;
  int64_t timeout_s = 0;  // 0: the last resort of predict::PredictorLimits
};

// --timeout.
void add_timeout_option(CLI::App& app, int64_t& seconds);

// Workers for the predictions; call it before the process starts threads.
Result<std::unique_ptr<predict::Predictor>> start_predictor(int64_t timeout_s);

// --toolkit and --cuda-path: asks NVIDIA's compilers, where the options say so.
Status add_toolkit(predict::Predictor& predictor, const PredictOptions& options,
                   predict::PredictRequest& request);

// -I, --language and --std.
void add_language_options(CLI::App& app, frontend::InspectRequest& request);

// --flags and -p.
void add_build_options(CLI::App& app, std::string& flags, std::string& build_dir);

void add_predict_options(CLI::App& app, PredictOptions& options);
void add_sweep_option(CLI::App& app, PredictOptions& options);

// Reads the files and everything that the options say.
Result<predict::PredictRequest> make_predict_request(const CLI::App& app,
                                                     const PredictOptions& options,
                                                     const std::vector<std::string>& files);

// The programs that names of files and folders stand for: the files are one, each folder holds one
// or more (workflow/project/source_list.h). With what is to be said of them.
struct NamedPrograms {
  std::vector<std::vector<std::string>> programs;
  std::vector<std::string> folders;  // that were named
  std::vector<std::string> notes;
};
Result<NamedPrograms> programs_named(const std::vector<std::string>& names);

}  // namespace kcast::cli
