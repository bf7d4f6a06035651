#include "collect/rocm/rocm_arch.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace kcast::collect {

namespace {

// Where a release of ROCm begins, and its profiler.
struct RocmRelease {
  std::array<int64_t, 2> rocm;
  RocmToolVersion tool;
};
constexpr RocmRelease kReleases[] = {
    {{10, 1}, {3, 9, 0}}, {{7, 14}, {3, 7, 0}}, {{7, 13}, {3, 6, 0}},
    {{7, 12}, {3, 5, 0}}, {{7, 1}, {3, 3, 0}},  {{0, 0}, {3, 0, 0}},
};

// Up to three numbers with points between them; what follows a blank or a dash is dropped.
std::optional<std::array<int64_t, 3>> numbers_of(std::string_view text) {
  text = trim(text);
  if (text.starts_with('v')) text.remove_prefix(1);
  text = text.substr(0, text.find_first_of(" -+"));
  const std::vector<std::string> parts = split(text, '.');
  if (parts.size() > 4) return std::nullopt;
  std::array<int64_t, 3> numbers{};
  for (size_t i = 0; i < parts.size() && i < numbers.size(); ++i) {
    const std::optional<int64_t> number = parse_int(parts[i]);
    if (!number || *number < 0 || *number > 100'000) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

}  // namespace

std::string_view arch_name(RocmArch arch) {
  return arch == RocmArch::Gfx90a ? "gfx90a" : "gfx942";
}

Result<RocmArch> parse_rocm_arch(std::string_view text) {
  std::string name = to_lower(trim(text));
  name = name.substr(0, name.find_first_of(":_"));
  if (name == "gfx90a" || name.starts_with("mi2")) return RocmArch::Gfx90a;
  if (name == "gfx942" || name.starts_with("mi300") || name.starts_with("mi325")) {
    return RocmArch::Gfx942;
  }
  return Error{ErrorCode::Unsupported, "no formulas for AMD's '" + std::string(text) +
                                           "': known are gfx90a (MI200 series) and gfx942 (MI300 "
                                           "series)"};
}

Result<RocmArch> rocm_arch_here(const std::filesystem::path& nodes) {
  // 9.0.10 and 9.4.2, two digits each.
  constexpr std::pair<std::string_view, RocmArch> kTargets[] = {{"90010", RocmArch::Gfx90a},
                                                                {"90402", RocmArch::Gfx942}};
  std::vector<std::filesystem::path> folders;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(nodes, ignored))
    folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  for (const std::filesystem::path& folder : folders) {
    const auto text = read_file(folder / "properties");
    if (!text) continue;
    for (const std::string& line : split(*text, '\n')) {
      for (const auto& [version, arch] : kTargets) {
        if (line == "gfx_target_version " + std::string(version)) return arch;
      }
    }
  }
  return Error{ErrorCode::NotFound,
               "no MI200 or MI300 on this machine; --arch gfx90a or gfx942 says what it is"};
}

std::string version_text(const RocmToolVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

Result<RocmToolVersion> parse_tool_version(std::string_view text) {
  const auto numbers = numbers_of(text);
  if (!numbers || text.find('.') == std::string_view::npos) {
    return Error{ErrorCode::InvalidInput,
                 "'" + std::string(text) + "' is no release of rocprofiler-compute; one is 3.0.0"};
  }
  return RocmToolVersion{static_cast<int>((*numbers)[0]), static_cast<int>((*numbers)[1]),
                         static_cast<int>((*numbers)[2])};
}

Result<RocmToolVersion> tool_version_of_rocm(std::string_view rocm_version) {
  const auto numbers = numbers_of(rocm_version);
  if (!numbers || trim(rocm_version).empty()) {
    return Error{ErrorCode::InvalidInput,
                 "'" + std::string(rocm_version) + "' is no version of ROCm"};
  }
  for (const RocmRelease& release : kReleases) {
    if (std::array<int64_t, 2>{(*numbers)[0], (*numbers)[1]} >= release.rocm) return release.tool;
  }
  return RocmToolVersion{};
}

}  // namespace kcast::collect
