// The Model Context Protocol on two descriptors, a message a line: revision 2026-07-28, which has
// no handshake, and those before it, which begin with `initialize` (docs/agents.md).
#pragma once

#include "base/result.h"
#include "predict/predictor.h"

namespace kcast::mcp {

struct AgentServerOptions {
  int input = 0;
  int output = 1;
  size_t workers = 2;
};

// Until the client hangs up; what runs then is stopped.
Status run_agent_server(predict::Predictor& predictor, const AgentServerOptions& options);

}  // namespace kcast::mcp
