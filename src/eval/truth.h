// The measured side of a comparison, computed once for all predictors.
#pragma once

#include <span>
#include <vector>

#include "eval/bootstrap.h"
#include "eval/rows.h"
#include "schema/gpu/gpu.h"

namespace kcast::eval {

struct Truth {
  std::vector<MetricValues> values;  // of each row
  std::vector<Bound> bound;          // None: no counters were read
  std::vector<bool> near_ridge;      // within 10 % of the ridge that decides its class
  FamilyIndex families;
  std::vector<uint32_t> kernel;  // of each row: a recipe in a language
  FamilyIndex kernel_families;   // of each kernel

  size_t rows() const { return values.size(); }
  size_t kernels() const { return kernel_families.of_row.size(); }
};

Truth make_truth(std::span<const ScoredRow> rows, const Gpu& gpu);

// The same of some rows.
Truth select_rows(const Truth& truth, std::span<const uint32_t> rows);

// What the tables are made with.
struct ScoreSettings {
  MetricValues floors{};    // noise.h
  MetricValues ceilings{};  // noise.h; of the rounded table
  BootstrapOptions bootstrap;
};

}  // namespace kcast::eval
