#include "workflow/project/build_line.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "frontend/parse/flags.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIncludeFlags[] = {"--include-path", "--system-include", "-isystem",
                                              "-iquote",        "-idirafter",       "-I"};

constexpr std::string_view kFileEndings[] = {".cu",  ".hip", ".cl",  ".cpp", ".cc",
                                             ".cxx", ".c",   ".o",   ".a",   ".so",
                                             ".obj", ".h",   ".cuh", ".hpp", ".lib"};

constexpr std::string_view kCompilers[] = {"nvcc", "hipcc", "clang", "clang++",
                                           "gcc",  "g++",   "cc",    "c++"};

// What stands on a line without a dash: a file, or the compiler.
bool is_file_or_compiler(const std::string& word) {
  if (word.starts_with("-")) return false;
  const auto ends = [&](std::string_view ending) { return word.ends_with(ending); };
  if (std::any_of(std::begin(kFileEndings), std::end(kFileEndings), ends)) return true;
  const std::string name = fs::path(word).filename().string();
  return std::find(std::begin(kCompilers), std::end(kCompilers), name) != std::end(kCompilers);
}

std::string below(const std::string& dir, const std::string& path) {
  return (fs::path(dir) / path).lexically_normal().string();
}

// The folder that an include flag names, which may be the next word; empty: it is no such flag.
std::string include_dir_at(const std::vector<std::string>& words, size_t& i) {
  for (const std::string_view flag : kIncludeFlags) {
    if (!words[i].starts_with(flag)) continue;
    std::string value = words[i].substr(flag.size());
    if (value.starts_with("=")) value = value.substr(1);
    if (value.empty() && i + 1 < words.size()) value = words[++i];
    return value;
  }
  return "";
}

// A flag and its value as one word; nothing where the pair does not matter here.
std::optional<std::string> joined_pair(const std::string& flag, const std::string& value) {
  if (flag == "-D" || flag == "-U") return flag + value;
  if (flag.find("include") != std::string::npos || flag == "-imacros") return flag + " " + value;
  for (const char* part : {"arch", "maxrregcount", "std", "ftz", "prec-", "fmad"}) {
    if (flag.find(part) != std::string::npos && flag.find("arch_") == std::string::npos) {
      return flag + "=" + value;
    }
  }
  return std::nullopt;
}

// What only the compiler itself defines.
bool is_for_compilers(const std::string& flag) {
  for (const char* name : {"-D__HIP_PLATFORM_", "-D__CUDACC__", "-D__NVCC__", "-D__CUDA_ARCH__"}) {
    if (flag.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

BuildLine read_build_line(const std::vector<std::string>& words, const std::string& dir) {
  BuildLine line;
  for (size_t i = 0; i < words.size(); ++i) {
    if (is_file_or_compiler(words[i])) continue;
    if (const std::string folder = include_dir_at(words, i); !folder.empty()) {
      // nvcc takes several, with commas.
      for (const std::string& one : split(folder, ',')) {
        if (!one.empty()) line.include_dirs.push_back(below(dir, one));
      }
      continue;
    }
    if (!frontend::takes_next_word(words[i]) || i + 1 == words.size()) {
      line.flags.push_back(words[i]);
      continue;
    }
    const std::string& flag = words[i];
    const std::string& value = words[++i];
    if (const auto joined = joined_pair(flag, value)) line.flags.push_back(*joined);
  }
  std::erase_if(line.flags, is_for_compilers);
  return line;
}

void drop_system_dirs(std::vector<std::string>& include_dirs) {
  std::erase_if(include_dirs, [](const std::string& dir) {
    std::error_code ignored;
    for (const char* header : {"cuda_runtime.h", "hip/hip_runtime.h", "stdio.h", "cstdio"}) {
      if (fs::exists(fs::path(dir) / header, ignored)) return true;
    }
    return false;
  });
}

void drop_architectures(std::vector<std::string>& flags) {
  std::erase_if(flags, [](const std::string& flag) {
    return flag.starts_with("-arch") || flag.starts_with("--gpu-architecture");
  });
}

}  // namespace kcast::workflow
