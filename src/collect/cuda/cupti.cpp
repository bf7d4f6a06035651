#include "collect/cuda/cupti.h"

#include <dlfcn.h>

#include "collect/cuda/toolkit_folders.h"

namespace kcast::collect {

namespace {

// CUPTI opens these two by their names alone. Once they are loaded, their names are known.
void open_companions(const std::filesystem::path& folder) {
  for (const char* name : {"libnvperf_host.so", "libnvperf_target.so"})
    ::dlopen((folder / name).c_str(), RTLD_NOW | RTLD_GLOBAL);
}

Result<Cupti> open_cupti() {
  constexpr const char* kFolders[] = {"extras/CUPTI/lib64", "lib64", "lib"};
  constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so"};
  std::filesystem::path folder;
  void* library = open_toolkit_library(kFolders, kNames, &folder);
  if (library == nullptr) {
    return Error{
        ErrorCode::Unsupported,
        "no CUPTI 13: install a CUDA 13 toolkit, set CUDA_HOME, or run scripts/fetch cuda"};
  }
  if (!folder.empty()) open_companions(folder);
  Cupti cupti;
#define KCAST_CUPTI_LOAD(function)                                                          \
  cupti.function = reinterpret_cast<decltype(cupti.function)>(::dlsym(library, #function)); \
  if (cupti.function == nullptr) {                                                          \
    return Error{ErrorCode::Unsupported, "this CUPTI is too old: it has no " #function};    \
  }
  KCAST_CUPTI_FUNCTIONS(KCAST_CUPTI_LOAD)
#undef KCAST_CUPTI_LOAD
  return cupti;
}

}  // namespace

Result<const Cupti*> load_cupti() {
  static const Result<Cupti> cupti = open_cupti();
  if (!cupti) return cupti.error();
  return &*cupti;
}

Error cupti_error(const Cupti& cupti, CUptiResult status, const std::string& doing) {
  const char* text = nullptr;
  cupti.cuptiGetResultString(status, &text);
  std::string message = doing + ": " + (text != nullptr ? text : "unknown status");
  if (status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) {
    message += " (run as root, or load the driver with NVreg_RestrictProfilingToAdminUsers=0)";
  }
  return Error{ErrorCode::External, std::move(message)};
}

}  // namespace kcast::collect
