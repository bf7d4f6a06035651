// Which prediction of a program a reading is compared with.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "predict/report.h"
#include "workflow/eval/public_programs.h"

namespace kcast::workflow {

// What a program's predictions are, with the order in which host code makes them.
struct OrderedPrediction {
  predict::LaunchPrediction entry;
  size_t order = 0;
};

struct PublicMatch {
  size_t prediction = 0;     // which one
  bool same_launch = false;  // false: of another grid or block than the program makes
};

// The prediction of the same kernel: with equal template arguments, if there is one; of those, with
// the same grid and block, and of several the one whose launch stands first; else the one whose
// threads are nearest in number. Nothing where the kernel has no prediction.
std::optional<PublicMatch> match_reading(const PublicReading& reading,
                                         std::span<const OrderedPrediction> predictions);

// "float,32,true" of "void scale<float, (int)32, (bool)1>(float*)"; empty: none.
std::string template_arguments_of(std::string_view printed);

}  // namespace kcast::workflow
