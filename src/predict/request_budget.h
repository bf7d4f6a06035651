// How much work the launches of one request may cost, counted in interpreted instructions and
// simulated cache accesses, so that a request ends whatever it asks for, and with the same answer
// on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analyze/analyze.h"

namespace kcast::predict {

class RequestBudget {
 public:
  // So many launches are still to come, the next one included, as far as is known.
  void expect(size_t launches);

  // What the next launch may cost: as much as it would alone, or an even share of what is left.
  // What cheap launches leave over goes to those after them.
  analyze::AnalysisOptions next() const;

  // The next launch was analysed. `interpreted`: what it took; all of its share if it failed.
  void spend(double interpreted);
  // The same launch was analysed once more.
  void spend_again(double interpreted);

  // Whether a launch for which `given` was `next` would have been followed further alone.
  static bool cut_short(const analyze::AnalysisOptions& given, double interpreted);

 private:
  double left_ = kInstructions;
  double expected_ = 1;
  double largest_expected_ = 1;

  static constexpr double kInstructions = 20e6;
};

}  // namespace kcast::predict
