// The arguments of a tool as a request for predictions.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predict.h"
#include "serve/rpc/message.h"

namespace kcast::mcp {

using rpc::Json;

// `source` says path or code, `launch` everything else; they may be one object.
Result<predict::PredictRequest> tool_request(const Json& source, const Json& launch);

// An argument that no tool of that name has is an error: a typing error would be ignored.
Status only_known(const Json& arguments, const std::vector<std::string>& known);

// The names of arguments that say where a source is, and how it is launched.
const std::vector<std::string>& source_names();
const std::vector<std::string>& launch_names();

}  // namespace kcast::mcp
