// OpenCL host code: programs, kernels, their arguments and launches.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/host/launch_arguments.h"
#include "frontend/host/read_host.h"
#include "frontend/host/state/bindings.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

// What a kernel of an OpenCL program was given.
struct ClKernelState {
  int64_t program = -1;
  std::string name;
  CauseSet name_causes = 0;
  std::map<unsigned, HostArgument> arguments;
  int64_t local_bytes = 0;
  std::map<unsigned, int64_t> local_arguments;
};

struct ClProgramState {
  OpenClProgram text;
  bool known = false;
};

struct OpenClUses {
  const HostMemory& memory_;
  NamedMemory& named_;
  const CallStack& stack_;
  const UserPosition& position_;
  Causes& causes_;
  Bindings& bindings_;
  LaunchArguments& arguments_;
  LaunchRecords& records_;
};

class OpenCl : private OpenClUses {
 public:
  explicit OpenCl(const OpenClUses& uses) : OpenClUses(uses) {}

  // An intrinsic of the OpenCL runtime; false when it is none of them.
  bool opencl_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                        EvalValue* result);
  const std::vector<ClProgramState>& programs() const { return cl_programs_; }

 private:
  EvalValue cl_program(const std::vector<EvalValue>& values);
  void cl_set_argument(const std::vector<EvalValue>& values);
  void cl_enqueue(const std::vector<EvalValue>& values);
  HostArgument cl_argument(const EvalValue& address, int64_t bytes);

  std::vector<ClProgramState> cl_programs_;
  std::vector<ClKernelState> cl_kernels_;
};

}  // namespace kcast::host
