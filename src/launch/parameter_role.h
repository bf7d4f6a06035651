// What a kernel's parameter is, by its type; schema/parameter_role.h has what its name says.
#pragma once

#include <string_view>

#include "schema/inspection.h"
#include "schema/parameter_role.h"

namespace kcast::launch {

using kcast::likely_role;
using kcast::ParameterRole;
using kcast::role_of;

// True for float, double and the half types, bfloat16 too, and for vectors of them.
bool is_real_type(std::string_view type);

// A parameter that can be given as a number.
bool is_number(const Parameter& parameter);
// One that is given local memory by its size (OpenCL).
bool is_local(const Parameter& parameter);

}  // namespace kcast::launch
