// The end of an OpenMP reduction over teams, which one thread does alone.
#pragma once

#include "analyze/ptx/ptx.h"
#include "analyze/time/time_model.h"

namespace kcast::time {

// LLVM's runtime keeps a record of each team in a buffer; a thread of the team that comes last adds
// them one after the other, and waits for each sector. Which team that is depends on the others, so
// that no trace has it.
double team_reduction_us(const ptx::Module& module, std::string_view kernel, double teams,
                         double l2_cycles, double clock_mhz);

// Nothing else runs meanwhile: the time is added, and is latency.
void add_at_end(double us, TimeEstimate& time);

}  // namespace kcast::time
