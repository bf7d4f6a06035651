// A CUDA toolkit, where there is one: NVIDIA's PTX and what ptxas says about it.
//
// Nothing here links against CUDA. NVRTC is loaded in a process of its own, since a
// compiler that crashes or hangs must not take the caller along; nvcc and ptxas are
// programs. All run with limits on time, memory and output.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/parse/flags.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// Paths are empty where the toolkit lacks the part.
struct Toolkit {
  std::filesystem::path root;
  std::string version;  // "13.0"
  std::filesystem::path ptxas;
  std::filesystem::path nvcc;
  std::filesystem::path nvrtc;  // the library
  std::filesystem::path include;
};

// A toolkit at `cuda_path` if that is given; otherwise the first that knows PTX 8.5,
// which we write, in $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, and what
// `scripts/fetch cuda` left in the per-user cache.
std::optional<Toolkit> find_toolkit(const std::string& cuda_path);

// Why the toolkit cannot compile for `arch`, one line; empty when it can.
std::string arch_refusal(const Toolkit& toolkit, const std::string& arch);

// What a program that may call nvrtc_ptx does first: when its arguments (without its
// name) ask for the NVRTC process, runs that and returns its exit status.
std::optional<int> run_as_nvrtc_worker(std::span<const std::string_view> args);

// NVRTC's PTX of a slice. The running program must begin with run_as_nvrtc_worker.
Result<std::string> nvrtc_ptx(const Toolkit& toolkit, const std::string& slice,
                              const BuildSettings& settings, const std::string& arch);

// nvcc's PTX of one file of the request. nvcc reads includes from disk as any
// compiler does, so this is only for sources that the user runs it on.
Result<std::string> nvcc_ptx(const Toolkit& toolkit, const InspectRequest& request,
                             const BuildSettings& settings, const std::string& file,
                             const std::string& arch);

// What `ptxas -v` reports for each kernel, by symbol.
Result<std::map<std::string, ResourceUse>> ptxas_resources(const Toolkit& toolkit,
                                                           const std::string& ptx,
                                                           const std::string& arch,
                                                           int max_registers);

// The same from the text that ptxas wrote.
std::map<std::string, ResourceUse> parse_ptxas_report(std::string_view report);

// NVIDIA's compilers name what has internal linkage in their own way. Gives such
// kernels the names that `wanted` has for them.
std::string with_our_names(std::string ptx, const std::set<std::string>& wanted);

// Fills Kernel::resources by ptxas. With `take_ptx`, first replaces the PTX of CUDA and
// HIP modules: by NVRTC's of their slice, otherwise by nvcc's; where neither works
// Clang's stays. A warning in the diagnostics says what could not be had, and why.
// OpenCL modules keep Clang's PTX.
Status apply_toolkit(const InspectRequest& request, const BuildSettings& settings,
                     const Toolkit& toolkit, Inspection& inspection, bool take_ptx);

}  // namespace kcast::frontend
