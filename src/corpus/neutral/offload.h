// Kernels as target regions of OpenMP: loops over what CUDA's threads work on.
//
// Where threads share nothing but their number, the loops are those that a person would write: a
// guard `if (i >= n) return;` becomes the end of a loop. Kernels that use their block's number or
// leave work to a grid without a guard get one loop over all threads. What threads of a block do
// together (shared memory, barriers, warp functions) has no place in such loops.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/neutral/tree.h"
#include "schema/kernel_contract.h"

namespace kcast::corpus {

struct OffloadLoop {
  std::string index;
  Type type;
  Expr bound;  // from 0 up to it
};

struct OffloadedKernel {
  std::vector<OffloadLoop> loops;  // the outermost first
  std::vector<Stmt> body;
  // The program's contract, with what the clauses say of grid and block; none: it has no contract.
  std::optional<KernelContract> contract;
  // Clauses: nothing, a limit of threads, or both. Where the launch chooses, the function has two
  // parameters more, which the contract names.
  int64_t thread_limit = 0;
  int64_t num_teams = 0;     // a fixed number
  bool sizes_teams = false;  // as many teams as the iterations need
  bool maps = false;         // the directive says which elements of the buffers it uses

  bool follows_launch() const { return contract && !contract->offload->teams_name.empty(); }
};

// An error says what OpenMP cannot express.
Result<OffloadedKernel> offload_kernel(const Program& program);

}  // namespace kcast::corpus
