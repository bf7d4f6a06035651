// JSON forms of sample.h; field names are the members' names.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast {

nlohmann::ordered_json to_json_document(const KernelSource& kernel);
nlohmann::ordered_json to_json_document(const Launch& launch);
nlohmann::ordered_json to_json_document(const Sample& sample);
nlohmann::ordered_json to_json_document(const Prediction& prediction);

// Strict: an unknown field, or one of the wrong type, is an error that names it.
Result<KernelSource> kernel_source_from_json(const nlohmann::ordered_json& json);
Result<Launch> launch_from_json(const nlohmann::ordered_json& json);
Result<Sample> sample_from_json(const nlohmann::ordered_json& json);
Result<Prediction> prediction_from_json(const nlohmann::ordered_json& json);

}  // namespace kcast
