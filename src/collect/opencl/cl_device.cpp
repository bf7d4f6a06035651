#include "collect/opencl/cl_device.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "collect/opencl/cl_check.h"

namespace kcast::collect {

namespace {

constexpr ClInt kDeviceNotFound = -1;
constexpr ClInt kPlatformNotFound = -1001;

std::string device_text(const OpenCl& api, ClHandle device, unsigned what) {
  std::string text(512, '\0');
  if (api.clGetDeviceInfo(device, what, text.size(), text.data(), nullptr) != 0) return {};
  return std::string(trim(text.substr(0, text.find('\0'))));
}

ClBits type_of(const OpenCl& api, ClHandle device) {
  ClBits type = 0;
  api.clGetDeviceInfo(device, kClDeviceType, sizeof(type), &type, nullptr);
  return type;
}

Result<std::vector<ClHandle>> list_devices(const OpenCl& api) {
  constexpr unsigned kMost = 64;
  ClHandle platforms[kMost] = {};
  unsigned n_platforms = 0;
  std::vector<ClHandle> devices;
  const ClInt listed = api.clGetPlatformIDs(kMost, platforms, &n_platforms);
  if (listed == kPlatformNotFound) return devices;
  KCAST_CL(listed, "list platforms");
  for (unsigned i = 0; i < std::min(n_platforms, kMost); ++i) {
    ClHandle found[kMost] = {};
    unsigned count = 0;
    const ClInt status = api.clGetDeviceIDs(platforms[i], kClDeviceTypeAll, kMost, found, &count);
    if (status == kDeviceNotFound) continue;
    KCAST_CL(status, "list devices");
    devices.insert(devices.end(), found, found + std::min(count, kMost));
  }
  return devices;
}

Result<ClHandle> choose_device(const OpenCl& api, int index) {
  KCAST_TRY(const std::vector<ClHandle> devices, list_devices(api));
  if (devices.empty()) {
    return Error{ErrorCode::NotFound,
                 "no OpenCL device; Debian's package pocl-opencl-icd makes one of the CPU"};
  }
  if (index >= 0) {
    if (std::cmp_less(index, devices.size())) return devices[static_cast<size_t>(index)];
    return Error{ErrorCode::NotFound, "no OpenCL device " + std::to_string(index) + "; there are " +
                                          std::to_string(devices.size()) + ", counted from 0"};
  }
  for (const ClHandle device : devices) {
    if ((type_of(api, device) & kClDeviceTypeGpu) != 0) return device;
  }
  return devices.front();
}

// Flags of the other languages, as far as OpenCL has them.
std::string build_options(const KernelSource& source) {
  std::string options = "-cl-kernel-arg-info";
  for (size_t i = 0; i < source.flags.size(); ++i) {
    const std::string& flag = source.flags[i];
    if (flag == "-D" && i + 1 < source.flags.size()) {
      options += " -D" + source.flags[++i];
    } else if (flag == "--use_fast_math" || flag == "-use_fast_math" || flag == "-ffast-math") {
      options += " -cl-fast-relaxed-math";
    } else if (flag.starts_with("-D") || flag.starts_with("-cl-") || flag == "-w" ||
               flag.starts_with("-I")) {
      options += " " + flag;
    }
  }
  for (const auto& [name, value] : source.defines)
    options += " -D" + name + "=" + value;
  return options;
}

std::string build_log(const ClDevice& cl, ClHandle program) {
  size_t bytes = 0;
  cl.api->clGetProgramBuildInfo(program, cl.device, kClProgramBuildLog, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  cl.api->clGetProgramBuildInfo(program, cl.device, kClProgramBuildLog, log.size(), log.data(),
                                nullptr);
  return std::string(trim(log.substr(0, log.find('\0'))));
}

}  // namespace

Result<ClDevice> open_cl_device(int index) {
  ClDevice cl;
  KCAST_TRY(cl.api, load_opencl());
  KCAST_TRY(cl.device, choose_device(*cl.api, index));
  cl.is_cpu = (type_of(*cl.api, cl.device) & kClDeviceTypeCpu) != 0;
  cl.name = device_text(*cl.api, cl.device, kClDeviceName);
  cl.driver = device_text(*cl.api, cl.device, kClDriverVersion);
  cl.version = device_text(*cl.api, cl.device, kClDeviceVersion);
  ClInt status = 0;
  cl.context = cl.api->clCreateContext(nullptr, 1, &cl.device, nullptr, nullptr, &status);
  KCAST_CL(status, "create context");
  cl.queue = cl.api->clCreateCommandQueue(cl.context, cl.device, kClQueueProfiling, &status);
  KCAST_CL(status, "create queue");
  return cl;
}

Result<ClKernel> build_cl_kernel(const ClDevice& device, const KernelSource& source) {
  const OpenCl& api = *device.api;
  ClKernel built;
  ClInt status = 0;
  const char* text = source.source.c_str();
  built.program = ClOwned(api.clCreateProgramWithSource(device.context, 1, &text, nullptr, &status),
                          api.clReleaseProgram);
  KCAST_CL(status, "create program");
  const std::string options = build_options(source);
  status =
      api.clBuildProgram(built.program.get(), 1, &device.device, options.c_str(), nullptr, nullptr);
  if (status != 0) {
    return Error{ErrorCode::InvalidInput, "build with status " + std::to_string(status) + ": " +
                                              build_log(device, built.program.get())};
  }
  built.kernel = ClOwned(api.clCreateKernel(built.program.get(), source.name.c_str(), &status),
                         api.clReleaseKernel);
  KCAST_CL(status, "kernel '" + source.name + "'");
  return built;
}

}  // namespace kcast::collect
