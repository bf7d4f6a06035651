#include "workflow/collect/gpu_math.h"

#include <optional>
#include <utility>

#include "base/files.h"
#include "frontend/toolkit/toolkit.h"

namespace kcast::workflow {

Result<std::string> gpu_math(const std::string& device) {
  if (device != "cuda") return std::string();
  const std::optional<frontend::Toolkit> toolkit = frontend::find_toolkit("");
  if (toolkit && !toolkit->libdevice.empty()) return read_file(toolkit->libdevice);
  const std::string where = toolkit
                                ? toolkit->root.string() + " has no nvvm/libdevice/libdevice.10.bc"
                                : "no CUDA toolkit was found";
  return Error{ErrorCode::NotFound,
               "regions of OpenMP are compiled with NVIDIA's libdevice, and " + where +
                   "; set CUDA_HOME to a toolkit that has it, or run scripts/fetch cuda"};
}

launch::Inspect with_gpu_math(launch::Inspect inspect, std::string bitcode) {
  if (bitcode.empty()) return inspect;
  return [inspect = std::move(inspect),
          bitcode = std::move(bitcode)](const frontend::InspectRequest& request) {
    if (!request.environment_argument) return inspect(request);
    frontend::InspectRequest with_math = request;
    with_math.math_library = bitcode;
    return inspect(with_math);
  };
}

}  // namespace kcast::workflow
