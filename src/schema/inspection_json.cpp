#include "schema/inspection_json.h"

#include "base/io/json_problem.h"
#include "schema/fill_json.h"
#include "schema/json_codec.h"

namespace kcast {

KCAST_JSON_ENUM(ArgumentKind, {ArgumentKind::Buffer, "buffer"}, {ArgumentKind::Scalar, "scalar"},
                {ArgumentKind::Struct, "struct"}, {ArgumentKind::Null, "null"},
                {ArgumentKind::Unknown, "unknown"})
KCAST_JSON_ENUM(Severity, {Severity::Note, "note"}, {Severity::Warning, "warning"},
                {Severity::Error, "error"})
KCAST_JSON(ParameterMember, name, type, offset_bytes, size_bytes, is_pointer, element_type,
           element_bytes)
KCAST_JSON(Parameter, name, type, size_bytes, is_pointer, element_type, element_bytes, is_const,
           is_restrict, address_space, members)
KCAST_JSON(LaunchBounds, max_threads, min_blocks, max_cluster_blocks, required_block)
KCAST_JSON(ResourceUse, registers, spill_store_bytes, spill_load_bytes, stack_bytes,
           static_shared_bytes)
KCAST_JSON(Kernel, name, mangled, template_arguments, is_template, language, file, line, parameters,
           launch_bounds, static_shared_bytes, uses_dynamic_shared, lowered, not_lowered_reason,
           resources, assumed_templates, assumed_macros)
KCAST_JSON(HostValue, integer, real, likely, text, needs)
KCAST_JSON(HostFill, fill, value_bytes, is_real)
KCAST_JSON(HostArgument, name, kind, value, buffer, buffer_name, buffer_bytes, offset_bytes, fill,
           fields, members, member_offset)
KCAST_JSON(HostLaunch, kernel, file, line, grid, block, shared_bytes, arguments, count, reached,
           note, assumed)
KCAST_JSON(Unresolved, name, reason, file, line)
KCAST_JSON(Diagnostic, severity, file, line, column, message)
KCAST_JSON(PtxModule, file, route, arch, text, slice)
KCAST_JSON(Inspection, kernels, launches, unresolved, diagnostics, modules)

nlohmann::ordered_json inspection_to_json(const Inspection& inspection) {
  return inspection;
}

Result<Inspection> inspection_from_json(const nlohmann::ordered_json& json) {
  try {
    return json.get<Inspection>();
  } catch (const nlohmann::json::exception& error) {
    return Error{ErrorCode::InvalidInput, std::string("inspection: ") + json_problem(error.what())};
  }
}

}  // namespace kcast
