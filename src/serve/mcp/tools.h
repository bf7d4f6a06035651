// The tools that agents call, as data: what each takes and gives (docs/agents.md).
#pragma once

#include "serve/rpc/message.h"

namespace kcast::mcp {

using rpc::Json;

// The array of tools/list.
Json tools_json();

bool has_tool(const std::string& name);

// Guidance for an agent that has not used it before.
std::string instructions();

}  // namespace kcast::mcp
