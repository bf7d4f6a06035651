#include "collect/opencl/case_timer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/files.h"
#include "base/text.h"
#include "collect/check_case.h"
#include "collect/launch_plan.h"
#include "collect/opencl/opencl_api.h"
#include "collect/statistics.h"

namespace kcast {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kFlushBytes = size_t{240} << 20;
constexpr const char* kFlushSource =
    "__kernel void kcast_flush(__global const uint4* a, ulong n, __global uint* out) {\n"
    "  uint sum = 0;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "    sum |= a[i].x | a[i].y | a[i].z | a[i].w;\n"
    "  if (sum == 0x9E3779B9u) *out = sum;\n"
    "}\n";

Error cl_error(ClInt status, const std::string& doing) {
  return Error{ErrorCode::External, doing + ": OpenCL status " + std::to_string(status)};
}

#define KCAST_CL(call, doing)                                    \
  do {                                                           \
    const ClInt kcast_status = (call);                           \
    if (kcast_status != 0) return cl_error(kcast_status, doing); \
  } while (false)

struct ClDevice {
  const OpenCl* api = nullptr;
  ClHandle device = nullptr;
  ClHandle context = nullptr;
  ClHandle queue = nullptr;
  ClHandle flush_kernel = nullptr;
  ClHandle flush_buffer = nullptr;
  ClHandle flush_out = nullptr;
};

// Objects of one launch, released together.
class Held {
 public:
  explicit Held(const OpenCl& api) : api_(api) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    for (ClHandle buffer : buffers)
      api_.clReleaseMemObject(buffer);
    if (kernel != nullptr) api_.clReleaseKernel(kernel);
    if (program != nullptr) api_.clReleaseProgram(program);
  }
  ClHandle program = nullptr;
  ClHandle kernel = nullptr;
  std::vector<ClHandle> buffers;

 private:
  const OpenCl& api_;
};

Status build(const ClDevice& cl, const std::string& source, const std::string& name,
             const std::string& options, Held& held) {
  ClInt status = 0;
  const char* text = source.c_str();
  held.program = cl.api->clCreateProgramWithSource(cl.context, 1, &text, nullptr, &status);
  KCAST_CL(status, "create program");
  status = cl.api->clBuildProgram(held.program, 1, &cl.device, options.c_str(), nullptr, nullptr);
  if (status != 0) {
    std::string log(4096, '\0');
    size_t used = 0;
    cl.api->clGetProgramBuildInfo(held.program, cl.device, kClProgramBuildLog, log.size(),
                                  log.data(), &used);
    return Error{ErrorCode::External, "build: " + std::string(trim(log.substr(0, log.find('\0'))))};
  }
  held.kernel = cl.api->clCreateKernel(held.program, name.c_str(), &status);
  KCAST_CL(status, "kernel '" + name + "'");
  return Unit{};
}

// A buffer as an argument: OpenCL reads its handle from where that lies.
ClInt set_buffer(const ClDevice& cl, ClHandle kernel, unsigned index, const ClHandle& buffer) {
  return cl.api->clSetKernelArg(kernel, index, sizeof(ClHandle), static_cast<const void*>(&buffer));
}

// Microseconds of one launch by its event.
Result<double> launch(const ClDevice& cl, ClHandle kernel, const size_t* global,
                      const size_t* local) {
  ClHandle event = nullptr;
  KCAST_CL(cl.api->clEnqueueNDRangeKernel(cl.queue, kernel, 3, nullptr, global, local, 0, nullptr,
                                          &event),
           "launch");
  KCAST_CL(cl.api->clFinish(cl.queue), "run");
  uint64_t start = 0;
  uint64_t end = 0;
  cl.api->clGetEventProfilingInfo(event, kClProfilingStart, 8, &start, nullptr);
  cl.api->clGetEventProfilingInfo(event, kClProfilingEnd, 8, &end, nullptr);
  cl.api->clReleaseEvent(event);
  return static_cast<double>(end - start) / 1000;
}

Result<ClHandle> make_buffer(const ClDevice& cl, size_t bytes) {
  ClInt status = 0;
  ClHandle buffer = cl.api->clCreateBuffer(cl.context, kClMemReadWrite, bytes, nullptr, &status);
  KCAST_CL(status, "allocate " + std::to_string(bytes) + " bytes");
  return buffer;
}

Status flush(const ClDevice& cl) {
  const size_t global[3] = {1 << 20, 1, 1};
  const size_t local[3] = {256, 1, 1};
  const auto done = launch(cl, cl.flush_kernel, global, local);
  if (!done) return done.error();
  return Unit{};
}

Status prepare_flush(ClDevice& cl) {
  // Lives as long as the process.
  auto* held = new Held(*cl.api);
  if (Status built = build(cl, kFlushSource, "kcast_flush", "", *held); !built) return built;
  cl.flush_kernel = held->kernel;
  KCAST_TRY(cl.flush_buffer, make_buffer(cl, kFlushBytes));
  KCAST_TRY(cl.flush_out, make_buffer(cl, 16));
  const std::vector<unsigned char> zero(kFlushBytes);
  KCAST_CL(cl.api->clEnqueueWriteBuffer(cl.queue, cl.flush_buffer, 1, 0, kFlushBytes, zero.data(),
                                        0, nullptr, nullptr),
           "write");
  const uint64_t elements = kFlushBytes / 16;
  set_buffer(cl, cl.flush_kernel, 0, cl.flush_buffer);
  cl.api->clSetKernelArg(cl.flush_kernel, 1, 8, &elements);
  set_buffer(cl, cl.flush_kernel, 2, cl.flush_out);
  return Unit{};
}

Result<ClDevice> open_device() {
  ClDevice cl;
  KCAST_TRY(cl.api, load_opencl());
  ClHandle platforms[16] = {};
  unsigned n_platforms = 0;
  KCAST_CL(cl.api->clGetPlatformIDs(16, platforms, &n_platforms), "list platforms");
  for (const ClBits type : {kClDeviceTypeGpu, kClDeviceTypeAll}) {
    for (unsigned i = 0; i < n_platforms && cl.device == nullptr; ++i)
      cl.api->clGetDeviceIDs(platforms[i], type, 1, &cl.device, nullptr);
  }
  if (cl.device == nullptr) return Error{ErrorCode::NotFound, "no OpenCL device"};
  ClInt status = 0;
  cl.context = cl.api->clCreateContext(nullptr, 1, &cl.device, nullptr, nullptr, &status);
  KCAST_CL(status, "create context");
  cl.queue = cl.api->clCreateCommandQueue(cl.context, cl.device, kClQueueProfiling, &status);
  KCAST_CL(status, "create queue");
  if (const Status prepared = prepare_flush(cl); !prepared) return prepared.error();
  return cl;
}

Status write_buffers(const ClDevice& cl, const LaunchPlan& plan, const Held& held,
                     const std::vector<std::vector<unsigned char>>& contents) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    KCAST_CL(cl.api->clEnqueueWriteBuffer(cl.queue, held.buffers[i], 1, 0, contents[i].size(),
                                          contents[i].data(), 0, nullptr, nullptr),
             "write");
  }
  return Unit{};
}

Status set_arguments(const ClDevice& cl, const LaunchPlan& plan, const Held& held) {
  for (unsigned i = 0; i < plan.parameters.size(); ++i) {
    const PlannedParameter& parameter = plan.parameters[i];
    if (!parameter.by_value) {
      const AddressSlot& slot = parameter.addresses.front();
      if (slot.offset_bytes != 0) {
        return Error{ErrorCode::Unsupported, "OpenCL buffers cannot be passed with an offset"};
      }
      ClHandle buffer = held.buffers[static_cast<size_t>(slot.buffer)];
      KCAST_CL(set_buffer(cl, held.kernel, i, buffer), "argument '" + parameter.name + "'");
      continue;
    }
    if (parameter.local_bytes > 0) {
      KCAST_CL(cl.api->clSetKernelArg(held.kernel, i, static_cast<size_t>(parameter.local_bytes),
                                      nullptr),
               "argument '" + parameter.name + "'");
      continue;
    }
    unsigned space = kClKernelArgAddressPrivate;
    cl.api->clGetKernelArgInfo(held.kernel, i, kClKernelArgAddress, sizeof(space), &space, nullptr);
    const bool pointer = space != kClKernelArgAddressPrivate;
    KCAST_CL(
        cl.api->clSetKernelArg(
            held.kernel, i, pointer ? sizeof(ClHandle) : static_cast<size_t>(parameter.size_bytes),
            pointer ? nullptr : parameter.bytes.data()),
        "argument '" + parameter.name + "'");
  }
  return Unit{};
}

Result<std::vector<double>> time_launch(const ClDevice& cl, const CheckCase& check,
                                        const std::string& source, const Launch& values,
                                        int repeats) {
  Held held(*cl.api);
  std::string options = "-cl-kernel-arg-info";
  for (const std::string& flag : check.flags) {
    if (flag == "--use_fast_math" || flag == "-use_fast_math") options += " -cl-fast-relaxed-math";
    if (flag.starts_with("-D")) options += " " + flag;
  }
  KCAST_TRY(const LaunchPlan plan, plan_launch(values));
  if (const Status built = build(cl, source, check.kernel, options, held); !built) {
    return built.error();
  }
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::vector<unsigned char>> contents;
  for (const PlannedBuffer& buffer : plan.buffers) {
    contents.emplace_back(static_cast<size_t>(buffer.bytes));
    for (const FillRange& range : buffer.fills)
      fill_on_host(range, contents.back().data(), threads);
    KCAST_TRY(ClHandle handle, make_buffer(cl, contents.back().size()));
    held.buffers.push_back(handle);
  }
  if (const Status set = set_arguments(cl, plan, held); !set) return set.error();
  size_t global[3];
  size_t local[3];
  for (size_t i = 0; i < 3; ++i) {
    local[i] = static_cast<size_t>(values.block[i]);
    global[i] = static_cast<size_t>(values.grid[i]) * local[i];
  }
  std::vector<double> times;
  for (int i = 0; i <= repeats; ++i) {
    if (const Status wrote = write_buffers(cl, plan, held, contents); !wrote) return wrote.error();
    if (const Status flushed = flush(cl); !flushed) return flushed.error();
    KCAST_TRY(const double time, launch(cl, held.kernel, global, local));
    if (i > 0) times.push_back(time);
  }
  return times;
}

}  // namespace

Status time_opencl_cases(const OpenClRunOptions& options,
                         const std::function<void(std::string)>& done) {
  KCAST_TRY(const ClDevice cl, open_device());
  for (const auto& file : options.files) {
    KCAST_TRY(const CheckCase check, read_check_case(file));
    if (!options.only.empty() && options.only != check.name) continue;
    if (!std::filesystem::exists(check.source(".cl"))) continue;
    KCAST_TRY(const std::string source, read_file(check.source(".cl")));
    for (size_t i = 0; i < check.launches.size(); ++i) {
      const Launch& values = check.launches[i];
      const auto times = time_launch(cl, check, source, values, options.repeats);
      Json line = {
          {"case", check.name}, {"launch", i}, {"grid", values.grid}, {"block", values.block}};
      if (times) {
        line["time_us"] = median(*times);
        line["times_us"] = *times;
      } else {
        line["error"] = times.error().message;
      }
      done(line.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
  }
  return Unit{};
}

}  // namespace kcast
