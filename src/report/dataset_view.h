// What the subcommands of `kcast dataset` print.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "dataset/noise.h"
#include "dataset/plausible.h"
#include "dataset/summary.h"

namespace kcast::report {

std::string summary_text(const dataset::SetSummary& summary);
std::string summary_json(const dataset::SetSummary& summary);

std::string noise_text(std::span<const dataset::NoiseFloor> floors);

std::string rules_text(std::span<const dataset::RuleReport> reports);
std::string rules_json(std::span<const dataset::RuleReport> reports);

// What became of launches that had no features.
struct FeatureCounts {
  size_t launches = 0;  // that have them now
  size_t kernels = 0;
  size_t without = 0;  // launches that cannot be analysed
};
std::string features_text(const FeatureCounts& counts);

}  // namespace kcast::report
