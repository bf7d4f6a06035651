// Runs of `kcast ask` as a picture.
#pragma once

#include <string>
#include <vector>

#include "workflow/chat/chat_view.h"

namespace kcast::workflow {

// Accuracy against what 1,000 kernels cost: dollars where all prices are known, else seconds. Who
// costs nothing stands at the left edge.
std::string chat_svg(const std::vector<ChatSummary>& runs);

}  // namespace kcast::workflow
