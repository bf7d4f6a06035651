// Executes one thread of a small machine-code function, so that what runs for an
// argument is known without a GPU: which path, and how many instructions of which
// class. Results are exact except those of MUFU, which are rounded correctly here.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/machine/classes.h"
#include "analyze/machine/listing.h"

namespace kcast::tools {

using machine::Classes;
using machine::Function;
using machine::kCounters;
using machine::kHmove;
using machine::kPipes;
using machine::Listing;
using machine::OpcodeClass;

// What one thread executed. Instructions whose guard is off take a slot and count
// in no class.
struct Tally {
  std::array<double, kCounters.size()> counters = {};
  std::array<double, kPipes.size()> pipes = {};
  double slots = 0;
  double latency = 0;  // cycles from the loaded values to the stored one
  bool operator==(const Tally&) const = default;
};

struct RunResult {
  Tally tally;
  std::array<uint64_t, 2> stored = {0, 0};  // first two stored values, in order
  double all_slots = 0;                     // with those that every micro-kernel has
};

// Executed instructions by opcode and the modifiers that matter, frame included.
using OpcodeCounts = std::map<std::string, double>;

// `arguments`: raw bits; argument k is what the k-th pointer parameter points to.
// The listing went through Classes::assign. The parameter after them is where the result goes.
Result<RunResult> run_function(const Listing& listing, const Function& function,
                               const Classes& classes, const std::vector<uint64_t>& arguments,
                               OpcodeCounts* opcodes = nullptr);

}  // namespace kcast::tools
