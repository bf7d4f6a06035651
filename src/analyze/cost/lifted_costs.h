// Costs of machine code that was lifted into PTX: what data/expansions/classes.tsv says of each
// opcode.
#pragma once

#include <string_view>
#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// Per instruction; helpers cost nothing.
std::vector<MachineCost> lifted_costs(const ptx::Function& function);

// data/expansions/classes.tsv as the build embedded it.
std::string_view embedded_classes();

}  // namespace kcast::cost
