// What planning launches came to.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace kcast::report {

struct PlanTotals {
  uint64_t kernels = 0;
  uint64_t launches = 0;
  uint64_t three = 0;                        // kernels with at least three launches
  uint64_t compile = 0;                      // kernels that compile in every language
  std::map<std::string, uint64_t> refused;   // launches, by the fault
  int wanted = 0;                            // launches of each kernel of a program; 0: any number
  std::map<std::string, uint64_t> short_of;  // programs with fewer, by the reason
};

std::string plan_text(const PlanTotals& totals);

}  // namespace kcast::report
