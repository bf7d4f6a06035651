#include "frontend/languages.h"

#include <array>

#include "base/text.h"

namespace kcast {

namespace {

using Words = std::string_view;

constexpr std::array<Words, 2> kCudaEndings = {".cu", ".cuh"};
constexpr std::array<Words, 1> kHipEndings = {".hip"};
constexpr std::array<Words, 2> kOpenClEndings = {".cl", ".ocl"};
constexpr std::array<Words, 4> kHostEndings = {".cpp", ".cc", ".cxx", ".c"};
constexpr std::array<Words, 6> kHeaderEndings = {".h", ".hpp", ".hh", ".hxx", ".inl", ".inc"};

constexpr std::array<Words, 8> kCppStandards = {"c++11",   "c++14",   "c++17",   "c++20",
                                                "gnu++11", "gnu++14", "gnu++17", "gnu++20"};
constexpr std::array<Words, 6> kOpenClStandards = {"CL1.0", "CL1.1",   "CL1.2",
                                                   "CL2.0", "CL3.0", "clc++2021"};

// CUDA and HIP are read once, in device mode: host functions are in the tree as
// well, so that launches and kernels come from one parse.
constexpr std::array<Words, 6> kCudaArgs = {
    "-aux-triple", "x86_64-unknown-linux-gnu", "-fcuda-is-device",
    "-target-sdk-version=12.4", "-fcuda-allow-variadic-functions", "-fcxx-exceptions"};
constexpr std::array<Words, 9> kHipArgs = {
    "-aux-triple", "x86_64-unknown-linux-gnu", "-fcuda-is-device",
    "-target-sdk-version=12.4", "-fcuda-allow-variadic-functions", "-fcxx-exceptions",
    "-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_NVIDIA__=1"};
constexpr std::array<Words, 2> kHostArgs = {"-fcxx-exceptions", "-fno-operator-names"};
constexpr std::array<Words, 4> kOpenClArgs = {
    "-fdeclare-opencl-builtins", "-finclude-default-header", "-cl-ext=+all",
    "-D__OPENCL_KCAST__=1"};

constexpr std::array<Words, 2> kCudaDirs = {"device", "host"};
constexpr std::array<Words, 3> kHipDirs = {"hip", "device", "host"};
constexpr std::array<Words, 1> kHostDirs = {"host"};
constexpr std::array<Words, 2> kOpenClDirs = {"opencl", "clang/include"};

constexpr std::array<Language, 4> kLanguages = {{
    {.name = "cuda",
     .endings = kCudaEndings,
     .clang_name = "cuda",
     .default_standard = "c++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kCudaArgs,
     .header_dirs = kCudaDirs,
     .forced_header = "kcast_cuda.h",
     .has_host_code = true},
    {.name = "hip",
     .endings = kHipEndings,
     .clang_name = "cuda",
     .default_standard = "c++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kHipArgs,
     .header_dirs = kHipDirs,
     .forced_header = "kcast_cuda.h",
     .has_host_code = true},
    {.name = "opencl",
     .endings = kOpenClEndings,
     .clang_name = "cl",
     .default_standard = "CL2.0",
     .standard_flag = "-cl-std=",
     .standards = kOpenClStandards,
     .clang_args = kOpenClArgs,
     .header_dirs = kOpenClDirs,
     .links_opencl_library = true},
    {.name = "host",
     .endings = kHostEndings,
     .clang_name = "c++",
     .default_standard = "c++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kHostArgs,
     .header_dirs = kHostDirs,
     .has_host_code = true,
     .lowers = false},
}};

bool ends_with_any(std::string_view file, std::span<const Words> endings) {
  for (const Words ending : endings) {
    if (file.ends_with(ending)) return true;
  }
  return false;
}

}  // namespace

std::span<const Language> languages() { return kLanguages; }

bool is_header(std::string_view file) { return ends_with_any(file, kHeaderEndings); }

Result<const Language*> find_language(std::string_view name, std::string_view file) {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) {
    if (name.empty() ? ends_with_any(file, language.endings) : language.name == name) {
      return &language;
    }
    names.emplace_back(language.name);
  }
  if (name.empty()) {
    return Error{ErrorCode::InvalidInput,
                 std::string(file) + ": the ending names no language; say --language " +
                     join(names, "|")};
  }
  return Error{ErrorCode::InvalidInput,
               "unknown language '" + std::string(name) + "'; known: " + join(names, ", ")};
}

}  // namespace kcast
