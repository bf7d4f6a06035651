#include "collect/cuda/driver.h"

#include <dlfcn.h>

namespace kcast::collect {

namespace {

// Two levels, so that cuda.h's macro (cuMemAlloc -> cuMemAlloc_v2) is expanded first.
#define KCAST_SYMBOL_TEXT(symbol) #symbol
#define KCAST_SYMBOL(symbol) KCAST_SYMBOL_TEXT(symbol)

Result<Driver> open_driver() {
  void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{ErrorCode::Unsupported, "no NVIDIA driver on this machine (libcuda.so.1)"};
  }
  Driver driver;
#define KCAST_DRIVER_LOAD(function)                                                          \
  driver.function =                                                                          \
      reinterpret_cast<decltype(driver.function)>(::dlsym(library, KCAST_SYMBOL(function))); \
  if (driver.function == nullptr) {                                                          \
    return Error{ErrorCode::Unsupported,                                                     \
                 "the NVIDIA driver is too old: it has no " KCAST_SYMBOL(function)};         \
  }
  KCAST_DRIVER_FUNCTIONS(KCAST_DRIVER_LOAD)
#undef KCAST_DRIVER_LOAD
  KCAST_CUDA(driver, cuInit, 0);
  return driver;
}

}  // namespace

Result<const Driver*> load_driver() {
  static const Result<Driver> driver = open_driver();
  if (!driver) return driver.error();
  return &*driver;
}

Error driver_error(const Driver& driver, CUresult status, const std::string& doing) {
  const char* text = nullptr;
  if (driver.cuGetErrorString == nullptr ||
      driver.cuGetErrorString(status, &text) != CUDA_SUCCESS || text == nullptr) {
    text = "unknown status";
  }
  return Error{ErrorCode::External, doing + ": " + text};
}

}  // namespace kcast::collect
