// Other launches that are worth a try, as code actions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/lsp/prediction.h"
#include "serve/lsp/protocol.h"
#include "serve/lsp/shown.h"

namespace kcast::lsp {

// "block=64,128,256,512,1024" without the block that it has; nothing for a kernel whose text ties
// it to its block, by shared memory of a fixed size.
std::optional<std::string> block_sweep(const predict::LaunchPrediction& entry);

// A code action for each block of the sweep that is predicted: "block 128: 53.7 us, -12 %", best
// first. They write the block down for this kernel, beside what is `kept` of it in the launch file;
// where that has a block, the last action takes it back.
Json block_actions(const predict::LaunchPrediction& now, const Answer& sweep,
                   const std::string& uri, const Json& kept);

}  // namespace kcast::lsp
