// .kernelcast.json: launches that no host code states, written down by the user.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "predict/choose.h"
#include "serve/rpc/message.h"

namespace kcast::lsp {

constexpr const char* kLaunchFileName = ".kernelcast.json";

// What the file says of one source.
struct FileLaunches {
  std::vector<std::string> defines;  // "NAME=VALUE"
  std::string argv;
  bool has_argv = false;
  std::string flags;
  std::map<std::string, predict::LaunchOverrides> kernels;  // by plain name
};

// The part for the file `name`, relative to the folder of the launch file; empty where there is
// none. An error names the field.
Result<FileLaunches> launches_of_file(std::string_view launch_file_text, const std::string& name);

// The entry of a kernel as it is written; an empty object where there is none.
rpc::Json kernel_entry(std::string_view launch_file_text, const std::string& name,
                       const std::string& kernel);

// The whole file with that entry replaced; null removes it. An empty text is an empty file.
Result<std::string> with_kernel_entry(std::string_view launch_file_text, const std::string& name,
                                      const std::string& kernel, const rpc::Json& entry);

}  // namespace kcast::lsp
