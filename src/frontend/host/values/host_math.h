// The math functions of host code.
#pragma once

#include <string>
#include <vector>

namespace kcast::host {

// The host's math library by function name; false when there is no such function.
bool evaluate_math(const std::string& name, const std::vector<double>& arguments, double* result);

}  // namespace kcast::host
