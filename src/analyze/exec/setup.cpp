#include "analyze/exec/setup.h"

#include <algorithm>
#include <string>

namespace kcast::exec {
namespace {

constexpr int64_t kMaxThreads = 1024;
constexpr double kMaxGridBlocks = 9007199254740992.0;  // 2^53

}  // namespace

Status check_shape(const ptx::Function& kernel, const Launch& launch, const ExecOptions& options) {
  const auto bad = [&](const std::string& what) {
    return Error{ErrorCode::InvalidInput, "launch of '" + kernel.name + "': " + what};
  };
  double blocks = 1;
  int64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (launch.grid[d] < 1) return bad("the grid has no blocks");
    if (launch.grid[d] > INT32_MAX) return bad("the grid has more than 2^31 - 1 blocks in a row");
    if (launch.block[d] < 1) return bad("the block has no threads");
    if (launch.block[d] > kMaxThreads) return bad("the block has more than 1024 threads");
    blocks *= static_cast<double>(launch.grid[d]);
    threads *= launch.block[d];
  }
  if (threads > kMaxThreads)
    return bad("the block has " + std::to_string(threads) + " threads, more than 1024");
  if (blocks > kMaxGridBlocks) return bad("the grid has more blocks than can be counted");
  if (launch.shared_bytes < 0) return bad("dynamic shared memory is negative");
  if (options.warp_width < 1 || options.warp_width > kMaxLanes) return bad("impossible warp width");
  int64_t most = 1;
  bool limited = false;
  for (int d = 0; d < 3; ++d) {
    if (kernel.required_threads[0] > 0 &&
        std::max(kernel.required_threads[d], 1) != launch.block[d])
      return bad("the kernel requires another block size");
    limited = limited || kernel.max_threads[d] > 0;
    most *= std::max(kernel.max_threads[d], 1);
  }
  if (limited && threads > most)
    return bad("the kernel is compiled for at most " + std::to_string(most) + " threads");
  if (!kernel.has_body || kernel.blocks.empty()) return bad("the kernel has no body");
  return Unit{};
}

RunState start_run(const Program& program, const ExecOptions& options) {
  RunState state;
  state.program = &program;
  state.options = options;
  state.fast_forward = options.fast_forward;
  state.reals.free_digits = options.free_seed;
  for (const FunctionCode& code : program.functions)
    state.experience.emplace_back(code.ptx == nullptr ? 0 : code.ptx->loops.size());
  state.requests.banks.resize(program.memories.size());
  state.findings.polled.assign(program.memory->buffers().size(), false);
  state.requests.site_buffer.assign(program.sites.size(), -2);
  state.requests.site_space.assign(program.sites.size(), ptx::Space::Generic);
  state.requests.site_pattern.assign(program.sites.size(), UINT32_MAX);
  return state;
}

}  // namespace kcast::exec
