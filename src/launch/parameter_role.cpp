#include "launch/parameter_role.h"

namespace kcast::launch {

bool is_real_type(std::string_view type) {
  for (const char* name : {"float", "double", "half", "bfloat", "real"}) {
    if (type.find(name) != std::string_view::npos) return true;
  }
  return false;
}

bool is_number(const Parameter& parameter) {
  return !parameter.is_pointer && parameter.members.empty() && parameter.size_bytes <= 8;
}

bool is_local(const Parameter& parameter) {
  return parameter.is_pointer && parameter.address_space == "shared";
}

}  // namespace kcast::launch
