#include "analyze/sim/piece_builder.h"

#include <algorithm>

#include "analyze/ptx/predicated.h"

namespace kcast::sim {

namespace {

using ptx::Instruction;
using ptx::Op;

constexpr size_t kMostAccesses = 64;  // that an access is compared with
constexpr size_t kMostSorted = 2000;  // steps: longer pieces stay as they are
constexpr int32_t kBurstBytes = 128;  // of a thread that wait in registers
constexpr double kMemoryLatency = 300;
constexpr double kSharedLatency = 30;
constexpr double kWaitWeight = 4;     // of a cycle's wait, against one of the chain behind
constexpr double kTextWeight = 0.01;  // of a place in the text
constexpr double kNever = 1e6;

bool is_fence(const Instruction& i) {
  return ptx::is_barrier(i) || i.op == Op::BarWarp || i.op == Op::Call || i.is_volatile ||
         i.relaxed;
}

bool touches_memory(const Instruction& i) {
  return i.space != ptx::Space::None && i.space != ptx::Space::Param;
}

bool jumps(const Instruction& i) {
  return i.op == Op::Bra || i.op == Op::BrxIdx || i.op == Op::Ret || i.op == Op::Exit;
}

double usual_latency(const Step& step) {
  switch (step.kind) {
    case StepKind::Load:
    case StepKind::Atomic:
      return kMemoryLatency;
    case StepKind::Shared:
      return kSharedLatency;
    default:
      return step.latency;
  }
}

int32_t result_bytes(const ptx::Function& function, const Instruction& i) {
  int32_t registers = 0;
  ptx::for_each_write(function, i, [&](int32_t) { ++registers; });
  return std::max(4, ptx::bits_of(i.type) / 8) * registers;
}

// List scheduling: of the steps that can be issued next, the one that is worth most.
class ListScheduler {
 public:
  ListScheduler(const ptx::Function& function, const std::vector<Step>& steps,
                const std::vector<std::pair<int32_t, int32_t>>& order)
      : function_(function),
        steps_(steps),
        next_(steps.size()),
        open_(steps.size(), 0),
        height_(steps.size(), 0),
        ready_(steps.size(), 0),
        used_(steps.size(), false) {
    for (size_t s = 0; s < steps.size(); ++s) {
      for (const int32_t before : steps[s].after)
        add_edge(before, static_cast<int32_t>(s), true);
    }
    for (const auto& [before, after] : order)
      add_edge(before, after, false);
    for (size_t s = steps.size(); s-- > 0;) {
      double below = 0;
      for (const Edge& edge : next_[s])
        below = std::max(below, height_[static_cast<size_t>(edge.to)]);
      height_[s] = below + usual_latency(steps[s]);
    }
  }

  std::vector<int32_t> run() {
    std::vector<int32_t> out;
    for (size_t s = 0; s < steps_.size(); ++s)
      if (open_[s] == 0) candidates_.push_back(static_cast<int32_t>(s));
    while (!candidates_.empty()) {
      const size_t best = best_candidate();
      const int32_t step = candidates_[best];
      candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
      issue(static_cast<size_t>(step));
      out.push_back(step);
    }
    return out;
  }

 private:
  struct Edge {
    int32_t to = 0;
    bool waits = false;
  };

  void add_edge(int32_t from, int32_t to, bool waits) {
    next_[static_cast<size_t>(from)].push_back({to, waits});
    ++open_[static_cast<size_t>(to)];
  }

  size_t best_candidate() const {
    size_t best = 0;
    double most = 0;
    for (size_t c = 0; c < candidates_.size(); ++c) {
      const auto s = static_cast<size_t>(candidates_[c]);
      const bool full = steps_[s].kind == StepKind::Load && waiting_bytes_ >= kBurstBytes;
      const double worth = height_[s] - kWaitWeight * std::max(0.0, ready_[s] - now_) -
                           kTextWeight * static_cast<double>(s) - (full ? kNever : 0);
      if (c > 0 && worth <= most) continue;
      most = worth;
      best = c;
    }
    return best;
  }

  int32_t bytes_of(size_t s) const {
    return result_bytes(function_,
                        function_.instructions[static_cast<size_t>(steps_[s].instruction)]);
  }

  void issue(size_t s) {
    now_ = std::max(now_, ready_[s]) + static_cast<double>(steps_[s].slots);
    if (steps_[s].kind == StepKind::Load) waiting_bytes_ += bytes_of(s);
    for (const int32_t b : steps_[s].after) {
      const auto before = static_cast<size_t>(b);
      if (steps_[before].kind != StepKind::Load || used_[before]) continue;
      used_[before] = true;
      waiting_bytes_ -= bytes_of(before);
    }
    for (const Edge& edge : next_[s]) {
      const auto after = static_cast<size_t>(edge.to);
      ready_[after] = std::max(ready_[after], now_ + (edge.waits ? usual_latency(steps_[s]) : 0));
      if (--open_[after] == 0) candidates_.push_back(edge.to);
    }
  }

  const ptx::Function& function_;
  const std::vector<Step>& steps_;
  std::vector<std::vector<Edge>> next_;
  std::vector<int32_t> open_;   // steps that come before and are not issued yet
  std::vector<double> height_;  // cycles of the longest chain from here
  std::vector<double> ready_;
  std::vector<bool> used_;  // results of loads
  std::vector<int32_t> candidates_;
  double now_ = 0;
  int32_t waiting_bytes_ = 0;  // of loads whose results are not used yet
};

}  // namespace

PieceBuilder::PieceBuilder(const ptx::Function& function, const std::vector<Step>& plain)
    : function_(function), plain_(plain), last_(function.registers.size(), -1) {}

void PieceBuilder::add(int32_t instruction, double chance) {
  Step step = plain_[static_cast<size_t>(instruction)];
  step.chance = static_cast<float>(chance);
  const Instruction& i = function_.instructions[static_cast<size_t>(instruction)];
  const auto at = static_cast<int32_t>(steps_.size());
  ptx::for_each_read(function_, i, [&](int32_t r) {
    const int32_t from = last_[static_cast<size_t>(r)];
    std::vector<int32_t>& list = from >= 0 ? step.after : step.reads;
    const int32_t what = from >= 0 ? from : r;
    if (std::find(list.begin(), list.end(), what) == list.end()) list.push_back(what);
  });
  if (function_.is_machine()) {
    await_barriers(function_.machine[static_cast<size_t>(instruction)], step);
  } else {
    order_memory(i, at);
    order_control(i, at, step.waits);
  }
  ptx::for_each_write(function_, i, [&](int32_t r) {
    if (last_[static_cast<size_t>(r)] < 0) written_.push_back(r);
    last_[static_cast<size_t>(r)] = at;
  });
  steps_.push_back(std::move(step));
}

// A barrier is at its end when all that set it have their results.
void PieceBuilder::await_barriers(const ptx::MachineCode& code, Step& step) {
  for (size_t b = 0; b < barriers_.size(); ++b) {
    if ((code.wait_mask >> b & 1) == 0) continue;
    for (const int32_t before : barriers_[b]) {
      if (std::find(step.after.begin(), step.after.end(), before) == step.after.end())
        step.after.push_back(before);
    }
    barriers_[b].clear();
  }
  if (code.barrier >= 0)
    barriers_[static_cast<size_t>(code.barrier)].push_back(static_cast<int32_t>(steps_.size()));
}

Piece PieceBuilder::finish() {
  for (const int32_t r : written_) {
    steps_[static_cast<size_t>(last_[static_cast<size_t>(r)])].writes.push_back(r);
    last_[static_cast<size_t>(r)] = -1;
  }
  const auto last = static_cast<int32_t>(steps_.size()) - 1;
  if (last > 0 && branch_ == last) order_all(0, last);
  const std::vector<int32_t> order = issue_order();
  std::vector<int32_t> place(steps_.size());
  for (size_t k = 0; k < order.size(); ++k)
    place[static_cast<size_t>(order[k])] = static_cast<int32_t>(k);
  Piece piece;
  for (const int32_t s : order) {
    piece.steps.push_back(std::move(steps_[static_cast<size_t>(s)]));
    for (int32_t& before : piece.steps.back().after)
      before = place[static_cast<size_t>(before)];
  }
  written_.clear();
  steps_.clear();
  order_.clear();
  stores_.clear();
  loads_.clear();
  fence_ = branch_ = wall_ = -1;
  for (std::vector<int32_t>& barrier : barriers_)
    barrier.clear();
  return piece;
}

bool PieceBuilder::may_meet(const Access& a, const Access& b) {
  if (a.space != b.space) return false;
  if (a.base < 0 || b.base < 0 || a.symbol != b.symbol) return true;
  if (a.base != b.base) return !a.symbol;  // variables lie apart
  if (a.made_by != b.made_by) return true;
  return a.from < b.to && b.from < a.to;
}

PieceBuilder::Access PieceBuilder::access_of(const Instruction& i, int32_t at) const {
  Access out;
  out.step = at;
  out.space = ptx::memory_of(i);
  for (const ptx::Operand& operand : i.operands) {
    if (operand.kind != ptx::OperandKind::Address) continue;
    out.symbol = operand.base_is_symbol;
    out.base = operand.index;
    out.from = operand.offset;
    if (!out.symbol && out.base >= 0) out.made_by = last_[static_cast<size_t>(out.base)];
    break;
  }
  out.to = out.from + ptx::bits_of(i.type) / 8 * std::max<int64_t>(1, i.vector);
  return out;
}

const Instruction& PieceBuilder::instruction_of(const Step& step) const {
  return function_.instructions[static_cast<size_t>(step.instruction)];
}

void PieceBuilder::order_all(int32_t from, int32_t at) {
  for (int32_t before = std::max(from, 0); before < at; ++before)
    order(before, at);
}

void PieceBuilder::order_memory(const Instruction& i, int32_t at) {
  if (is_fence(i)) {
    for (int32_t before = std::max(fence_, 0); before < at; ++before) {
      const Instruction& other = instruction_of(steps_[static_cast<size_t>(before)]);
      if (touches_memory(other) || is_fence(other)) order(before, at);
    }
    fence_ = at;
    stores_.clear();
    loads_.clear();
    return;
  }
  if (!touches_memory(i)) return;
  if (fence_ >= 0) order(fence_, at);
  const Access access = access_of(i, at);
  if (i.non_coherent || access.space == ptx::Space::Const) return;
  for (const Access& store : stores_)
    if (may_meet(store, access)) order(store.step, at);
  if (ptx::issues_store(i) || i.op == Op::Atom) {
    for (const Access& load : loads_)
      if (may_meet(load, access)) order(load.step, at);
    if (stores_.size() < kMostAccesses) stores_.push_back(access);
  } else if (loads_.size() < kMostAccesses) {
    loads_.push_back(access);
  }
}

// Memory is touched behind the branch that decides about it, which is a predicate inside of a
// piece; nothing is moved across code that has branches of its own.
void PieceBuilder::order_control(const Instruction& i, int32_t at, bool branches) {
  if (wall_ >= 0) order(wall_, at);
  if (branches) {
    order_all(wall_, at);
    wall_ = at;
  }
  if (jumps(i)) {
    if (branch_ >= 0) order(branch_, at);
    branch_ = at;
  } else if (branch_ >= 0 && (touches_memory(i) || is_fence(i))) {
    order(branch_, at);
  }
}

std::vector<int32_t> PieceBuilder::issue_order() const {
  if (steps_.size() <= kMostSorted && !function_.is_machine())
    return ListScheduler(function_, steps_, order_).run();
  std::vector<int32_t> out;
  for (size_t s = 0; s < steps_.size(); ++s)
    out.push_back(static_cast<int32_t>(s));
  return out;
}

}  // namespace kcast::sim
