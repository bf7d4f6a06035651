#include "cli/sources.h"

#include <filesystem>
#include <set>

#include "base/files.h"

namespace kcast::cli {

namespace fs = std::filesystem;

constexpr size_t kMaxFileBytes = size_t{8} << 20;

Status read_sources(const std::vector<std::string>& files, InspectRequest& request) {
  std::error_code error;
  request.working_dir = fs::current_path(error).string();
  if (error) request.working_dir = "/";
  std::set<std::string> dirs;
  for (const std::string& name : files) {
    KCAST_TRY(std::string text, read_file(name, kMaxFileBytes));
    request.files.push_back({name, std::move(text)});
    const fs::path dir = fs::path(name).parent_path();
    dirs.insert(dir.empty() ? "." : dir.string());
  }
  request.readable_dirs.assign(dirs.begin(), dirs.end());
  return Unit{};
}

void add_language_options(CLI::App& app, InspectRequest& request) {
  app.add_option("-I", request.include_dirs, "folder where #include may look")
      ->allow_extra_args(false);
  app.add_option("--language", request.language, "cuda, hip or opencl; else by ending");
  app.add_option("--std", request.standard, "c++11 to c++20, CL1.2 to CL3.0");
}

}  // namespace kcast::cli
