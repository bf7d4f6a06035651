// The toolkit's compilers: NVRTC, nvcc and ptxas.
//
// NVRTC is loaded in a process of its own, since a compiler that crashes or hangs must
// not take the caller along; nvcc and ptxas are programs. All run with limits on time,
// memory and output.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "frontend/parse/flags.h"
#include "frontend/request.h"
#include "frontend/toolkit/toolkit.h"
#include "schema/inspection.h"

namespace kcast::frontend {

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

struct PtxasOutput {
  std::map<std::string, ResourceUse> resources;  // what `ptxas -v` reports, by symbol
  std::string listing;                           // of the machine code, by nvdisasm
  std::string no_listing;                        // why there is none, where one was asked for
};

// `disassemble`: with a listing.
Result<PtxasOutput> run_ptxas(const Toolkit& toolkit, const std::string& ptx,
                              const std::string& arch, int max_registers, bool disassemble);

// What `ptxas -v` reports for each kernel, by symbol.
Result<std::map<std::string, ResourceUse>> ptxas_resources(const Toolkit& toolkit,
                                                           const std::string& ptx,
                                                           const std::string& arch,
                                                           int max_registers);

// The same from the text that ptxas wrote.
std::map<std::string, ResourceUse> parse_ptxas_report(std::string_view report);

}  // namespace kcast::frontend
