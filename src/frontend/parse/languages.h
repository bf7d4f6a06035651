// The table of languages. A new language is a row here and its headers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::frontend {

struct Language {
  std::string_view name;                          // "cuda"
  std::span<const std::string_view> endings;      // file endings that mean this language
  std::span<const std::string_view> c_endings;    // of the row that reads C, beside the same in C++
  std::string_view clang_name;                    // Clang's -x
  std::string_view default_standard;              // Clang's -std or -cl-std
  std::string_view standard_flag;                 // "-std=" or "-cl-std="
  std::span<const std::string_view> standards;    // those accepted
  std::span<const std::string_view> clang_args;   // further cc1 arguments
  std::span<const std::string_view> header_dirs;  // folders of built-in headers, searched in order
  std::string_view forced_header;                 // included before the source; may be empty
  bool precompiled = false;           // the binary holds that header parsed, for default settings
  bool has_host_code = false;         // the source may hold host functions and launches
  bool lowers = true;                 // false: host code only, nothing to lower
  bool offloads = false;              // kernels are the target regions of OpenMP
  bool links_opencl_library = false;  // builtins are functions of the OpenCL library
  bool short_pointers = false;        // addresses of shared and local memory have 32 bits
  bool rounds_loosely = false;        // float division and sqrt are approximate unless asked
};

std::span<const Language> languages();

// By name, or by the file's ending when `name` is empty.
Result<const Language*> find_language(std::string_view name, std::string_view file);

// By the name given, else by the file's ending and words: a header has the language of what is in
// it, and C++ with CUDA's or HIP's kernels or calls is read as that.
Result<const Language*> language_of(std::string_view given, std::string_view file,
                                    std::string_view text);

// "cuda", "hip", "openmp" or "opencl" where a C++ source or a header has words of it; else empty.
std::string_view language_in_text(std::string_view text);

// Whether the ending says header: readable by the others, not read on its own.
bool is_header(std::string_view file);

}  // namespace kcast::frontend
