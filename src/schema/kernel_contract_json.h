// The JSON form of contracts.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "schema/kernel_contract.h"

namespace kcast {

nlohmann::ordered_json to_json_document(const KernelContract& contract);
Result<KernelContract> kernel_contract_from_json(const nlohmann::ordered_json& json);

}  // namespace kcast
