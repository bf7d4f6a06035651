#include "analyze/cost/load_bursts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kcast::cost {
namespace {

using ptx::Instruction;
using ptx::Op;

constexpr int32_t kBurstBytes = 128;    // of a thread that wait in registers
constexpr int32_t kUnrolledRounds = 4;  // nvcc's choice for loops whose count it does not know
constexpr int32_t kLongestBody = 64;    // instructions of a loop that it unrolls

bool is_plain_load(const ptx::Instruction& i) {
  return i.op == ptx::Op::Ld && !i.is_volatile && !i.relaxed &&
         (i.space == ptx::Space::Global || i.space == ptx::Space::Generic);
}

// What no load is moved across.
bool is_fence(const ptx::Instruction& i) {
  switch (i.op) {
    case ptx::Op::Bar:
    case ptx::Op::BarRed:
    case ptx::Op::BarWarp:
    case ptx::Op::BarrierCluster:
    case ptx::Op::Call:
      return true;
    default:
      return i.is_volatile || i.relaxed;
  }
}

// What no load is moved across unless its memory is never written.
bool may_write(const ptx::Instruction& i) {
  return i.op == ptx::Op::Atom || i.op == ptx::Op::Red ||
         (i.op == ptx::Op::St && i.space != ptx::Space::Shared && i.space != ptx::Space::Local &&
          i.space != ptx::Space::Param);
}

int32_t bytes_of(const ptx::Instruction& i) {
  return std::max(4, ptx::bits_of(i.type) / 8) * std::max<int32_t>(1, i.vector);
}

class BlockBursts {
 public:
  BlockBursts(const ptx::Function& function, std::vector<LoadBurst>& out)
      : function_(function), out_(out), depth_(function.registers.size(), 0) {}

  void run(const ptx::Block& block) {
    groups_.clear();
    std::vector<int32_t> written;
    int32_t fences = 0;
    int32_t writes = 0;
    for (int32_t at = block.first; at < block.last; ++at) {
      const ptx::Instruction& i = function_.instructions[static_cast<size_t>(at)];
      int32_t depth = 0;
      ptx::for_each_read(function_, i, [&](int32_t r) {
        depth = std::max(depth, depth_[static_cast<size_t>(r)]);
      });
      if (is_plain_load(i)) {
        const int32_t epoch = i.non_coherent ? -1 : writes;
        join(at, {{fences, epoch}, depth}, bytes_of(i));
        ++depth;
      }
      fences += is_fence(i) ? 1 : 0;
      writes += may_write(i) ? 1 : 0;
      ptx::for_each_write(function_, i, [&](int32_t r) {
        depth_[static_cast<size_t>(r)] = depth;
        written.push_back(r);
      });
    }
    for (const int32_t r : written)
      depth_[static_cast<size_t>(r)] = 0;
  }

 private:
  // Between which fences and writes, and how many loads it hangs on.
  using Key = std::pair<std::pair<int32_t, int32_t>, int32_t>;
  struct Group {
    int32_t first = -1;
    int32_t bytes = 0;
  };

  void join(int32_t at, const Key& key, int32_t bytes) {
    Group& group = groups_[key];
    if (group.first < 0 || group.bytes + bytes > kBurstBytes) group = {at, 0};
    group.bytes += bytes;
    out_[static_cast<size_t>(at)].lead = at - group.first;
  }

  const ptx::Function& function_;
  std::vector<LoadBurst>& out_;
  std::vector<int32_t> depth_;  // loads of this block that a register's value hangs on
  std::map<Key, Group> groups_;
};

// Loops of one block: longer ones have branches, over which loads are not moved.
void unroll_rounds(const ptx::Function& function, std::vector<LoadBurst>& out) {
  for (const ptx::Loop& loop : function.loops) {
    if (loop.blocks.size() != 1) continue;
    const ptx::Block& block = function.blocks[static_cast<size_t>(loop.blocks[0])];
    if (block.last - block.first > kLongestBody) continue;
    bool fenced = false;
    bool written = false;
    for (int32_t at = block.first; at < block.last; ++at) {
      const ptx::Instruction& i = function.instructions[static_cast<size_t>(at)];
      fenced = fenced || is_fence(i);
      written = written || may_write(i);
    }
    for (int32_t at = block.first; at < block.last && !fenced; ++at) {
      const ptx::Instruction& i = function.instructions[static_cast<size_t>(at)];
      if (is_plain_load(i) && (i.non_coherent || !written))
        out[static_cast<size_t>(at)].rounds = kUnrolledRounds;
    }
  }
}

}  // namespace

// In machine code a burst ends where the warp waits for one of its loads.
void find_machine_bursts(const ptx::Function& function, const ptx::Block& block,
                         std::vector<LoadBurst>& out) {
  int32_t first = -1;
  int32_t issued = 0;
  uint32_t barriers = 0;
  for (int32_t at = block.first; at < block.last; ++at) {
    const ptx::MachineCode& code = function.machine[static_cast<size_t>(at)];
    if (code.opcode.empty()) continue;
    ++issued;
    if ((code.wait_mask & barriers) != 0) {
      first = -1;
      barriers = 0;
    }
    if (!is_plain_load(function.instructions[static_cast<size_t>(at)])) continue;
    if (first < 0) first = issued;
    out[static_cast<size_t>(at)].lead = issued - first;
    if (code.barrier >= 0) barriers |= 1U << code.barrier;
  }
}

std::vector<LoadBurst> load_bursts(const ptx::Function& function) {
  std::vector<LoadBurst> out(function.instructions.size());
  if (function.is_machine()) {
    for (const ptx::Block& block : function.blocks)
      find_machine_bursts(function, block, out);
    return out;
  }
  BlockBursts bursts(function, out);
  for (const ptx::Block& block : function.blocks)
    bursts.run(block);
  unroll_rounds(function, out);
  return out;
}

}  // namespace kcast::cost
