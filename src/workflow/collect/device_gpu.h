// Which of the known GPUs a driver speaks of.
#pragma once

#include <optional>
#include <string>

#include "schema/gpu/gpu.h"

namespace kcast::workflow {

// "NVIDIA H200" is h200; nothing where data/gpus has none of that name.
std::optional<Gpu> gpu_of_driver_name(const std::string& name);

// Its id; of an unknown one the name in small letters, with dashes and without the vendor.
std::string gpu_id_of_driver_name(const std::string& name);

}  // namespace kcast::workflow
