// NVIDIA's run-time compiler: CUDA source to machine code for one architecture.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/named_text.h"
#include "base/result.h"

namespace kcast::collect {

struct CompileRequest {
  std::string name;    // of the source, for messages
  std::string source;  // device code only
  std::string kernel;  // extern "C", or a name that NVRTC finds
  std::string target;  // "sm_90"
  std::vector<std::string> flags;
  std::vector<NamedText> headers;           // that the source may include
  std::vector<std::string> variables = {};  // symbols of variables that are asked for later
  std::string ptx = {};                     // instead of the source: kernels of OpenMP
};

struct CompiledKernel {
  std::string cubin;                        // or PTX, which the driver compiles
  std::string symbol;                       // of the kernel in the cubin
  std::vector<std::string> variables = {};  // those of the request, as the cubin names them
  bool offloads = false;                    // of OpenMP: it has a launch environment
};

// PTX stays what it is. A source that does not compile is an error with the compiler's first lines.
Result<CompiledKernel> compile_kernel(const CompileRequest& request);

// "13.0", for provenance.
Result<std::string> nvrtc_version();

}  // namespace kcast::collect
