#include "predict/request_budget.h"

#include <algorithm>

namespace kcast::predict {

namespace {

constexpr double kLeast = 6000;        // instructions of a launch, however many there are
constexpr double kOverrun = 1.2;       // of its share, that a launch's last blocks may take
constexpr double kNearlySpent = 0.75;  // of its share: sampling ended because of it
// Shares are rounded, so that a launch is asked for the same way though others changed a little.
constexpr int64_t kStep = 50'000;

}  // namespace

void RequestBudget::expect(size_t launches) {
  expected_ = std::max(1.0, static_cast<double>(launches));
  largest_expected_ = std::max(largest_expected_, expected_);
}

analyze::AnalysisOptions RequestBudget::next() const {
  const analyze::AnalysisOptions alone;
  const auto share = [](double all, double launches, int64_t most) {
    const auto exact = static_cast<int64_t>(
        std::clamp(all / launches, kLeast, static_cast<double>(std::max<int64_t>(most, 1))));
    // Followed a little and then whole, a launch would cost more than at once.
    if (static_cast<double>(exact) >= kNearlySpent * static_cast<double>(most)) return most;
    return exact < kStep ? exact : exact / kStep * kStep;
  };
  analyze::AnalysisOptions out;
  out.exec_budget = share(left_ / kOverrun, expected_, alone.exec_budget);
  // Simulating caches costs the same whether a kernel is simple or not: nothing is left over.
  out.memory_budget = share(kInstructions / 2, largest_expected_, alone.memory_budget);
  return out;
}

void RequestBudget::spend(double interpreted) {
  spend_again(interpreted);
  expected_ = std::max(1.0, expected_ - 1);
}

void RequestBudget::spend_again(double interpreted) {
  left_ = std::max(0.0, left_ - interpreted);
}

bool RequestBudget::cut_short(const analyze::AnalysisOptions& given, double interpreted) {
  const auto budget = static_cast<double>(given.exec_budget);
  return given.exec_budget < analyze::AnalysisOptions().exec_budget &&
         interpreted >= kNearlySpent * budget;
}

}  // namespace kcast::predict
