// What a program finds out about the device it is predicted for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "schema/gpu/gpu.h"

namespace kcast::predict {

// Kernels of AMD's GPUs are read through PTX too, for the architecture whose
// features are nearest.
std::string arch_of(const Gpu& gpu);

// What a program that asks for the device's properties is told.
std::vector<std::pair<std::string, int64_t>> device_answers(const Gpu& gpu);

}  // namespace kcast::predict
