// What an editor shows of a text: the newest answer and, where that has none, the last good one of
// a kernel. It moves with the text while it is edited.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "predict/report.h"
#include "report/causes.h"
#include "serve/lsp/kernel_places.h"
#include "serve/lsp/prediction.h"
#include "serve/lsp/text.h"

namespace kcast::lsp {

struct ShownKernel {
  std::string name;
  std::string symbol;
  KernelPlace place;
  std::vector<size_t> predictions;  // of Shown::report, all GPUs, the most important first
  std::string summary;              // of the first GPU
  std::string skipped;              // why there is no prediction
  bool kept = false;                // of an older text: this one cannot be predicted
};

struct ShownLine {
  Position position;
  std::string kernel;
  double share = 0;
  std::string text;
};

struct ShownLaunch {
  Position position;  // of the launch's line
  size_t prediction = 0;
};

struct ShownFinding {
  Range range;
  report::Cause finding;
};

struct Shown {
  int64_t version = 0;  // of the text that it was predicted from
  predict::PredictReport report;
  std::vector<Gpu> gpus;
  std::vector<ShownKernel> kernels;  // in the order of the text
  std::vector<ShownLine> lines;
  std::vector<ShownLaunch> launches;
  std::vector<ShownFinding> findings;
  std::string problem;  // why something could not be predicted; empty: nothing
  std::optional<Range> problem_at;

  const Gpu* first_gpu() const { return gpus.empty() ? nullptr : &gpus[0]; }
};

struct ShownSource {
  const Text& text;
  std::string name;  // of the file, as reports name it
  int64_t version = 0;
  Encoding encoding = Encoding::Utf16;
};

// `before` is what was shown; null: nothing.
std::shared_ptr<Shown> make_shown(const Answer& answer, const ShownSource& source,
                                  const Shown* before);

// After `range` was replaced by `text`.
void shift_shown(Shown& shown, const Range& range, std::string_view text, Encoding encoding);

const ShownKernel* kernel_at(const Shown& shown, const Position& position);
// By name, plain name or symbol.
const ShownKernel* kernel_named(const Shown& shown, const std::string& name);

// The entry that a kernel's summary is about; null: none.
const predict::LaunchPrediction* main_prediction(const Shown& shown, const ShownKernel& kernel);

}  // namespace kcast::lsp
