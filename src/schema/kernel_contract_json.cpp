#include "schema/kernel_contract_json.h"

#include "base/io/json_problem.h"
#include "schema/fill_json.h"
#include "schema/json_codec.h"

namespace kcast {

KCAST_JSON_ENUM(ScalarRole, {ScalarRole::Size, "size"}, {ScalarRole::Count, "count"},
                {ScalarRole::Real, "real"}, {ScalarRole::Derived, "derived"})
KCAST_JSON(ScalarContract, name, role, low, high, multiple_of, power_of_two, value)
KCAST_JSON(BufferContract, name, length, fill, fields)
KCAST_JSON(KernelContract, scalars, buffers, blocks, warp_multiples_up_to, grid, any_grid,
           shared_bytes)

nlohmann::ordered_json to_json_document(const KernelContract& contract) {
  return contract;
}

Result<KernelContract> kernel_contract_from_json(const nlohmann::ordered_json& json) {
  try {
    if (!json.is_object()) return Error{ErrorCode::InvalidInput, "contract: not a JSON object"};
    return json.get<KernelContract>();
  } catch (const nlohmann::ordered_json::exception& error) {
    return Error{ErrorCode::InvalidInput, std::string("contract: ") + json_problem(error.what())};
  }
}

}  // namespace kcast
