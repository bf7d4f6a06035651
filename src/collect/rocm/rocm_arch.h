// AMD's architectures and the releases of its profiler, as far as formulas differ between them.
#pragma once

#include <compare>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::collect {

enum class RocmArch {
  Gfx90a,  // MI200 series: MI210, MI250, MI250X
  Gfx942,  // MI300 series: MI300A, MI300X, MI325X
};

std::string_view arch_name(RocmArch arch);
// "gfx90a", "gfx942:sramecc+:xnack-", "MI250X", "mi300x".
Result<RocmArch> parse_rocm_arch(std::string_view text);
// Of the first GPU of this machine that is one of them, as the kernel's driver says it below
// `nodes`.
Result<RocmArch> rocm_arch_here(
    const std::filesystem::path& nodes = "/sys/class/kfd/kfd/topology/nodes");

// A release of rocprofiler-compute (Omniperf before), whose formulas are used.
struct RocmToolVersion {
  int major = 3;
  int minor = 7;
  int patch = 0;

  auto operator<=>(const RocmToolVersion&) const = default;
};

std::string version_text(const RocmToolVersion& version);
// "3.0.0", "3.7", "v3.5.1".
Result<RocmToolVersion> parse_tool_version(std::string_view text);

// The release that came with a version of ROCm, "6.3.1-48" say; an error when that is no version.
Result<RocmToolVersion> tool_version_of_rocm(std::string_view rocm_version);

// From this release on the roofline takes lines of 128 bytes on gfx942, 64 before.
constexpr RocmToolVersion kWideLines{3, 7, 0};

}  // namespace kcast::collect
