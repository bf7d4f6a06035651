// The architectures that are known: what config.json calls a thing in each of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"
#include "train/model/model_config.h"

namespace kcast::train {

// `type` is the model_type of config.json. Throws what nlohmann throws when a field is missing.
Result<ModelConfig> architecture_config(const std::string& type, const nlohmann::json& json);

}  // namespace kcast::train
