#include "analyze/exec/run_launch.h"

#include <algorithm>
#include <utility>

#include "analyze/exec/block.h"
#include "analyze/exec/prepared_kernel.h"
#include "analyze/exec/sample.h"
#include "analyze/exec/setup.h"

namespace kcast::exec {
namespace {

using ptx::Op;

ExecOptions options_of(const RunLimits& limits) {
  ExecOptions options;
  options.block_budget = std::min(limits.warp_instructions, limits.block_instructions);
  options.trace_accesses = 0;
  options.warp_width = limits.warp_width;
  options.fast_forward = false;
  options.all_values = true;
  options.backwards = limits.backwards;
  options.free_ulps = limits.free_ulps;
  options.free_seed = limits.free_seed;
  return options;
}

// Writes memory, or makes others wait, in a way that is only counted.
bool is_only_counted(const ptx::Instruction& instruction) {
  switch (instruction.op) {
    case ptx::Op::RedAsync:
    case ptx::Op::CpAsyncBulk:
    case ptx::Op::Sust:
    case ptx::Op::Sured:
    case ptx::Op::MBarrier:
    case ptx::Op::Wgmma:
    case ptx::Op::Unknown:
      return true;
    case ptx::Op::CpAsync:
      // A number of bytes in a register fills the rest with zeros.
      return std::any_of(
          instruction.operands.begin(), instruction.operands.end(),
          [](const ptx::Operand& operand) { return operand.kind == ptx::OperandKind::Register; });
    case ptx::Op::Ld:
    case ptx::Op::St:
    case ptx::Op::Atom:
      return ptx::bits_of(instruction.type) > 64;
    default:
      return false;
  }
}

// The functions that the program can reach are those that were decoded.
std::string only_counted(const Program& program) {
  for (const FunctionCode& code : program.functions) {
    if (code.ptx == nullptr) continue;
    for (const ptx::Instruction& instruction : code.ptx->instructions) {
      if (is_only_counted(instruction)) return "'" + instruction.mnemonic + "' is not interpreted";
    }
  }
  return {};
}

std::string lost_by(RunState& state) {
  if (std::string counted = only_counted(*state.program); !counted.empty()) return counted;
  for (const UnknownValue& unknown : state.unknowns.list()) {
    return "line " + std::to_string(unknown.line) + ": a " + unknown.touched + " hangs on " +
           unknown.cause;
  }
  return state.findings.notes.empty() ? std::string() : state.findings.notes.front();
}

std::string fault_of(const RunState& state, double out_of_range) {
  if (out_of_range > 0) {
    return "line " + std::to_string(state.requests.out_of_range_line) + ": an access outside of '" +
           state.requests.out_of_range_buffer + "'";
  }
  return state.findings.barrier_use.divergent ? "some threads miss a barrier that others wait at"
                                              : "";
}

BlockIndex block_at(const BlockIndex& grid, int64_t linear) {
  return {linear % grid[0], linear / grid[0] % grid[1], linear / (grid[0] * grid[1])};
}

Result<int64_t> count_blocks(const Launch& launch, const LaunchMemory& memory,
                             const RunLimits& limits) {
  const auto too_large = [](const std::string& what) {
    return Error{ErrorCode::Unsupported, what + ": too large to run every thread of the launch"};
  };
  int64_t bytes = 0;
  for (const Buffer& buffer : memory.buffers()) {
    if (buffer.extent.bytes > limits.buffer_bytes - bytes) {
      return too_large("more than " + std::to_string(limits.buffer_bytes) + " bytes of buffers");
    }
    bytes += buffer.extent.bytes;
  }
  // A block is at least one warp instruction.
  int64_t blocks = 1;
  for (const int64_t length : launch.grid) {
    if (length > limits.warp_instructions / blocks) return too_large("the grid");
    blocks *= length;
  }
  return blocks;
}

std::vector<BufferBytes> buffers_after(const LaunchMemory& memory, const LaunchContents& contents,
                                       bool lost) {
  std::vector<BufferBytes> out;
  for (size_t i = 0; i < memory.buffers().size(); ++i) {
    const Buffer& buffer = memory.buffers()[i];
    if (buffer.argument < 0) continue;
    BufferBytes bytes{.argument = buffer.argument,
                      .name = buffer.name,
                      .bytes = contents.of(i).bytes(),
                      .known = contents.of(i).known()};
    if (lost) std::fill(bytes.known.begin(), bytes.known.end(), uint8_t{0});
    out.push_back(std::move(bytes));
  }
  return out;
}

}  // namespace

Result<LaunchOutput> run_whole_launch(const analyze::PreparedKernel& kernel, const Launch& launch,
                                      const RunLimits& limits) {
  const ExecOptions options = options_of(limits);
  KCAST_OK(check_shape(kernel.kernel(), launch, options));
  KCAST_TRY(const LaunchMemory memory, LaunchMemory::make(kernel.module, kernel.kernel(), launch));
  KCAST_TRY(const int64_t blocks, count_blocks(launch, memory, limits));
  KCAST_TRY(const Program program,
            prepare_program(kernel.module, kernel.kernel(), launch, memory, options));
  LaunchContents contents(memory);
  RunState state = start_run(program, options);
  state.contents = &contents;
  LaunchOutput output;
  double out_of_range = 0;
  for (int64_t turn = 0; turn < blocks; ++turn) {
    const int64_t linear = limits.backwards ? blocks - 1 - turn : turn;
    const BlockOutcome outcome = run_block(state, block_at(launch.grid, linear));
    output.warp_instructions += outcome.interpreted;
    out_of_range += outcome.counters[static_cast<size_t>(program.counters.out_of_range)];
    const int64_t left = limits.warp_instructions - static_cast<int64_t>(output.warp_instructions);
    if (!outcome.complete || left < 0) {
      const bool is_block = state.options.block_budget == limits.block_instructions;
      return Error{ErrorCode::Unsupported, "kernel '" + launch.kernel + "' did not end within " +
                                               std::to_string(is_block ? limits.block_instructions
                                                                       : limits.warp_instructions) +
                                               " warp instructions"};
    }
    state.options.block_budget = std::min(left, limits.block_instructions);
  }
  output.lost = lost_by(state);
  output.fault = fault_of(state, out_of_range);
  output.buffers = buffers_after(memory, contents, !output.lost.empty());
  return output;
}

}  // namespace kcast::exec
