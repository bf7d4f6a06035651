// The GPUs that travel inside the binary, by name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/named_text.h"
#include "base/result.h"
#include "schema/gpu/gpu.h"

namespace kcast::predict {

// The one that is predicted for where nobody names another.
constexpr const char* kDefaultGpu = "h200";

// The files of data/gpus.
std::span<const NamedText> embedded_gpus();

// "h200", "h200,a100", "all", or the path of a .json file; empty: the default one.
Result<std::vector<Gpu>> gpus_named(const std::string& names);

}  // namespace kcast::predict
