// A stand-in for NVIDIA's driver, libcuda.so.1, for tests of kcast-collect-cuda without a GPU.
// Memory is the host's, buffers are really filled, other kernels do nothing. Each launch of a
// target region of OpenMP is told to the file FAKE_CUDA_RECORD, one line:
//   KERNEL teams=3200 threads=128 SLOT...     slots as hexadecimal numbers of 64 bits; behind the
// first, if it is an address, what is found there: [count iterations buffer]
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collect/fill_bytes.h"

namespace {

struct Module {
  std::string text;  // PTX; empty: machine code
  std::map<std::string, std::vector<uint64_t>> variables;
};

struct Function {
  std::string name;
  size_t parameters = 0;
};

std::vector<std::unique_ptr<Module>> g_modules;
std::vector<std::unique_ptr<Function>> g_functions;

bool is_region(std::string_view name) {
  return name.starts_with("__omp_offloading_");
}

// The numbers of ".u64 NAME[6] = {1, 2, generic(x)};", words that are none as 0.
std::vector<uint64_t> initial_values(const std::string& text, const std::string& name) {
  const size_t at = text.find(" " + name + "[");
  const size_t open = at == std::string::npos ? at : text.find("= {", at);
  std::vector<uint64_t> values;
  if (open == std::string::npos || open > text.find('\n', at)) return values;
  const char* word = text.c_str() + open + 3;
  for (;;) {
    values.push_back(std::strtoull(word, nullptr, 10));
    const char* next = std::strpbrk(word, ",}");
    if (next == nullptr || *next == '}') return values;
    word = next + 2;
  }
}

size_t parameters_of(const std::string& text, const std::string& kernel) {
  size_t count = 0;
  while (text.find(" " + kernel + "_param_" + std::to_string(count)) != std::string::npos)
    ++count;
  return count;
}

// Memory of this process stands for the GPU's.
void* memory_at(uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

uint64_t word_at(const void* place) {
  uint64_t word = 0;
  std::memcpy(&word, place, sizeof(word));
  return word;
}

template <typename T>
T parameter(void** parameters, size_t i) {
  T value;
  std::memcpy(&value, parameters[i], sizeof(value));
  return value;
}

// fill_kernel.cu on the host.
void fill(void** parameters) {
  kcast::FillNumbers numbers;
  numbers.kind = static_cast<kcast::FillKind>(parameter<int>(parameters, 4));
  numbers.low = parameter<double>(parameters, 5);
  numbers.high = parameter<double>(parameters, 6);
  numbers.count = parameter<long long>(parameters, 7);
  numbers.elements = parameter<long long>(parameters, 8);
  numbers.step = parameter<double>(parameters, 9);
  numbers.modulus = parameter<double>(parameters, 10);
  const auto count = parameter<long long>(parameters, 2);
  for (long long i = 0; i < count; ++i) {
    kcast::collect::fill_one(memory_at(parameter<uint64_t>(parameters, 0)),
                             static_cast<kcast::collect::ScalarType>(parameter<int>(parameters, 1)),
                             parameter<unsigned long long>(parameters, 3), numbers, i,
                             parameter<long long>(parameters, 11));
  }
}

void record(const Function& function, unsigned teams, unsigned threads, void** parameters) {
  const char* path = std::getenv("FAKE_CUDA_RECORD");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s teams=%u threads=%u", function.name.c_str(), teams, threads);
  for (size_t i = 0; i < function.parameters; ++i) {
    const uint64_t slot = word_at(parameters[i]);
    std::fprintf(file, " %llx", static_cast<unsigned long long>(slot));
    if (i > 0 || slot == UINT64_MAX) continue;
    const auto* environment = static_cast<const unsigned char*>(memory_at(slot));
    const uint64_t counters = word_at(environment);
    std::fprintf(file, " [%u %u %llx]", static_cast<unsigned>(counters),
                 static_cast<unsigned>(counters >> 32),
                 static_cast<unsigned long long>(word_at(environment + 8)));
  }
  std::fprintf(file, "\n");
  std::fclose(file);
}

CUresult launch(CUfunction handle, unsigned grid, unsigned block, void** parameters) {
  const auto* function = reinterpret_cast<const Function*>(handle);
  if (function->name == "kcast_fill") fill(parameters);
  if (is_region(function->name)) record(*function, grid, block, parameters);
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned) {
  return CUDA_SUCCESS;
}
// NVRTC asks for tables of functions; theirs begin with their size, and this one has none.
CUresult cuGetExportTable(const void** table, const CUuuid*) {
  static const uint64_t size = sizeof(size);
  *table = &size;
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  *version = 13000;
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = error == CUDA_ERROR_NOT_FOUND ? "named symbol not found" : "some error";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int) {
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::snprintf(name, static_cast<size_t>(length), "NVIDIA H200");
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  *value = 0;
  if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) *value = 9;
  if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) *value = 132;
  if (attribute == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE) *value = 1 << 16;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
  *context = nullptr;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) {
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext) {
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  return CUDA_SUCCESS;
}
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  auto loaded = std::make_unique<Module>();
  const char* bytes = static_cast<const char*>(image);
  if (std::strncmp(bytes, "\177ELF", 4) != 0) loaded->text = bytes;
  *module = reinterpret_cast<CUmodule>(loaded.get());
  g_modules.push_back(std::move(loaded));
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule) {
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  const std::string& text = reinterpret_cast<const Module*>(module)->text;
  const bool is_there =
      text.empty() || text.find(std::string(".entry ") + name + "(") != std::string::npos;
  if (!is_there) return CUDA_ERROR_NOT_FOUND;
  g_functions.push_back(std::make_unique<Function>(Function{name, parameters_of(text, name)}));
  *function = reinterpret_cast<CUfunction>(g_functions.back().get());
  return CUDA_SUCCESS;
}
// Of variables that the linker would find, as it does.
CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule handle, const char* name) {
  auto* module = reinterpret_cast<Module*>(handle);
  const bool is_visible = module->text.find(std::string(".weak .global .align 8 .u64 ") + name +
                                            "[") != std::string::npos ||
                          module->text.find(std::string(".visible .global")) != std::string::npos;
  std::vector<uint64_t>& values = module->variables[name];
  if (values.empty()) values = initial_values(module->text, name);
  if (!is_visible || values.empty()) return CUDA_ERROR_NOT_FOUND;
  *address = reinterpret_cast<CUdeviceptr>(values.data());
  *bytes = values.size() * sizeof(uint64_t);
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute, CUfunction) {
  *value = 0;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) {
  return CUDA_SUCCESS;
}
// NOLINTNEXTLINE(readability-function-size): NVIDIA's.
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned, unsigned, unsigned block_x,
                        unsigned, unsigned, unsigned, CUstream, void** parameters, void**) {
  return launch(function, grid_x, block_x, parameters);
}
// NOLINTNEXTLINE(readability-function-size): NVIDIA's.
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned, unsigned,
                                   unsigned block_x, unsigned, unsigned, unsigned, CUstream,
                                   void** parameters) {
  return launch(function, grid_x, block_x, parameters);
}
CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
  *address = reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  return *address == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr address) {
  std::free(memory_at(address));
  return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(size_t* free, size_t* total) {
  *free = size_t{1} << 30;
  *total = *free;
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  std::memcpy(memory_at(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  std::memcpy(to, memory_at(from), bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t bytes) {
  std::memset(memory_at(to), value, bytes);
  return CUDA_SUCCESS;
}
// NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's.
CUresult cuProfilerStart() {
  return CUDA_SUCCESS;
}
// NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's.
CUresult cuProfilerStop() {
  return CUDA_SUCCESS;
}

// What the collector loads and the test has no use for.
CUresult cuEventCreate(CUevent* event, unsigned) {
  *event = nullptr;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent) {
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent, CUstream) {
  return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent) {
  return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent, CUevent) {
  *milliseconds = 0;
  return CUDA_SUCCESS;
}
CUresult cuStreamCreate(CUstream*, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuStreamDestroy(CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuStreamSynchronize(CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuStreamBeginCapture(CUstream, CUstreamCaptureMode) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuStreamEndCapture(CUstream, CUgraph*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec*, CUgraph, unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphLaunch(CUgraphExec, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExecDestroy(CUgraphExec) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphDestroy(CUgraph) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // extern "C"
