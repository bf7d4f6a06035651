#include "collect/opencl/cl_launch.h"

#include <array>
#include <cstdint>
#include <utility>

#include "base/parallel.h"
#include "collect/opencl/cl_check.h"

namespace kcast::collect {

namespace {

constexpr size_t kFlushBytes = size_t{240} << 20;
constexpr const char* kFlushSource =
    "__kernel void kcast_flush(__global const uint4* a, ulong n, __global uint* out) {\n"
    "  uint sum = 0;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "    sum |= a[i].x | a[i].y | a[i].z | a[i].w;\n"
    "  if (sum == 0x9E3779B9u) *out = sum;\n"
    "}\n";

Result<ClOwned> make_buffer(const ClDevice& device, size_t bytes) {
  ClInt status = 0;
  ClOwned buffer(
      device.api->clCreateBuffer(device.context, kClMemReadWrite, bytes, nullptr, &status),
      device.api->clReleaseMemObject);
  KCAST_CL(status, "allocate " + std::to_string(bytes) + " bytes");
  return buffer;
}

// OpenCL reads the handle from where it lies.
ClInt set_buffer(const ClDevice& device, ClHandle kernel, unsigned index, ClHandle buffer) {
  return device.api->clSetKernelArg(kernel, index, sizeof(ClHandle),
                                    static_cast<const void*>(&buffer));
}

Status write_buffer(const ClDevice& device, const ClOwned& buffer,
                    const std::vector<unsigned char>& contents) {
  KCAST_CL(device.api->clEnqueueWriteBuffer(device.queue, buffer.get(), 1, 0, contents.size(),
                                            contents.data(), 0, nullptr, nullptr),
           "write a buffer");
  return Unit{};
}

Result<ClOwned> enqueue_kernel(const ClDevice& device, ClHandle kernel,
                               const std::array<int64_t, 3>& grid,
                               const std::array<int64_t, 3>& block) {
  size_t global[3];
  size_t local[3];
  for (size_t i = 0; i < 3; ++i) {
    local[i] = static_cast<size_t>(block[i]);
    global[i] = static_cast<size_t>(grid[i]) * local[i];
  }
  ClHandle event = nullptr;
  KCAST_CL(device.api->clEnqueueNDRangeKernel(device.queue, kernel, 3, nullptr, global, local, 0,
                                              nullptr, &event),
           "launch");
  return ClOwned(event, device.api->clReleaseEvent);
}

}  // namespace

ClLaunch::ClLaunch(const ClDevice& device, const ClKernel& kernel, const Launch& launch,
                   const ClFill* fill)
    : device_(device), kernel_(kernel), launch_(launch), fill_(fill) {}

Status ClLaunch::plan() {
  KCAST_TRY(plan_, plan_launch(launch_));
  for (const PlannedParameter& parameter : plan_.parameters) {
    const bool inside = parameter.by_value && !parameter.addresses.empty();
    if (inside || (!parameter.addresses.empty() && parameter.addresses[0].offset_bytes != 0)) {
      return Error{ErrorCode::Unsupported,
                   "argument '" + parameter.name +
                       "': OpenCL has no pointers in structs and none into a buffer's middle"};
    }
  }
  return Unit{};
}

Status ClLaunch::allocate() {
  for (const PlannedBuffer& buffer : plan_.buffers) {
    KCAST_TRY(ClOwned memory, make_buffer(device_, static_cast<size_t>(buffer.bytes)));
    buffers_.push_back(std::move(memory));
  }
  return Unit{};
}

Status ClLaunch::set_arguments() {
  const ClHandle kernel = kernel_.kernel.get();
  for (unsigned i = 0; i < plan_.parameters.size(); ++i) {
    const PlannedParameter& parameter = plan_.parameters[i];
    const std::string doing = "argument '" + parameter.name + "'";
    if (!parameter.addresses.empty()) {
      const auto buffer = static_cast<size_t>(parameter.addresses[0].buffer);
      KCAST_CL(set_buffer(device_, kernel, i, buffers_[buffer].get()), doing);
      continue;
    }
    if (parameter.local_bytes > 0) {
      const auto bytes = static_cast<size_t>(parameter.local_bytes);
      KCAST_CL(device_.api->clSetKernelArg(kernel, i, bytes, nullptr), doing);
      continue;
    }
    // A pointer without a buffer is null, which has the size of a handle.
    unsigned space = kClKernelArgAddressPrivate;
    device_.api->clGetKernelArgInfo(kernel, i, kClKernelArgAddress, sizeof(space), &space, nullptr);
    const bool pointer = space != kClKernelArgAddressPrivate;
    KCAST_CL(device_.api->clSetKernelArg(
                 kernel, i, pointer ? sizeof(ClHandle) : static_cast<size_t>(parameter.size_bytes),
                 pointer ? nullptr : parameter.bytes.data()),
             doing);
  }
  return Unit{};
}

// Whether every argument that points into the buffer is declared const.
bool ClLaunch::is_read_only(size_t buffer) const {
  for (unsigned i = 0; i < plan_.parameters.size(); ++i) {
    for (const AddressSlot& slot : plan_.parameters[i].addresses) {
      if (!std::cmp_equal(slot.buffer, buffer)) continue;
      ClBits qualifiers = 0;
      const ClInt status =
          device_.api->clGetKernelArgInfo(kernel_.kernel.get(), i, kClKernelArgTypeQualifier,
                                          sizeof(qualifiers), &qualifiers, nullptr);
      if (status != 0 || (qualifiers & kClKernelArgConst) == 0) return false;
    }
  }
  return true;
}

Status ClLaunch::fill_buffer(size_t buffer) {
  const PlannedBuffer& planned = plan_.buffers[buffer];
  if (fill_ != nullptr) {
    for (const FillRange& range : planned.fills) {
      Status filled = fill_->fill(device_, buffers_[buffer].get(), range);
      if (!filled) return filled;
    }
    return Unit{};
  }
  if (!filled_) {
    contents_.emplace_back(static_cast<size_t>(planned.bytes));
    // Threads cost more than a few values.
    const int threads = planned.bytes < (1 << 20) ? 1 : static_cast<int>(hardware_jobs());
    for (const FillRange& range : planned.fills)
      fill_on_host(range, contents_.back().data(), threads);
  }
  return write_buffer(device_, buffers_[buffer], contents_[buffer]);
}

Status ClLaunch::fill() {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    if (filled_ && is_read_only(i)) continue;
    if (Status filled = fill_buffer(i); !filled) return filled;
  }
  filled_ = true;
  return Unit{};
}

Result<ClOwned> ClLaunch::enqueue() {
  return enqueue_kernel(device_, kernel_.kernel.get(), launch_.grid, launch_.block);
}

Result<double> ClLaunch::finish(const ClOwned& event) {
  const OpenCl& api = *device_.api;
  KCAST_CL(api.clFinish(device_.queue), "run");
  ClInt state = 0;
  KCAST_CL(api.clGetEventInfo(event.get(), kClEventStatus, sizeof(state), &state, nullptr), "run");
  if (state < 0) return cl_error(state, "run");
  uint64_t start = 0;
  uint64_t end = 0;
  KCAST_CL(api.clGetEventProfilingInfo(event.get(), kClProfilingStart, 8, &start, nullptr), "time");
  KCAST_CL(api.clGetEventProfilingInfo(event.get(), kClProfilingEnd, 8, &end, nullptr), "time");
  return static_cast<double>(end - start) / 1000;
}

Result<std::vector<unsigned char>> ClLaunch::read(size_t buffer) {
  std::vector<unsigned char> bytes(static_cast<size_t>(plan_.buffers[buffer].bytes));
  KCAST_CL(device_.api->clEnqueueReadBuffer(device_.queue, buffers_[buffer].get(), 1, 0,
                                            bytes.size(), bytes.data(), 0, nullptr, nullptr),
           "read a buffer");
  return bytes;
}

Result<ClFlush> ClFlush::make(const ClDevice& device) {
  ClFlush flush;
  KernelSource source;
  source.name = "kcast_flush";
  source.source = kFlushSource;
  KCAST_TRY(flush.kernel_, build_cl_kernel(device, source));
  KCAST_TRY(flush.buffer_, make_buffer(device, kFlushBytes));
  KCAST_TRY(flush.out_, make_buffer(device, 16));
  const std::vector<unsigned char> zeros(kFlushBytes);
  if (Status wrote = write_buffer(device, flush.buffer_, zeros); !wrote) return wrote.error();
  const ClHandle kernel = flush.kernel_.kernel.get();
  const uint64_t elements = kFlushBytes / 16;
  KCAST_CL(set_buffer(device, kernel, 0, flush.buffer_.get()), "flush");
  KCAST_CL(device.api->clSetKernelArg(kernel, 1, sizeof(elements), &elements), "flush");
  KCAST_CL(set_buffer(device, kernel, 2, flush.out_.get()), "flush");
  return flush;
}

Status ClFlush::run(const ClDevice& device) const {
  KCAST_TRY(const ClOwned event,
            enqueue_kernel(device, kernel_.kernel.get(), {4096, 1, 1}, {256, 1, 1}));
  KCAST_CL(device.api->clFinish(device.queue), "flush");
  return Unit{};
}

}  // namespace kcast::collect
