// What people write about a launch, as JSON: in .kernelcast.json, in requests of editors and
// agents.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "predict/choose.h"
#include "serve/rpc/message.h"

namespace kcast::serve {

using rpc::Json;

// {"grid": "64x64", "block": 256, "shared": 0, "args": {"n": 1e7}, "fills": {"x": "zero"}}: each as
// on the command line, all may be left out. An error names the field.
Result<predict::LaunchOverrides> read_launch_settings(const Json& json);

// The members of an object as texts; numbers may be written as numbers. `name` is for errors.
Result<std::vector<std::pair<std::string, std::string>>> read_bindings(const Json& json,
                                                                       const std::string& name);

}  // namespace kcast::serve
