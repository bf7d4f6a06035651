// Samples for fine-tuning, one JSON object a line, as two papers have them.
#pragma once

#include <string>
#include <vector>

#include "dataset/store.h"
#include "schema/sample.h"

namespace kcast::dataset {

// A launch with everything that a sample says of it.
struct TextSample {
  const Row* row = nullptr;
  std::string text;                // of the kernel, or of its program
  std::vector<std::string> flags;  // build flags
  std::string target;              // Gpu::target
  Launch launch;
  std::string side;  // "train", "val", "test"
};

// Omniwise, Figure 3: a chat of system, user and assistant. The answer has shares of the ceilings
// of Table 2, with three decimals or all of them. The text is a program with host code, which says
// the launch; `several` names the kernel where the program makes more than one.
struct OmniwiseStyle {
  bool rounded = true;
  bool several = false;
};
std::string omniwise_line(const TextSample& sample, const OmniwiseStyle& style);

// LLMPerf, section III-A: the prompt with arguments and sizes, and the binary logarithm of the time
// in microseconds. The text is device code.
std::string llmperf_line(const TextSample& sample);

}  // namespace kcast::dataset
