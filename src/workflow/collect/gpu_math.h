// OpenMP's regions are measured as our front end compiles them, and a user's have the math
// functions of NVIDIA's libdevice, which is not ours to ship: it is taken from a CUDA toolkit.
#pragma once

#include <string>

#include "base/result.h"
#include "launch/ready_kernel.h"

namespace kcast::workflow {

// The bitcode of the libdevice that was found, for a `device` of kcast collect whose launches run
// on an NVIDIA GPU; nothing for the others, where no region runs.
Result<std::string> gpu_math(const std::string& device);

// Code that is made to run gets these functions; what is predicted stays as it is.
launch::Inspect with_gpu_math(launch::Inspect inspect, std::string bitcode);

}  // namespace kcast::workflow
