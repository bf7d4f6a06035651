// What the tools do: arguments in, a result for an agent out.
#pragma once

#include <atomic>
#include <string>

#include "base/result.h"
#include "predict/predictor.h"
#include "serve/rpc/message.h"

namespace kcast::mcp {

using rpc::Json;

struct ToolResult {
  std::string text;  // for models that read
  Json structured;   // for programs; fits the tool's outputSchema
};

// In any thread. An error is one line for the agent, with the remedy.
Result<ToolResult> call_tool(predict::Predictor& predictor, const std::string& name,
                             const Json& arguments, const std::atomic<bool>& cancelled);

}  // namespace kcast::mcp
