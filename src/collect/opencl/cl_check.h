// Status codes of OpenCL as errors.
#pragma once

#include <string>

#include "base/result.h"
#include "collect/opencl/opencl_api.h"

namespace kcast::collect {

inline Error cl_error(ClInt status, const std::string& doing) {
  return Error{ErrorCode::External, doing + ": OpenCL status " + std::to_string(status)};
}

}  // namespace kcast::collect

// Returns from the function unless the call succeeds.
#define KCAST_CL(call, doing)                                    \
  do {                                                           \
    const ClInt kcast_status = (call);                           \
    if (kcast_status != 0) return cl_error(kcast_status, doing); \
  } while (false)
