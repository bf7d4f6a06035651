#include "analyze/cost/register_order.h"

#include <algorithm>

#include "analyze/ptx/predicated.h"

namespace kcast::cost {
namespace {

constexpr size_t kMostSteps = 3000;    // longer blocks stay as they are
constexpr size_t kMostAccesses = 256;  // that an access is compared with
constexpr double kLoadLatency = 300;
constexpr double kSharedLatency = 30;
constexpr double kArithmeticLatency = 5;

double latency_of(const RegisterStep& step) {
  switch (step.kind) {
    case StepClass::Load:
      return kLoadLatency;
    case StepClass::Constant:
    case StepClass::SharedLoad:
      return kSharedLatency;
    default:
      return kArithmeticLatency;
  }
}

class BlockOrder {
 public:
  BlockOrder(const ptx::Function& function, const RegisterCode& code, const RegisterBlock& block,
             const OrderContext& context)
      : function_(function),
        code_(code),
        steps_(block.steps),
        context_(context),
        policy_(context.policy),
        live_(context.live_at_start),
        pending_(code.width.size()),
        uses_(code.width.size(), 0),
        next_(steps_.size()),
        open_(steps_.size(), 0),
        height_(steps_.size(), 0),
        ready_(steps_.size(), 0) {
    order_values();
    order_memory();
    for (const RegisterStep& step : steps_) {
      for (const int32_t v : step.reads)
        ++uses_[static_cast<size_t>(v)];
    }
    live_.for_each([&](int32_t v) { registers_ += width(v); });
    for (size_t s = steps_.size(); s-- > 0;) {
      double below = 0;
      for (const Edge& edge : next_[s]) {
        below = std::max(below, height_[static_cast<size_t>(edge.to)] -
                                    (edge.waits ? 0 : latency_of(steps_[s])));
      }
      height_[s] = below + latency_of(steps_[s]);
    }
  }

  // From the end: what makes a value stands close to its first reader.
  std::vector<int32_t> run_lazily() {
    std::vector<std::vector<int32_t>> before(steps_.size());
    std::vector<int32_t> waits(steps_.size(), 0);
    for (size_t s = 0; s < steps_.size(); ++s) {
      for (const Edge& e : next_[s]) {
        before[static_cast<size_t>(e.to)].push_back(static_cast<int32_t>(s));
        ++waits[s];
      }
    }
    RegisterSet live = context_.live_at_end;
    std::vector<int32_t> out, ready;
    for (size_t s = 0; s < steps_.size(); ++s)
      if (waits[s] == 0) ready.push_back(static_cast<int32_t>(s));
    while (!ready.empty()) {
      size_t best = 0;
      int64_t least = 0;
      for (size_t c = 0; c < ready.size(); ++c) {
        const RegisterStep& step = steps_[static_cast<size_t>(ready[c])];
        int64_t more = 0;
        for (const int32_t v : step.reads)
          more += live.contains(v) ? 0 : width(v);
        for (const int32_t v : step.writes)
          more -= live.contains(v) ? width(v) : 0;
        const int64_t cost = more * static_cast<int64_t>(steps_.size()) - ready[c];
        if (c > 0 && cost >= least) continue;
        least = cost;
        best = c;
      }
      const int32_t s = ready[best];
      ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(best));
      out.push_back(s);
      const RegisterStep& step = steps_[static_cast<size_t>(s)];
      if (!step.partial) {
        for (const int32_t v : step.writes)
          live.erase(v);
      }
      for (const int32_t v : step.reads)
        live.insert(v);
      for (const int32_t p : before[static_cast<size_t>(s)])
        if (--waits[static_cast<size_t>(p)] == 0) ready.push_back(p);
    }
    std::reverse(out.begin(), out.end());
    return out;
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
  struct Access {
    int32_t step = 0;
    ptx::Space space = ptx::Space::None;
    bool symbol = false;
    int32_t base = -1;
    int64_t from = 0, to = 0;
  };

  void edge(int32_t from, size_t to, bool waits) {
    if (from < 0 || static_cast<size_t>(from) == to) return;
    next_[static_cast<size_t>(from)].push_back({static_cast<int32_t>(to), waits});
    ++open_[to];
  }

  void order_values() {
    std::vector<int32_t> writer(code_.width.size(), -1);
    std::vector<std::vector<int32_t>> readers(code_.width.size());
    for (size_t s = 0; s < steps_.size(); ++s) {
      for (const int32_t v : steps_[s].reads) {
        edge(writer[static_cast<size_t>(v)], s, true);
        readers[static_cast<size_t>(v)].push_back(static_cast<int32_t>(s));
      }
      for (const int32_t v : steps_[s].writes) {
        edge(writer[static_cast<size_t>(v)], s, false);
        for (const int32_t reader : readers[static_cast<size_t>(v)])
          edge(reader, s, false);
        readers[static_cast<size_t>(v)].clear();
        writer[static_cast<size_t>(v)] = static_cast<int32_t>(s);
      }
    }
  }

  Access access_of(size_t s) const {
    const ptx::Instruction& i = instruction_of(s);
    Access out;
    out.step = static_cast<int32_t>(s);
    out.space = ptx::memory_of(i);
    for (const ptx::Operand& operand : i.operands) {
      if (operand.kind != ptx::OperandKind::Address) continue;
      out.symbol = operand.base_is_symbol;
      out.base = operand.index;
      out.from = operand.offset;
      break;
    }
    out.to = out.from + ptx::bits_of(i.type) / 8 * std::max<int64_t>(1, i.vector);
    return out;
  }

  static bool may_meet(const Access& a, const Access& b) {
    if (a.space != b.space) return false;
    if (a.base < 0 || b.base < 0 || a.symbol != b.symbol) return true;
    if (a.base != b.base) return !a.symbol;
    return a.from < b.to && b.from < a.to;
  }

  void order_memory() {
    std::vector<Access> loads, stores;
    int32_t fence = -1;
    for (size_t s = 0; s < steps_.size(); ++s) {
      const StepClass kind = steps_[s].kind;
      if (kind == StepClass::Fence || kind == StepClass::Branch) {
        for (size_t before = static_cast<size_t>(std::max(fence, 0)); before < s; ++before) {
          if (kind == StepClass::Branch || (steps_[before].kind != StepClass::Arithmetic &&
                                            steps_[before].kind != StepClass::Constant))
            edge(static_cast<int32_t>(before), s, false);
        }
        fence = static_cast<int32_t>(s);
        loads.clear();
        stores.clear();
        continue;
      }
      if (kind == StepClass::Arithmetic || kind == StepClass::Constant) continue;
      edge(fence, s, false);
      const ptx::Instruction& i = instruction_of(s);
      const Access access = access_of(s);
      if (i.non_coherent || access.space == ptx::Space::Const) continue;
      for (const Access& store : stores)
        if (may_meet(store, access)) edge(store.step, s, false);
      if (kind == StepClass::Store) {
        for (const Access& load : loads)
          if (may_meet(load, access)) edge(load.step, s, false);
        if (stores.size() < kMostAccesses) stores.push_back(access);
      } else if (loads.size() < kMostAccesses) {
        loads.push_back(access);
      }
    }
  }

  const ptx::Instruction& instruction_of(size_t s) const {
    return function_.instructions[static_cast<size_t>(steps_[s].instruction)];
  }

  int64_t width(int32_t v) const { return code_.width[static_cast<size_t>(v)]; }

  bool ends(int32_t v) const {
    return uses_[static_cast<size_t>(v)] == 1 && !context_.live_at_end.contains(v);
  }

  // By how much the step changes the number of live registers.
  int64_t growth(size_t s) const {
    int64_t out = 0;
    for (const int32_t v : steps_[s].writes)
      if (!live_.contains(v)) out += width(v);
    for (const int32_t v : steps_[s].reads)
      if (ends(v)) out -= width(v);
    return out;
  }

  size_t best_candidate() const {
    size_t best = 0;
    double most = 0;
    for (size_t c = 0; c < candidates_.size(); ++c) {
      const auto s = static_cast<size_t>(candidates_[c]);
      const bool full = steps_[s].kind == StepClass::Load && waiting_ >= policy_.waiting;
      const double worth = height_[s] - 4 * std::max(0.0, ready_[s] - now_) -
                           0.01 * static_cast<double>(s) - (full ? 1e5 : 0) - excess(s);
      if (c > 0 && worth <= most) continue;
      most = worth;
      best = c;
    }
    return best;
  }

  double excess(size_t s) const {
    const int64_t more = growth(s);
    if (registers_ + more <= policy_.limit) return 0;
    return 1e6 * static_cast<double>(more + 16);
  }

  void issue(size_t s) {
    for (const int32_t v : steps_[s].reads) {
      if (ends(v) && live_.contains(v)) {
        live_.erase(v);
        registers_ -= width(v);
      }
      --uses_[static_cast<size_t>(v)];
    }
    for (const int32_t v : steps_[s].writes) {
      const bool needed = uses_[static_cast<size_t>(v)] > 0 || context_.live_at_end.contains(v);
      if (live_.contains(v) || !needed) continue;
      live_.insert(v);
      registers_ += width(v);
    }
    now_ = std::max(now_, ready_[s]) + 1;
    // The first reader has waited for the load.
    for (const int32_t v : steps_[s].reads) {
      if (!pending_.contains(v)) continue;
      pending_.erase(v);
      waiting_ -= width(v);
    }
    if (steps_[s].kind == StepClass::Load) {
      for (const int32_t v : steps_[s].writes) {
        if (pending_.contains(v)) continue;
        pending_.insert(v);
        waiting_ += width(v);
      }
    }
    for (const Edge& e : next_[s]) {
      const auto after = static_cast<size_t>(e.to);
      ready_[after] = std::max(ready_[after], now_ + (e.waits ? latency_of(steps_[s]) : 0));
      if (--open_[after] == 0) candidates_.push_back(e.to);
    }
  }

  const ptx::Function& function_;
  const RegisterCode& code_;
  const std::vector<RegisterStep>& steps_;
  const OrderContext& context_;
  const OrderPolicy policy_;
  RegisterSet live_;
  RegisterSet pending_;        // values that memory has not brought yet
  std::vector<int32_t> uses_;  // reads of a value that are still to come
  int64_t registers_ = 0;
  std::vector<std::vector<Edge>> next_;
  std::vector<int32_t> open_;
  std::vector<double> height_, ready_;
  std::vector<int32_t> candidates_;
  double now_ = 0;
  int64_t waiting_ = 0;
};

}  // namespace

std::vector<int32_t> issue_order(const ptx::Function& function, const RegisterCode& code,
                                 const RegisterBlock& block, const OrderContext& context) {
  if (block.steps.size() <= kMostSteps) {
    BlockOrder order(function, code, block, context);
    return context.policy.lazy ? order.run_lazily() : order.run();
  }
  std::vector<int32_t> out;
  for (size_t s = 0; s < block.steps.size(); ++s)
    out.push_back(static_cast<int32_t>(s));
  return out;
}

}  // namespace kcast::cost
