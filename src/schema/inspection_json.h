// The JSON form of what the front end found; field names are those of inspection.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "schema/inspection.h"

namespace kcast {

nlohmann::ordered_json inspection_to_json(const Inspection& inspection);
Result<Inspection> inspection_from_json(const nlohmann::ordered_json& json);

}  // namespace kcast
