#include "launch/ready_kernel.h"

#include <string>
#include <utility>

namespace kcast::launch {
namespace {

Error not_compiled(const KernelSource& source, const Inspection& inspection) {
  std::string message = "kernel " + source.name + " is not in the " + source.language + " text";
  for (const Kernel& kernel : inspection.kernels) {
    if (!kernel.not_lowered_reason.empty()) message = kernel.not_lowered_reason;
  }
  for (const Diagnostic& diagnostic : inspection.diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    message = "line " + std::to_string(diagnostic.line) + ": " + diagnostic.message;
    break;
  }
  return {ErrorCode::InvalidInput, message};
}

}  // namespace

frontend::InspectRequest request_for(const KernelSource& source, const Gpu& gpu) {
  frontend::InspectRequest request;
  const char* ending = source.language == "opencl"   ? ".cl"
                       : source.language == "hip"    ? ".hip"
                       : source.language == "openmp" ? ".cpp"
                                                     : ".cu";
  request.files = {{"kernel" + std::string(ending), source.source}};
  request.language = source.language;
  request.flags = source.flags;
  request.defines = source.defines;
  if (gpu.target.starts_with("sm_")) request.arch = gpu.target;
  return request;
}

Result<ReadyKernel> ready_kernel(const Inspect& inspect, const KernelSource& source,
                                 const Gpu& gpu) {
  KCAST_TRY(const Inspection inspection, inspect(request_for(source, gpu)));
  for (const Diagnostic& diagnostic : inspection.diagnostics)
    if (diagnostic.severity == Severity::Error) return not_compiled(source, inspection);
  for (const Kernel& kernel : inspection.kernels) {
    // A target region is named after its function and line.
    const bool is_region =
        kernel.language == "openmp" && kernel.name.starts_with(source.name + ":");
    if ((kernel.name != source.name && !is_region) || !kernel.lowered) continue;
    for (const PtxModule& module : inspection.modules) {
      auto prepared = analyze::prepare_kernel(module.text, kernel.mangled);
      if (prepared) return ReadyKernel{kernel, *std::move(prepared)};
    }
  }
  return not_compiled(source, inspection);
}

}  // namespace kcast::launch
