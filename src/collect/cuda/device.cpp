#include "collect/cuda/device.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>

#include "base/text.h"
#include "collect/cuda/embedded.h"

namespace kcast::collect {

namespace {

constexpr unsigned kBlock = 256;

unsigned blocks_for(int64_t values, int units) {
  const int64_t wanted = (values + kBlock - 1) / kBlock;
  return static_cast<unsigned>(std::clamp<int64_t>(wanted, 1, int64_t{units} * 16));
}

std::string embedded_cuda_text(std::string_view name) {
  for (const NamedText& text : embedded_cuda()) {
    if (text.name == name) return std::string(text.text);
  }
  return "";
}

CompileRequest own_request(const std::string& name, const std::string& source,
                           const std::string& kernel, const std::string& target,
                           std::vector<std::string> flags) {
  const auto headers = embedded_cuda();
  return {.name = name,
          .source = source,
          .kernel = kernel,
          .target = target,
          .flags = std::move(flags),
          .headers = {headers.begin(), headers.end()},
          .variables = {}};
}

}  // namespace

int LoadedKernel::attribute(CUfunction_attribute which) const {
  int value = 0;
  driver_.cuFuncGetAttribute(&value, which, function_);
  return value;
}

Status LoadedKernel::find_variables(const std::vector<std::string>& symbols) {
  for (const std::string& symbol : symbols) {
    DeviceVariable found;
    const CUresult status =
        driver_.cuModuleGetGlobal(&found.address, &found.bytes, module_, symbol.c_str());
    if (status != CUDA_SUCCESS) return driver_error(driver_, status, "variable '" + symbol + "'");
    variables_.push_back(found);
  }
  return Unit{};
}

Status LoadedKernel::read_team_reduction(const std::string& kernel) {
  const std::string name = kernel_environment_name(kernel);
  CUdeviceptr address = 0;
  size_t bytes = 0;
  const CUresult status = driver_.cuModuleGetGlobal(&address, &bytes, module_, name.c_str());
  if (status != CUDA_SUCCESS) return driver_error(driver_, status, "variable '" + name + "'");
  std::array<unsigned char, kKernelEnvironmentBytes> environment{};
  const size_t size = std::min(bytes, environment.size());
  KCAST_CUDA(driver_, cuMemcpyDtoH, environment.data(), address, size);
  KCAST_TRY(team_reduction_, collect::team_reduction(std::span(environment).first(size)));
  return Unit{};
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::open() {
  KCAST_TRY(const Driver* driver, load_driver());
  CUdevice handle = 0;
  KCAST_CUDA(*driver, cuDeviceGet, &handle, 0);
  std::unique_ptr<CudaDevice> device(new CudaDevice(*driver, handle));
  if (const Status prepared = device->prepare(); !prepared) return prepared.error();
  return device;
}

Status CudaDevice::prepare() {
  char name[256] = {};
  KCAST_CUDA(driver_, cuDeviceGetName, name, sizeof(name), device_);
  name_ = name;
  int major = 0;
  int minor = 0;
  int l2 = 0;
  KCAST_CUDA(driver_, cuDeviceGetAttribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
             device_);
  KCAST_CUDA(driver_, cuDeviceGetAttribute, &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
             device_);
  KCAST_CUDA(driver_, cuDeviceGetAttribute, &units_, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
             device_);
  KCAST_CUDA(driver_, cuDeviceGetAttribute, &l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device_);
  target_ = "sm_" + std::to_string(major) + std::to_string(minor);
  l2_bytes_ = l2;
  compile_own_kernels();
  KCAST_CUDA(driver_, cuDevicePrimaryCtxRetain, &context_, device_);
  KCAST_CUDA(driver_, cuCtxSetCurrent, context_);
  KCAST_CUDA(driver_, cuEventCreate, &start_, CU_EVENT_DEFAULT);
  KCAST_CUDA(driver_, cuEventCreate, &end_, CU_EVENT_DEFAULT);
  return Unit{};
}

void CudaDevice::compile_own_kernels() {
  const auto start = [this](const std::string& file, const std::string& kernel,
                            std::vector<std::string> flags) {
    return std::async(std::launch::async, compile_kernel,
                      own_request(file, embedded_cuda_text("collect/cuda/" + file), kernel, target_,
                                  std::move(flags)))
        .share();
  };
  compiled_fill_ = start("fill_kernel.cu", "kcast_fill", {"--fmad=false"});
  compiled_flush_ = start("flush_kernel.cu", "kcast_flush", {});
}

CudaDevice::~CudaDevice() {
  fill_kernel_.reset();
  flush_kernel_.reset();
  flush_memory_.reset();
  if (start_ != nullptr) driver_.cuEventDestroy(start_);
  if (end_ != nullptr) driver_.cuEventDestroy(end_);
  if (context_ != nullptr) driver_.cuDevicePrimaryCtxRelease(device_);
}

std::string CudaDevice::driver_version() const {
  int version = 0;
  driver_.cuDriverGetVersion(&version);
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string CudaDevice::driver_release() const {
  std::ifstream file("/sys/module/nvidia/version");
  std::string text;
  if (std::getline(file, text) && !text.empty()) return std::string(trim(text));
  return "for CUDA " + driver_version();
}

Result<std::unique_ptr<LoadedKernel>> CudaDevice::load(const CompiledKernel& compiled) const {
  CUmodule module = nullptr;
  KCAST_CUDA(driver_, cuModuleLoadData, &module, compiled.cubin.data());
  CUfunction function = nullptr;
  const CUresult found = driver_.cuModuleGetFunction(&function, module, compiled.symbol.c_str());
  if (found != CUDA_SUCCESS) {
    driver_.cuModuleUnload(module);
    return driver_error(driver_, found, "kernel '" + compiled.symbol + "'");
  }
  auto kernel = std::make_unique<LoadedKernel>(driver_, module, function);
  if (const Status all = kernel->find_variables(compiled.variables); !all) return all.error();
  if (!compiled.offloads) return kernel;
  if (const Status read = kernel->read_team_reduction(compiled.symbol); !read) return read.error();
  return kernel;
}

Result<std::unique_ptr<LoadedKernel>> CudaDevice::build(const std::string& name,
                                                        const std::string& source,
                                                        const std::string& kernel,
                                                        std::vector<std::string> flags) const {
  KCAST_TRY(const CompiledKernel compiled,
            compile_kernel(own_request(name, source, kernel, target_, std::move(flags))));
  return load(compiled);
}

Result<std::unique_ptr<DeviceMemory>> CudaDevice::allocate(int64_t bytes) const {
  CUdeviceptr address = 0;
  KCAST_CUDA(driver_, cuMemAlloc, &address, static_cast<size_t>(std::max<int64_t>(bytes, 1)));
  return std::make_unique<DeviceMemory>(driver_, address);
}

Status CudaDevice::launch(const LoadedKernel& kernel, const GridShape& shape, void** parameters,
                          CUstream stream) const {
  if (shape.shared_bytes > 48 * 1024) {
    KCAST_CUDA(driver_, cuFuncSetAttribute, kernel.function(),
               CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
               static_cast<int>(shape.shared_bytes));
  }
  if (shape.cooperative) {
    KCAST_CUDA(driver_, cuLaunchCooperativeKernel, kernel.function(), shape.grid[0], shape.grid[1],
               shape.grid[2], shape.block[0], shape.block[1], shape.block[2], shape.shared_bytes,
               stream, parameters);
    return Unit{};
  }
  KCAST_CUDA(driver_, cuLaunchKernel, kernel.function(), shape.grid[0], shape.grid[1],
             shape.grid[2], shape.block[0], shape.block[1], shape.block[2], shape.shared_bytes,
             stream, parameters, nullptr);
  return Unit{};
}

Status CudaDevice::synchronize() const {
  KCAST_CUDA(driver_, cuCtxSynchronize);
  return Unit{};
}

Result<double> CudaDevice::timed_launch(const LoadedKernel& kernel, const GridShape& shape,
                                        void** parameters) const {
  KCAST_CUDA(driver_, cuEventRecord, start_, nullptr);
  if (const Status launched = launch(kernel, shape, parameters); !launched) {
    return launched.error();
  }
  KCAST_CUDA(driver_, cuEventRecord, end_, nullptr);
  KCAST_CUDA(driver_, cuEventSynchronize, end_);
  float milliseconds = 0;
  KCAST_CUDA(driver_, cuEventElapsedTime, &milliseconds, start_, end_);
  return static_cast<double>(milliseconds) * 1000;
}

Status CudaDevice::fill(CUdeviceptr base, const FillRange& range) {
  if (fill_kernel_ == nullptr) {
    KCAST_TRY(const CompiledKernel compiled, compiled_fill_.get());
    KCAST_TRY(fill_kernel_, load(compiled));
  }
  CUdeviceptr address = base + static_cast<CUdeviceptr>(range.offset_bytes);
  int type = static_cast<int>(range.type);
  long long values = range.values;
  unsigned long long seed = range.seed;
  int kind = static_cast<int>(range.numbers.kind);
  double low = range.numbers.low;
  double high = range.numbers.high;
  long long count = range.numbers.count;
  long long elements = range.numbers.elements;
  double step = range.numbers.step;
  double modulus = range.numbers.modulus;
  long long stride_bytes = range.stride_bytes;
  void* parameters[] = {&address, &type,  &values,   &seed, &kind,    &low,
                        &high,    &count, &elements, &step, &modulus, &stride_bytes};
  const GridShape shape{.grid = {blocks_for(values, units_), 1, 1}, .block = {kBlock, 1, 1}};
  return launch(*fill_kernel_, shape, parameters);
}

Status CudaDevice::flush_l2() {
  const int64_t bytes = 4 * l2_bytes_;
  if (flush_kernel_ == nullptr) {
    KCAST_TRY(const CompiledKernel compiled, compiled_flush_.get());
    KCAST_TRY(flush_kernel_, load(compiled));
    KCAST_TRY(flush_memory_, allocate(bytes + 16));
    KCAST_CUDA(driver_, cuMemsetD8, flush_memory_->address(), 0, static_cast<size_t>(bytes + 16));
  }
  CUdeviceptr address = flush_memory_->address();
  CUdeviceptr out = address + static_cast<CUdeviceptr>(bytes);
  long long elements = bytes / 16;
  void* parameters[] = {&address, &elements, &out};
  const GridShape shape{.grid = {blocks_for(elements, units_), 1, 1}, .block = {kBlock, 1, 1}};
  return launch(*flush_kernel_, shape, parameters);
}

}  // namespace kcast::collect
