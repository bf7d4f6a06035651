// Runs an application so that the first launches of its kernels are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collect/import/profiled_launch.h"

namespace kcast::workflow {

struct ProgramRun {
  std::string program;             // an executable; or a source, .cu, which nvcc compiles first
  std::vector<std::string> files;  // further sources that are compiled with it
  std::vector<std::string> arguments;
  std::vector<std::string> flags;  // for nvcc
  std::string out;                 // file that gets the lines as they come
  int64_t launches = 3;
  std::string kernel;              // regular expression; empty: all
  std::optional<bool> half_types;  // whether the sources have them; absent: not known
};

struct ProgramEnd {
  int status = 0;  // as a shell says it
  std::vector<collect::ProfiledLaunch> launches;
  std::string problem;  // why nothing was read; empty: CUDA was started and listened to
};

bool is_cuda_source(const std::string& file);

// On an NVIDIA GPU, by the library beside this executable. The application has the terminal.
Result<ProgramEnd> run_cuda_program(const ProgramRun& run);

struct RocmProgram {
  std::string arch;      // empty: this machine's
  std::string profiler;  // "rocprofv3", "rocprofv2", "rocprof"
  std::string path;      // of that program, where it is not in PATH
  std::string version;   // of rocprofiler-compute, whose formulas are wanted
};

// The launches that a run would have read, and their lines in its file, if it names one.
Result<std::vector<collect::ProfiledLaunch>> keep_first(
    const std::vector<collect::ProfiledLaunch>& all, const ProgramRun& run);

// On an AMD GPU, by AMD's profiler, which runs it several times; it has no terminal then.
Result<ProgramEnd> run_rocm_program(const ProgramRun& run, const RocmProgram& rocm);

}  // namespace kcast::workflow
