#include "analyze/exec/program.h"

#include <algorithm>

#include "analyze/exec/decode/constant_pool.h"
#include "analyze/exec/decode/decoder.h"

namespace kcast::exec {
namespace {

bool through_pointer(const ptx::Instruction& in) {
  return in.op == ptx::Op::Call && in.destinations < in.operands.size() &&
         in.operands[in.destinations].kind == ptx::OperandKind::Register;
}

// Functions that the kernel can reach through calls, itself first. A call through a pointer
// reaches whatever tables of the module hold.
std::vector<int32_t> reachable(const ptx::Module& module, int32_t kernel) {
  std::vector<bool> reached(module.functions.size(), false);
  std::vector<int32_t> order = {kernel};
  reached[kernel] = true;
  const auto reach = [&](int32_t function) {
    if (function < 0 || reached[function]) return;
    const ptx::Function& callee = module.functions[function];
    if (!callee.has_body || callee.is_entry || ptx::is_canonical_math(callee.name)) return;
    reached[function] = true;
    order.push_back(function);
  };
  bool tables = false;
  for (size_t k = 0; k < order.size(); ++k) {
    for (const ptx::Instruction& in : module.functions[order[k]].instructions) {
      for (const ptx::Operand& operand : in.operands) {
        if (operand.kind == ptx::OperandKind::Function) reach(operand.index);
      }
      if (tables || !through_pointer(in)) continue;
      tables = true;
      for (const ptx::Variable& variable : module.variables) {
        for (const ptx::AddressValue& pointer : variable.addresses)
          reach(pointer.function);
      }
    }
  }
  return order;
}

constexpr int64_t kMaxCallBytes = int64_t{256} << 20;  // of all threads of a block

// Room for what calls pass and for local memory; without recursion each function has
// its own, so that addresses are constants.
void lay_out_frames(Program& program, const std::vector<int32_t>& functions) {
  for (const int32_t f : functions) {
    const ptx::Function& function = program.module->functions[f];
    FunctionCode& code = program.functions[f];
    const auto place = [&](const std::vector<ptx::Variable>& variables) {
      for (const ptx::Variable& variable : variables) {
        const int64_t align = std::clamp<int64_t>(variable.align, 1, 128);
        program.call_bytes = (program.call_bytes + align - 1) / align * align;
        code.parameter_at.push_back(program.call_bytes);
        if (variable.space == ptx::Space::Param)
          program.call_bytes += std::clamp<int64_t>(variable.bytes, 0, 65536);
      }
    };
    place(function.variables);
    if (!function.is_entry) place(function.parameters);
    if (!function.is_entry) place(function.results);
    program.local_bytes = (program.local_bytes + 15) / 16 * 16;
    code.local_base = program.local_bytes;
    program.local_bytes += std::max<int64_t>(function.local_bytes, 0);
  }
}

void lay_out_counters(Program& program) {
  CounterLayout& layout = program.counters;
  const auto memories = static_cast<int32_t>(program.memories.size());
  layout.block_lanes = program.n_blocks;
  layout.guarded = 2 * program.n_blocks;
  layout.shared_requests = layout.guarded + static_cast<int32_t>(program.guarded.size());
  layout.shared_wavefronts = layout.shared_requests + memories;
  layout.swap_rounds = layout.shared_wavefronts + memories;
  layout.swap_attempts = layout.swap_rounds + memories;
  layout.requests = layout.swap_attempts + memories;
  layout.branches = layout.requests + static_cast<int32_t>(program.sites.size());
  layout.divergent = layout.branches + 1;
  layout.barriers = layout.divergent + 1;
  layout.out_of_range = layout.barriers + 1;
  layout.instructions = layout.out_of_range + 1;
  layout.estimated = layout.instructions + 1;
  layout.unknowns = layout.estimated + 1;
  layout.size = layout.unknowns + kMaxUnknowns;
}

}  // namespace

Result<Program> prepare_program(const ptx::Module& module, const ptx::Function& kernel,
                                const Launch& launch, const LaunchMemory& memory,
                                const ExecOptions& options) {
  Program program;
  program.module = &module;
  program.launch = &launch;
  program.memory = &memory;
  program.functions.resize(module.functions.size());
  const auto index = &kernel - module.functions.data();
  if (index < 0 || static_cast<size_t>(index) >= module.functions.size())
    return Error{ErrorCode::Internal, "kernel '" + kernel.name + "' is not of this module"};
  program.kernel = static_cast<int32_t>(index);
  program.shared = lay_out_shared(module, launch.shared_bytes);
  if (kernel.is_machine())
    lay_out_machine(kernel, static_cast<size_t>(index), launch.shared_bytes, program.shared);
  const std::vector<int32_t> functions = reachable(module, program.kernel);
  lay_out_frames(program, functions);
  if (program.shared.bytes > static_cast<int64_t>(kParamBase - kSharedBase) ||
      program.local_bytes > static_cast<int64_t>(kLocalEnd - kLocalBase) ||
      program.call_bytes > static_cast<int64_t>(kConstBase - kCallBase)) {
    return Error{ErrorCode::InvalidInput,
                 "kernel '" + kernel.name + "' asks for more memory than any GPU has"};
  }
  // What calls pass is kept for each thread of a block.
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  if (program.call_bytes * threads > kMaxCallBytes) {
    return Error{ErrorCode::Unsupported,
                 "kernel '" + kernel.name + "' passes too many bytes to functions"};
  }
  ConstantPool pool(program);
  pool.value(0);  // the first constant: what an absent operand reads
  for (const int32_t f : functions)
    Decoder(program, pool, options, f).run();
  lay_out_counters(program);
  return program;
}

}  // namespace kcast::exec
