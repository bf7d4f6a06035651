#include "analyze/sim/unit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyze/sim/turns.h"
#include "analyze/sim/waiting.h"

namespace kcast::sim {

namespace {

constexpr int64_t kMostWork = 1'000'000;  // steps and places that a run comes to
constexpr double kGolden = 0.6180339887498949;
constexpr double kAlmost = 0.9999;  // what fractions that add up to one come to

// Where a warp is in the tree of nodes.
struct Place {
  const Node* node = nullptr;
  size_t next = 0;     // of the body
  int64_t rounds = 0;  // that are left, this one too
  bool even = false;   // that the warp is longer than others is taken into account
};

struct Warp {
  int32_t block = 0;  // the place of its block
  double share = 1;   // its work over the mean warp's
  std::vector<Place> path;
  const Piece* piece = nullptr;
  size_t step = 0;
  double begun = 0;
  double next = 0;  // when it can issue again
  bool at_barrier = false;
  bool done = true;
};

struct ResidentBlock {
  int32_t live = 0;     // warps
  int32_t waiting = 0;  // at a barrier
  double latest = 0;    // to come there
};

// From when on a scheduler and its pipes are free.
struct Partition {
  double free = 0;
  std::array<double, kPipes> pipes{};
};

struct Value {
  double at = 0;
  int32_t from = -1;  // the instruction that makes it
};

class Unit {
 public:
  Unit(const Program& program, const UnitShape& shape, const UnitRun& run)
      : program_(program),
        shape_(shape),
        run_(run),
        warps_(static_cast<size_t>(run.resident * run.warps)),
        blocks_(static_cast<size_t>(run.resident)),
        partitions_(static_cast<size_t>(shape.partitions)),
        waiting_(partitions_.size()),
        drawn_(program.requests.size(), 0),
        visits_left_(static_cast<size_t>(program.nodes), 0),
        rounds_left_(static_cast<size_t>(program.nodes), 0),
        steps_left_(static_cast<size_t>(program.doubtful_steps), 0),
        turns_(warps_.size()) {
    int32_t instructions = 0;
    for (const Piece& piece : program.pieces) {
      longest_ = std::max(longest_, piece.steps.size());
      for (const Step& step : piece.steps)
        instructions = std::max(instructions, step.instruction + 1);
    }
    registers_.resize(warps_.size() * static_cast<size_t>(program.registers));
    results_.resize(warps_.size() * longest_);
    out_.waited.assign(static_cast<size_t>(instructions), 0);
  }

  UnitTime run() {
    for (int32_t b = 0; b < run_.resident && started_ < run_.blocks; ++b)
      start_block(b, 0);
    while (work_ < kMostWork && run_next()) {
    }
    out_.cycles = std::max(last_, stored_);
    if (work_ >= kMostWork) end_early();
    return out_;
  }

 private:
  // The warp whose turn comes first; of several at once the first one. False: there is none.
  bool run_next() {
    size_t id = turns_.first();
    double at = turns_.first_at();
    Waiting* waiting = nullptr;
    for (size_t p = 0; p < waiting_.size(); ++p) {
      const double room_at = waiting_[p].first_at();
      if (room_at > at || room_at == Turns::kNever) continue;
      const size_t warp = waiting_[p].first() * waiting_.size() + p;
      if (room_at == at && warp > id) continue;
      id = warp;
      at = room_at;
      waiting = &waiting_[p];
    }
    if (at == Turns::kNever) return false;
    if (waiting != nullptr) {
      waiting->remove_first();
      issue(id, at);
    } else if (!waits(id, at)) {
      issue(id, at);
    }
    return true;
  }

  // What is left takes as long as what was run.
  void end_early() {
    out_.whole = false;
    const double all =
        steps_of_warp(program_, run_.cuts) * run_.warps * static_cast<double>(run_.blocks);
    const double more = std::max(1.0, all / static_cast<double>(std::max<int64_t>(1, steps_)));
    out_.cycles *= more;
  }

  void start_block(int32_t place, double at) {
    launched_ = started_ == 0 ? at : std::max(launched_ + shape_.block_cycles, at);
    ++started_;
    blocks_[static_cast<size_t>(place)] = {run_.warps, 0, 0};
    const double n = run_.warps;
    const double longest = std::min(run_.unevenness, n);
    for (int32_t w = 0; w < run_.warps; ++w) {
      const auto id = static_cast<size_t>(place * run_.warps + w);
      Warp& warp = warps_[id];
      warp = Warp();
      warp.block = place;
      warp.done = false;
      warp.next = warp.begun = launched_;
      if (longest > 1 && run_.warps > 1) warp.share = w == 0 ? longest : (n - longest) / (n - 1);
      std::fill_n(registers_.begin() + static_cast<std::ptrdiff_t>(id) * program_.registers,
                  program_.registers, Value{launched_, -1});
      warp.path.push_back({&program_.whole, 0, 1, false});
    }
    for (int32_t w = 0; w < run_.warps; ++w)
      advance(static_cast<size_t>(place * run_.warps + w));
  }

  // To the next step that the warp issues, or to its end.
  void advance(size_t id) {
    Warp& warp = warps_[id];
    while (work_ < kMostWork) {
      ++work_;
      if (warp.piece != nullptr) {
        if (warp.step < warp.piece->steps.size()) {
          if (take_turn(id)) return;
          continue;
        }
        warp.piece = nullptr;
        warp.next += shape_.branch_cycles;
      }
      if (warp.path.empty()) {
        end_warp(id);
        return;
      }
      Place& place = warp.path.back();
      if (place.next < place.node->body.size()) {
        const Node& node = place.node->body[place.next++];
        enter(node, place.even, warp);
      } else if (--place.rounds > 0) {
        place.next = 0;
        warp.next += shape_.loop_cycles;
      } else {
        warp.path.pop_back();
      }
    }
  }

  void enter(const Node& node, bool even, Warp& warp) {
    const auto number = static_cast<size_t>(node.number);
    const bool own = !even && !node.together && warp.share != 1;
    if (node.chance < kAlmost || node.chance > 2 - kAlmost) {
      // Code that some warps of a block run is that of the longer ones.
      visits_left_[number] += own ? std::min(1.0, node.chance * warp.share) : node.chance;
      if (visits_left_[number] < kAlmost) return;
      visits_left_[number] -= std::max(1.0, std::floor(visits_left_[number] + 1 - kAlmost));
      even = even || own;
    }
    if (node.piece >= 0) {
      warp.piece = &program_.pieces[static_cast<size_t>(node.piece)];
      warp.step = 0;
      return;
    }
    double rounds = rounds_run(node.rounds, run_.cuts, warp.path.size() - 1);
    if (own && !even) rounds *= warp.share;
    rounds_left_[number] += rounds;
    const double whole = std::floor(rounds_left_[number] + 1 - kAlmost);
    rounds_left_[number] -= whole;
    if (whole >= 1) warp.path.push_back({&node, 0, static_cast<int64_t>(whole), even || own});
  }

  // When the warp's next step can be issued. False: it is no instruction, and the one behind it is
  // next.
  bool take_turn(size_t id) {
    Warp& warp = warps_[id];
    const Step& step = warp.piece->steps[warp.step];
    Value ready = {warp.next, -1};
    const auto await = [&ready](const Value& value) {
      if (value.at > ready.at) ready = value;
    };
    for (const int32_t r : step.reads)
      await(registers_[id * static_cast<size_t>(program_.registers) + static_cast<size_t>(r)]);
    for (const int32_t s : step.after)
      await(results_[id * longest_ + static_cast<size_t>(s)]);
    if (step.slots <= 0 && step.kind == StepKind::Plain) {
      write(id, step, {ready.at + static_cast<double>(step.latency), ready.from});
      ++warp.step;
      return false;
    }
    if (ready.from >= 0) out_.waited[static_cast<size_t>(ready.from)] += ready.at - warp.next;
    turns_.set(id, ready.at);
    return true;
  }

  void write(size_t id, const Step& step, const Value& value) {
    results_[id * longest_ + warps_[id].step] = value;
    for (const int32_t r : step.writes)
      registers_[id * static_cast<size_t>(program_.registers) + static_cast<size_t>(r)] = value;
  }

  size_t partition_of(size_t id) const { return id % static_cast<size_t>(shape_.partitions); }

  // When what a step needs has room for it. Who waits for a full pipe leaves the scheduler to
  // others.
  double room_at(Needs needs, const Partition& partition) const {
    double at = partition.free;
    for (size_t p = 0; p < kPipes; ++p) {
      if ((needs >> p & 1) != 0) at = std::max(at, partition.pipes[p] - shape_.pipe_queue_cycles);
    }
    if ((needs & kShared) == 0) return at;
    if ((needs & kNeedsLsu) != 0)
      at = std::max(at, lsu_free_ - shape_.partitions * shape_.pipe_queue_cycles);
    if ((needs & kNeedsData) != 0) at = std::max(at, data_free_ - shape_.data_queue_cycles);
    if ((needs & kNeedsQueue) != 0)
      at = std::max(at, std::max(l2_free_, dram_free_) - shape_.store_queue_cycles);
    return at;
  }

  // Until `at`, by warps of this scheduler.
  void count_wait(double cycles, const Partition& partition, double at) {
    (partition.free >= at ? out_.not_selected : out_.throttled) += cycles;
  }

  // True: there is no room yet, and the warp's turn comes later.
  bool waits(size_t id, double at) {
    const Warp& warp = warps_[id];
    const Needs needs = needs_of(warp.piece->steps[warp.step]);
    const size_t p = partition_of(id);
    const double can = room_at(needs, partitions_[p]);
    const size_t place = id / partitions_.size();
    if (can > at) count_wait(can - at, partitions_[p], can);
    if (can > at && place >= Waiting::kMostWarps) {
      turns_.set(id, can);
      return true;
    }
    turns_.clear(id);
    if (can > at) waiting_[p].add(static_cast<uint32_t>(place), needs, can);
    return can > at;
  }

  void issue(size_t id, double at) {
    const Warp& warp = warps_[id];
    const Step& step = warp.piece->steps[warp.step];
    const size_t own = partition_of(id);
    run_step(id, step, at);
    const bool is_shared = (needs_of(step) & kShared) != 0;
    for (size_t p = 0; p < partitions_.size(); ++p) {
      if (p != own && !is_shared) continue;
      const Partition& partition = partitions_[p];
      waiting_[p].update(
          p == own, [&](Needs needs) { return room_at(needs, partition); },
          [&](double cycles, double until) { count_wait(cycles, partition, until); });
    }
  }

  void run_step(size_t id, const Step& step, double at) {
    Warp& warp = warps_[id];
    const size_t partition = partition_of(id);
    ++steps_;
    const auto slots = static_cast<double>(step.slots);
    partitions_[partition].free = at + slots;
    warp.next = at + std::max({1.0, slots, static_cast<double>(step.stall)});
    out_.issued += warp.next - at;
    if (step.kind == StepKind::Barrier) {
      arrive(id, at);
      return;
    }
    double done = take_pipes(step, partition, at);
    const bool runs = step.number < 0 || is_due(step);
    if (step.request >= 0 && runs) done = serve(step, done);
    done += static_cast<double>(step.latency);
    write(id, step, {done, step.instruction});
    if (step.waits && runs) warp.next = std::max(warp.next, done);
    if (step.kind != StepKind::Store) last_ = std::max(last_, done);
    ++warp.step;
    advance(id);
  }

  // When the last of them takes it up.
  double take_pipes(const Step& step, size_t partition, double at) {
    double begun = at;
    const auto take = [&](double& free, double cycles) {
      if (cycles <= 0) return;
      const double from = std::max(free, at);
      free = from + cycles;
      begun = std::max(begun, from);
    };
    for (size_t p = 0; p < kPipes; ++p)
      take(partitions_[partition].pipes[p], static_cast<double>(step.pipes[p]));
    take(lsu_free_, static_cast<double>(step.lsu));
    return begun;
  }

  bool is_due(const Step& step) {
    double& left = steps_left_[static_cast<size_t>(step.number)];
    left += static_cast<double>(step.chance);
    if (left < kAlmost) return false;
    left -= 1;
    return true;
  }

  // When the answer to the step's request is there.
  double serve(const Step& step, double at) {
    const auto index = static_cast<size_t>(step.request);
    const Request& request = program_.requests[index];
    // Spread evenly, and without a beat in common with other requests.
    const double number = static_cast<double>(++drawn_[index]) * kGolden;
    if (request.chance < kAlmost && number - std::floor(number) >= request.chance) return at;
    data_free_ = std::max(data_free_, at) + request.data_cycles;
    if (step.kind == StepKind::Shared) return data_free_ + shape_.shared_cycles - 1;
    if (request.l2_share <= 0) return data_free_ + shape_.l1_cycles;
    port_free_ = std::max(port_free_, data_free_) + request.port_cycles;
    l2_free_ = std::max(l2_free_, data_free_) + request.l2_cycles;
    dram_free_ = std::max(dram_free_, data_free_) + request.dram_cycles;
    if (step.kind == StepKind::Store) {
      stored_ = std::max({stored_, port_free_, l2_free_, dram_free_});
      return data_free_;
    }
    const double shifted = number + kGolden * kGolden * static_cast<double>(index);
    const double drawn = shifted - std::floor(shifted);
    if (drawn < request.dram_share) {
      return std::max({port_free_, l2_free_, dram_free_}) +
             latency(shape_.dram_cycles, shape_.dram_spread, request.lines);
    }
    if (drawn < request.l2_share) {
      return std::max(port_free_, l2_free_) +
             latency(shape_.l2_cycles, shape_.l2_spread, request.lines);
    }
    return data_free_ + shape_.l1_cycles;
  }

  // Of as many as there are lines, that of the one that comes last.
  double latency(double mean, double spread, double lines) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    const double one = (static_cast<double>(random_ >> 11) + 0.5) * 0x1.0p-53;
    const double last = lines > 1 ? std::pow(one, 1 / lines) : one;
    return mean * (1 - spread + 2 * spread * last);
  }

  void arrive(size_t id, double at) {
    Warp& warp = warps_[id];
    ResidentBlock& block = blocks_[static_cast<size_t>(warp.block)];
    warp.at_barrier = true;
    warp.next = at;
    ++block.waiting;
    block.latest = std::max(block.latest, at);
    release(warp.block);
  }

  void release(int32_t place) {
    ResidentBlock& block = blocks_[static_cast<size_t>(place)];
    if (block.waiting == 0 || block.waiting < block.live) return;
    const double at = block.latest + shape_.barrier_cycles;
    block.waiting = 0;
    block.latest = 0;
    std::vector<size_t> released;
    for (int32_t w = 0; w < run_.warps; ++w) {
      const auto id = static_cast<size_t>(place * run_.warps + w);
      Warp& warp = warps_[id];
      if (warp.done || !warp.at_barrier) continue;
      const Step& step = warp.piece->steps[warp.step];
      warp.at_barrier = false;
      out_.waited[static_cast<size_t>(step.instruction)] += at - warp.next;
      warp.next = at;
      write(id, step, {at, step.instruction});
      ++warp.step;
      released.push_back(id);
    }
    for (const size_t id : released)
      advance(id);
  }

  void end_warp(size_t id) {
    Warp& warp = warps_[id];
    warp.done = true;
    last_ = std::max(last_, warp.next);
    out_.warp_cycles += warp.next - warp.begun;
    ResidentBlock& block = blocks_[static_cast<size_t>(warp.block)];
    --block.live;
    if (block.live > 0) {
      if (block.waiting > 0) block.latest = std::max(block.latest, warp.next);
      release(warp.block);
    } else if (started_ < run_.blocks) {
      start_block(warp.block, warp.next + shape_.turn_cycles);
    }
  }

  const Program& program_;
  const UnitShape& shape_;
  const UnitRun& run_;
  std::vector<Warp> warps_;
  std::vector<ResidentBlock> blocks_;
  std::vector<Value> registers_;  // of each warp
  std::vector<Value> results_;    // of each warp: of the steps of its piece
  size_t longest_ = 0;            // piece
  std::vector<Partition> partitions_;
  std::vector<Waiting> waiting_;  // of each partition
  // From when on each is free.
  double lsu_free_ = 0, data_free_ = 0, port_free_ = 0, l2_free_ = 0, dram_free_ = 0;
  double last_ = 0, stored_ = 0;  // the ends of what was run
  double launched_ = 0;           // the last block
  int64_t started_ = 0;           // blocks
  int64_t work_ = 0, steps_ = 0;
  uint64_t random_ = 0x9E3779B97F4A7C15U;
  std::vector<int64_t> drawn_;  // of each request
  // Fractions that have added up so far.
  std::vector<double> visits_left_, rounds_left_, steps_left_;
  Turns turns_;  // of the warps that do not wait for room
  UnitTime out_;
};

}  // namespace

UnitTime run_unit(const Program& program, const UnitShape& shape, const UnitRun& run) {
  return Unit(program, shape, run).run();
}

}  // namespace kcast::sim
