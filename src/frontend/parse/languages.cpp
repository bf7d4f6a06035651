#include "frontend/parse/languages.h"

#include <array>
#include <initializer_list>

#include "base/text.h"

namespace kcast::frontend {

namespace {

using Words = std::string_view;

constexpr std::array<Words, 2> kCudaEndings = {".cu", ".cuh"};
constexpr std::array<Words, 1> kHipEndings = {".hip"};
constexpr std::array<Words, 3> kOpenClEndings = {".cl", ".ocl", ".opencl"};
constexpr std::array<Words, 1> kCEndings = {".c"};
constexpr std::array<Words, 4> kHostEndings = {".cpp", ".cc", ".cxx", ".c"};
constexpr std::array<Words, 7> kHeaderEndings = {".h",   ".hpp", ".hh", ".hxx",
                                                 ".cuh", ".inl", ".inc"};

constexpr std::array<Words, 8> kCppStandards = {"c++11",   "c++14",   "c++17",   "c++20",
                                                "gnu++11", "gnu++14", "gnu++17", "gnu++20"};
constexpr std::array<Words, 8> kCStandards = {"c99",   "c11",   "c17",   "c23",
                                              "gnu99", "gnu11", "gnu17", "gnu23"};
constexpr std::array<Words, 6> kOpenClStandards = {"CL1.0", "CL1.1", "CL1.2",
                                                   "CL2.0", "CL3.0", "clc++2021"};

// CUDA and HIP are read once, in device mode: host functions are in the tree as
// well, so that launches and kernels come from one parse.
constexpr std::array<Words, 7> kCudaArgs = {
    "-aux-triple",      "x86_64-unknown-linux-gnu", "-fcuda-is-device",
    "-fcuda-short-ptr", "-target-sdk-version=12.3", "-fcuda-allow-variadic-functions",
    "-fcxx-exceptions"};
constexpr std::array<Words, 11> kHipArgs = {"-aux-triple",
                                            "x86_64-unknown-linux-gnu",
                                            "-fcuda-is-device",
                                            "-fcuda-short-ptr",
                                            "-target-sdk-version=12.3",
                                            "-fcuda-allow-variadic-functions",
                                            "-fcxx-exceptions",
                                            "-D__HIP__=1",
                                            "-D__HIPCC__=1",
                                            "-D__HIP_PLATFORM_NVIDIA__=1",
                                            "-D__KCAST_HIP__=1"};
// OpenMP is read once, for the device: Clang keeps the host functions in the tree.
constexpr std::array<Words, 8> kOpenMpArgs = {"-aux-triple",
                                              "x86_64-unknown-linux-gnu",
                                              "-fopenmp",
                                              "-fopenmp-is-target-device",
                                              "-fopenmp-version=51",
                                              "-fvisibility=protected",
                                              "-fcxx-exceptions",
                                              "-fexceptions"};
// Compilers that offload take C's restrict in C++, too, or their builds define it.
constexpr std::array<Words, 9> kOpenMpCppArgs = {"-aux-triple",
                                                 "x86_64-unknown-linux-gnu",
                                                 "-fopenmp",
                                                 "-fopenmp-is-target-device",
                                                 "-fopenmp-version=51",
                                                 "-fvisibility=protected",
                                                 "-fcxx-exceptions",
                                                 "-fexceptions",
                                                 "-Drestrict=__restrict__"};
constexpr std::array<Words, 2> kHostArgs = {"-fcxx-exceptions", "-fno-operator-names"};
// Every extension whose functions our library has; "all" would also declare
// other vendors' functions, which have no bodies.
constexpr std::array<Words, 2> kOpenClArgs = {
    "-fdeclare-opencl-builtins",
    "-cl-ext=-all,+cl_khr_fp64,+cl_khr_fp16,+cl_khr_byte_addressable_store,"
    "+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
    "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
    "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_3d_image_writes,"
    "+cl_khr_depth_images,+cl_khr_gl_msaa_sharing,+cl_khr_mipmap_image,"
    "+cl_khr_mipmap_image_writes,+cl_khr_subgroups,+cl_clang_storage_class_specifiers,"
    "+__cl_clang_variadic_functions,+__cl_clang_function_pointers,+__opencl_c_fp64,"
    "+__opencl_c_int64,+__opencl_c_images,+__opencl_c_3d_image_writes,"
    "+__opencl_c_read_write_images,+__opencl_c_generic_address_space,"
    "+__opencl_c_program_scope_global_variables,+__opencl_c_atomic_order_acq_rel,"
    "+__opencl_c_atomic_order_seq_cst,+__opencl_c_subgroups,+__opencl_c_pipes,"
    "+__opencl_c_device_enqueue"};

constexpr std::array<Words, 2> kCudaDirs = {"device", "host"};
constexpr std::array<Words, 3> kHipDirs = {"hip", "device", "host"};
constexpr std::array<Words, 1> kHostDirs = {"host"};
constexpr std::array<Words, 2> kOpenMpDirs = {"openmp", "host"};
constexpr std::array<Words, 3> kOpenMpCDirs = {"openmp", "c", "host"};
constexpr std::array<Words, 2> kOpenClDirs = {"opencl", "clang/include"};

constexpr std::array<Language, 6> kLanguages = {{
    {.name = "cuda",
     .endings = kCudaEndings,
     .clang_name = "cuda",
     .default_standard = "c++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kCudaArgs,
     .header_dirs = kCudaDirs,
     .forced_header = "kcast_prelude.h",
     .precompiled = true,
     .has_host_code = true,
     .short_pointers = true},
    {.name = "hip",
     .endings = kHipEndings,
     .clang_name = "cuda",
     .default_standard = "c++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kHipArgs,
     .header_dirs = kHipDirs,
     .forced_header = "kcast_prelude.h",
     .precompiled = true,
     .has_host_code = true,
     .short_pointers = true},
    {.name = "opencl",
     .endings = kOpenClEndings,
     .clang_name = "cl",
     .default_standard = "CL3.0",
     .standard_flag = "-cl-std=",
     .standards = kOpenClStandards,
     .clang_args = kOpenClArgs,
     .header_dirs = kOpenClDirs,
     .forced_header = "kcast_opencl.h",
     .links_opencl_library = true,
     .rounds_loosely = true},
    {.name = "openmp",
     .clang_name = "c++",
     .default_standard = "gnu++17",
     .standard_flag = "-std=",
     .standards = kCppStandards,
     .clang_args = kOpenMpCppArgs,
     .header_dirs = kOpenMpDirs,
     .has_host_code = true,
     .offloads = true},
    // The same in C.
    {.name = "openmp",
     .c_endings = kCEndings,
     .clang_name = "c",
     .default_standard = "gnu17",
     .standard_flag = "-std=",
     .standards = kCStandards,
     .clang_args = kOpenMpArgs,
     .header_dirs = kOpenMpCDirs,
     .has_host_code = true,
     .offloads = true},
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

std::span<const Language> languages() {
  return kLanguages;
}

bool is_header(std::string_view file) {
  return ends_with_any(file, kHeaderEndings);
}

namespace {

// Whether a directive of OpenMP names `target`: "#pragma omp target", "_Pragma("omp declare
// target")".
bool has_target_directive(std::string_view text) {
  constexpr std::string_view kPragma = "omp ";
  for (size_t at = text.find(kPragma); at != Words::npos; at = text.find(kPragma, at + 1)) {
    const size_t line_begin = text.rfind('\n', at) + 1;  // npos + 1 is the text's beginning
    if (text.substr(line_begin, at - line_begin).find("ragma") == Words::npos) continue;
    // A line that ends in a backslash goes on.
    size_t end = text.find('\n', at);
    while (end != Words::npos && end > 0 && text[end - 1] == '\\')
      end = text.find('\n', end + 1);
    if (text.substr(at, end == Words::npos ? end : end - at).find("target") != Words::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view language_in_text(std::string_view text) {
  const auto has_one_of = [&](std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (text.find(word) != std::string_view::npos) return true;
    }
    return false;
  };
  if (has_one_of({"hip/hip_runtime", "hip_runtime.h", "hipLaunchKernelGGL", "hipMalloc"})) {
    return "hip";
  }
  if (has_one_of({"__global__", "<<<", "cuda_runtime", "cudaMalloc", "cudaLaunchKernel"})) {
    return "cuda";
  }
  if (has_target_directive(text)) return "openmp";
  return has_one_of({"__kernel"}) ? "opencl" : "";
}

Result<const Language*> language_of(std::string_view given, std::string_view file,
                                    std::string_view text) {
  Result<const Language*> found = find_language(given, file);
  if (!given.empty()) return found;
  const std::string_view inside = language_in_text(text);
  // Host code holds OpenCL's kernels in strings.
  const bool is_host = found && (*found)->name == "host" && inside != "opencl";
  const bool is_open = !found && is_header(file);
  return !inside.empty() && (is_host || is_open) ? find_language(inside, file) : found;
}

Result<const Language*> find_language(std::string_view name, std::string_view file) {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) {
    if (!language.c_endings.empty()) {
      if (language.name == name && ends_with_any(file, language.c_endings)) return &language;
      continue;
    }
    names.emplace_back(language.name);
  }
  for (const Language& language : kLanguages) {
    if (name.empty() ? ends_with_any(file, language.endings) : language.name == name) {
      return &language;
    }
  }
  if (name.empty()) {
    return Error{
        ErrorCode::InvalidInput,
        std::string(file) + ": the ending names no language; say --language " + join(names, "|")};
  }
  return Error{ErrorCode::InvalidInput,
               "unknown language '" + std::string(name) + "'; known: " + join(names, ", ")};
}

}  // namespace kcast::frontend
