// The rows of a plan kernel by kernel, also of one that is still being written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/launch_table.h"

namespace kcast::plan {

struct KernelRows {
  std::vector<PlannedLaunch> rows;  // of one recipe and language, in a row
  // Of each row, where the plan has them (schema/feature_vector.h).
  std::vector<std::vector<float>> features;
};

struct ReadOptions {
  uint64_t shard = 0;  // of the kernels
  uint64_t shards = 1;
  bool follow = false;                      // wait for a plan that is not complete
  std::function<bool()> stopped = nullptr;  // ends the waiting
};

class PlanReader {
 public:
  // A folder of plan/plan_folder.h, or a plan.tsv alone.
  static Result<PlanReader> open(const std::filesystem::path& plan, ReadOptions options);

  // None: the end.
  Result<std::optional<KernelRows>> next();

 private:
  PlanReader() = default;
  Result<std::optional<KernelRows>> next_kernel();
  Result<std::optional<PlannedLaunch>> next_row();
  bool complete();
  Status add_features(KernelRows& kernel);

  std::filesystem::path folder_;  // empty: a file alone
  ReadOptions options_;
  std::ifstream file_;
  std::ifstream feature_file_;
  std::string half_line_;
  std::optional<PlannedLaunch> first_;  // of the next kernel
  uint64_t line_ = 1;
  uint64_t row_ = 0;     // of the first row of the next kernel
  uint64_t kernel_ = 0;  // number of the next one
};

}  // namespace kcast::plan
