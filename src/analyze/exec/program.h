// A kernel made ready for one launch: per block the steps that must be evaluated (the
// control slice) and the events (memory, barriers, branches); the rest is only counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/exec/exec.h"
#include "analyze/exec/memory.h"
#include "analyze/exec/ops/lanes.h"
#include "analyze/exec/ops/math_function.h"
#include "analyze/exec/shared_layout.h"

namespace kcast::exec {

enum class StepKind : uint8_t {
  Alu,
  Setp,
  Set,
  Carry,
  Pack,    // mov.b64 d, {a, b}
  Unpack,  // mov.b64 {a, b}, s
  Load,
  Store,
  Atomic,
  AsyncCopy,
  MatrixLoad,  // ldmatrix and wmma.load: a request, results unknown
  MatrixStore,
  Shuffle,
  Vote,
  Match,
  Redux,
  ActiveMask,
  Elect,
  Clock,
  Barrier,
  Call,
  MathCall,
  Branch,
  BranchIndexed,
  Return,
  Exit,
  IsSpace,
  Guarded,  // only its guard is counted
  Opaque,   // results become unknown
};

// How a result changes from one iteration of a loop to the next when the operands
// change by fixed amounts.
enum class Change : uint8_t {
  None,  // only known when no operand changes
  Copy,
  Add,
  Sub,
  Negate,
  Multiply,  // low half, also with an addend
  WideMultiply,
  Widen,
  ShiftLeft,
  ShiftRight,
  Select,
  Minimum,
  Maximum,
  And,
  Or,  // and xor
  Compare,
};

// A register, or a value that no instruction writes: see operand() below.
using Slot = int32_t;
constexpr Slot kNoSlot = INT32_MIN;

// Values that differ between the warps of a launch.
constexpr int32_t kTidX = 0;  // y and z follow
constexpr int32_t kTidY = 1;
constexpr int32_t kTidZ = 2;
constexpr int32_t kCtaIdX = 3;
constexpr int32_t kCtaIdY = 4;
constexpr int32_t kCtaIdZ = 5;
constexpr int32_t kWarpId = 6;
constexpr int32_t kClock = 7;
constexpr int32_t kWarpSlots = 8;
constexpr Slot warp_slot(int32_t index) {
  return -1 - index;
}
constexpr Slot constant_slot(int32_t index) {
  return -1 - kWarpSlots - index;
}

struct Step {
  StepKind kind = StepKind::Opaque;
  Change change = Change::None;
  uint8_t bits = 64;         // of the result
  uint8_t source_bits = 64;  // of the operands, for comparisons and widening
  bool is_signed = false;
  bool guard_negated = false;
  bool negated = false;  // the predicate that is combined, voted or reduced
  bool watched = false;  // what it is given is noted
  bool rough = false;    // the last digits of its result are free (RunLimits::free_ulps)
  ptx::Compare compare = ptx::Compare::None;
  ptx::BoolOp bool_op = ptx::BoolOp::None;
  LaneFn fn = nullptr;
  uint64_t imm = 0;
  Slot d = kNoSlot, d2 = kNoSlot;
  Slot a = kNoSlot, b = kNoSlot, c = kNoSlot, e = kNoSlot;
  Slot guard = kNoSlot;
  int32_t guard_counter = -1;  // lanes are counted one by one
  int32_t instruction = 0;
  int32_t at = 0;     // instructions of its block before it
  int32_t info = -1;  // index into memories, calls, ...
};

// How the lanes of a warp share a fragment of 16 x 16 elements among them.
enum class FragmentForm : uint8_t {
  Other,
  Halves,           // pairs of elements of 16 bits
  Singles,          // pairs of elements of 32 bits
  SinglesByColumn,  // elements of 32 bits, one by one
};

struct MemoryInfo {
  ptx::Space space = ptx::Space::Generic;
  ptx::Space source_space = ptx::Space::None;  // of an asynchronous copy
  AccessKind kind = AccessKind::Load;
  ptx::AtomicOp atomic = ptx::AtomicOp::None;
  ptx::Type type = ptx::Type::None;
  int32_t element_bytes = 0;
  int32_t elements = 1;
  bool needed = false;  // the values that it loads matter
  Slot address = kNoSlot;
  int64_t offset = 0;
  Slot source = kNoSlot;  // asynchronous copy: where from; matrix: the stride
  int64_t source_offset = 0;
  int32_t lines = 0;       // matrix: rows or columns as they lie in memory
  int32_t line_bytes = 0;  // of one of them
  FragmentForm form = FragmentForm::Other;
  bool is_factor = false;    // a fragment that is multiplied, not the sum
  bool one_lane = false;     // lanes are added up first: one of them asks for memory
  bool draws_work = false;   // an atomic by whose value a loop around it ends
  bool swaps = false;        // an atomic that is a loop of compare-and-swap in machine code
  std::vector<Slot> values;  // results of a load, operands of a store
  int32_t site = -1;
  int32_t counter = 0;  // of its requests and wavefronts in shared memory
  int32_t line = 0;
};

constexpr int32_t kThroughPointer = -2;

struct CallInfo {
  int32_t function = -1;  // -1: nothing is known about it; or kThroughPointer
  MathFunction math;
  // Where arguments come from and results go: a slot, or bytes of the call area.
  struct Passed {
    Slot slot = kNoSlot;
    int64_t at = 0;
    int64_t bytes = 0;
  };
  std::vector<Passed> arguments, results;
  std::string name;
};

struct BlockCode {
  int32_t first = 0, last = 0;  // steps
  int32_t instructions = 0;
  int32_t header_of = -1;  // loop
  int32_t loop = -1;
  int32_t reconvergence = -1;
  int32_t counter = 0;  // index of its executions among all counters
  std::vector<int32_t> successors;
};

// A comparison of integers that ends a loop.
struct LoopTest {
  Slot a = kNoSlot, b = kNoSlot;
  uint8_t bits = 32;
};

struct FunctionCode {
  int32_t function = -1;
  const ptx::Function* ptx = nullptr;
  std::vector<Slot> slots;         // of registers; kNoSlot: not evaluated
  std::vector<uint8_t> slot_bits;  // widths
  int32_t n_slots = 0;
  std::vector<Step> steps;
  std::vector<BlockCode> blocks;
  std::vector<std::vector<LoopTest>> loop_tests;  // per loop
  std::vector<int32_t> loop_exits;                // blocks that leave it
  std::vector<std::vector<int32_t>> vectors;      // slots of packed operands
  std::vector<CallInfo> calls;
  int64_t parameter_base = 0;  // in the call area: variables, parameters, results
  std::vector<int64_t> parameter_at;
  int64_t local_base = 0;
};

inline bool in_loop(const FunctionCode& code, int32_t block, int32_t loop) {
  for (int32_t l = code.blocks[block].loop; l >= 0; l = code.ptx->loops[l].parent)
    if (l == loop) return true;
  return false;
}

// Counters of one warp, in one array so that a skipped stretch is one subtraction.
struct CounterLayout {
  int32_t block_lanes = 0;  // block warps start at 0
  int32_t guarded = 0;
  int32_t shared_requests = 0, shared_wavefronts = 0;
  int32_t swap_rounds = 0, swap_attempts = 0;  // of loops of compare-and-swap
  int32_t requests = 0;                        // of global and local memory, per site
  int32_t branches = 0, divergent = 0, barriers = 0, out_of_range = 0;
  int32_t instructions = 0;  // warp instructions, with the weights of paths
  int32_t estimated = 0;     // of them, on paths that hang on an unknown value
  int32_t unknowns = 0;      // executions per cause, up to kMaxUnknowns
  int32_t size = 0;
};
constexpr int32_t kMaxUnknowns = 64;

struct Program {
  const ptx::Module* module = nullptr;
  const Launch* launch = nullptr;
  const LaunchMemory* memory = nullptr;
  int32_t kernel = 0;
  std::vector<FunctionCode> functions;  // per function of the module; unused ones are empty
  std::vector<MemoryInfo> memories;
  std::vector<Lane> constants;             // kMaxLanes each
  std::vector<bool> constant_unknown;      // an argument without a value
  std::vector<std::string> constant_name;  // of unknown ones
  SharedLayout shared;
  int64_t call_bytes = 0;   // per lane
  int64_t local_bytes = 0;  // per lane
  bool shared_values = false, local_values = false, global_values = false;
  CounterLayout counters;
  int32_t n_blocks = 0;
  // Guarded instructions: function and instruction by counter.
  std::vector<std::pair<int32_t, int32_t>> guarded;
  std::vector<Site> sites;
  std::vector<std::string> notes;
};

Result<Program> prepare_program(const ptx::Module& module, const ptx::Function& kernel,
                                const Launch& launch, const LaunchMemory& memory,
                                const ExecOptions& options);

}  // namespace kcast::exec
