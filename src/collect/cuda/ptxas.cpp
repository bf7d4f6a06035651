#include "collect/cuda/ptxas.h"

#include <chrono>
#include <filesystem>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/text.h"
#include "collect/cuda/toolkit_folders.h"

namespace kcast::collect {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeout{60};

fs::path find_ptxas() {
  for (const fs::path& toolkit : toolkit_folders()) {
    std::error_code ignored;
    if (fs::exists(toolkit / "bin" / "ptxas", ignored)) return toolkit / "bin" / "ptxas";
  }
  return {};
}

}  // namespace

Result<std::string> assemble(const std::string& name, const std::string& ptx,
                             const std::string& target) {
  static const fs::path ptxas = find_ptxas();
  if (ptxas.empty()) return ptx;
  KCAST_TRY(const TempDir folder, TempDir::make("kcast-ptxas"));
  const fs::path input = folder.path() / "kernel.ptx";
  const fs::path output = folder.path() / "kernel.cubin";
  KCAST_OK(write_file(input, ptx));
  SubprocessOptions options;
  options.command = {ptxas.string(), "-arch=" + target, input.string(), "-o", output.string()};
  options.timeout = kTimeout;
  KCAST_TRY(const SubprocessResult result, run_subprocess(options));
  if (result.ok()) return read_file(output);
  const std::vector<std::string> lines = split(result.error_output, '\n');
  return Error{ErrorCode::External, name + ": ptxas: " + describe_end(result, options) +
                                        (lines.empty() ? "" : ": " + lines.front())};
}

}  // namespace kcast::collect
