#include "report/plan_view.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.h"

namespace kcast::report {
namespace {

std::string share_text(uint64_t part, uint64_t whole) {
  const double of = static_cast<double>(std::max<uint64_t>(whole, 1));
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%llu (%.2f %%)", static_cast<unsigned long long>(part),
                100 * static_cast<double>(part) / of);
  return text.data();
}

}  // namespace

std::string plan_text(const PlanTotals& totals) {
  std::string out =
      std::to_string(totals.kernels) + " kernels, " + std::to_string(totals.launches) +
      " launches\n" + "compile in every language  " + share_text(totals.compile, totals.kernels) +
      "\n" + "at least 3 valid launches  " + share_text(totals.three, totals.kernels) + "\n";
  for (const auto& [fault, times] : totals.refused)
    out += "refused: " + pad_right(fault, 18) + std::to_string(times) + "\n";
  uint64_t few = 0;
  for (const auto& [reason, programs] : totals.short_of)
    few += programs;
  if (totals.wanted > 0) {
    out += pad_right(std::to_string(totals.wanted) + " launches of each kernel", 27) +
           share_text(totals.compile - few, totals.kernels) + "\n";
  }
  for (const auto& [reason, programs] : totals.short_of)
    out += "too few launches: " + std::to_string(programs) + ": " + reason + "\n";
  return out;
}

}  // namespace kcast::report
