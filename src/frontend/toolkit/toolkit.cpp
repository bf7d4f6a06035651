#include "frontend/toolkit/toolkit.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/text.h"

namespace kcast::frontend {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstVersion = "12.5";  // the first with PTX 8.5
constexpr int kFirstArchOf13 = 75;                  // CUDA 13 dropped what is older

fs::path existing(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) ? path : fs::path();
}

fs::path find_nvrtc(const fs::path& root) {
  fs::path best;
  for (const char* folder :
       {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root / folder, error)) {
      const std::string name = entry.path().filename();
      const bool is_library = name == "libnvrtc.so" || name.starts_with("libnvrtc.so.");
      if (is_library && name > best.filename().string()) best = entry.path();
    }
    if (!best.empty()) return best;
  }
  return best;
}

// "13.0" out of "... release 13.0, V13.0.88".
std::string read_version(const fs::path& program) {
  SubprocessOptions options;
  options.command = {program.string(), "--version"};
  options.timeout = std::chrono::seconds(20);
  const auto result = run_subprocess(options);
  if (!result || !result->ok()) return "";
  const size_t release = result->output.find("release ");
  if (release == std::string::npos) return "";
  const std::string rest = result->output.substr(release + 8);
  return rest.substr(0, rest.find_first_not_of("0123456789."));
}

std::pair<int64_t, int64_t> version_number(std::string_view version) {
  const std::vector<std::string> parts = split(version, '.');
  const auto number = [&](size_t i) {
    return i < parts.size() ? parse_int(parts[i]).value_or(0) : 0;
  };
  return {number(0), number(1)};
}

std::optional<Toolkit> toolkit_at(const fs::path& root) {
  if (root.empty()) return std::nullopt;
  Toolkit toolkit;
  toolkit.root = root;
  toolkit.ptxas = existing(root / "bin" / "ptxas");
  toolkit.nvcc = existing(root / "bin" / "nvcc");
  toolkit.nvdisasm = existing(root / "bin" / "nvdisasm");
  toolkit.nvrtc = find_nvrtc(root);
  toolkit.include = existing(root / "include");
  toolkit.libdevice = existing(root / "nvvm" / "libdevice" / "libdevice.10.bc");
  if (toolkit.ptxas.empty()) return std::nullopt;
  toolkit.version = read_version(toolkit.ptxas);
  if (toolkit.version.empty()) return std::nullopt;
  return toolkit;
}

// Finished fetches, newest version first.
std::vector<fs::path> fetched_roots() {
  std::vector<fs::path> roots;
  if (cache_dir().empty()) return roots;
  std::error_code error;
  for (const auto& group : fs::directory_iterator(cache_dir(), error)) {
    const std::string name = group.path().filename();
    if (!name.starts_with("cuda-") || existing(group.path() / ".complete").empty()) continue;
    std::error_code inner;
    for (const auto& root : fs::directory_iterator(group.path() / "nvidia", inner)) {
      if (root.path().filename().string().starts_with("cu")) roots.push_back(root.path());
    }
  }
  std::sort(roots.begin(), roots.end(), std::greater<>());
  return roots;
}

fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

}  // namespace

std::optional<Toolkit> find_toolkit(const std::string& cuda_path) {
  if (!cuda_path.empty()) return toolkit_at(cuda_path);
  std::vector<fs::path> roots = {environment_path("CUDA_HOME"), environment_path("CUDA_PATH"),
                                 "/usr/local/cuda"};
  const std::vector<fs::path> fetched = fetched_roots();
  roots.insert(roots.end(), fetched.begin(), fetched.end());
  for (const fs::path& root : roots) {
    const auto toolkit = toolkit_at(root);
    if (toolkit && version_number(toolkit->version) >= version_number(kFirstVersion))
      return toolkit;
  }
  return std::nullopt;
}

std::string arch_refusal(const Toolkit& toolkit, const std::string& arch) {
  const auto number = parse_int(arch.size() >= 5 ? arch.substr(3, 2) : "");
  const std::string name = "CUDA " + toolkit.version;
  if (version_number(toolkit.version).first >= 13 && number && *number < kFirstArchOf13) {
    return name + " no longer compiles for " + arch +
           "; it needs a toolkit up to 12.9, or --arch sm_" + std::to_string(kFirstArchOf13) +
           " or later";
  }
  return "";
}

}  // namespace kcast::frontend
