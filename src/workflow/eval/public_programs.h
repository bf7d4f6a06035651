// The files of a public suite (tests/suite/README.md): which programs there are, and what was read
// for their launches.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/rows.h"
#include "schema/metrics.h"

namespace kcast::workflow {

struct PublicProgram {
  std::string id;
  std::string repository;  // "owner/name"
  std::string side;        // "open", "held-out"
  std::string language;    // "cuda", "opencl"
  std::string folder;      // in which it runs; this and all that follow, below the repository
  std::vector<std::string> files;
  std::vector<std::string> kernel_files;  // OpenCL sources that the program reads
  std::vector<std::string> flags;
  std::vector<std::string> arguments;
  std::vector<std::string> beside;  // "owner/name/folder" with headers that it includes
};

// An argument of an OpenCL launch.
struct PublicArgument {
  std::optional<int64_t> buffer_bytes;  // or of an image; one of the three
  std::optional<int64_t> local_bytes;
  std::string value;  // the bytes of a scalar or struct
};

// One launch of a program.
struct PublicReading {
  std::string program;
  std::string kernel;  // "void scale<float>(float*, int)"
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::array<int64_t, 3> block = {1, 1, 1};
  std::vector<PublicArgument> arguments;  // OpenCL
  std::string options;                    // OpenCL: of the build
  std::optional<BaseQuantities> cold;     // L2 emptied before the launch
  bool has_counters = false;              // of `cold`
  std::optional<double> left_us;          // L2 as the program leaves it
};

struct PublicSuite {
  std::vector<PublicProgram> programs;
  std::map<std::string, std::vector<PublicReading>> readings;  // by program
  eval::MetricValues floors{};  // noise.json, as a data set has it; zero without one
};

// Whether a folder has a public suite, and not a suite.json.
bool is_public_suite(const std::filesystem::path& folder);

// An error names the file and the line.
Result<PublicSuite> read_public_suite(const std::filesystem::path& folder);

}  // namespace kcast::workflow
