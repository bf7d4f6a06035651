// Predictions kept between runs: one line for each launch, tabs between the columns. Lines are
// added as predictions are made, so that an interrupted run is continued; of two lines of one
// launch the later one holds.
//
//   kcast predictions 2                                     the first line
//   analysis gpu recipe language launch                     what is predicted, by what
//   blocks threads bytes scalar0 scalar1 scalar2            the launch; empty: it cannot be made
//   time_us flops_fp16 ... l2_hit_rate_pct                  base quantities; empty: not predicted
//   time_low_us time_high_us                                the interval of the time
//   time_us ... time_high_us                                the same, corrected; may be empty
//   problem                                                 why not; empty: it was not asked for
//   sketch                                                  of the kernel's text; may be empty
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "base/io/new_file.h"
#include "base/result.h"
#include "eval/rows.h"
#include "eval/token_sketch.h"

namespace kcast::eval {

// Base quantities, and the interval of the time.
struct KnownValues {
  BaseQuantities values;
  double time_low_us = 0;
  double time_high_us = 0;

  bool operator==(const KnownValues&) const = default;
};

struct KnownPrediction {
  std::optional<LaunchNumbers> numbers;
  std::optional<KnownValues> analytic;
  std::optional<KnownValues> corrected;
  std::string problem;
  std::optional<TokenSketch> sketch;

  bool operator==(const KnownPrediction&) const = default;
};

// Recipe, language, launch.
using LaunchKey = std::tuple<std::string, std::string, std::string>;

class PredictionFile {
 public:
  // Reads what is there; lines of another analysis or GPU stay in the file and are not used. What
  // a killed writer left of a line is cut off. An empty path keeps everything in memory.
  static Result<PredictionFile> open(const std::filesystem::path& path, std::string analysis,
                                     std::string gpu);

  const KnownPrediction* find(const LaunchKey& key) const;
  Status add(const LaunchKey& key, KnownPrediction prediction);
  // What was added is on disk.
  Status flush();
  size_t size() const { return known_.size(); }

 private:
  // How many bytes whole lines take.
  Result<uint64_t> read();

  std::filesystem::path path_;
  std::string analysis_;
  std::string gpu_;
  std::map<LaunchKey, KnownPrediction> known_;
  AppendedFile out_;
  std::string waiting_;  // lines that are not on disk yet
};

}  // namespace kcast::eval
