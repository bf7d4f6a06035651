// Runs a program under AMD's profiler and reads what it counted.
//
// Written from AMD's documentation and sources; it has not been run on AMD's hardware.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collect/import/profiled_launch.h"
#include "collect/rocm/rocm_arch.h"

namespace kcast::collect {

// The generations of AMD's profiler, each with a command line of its own.
enum class RocprofGeneration {
  V1,  // rocprof
  V2,  // rocprofv2
  V3,  // rocprofv3 (rocprofiler-sdk)
};
Result<RocprofGeneration> parse_generation(std::string_view text);

struct RocmRun {
  RocmArch arch = RocmArch::Gfx90a;
  RocprofGeneration generation = RocprofGeneration::V3;
  std::string profiler;              // program to start; empty: the generation's own name
  std::vector<std::string> command;  // the application and its arguments
  RocmToolVersion version;           // of the formulas
  std::filesystem::path folder;      // keeps the profiler's files; empty: they are removed
  std::chrono::milliseconds timeout{3'600'000};  // for each start of the profiler
};

// What is started, in this order, and the input files that it reads, below `folder`.
struct RocmCommands {
  std::vector<std::string> folders;                         // for its output
  std::vector<std::pair<std::string, std::string>> inputs;  // name and text
  std::vector<std::vector<std::string>> commands;
};
Result<RocmCommands> rocm_commands(const RocmRun& run, const std::filesystem::path& folder);

Result<std::vector<ProfiledLaunch>> run_rocm(const RocmRun& run);

struct RocmRead {
  std::filesystem::path path;              // a folder or a file of the profiler
  std::optional<RocmArch> arch;            // empty: as the files say
  std::optional<RocmToolVersion> version;  // empty: as the files say, or the newest formulas
};
Result<std::vector<ProfiledLaunch>> read_rocm(const RocmRead& read);

}  // namespace kcast::collect
