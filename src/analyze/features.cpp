#include "analyze/features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/time/shared_swaps.h"

namespace kcast::analyze {

namespace {

using ptx::Instruction;
using ptx::Op;

void add_cost(const cost::MachineCost& cost, const exec::InstructionCount& count,
              OperationCounts& out) {
  out.fadd += cost.fadd * count.lanes;
  out.fmul += cost.fmul * count.lanes;
  out.ffma += cost.ffma * count.lanes;
  out.dadd += cost.dadd * count.lanes;
  out.dmul += cost.dmul * count.lanes;
  out.dfma += cost.dfma * count.lanes;
  out.hadd += cost.hadd * count.lanes;
  out.hmul += cost.hmul * count.lanes;
  out.hfma += cost.hfma * count.lanes;
  out.integer += cost.integer * count.lanes;
  out.bit += cost.bit * count.lanes;
  out.conversion += cost.conversion * count.lanes;
  out.mufu += cost.mufu * count.lanes;
  out.warp_instructions += cost.slots * count.warps;
  out.pipe_fma += cost.pipe_fma * count.warps;
  out.pipe_alu += cost.pipe_alu * count.warps;
  out.pipe_fp64 += cost.pipe_fp64 * count.warps;
  out.pipe_xu += cost.pipe_xu * count.warps;
  out.pipe_lsu += cost.pipe_lsu * count.warps;
  out.pipe_uniform += cost.pipe_uniform * count.warps;
}

// Multiplications and additions of a matrix product.
double tensor_operations(const ptx::Instruction& instruction) {
  switch (instruction.op) {
    case ptx::Op::WmmaMma:
    case ptx::Op::Mma:
    case ptx::Op::Wgmma:
      return 2.0 * instruction.tensor_m * instruction.tensor_n * instruction.tensor_k;
    default:
      return 0;
  }
}

void add_function(const ptx::Function& function, const std::vector<cost::MachineCost>& costs,
                  const std::vector<exec::InstructionCount>& counts, OperationCounts& out) {
  const size_t n = std::min({function.instructions.size(), costs.size(), counts.size()});
  for (size_t i = 0; i < n; ++i) {
    add_cost(costs[i], counts[i], out);
    const double operations = tensor_operations(function.instructions[i]);
    if (operations == 0) continue;
    out.pipe_tensor += counts[i].warps;
    // Sums of integers are no FLOPs.
    const bool is_real = ptx::is_float(function.instructions[i].type);
    if (is_real) out.tensor_flops += operations * counts[i].warps;
  }
}

size_t index_of(const FeatureInput& input) {
  return static_cast<size_t>(&input.kernel - input.module.functions.data());
}

// The distance between neighbouring lanes, where it is the same for all of them.
struct Stride {
  bool known = false;
  bool constant = false;
  double bytes = 0;
};

Stride stride_of(const exec::Pattern& pattern) {
  Stride out;
  if (pattern.offsets.size() < 2) return out;
  out.known = true;
  const int64_t step = int64_t{pattern.offsets[1]} - pattern.offsets[0];
  out.constant = true;
  for (size_t i = 2; i < pattern.offsets.size(); ++i) {
    if (int64_t{pattern.offsets[i]} - pattern.offsets[i - 1] != step) out.constant = false;
  }
  out.bytes = static_cast<double>(step);
  return out;
}

// Of the pattern that most requests of a site have.
std::vector<Stride> strides_of_sites(const exec::TraceSet& traces) {
  std::vector<std::map<uint32_t, double>> uses(traces.sites.size());
  for (const exec::BlockTrace& block : traces.blocks) {
    for (const exec::Access& access : block.accesses) {
      if (access.site < uses.size()) uses[access.site][access.pattern] += access.repeat;
    }
  }
  std::vector<Stride> out(traces.sites.size());
  for (size_t s = 0; s < uses.size(); ++s) {
    double most = 0;
    for (const auto& [pattern, count] : uses[s]) {
      if (count <= most || pattern >= traces.patterns.size()) continue;
      most = count;
      out[s] = stride_of(traces.patterns[pattern]);
    }
  }
  return out;
}

// How a cache is cut up.
struct CacheShape {
  uint64_t sector_bytes = 32;
  uint64_t line_sectors = 4;
  double cycle_bytes = 128;  // of a line, that come in a cycle
};

CacheShape shape_of(int64_t line_bytes, int64_t sector_bytes, double cycle_bytes) {
  const auto sector = static_cast<uint64_t>(std::max<int64_t>(1, sector_bytes));
  const auto line = static_cast<uint64_t>(std::max<int64_t>(1, line_bytes));
  return {sector, std::max<uint64_t>(1, line / sector), cycle_bytes};
}

CacheShape l1_shape(const Gpu& gpu) {
  return shape_of(gpu.l1.line_bytes, gpu.l1.sector_bytes, static_cast<double>(gpu.l1.line_bytes));
}

CacheShape l2_shape(const Gpu& gpu) {
  const bool known = gpu.l2.bytes_per_clock && gpu.l2.slices && *gpu.l2.slices > 0;
  const double bytes = known ? *gpu.l2.bytes_per_clock / static_cast<double>(*gpu.l2.slices)
                             : gpu.machine.l2.slice_read_bytes;
  return shape_of(gpu.l2.line_bytes, gpu.l2.sector_bytes, bytes);
}

// The distinct sectors of a request, ascending.
void sectors_of(const exec::Pattern& pattern, uint64_t base, uint64_t sector_bytes,
                std::vector<uint64_t>& out) {
  out.clear();
  const auto last = static_cast<uint64_t>(std::max(1, pattern.bytes) - 1);
  for (const int32_t offset : pattern.offsets) {
    const uint64_t at = base + static_cast<uint64_t>(int64_t{offset});
    for (uint64_t part = at / sector_bytes; part <= (at + last) / sector_bytes; ++part)
      out.push_back(part);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

// Of one request, by its ascending sectors.
double cycles_of_request(const std::vector<uint64_t>& sectors, const CacheShape& shape) {
  double cycles = 0;
  for (size_t i = 0; i < sectors.size();) {
    size_t end = i;
    while (end < sectors.size() &&
           sectors[end] / shape.line_sectors == sectors[i] / shape.line_sectors)
      ++end;
    const auto bytes = static_cast<double>((end - i) * shape.sector_bytes);
    cycles += std::ceil(bytes / shape.cycle_bytes);
    i = end;
  }
  return cycles;
}

// Cycles of requests, and their sectors.
struct SectorCycles {
  double cycles = 0;
  double sectors = 0;

  SectorCycles& operator+=(const SectorCycles& other) {
    cycles += other.cycles;
    sectors += other.sectors;
    return *this;
  }
  double of_sector() const { return sectors > 0 ? cycles / sectors : 1; }
};

SectorCycles cycles_of(const std::vector<uint64_t>& sectors, const CacheShape& shape) {
  return {cycles_of_request(sectors, shape), static_cast<double>(sectors.size())};
}

// The most words of a request that lie in one bank, of those that a line spreads over: they come
// one after the other. Lanes that read the same word get it together.
double most_in_bank(const exec::Pattern& pattern, uint64_t base, uint64_t line_bytes) {
  constexpr uint64_t kWordBytes = 4;
  const uint64_t banks = std::max<uint64_t>(1, line_bytes / kWordBytes);
  const auto last = static_cast<uint64_t>(std::max(1, pattern.bytes) - 1);
  std::vector<std::pair<uint64_t, uint64_t>> words;  // bank, word
  for (const int32_t offset : pattern.offsets) {
    const uint64_t at = base + static_cast<uint64_t>(int64_t{offset});
    for (uint64_t word = at / kWordBytes; word <= (at + last) / kWordBytes; ++word)
      words.emplace_back(word % banks, word);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  size_t most = 0;
  for (size_t i = 0, begin = 0; i < words.size(); ++i) {
    if (words[i].first != words[begin].first) begin = i;
    most = std::max(most, i + 1 - begin);
  }
  return static_cast<double>(most);
}

// What requests cost in L1 and in L2. Those of one pattern that begin at the same place of a line
// cost the same.
class RequestCosts {
 public:
  explicit RequestCosts(const Gpu& gpu)
      : l1_(l1_shape(gpu)),
        l2_(l2_shape(gpu)),
        lines_per_cycle_(std::max(1.0, gpu.machine.l1.lines_per_cycle)),
        period_(
            std::lcm(l1_.sector_bytes * l1_.line_sectors, l2_.sector_bytes * l2_.line_sectors)) {}

  using Cost = std::pair<SectorCycles, SectorCycles>;

  const Cost& of(uint64_t number, const exec::Pattern& pattern, uint64_t base) {
    const auto [at, is_new] = known_.try_emplace(number * period_ + base % period_);
    if (is_new) at->second = compute(pattern, base);
    return at->second;
  }

 private:
  Cost compute(const exec::Pattern& pattern, uint64_t base) {
    sectors_of(pattern, base, l1_.sector_bytes, touched_);
    SectorCycles l1 = cycles_of(touched_, l1_);
    if (lines_per_cycle_ > 1) {
      const double whole_lines = l1.sectors / static_cast<double>(l1_.line_sectors);
      const double banks = most_in_bank(pattern, base, l1_.sector_bytes * l1_.line_sectors);
      l1.cycles = std::max({std::ceil(l1.cycles / lines_per_cycle_), whole_lines, banks});
    }
    if (l2_.sector_bytes != l1_.sector_bytes) sectors_of(pattern, base, l2_.sector_bytes, touched_);
    return {l1, cycles_of(touched_, l2_)};
  }

  CacheShape l1_, l2_;
  double lines_per_cycle_;
  uint64_t period_;
  std::unordered_map<uint64_t, Cost> known_;
  std::vector<uint64_t> touched_;
};

}  // namespace

std::vector<SectorCost> cost_of_sectors(const exec::TraceSet& traces, const Gpu& gpu) {
  constexpr int kEnough = 512;  // requests of a site
  std::vector<SectorCycles> of_l1(traces.sites.size());
  std::vector<SectorCycles> of_l2(traces.sites.size());
  std::vector<int> access_counts(traces.sites.size(), 0);
  RequestCosts costs(gpu);
  for (const exec::BlockTrace& block : traces.blocks) {
    for (const exec::Access& access : block.accesses) {
      if (access.site >= access_counts.size() || access.pattern >= traces.patterns.size()) continue;
      if (++access_counts[access.site] > kEnough) continue;
      const auto& [l1, l2] = costs.of(access.pattern, traces.patterns[access.pattern], access.base);
      of_l1[access.site] += l1;
      of_l2[access.site] += l2;
    }
  }
  std::vector<SectorCost> out;
  for (size_t s = 0; s < traces.sites.size(); ++s)
    out.push_back({of_l1[s].of_sector(), of_l2[s].of_sector()});
  return out;
}

namespace {

LineAccess access_of(exec::AccessKind kind) {
  switch (kind) {
    case exec::AccessKind::Load:
      return LineAccess::Load;
    case exec::AccessKind::Store:
      return LineAccess::Store;
    case exec::AccessKind::Atomic:
    case exec::AccessKind::Reduction:
      break;
  }
  return LineAccess::Atomic;
}

using LineKey = std::tuple<int32_t, int32_t, LineAccess, int32_t>;

void add_memory_lines(const FeatureInput& input, std::map<LineKey, LineCost>& lines) {
  const exec::TraceSet& traces = input.exec.traces;
  const std::vector<Stride> strides = strides_of_sites(traces);
  for (size_t s = 0; s < traces.sites.size() && s < input.traffic.sites.size(); ++s) {
    const exec::Site& site = traces.sites[s];
    const memory::SiteTraffic& traffic = input.traffic.sites[s];
    if (traffic.requests <= 0) continue;
    const LineAccess access = access_of(site.kind);
    LineCost& line = lines[{site.file, site.line, access, site.buffer}];
    line.access = access;
    if (site.buffer >= 0 && static_cast<size_t>(site.buffer) < input.launch.arguments.size()) {
      line.buffer = input.launch.arguments[static_cast<size_t>(site.buffer)].name;
    }
    line.requests += traffic.requests;
    line.sectors += traffic.sectors;
    line.l2_sectors += traffic.l2_sectors;
    line.dram_bytes += traffic.dram_read_bytes;
    line.stride_bytes = strides[s].bytes;
    line.irregular = strides[s].known && !strides[s].constant;
  }
}

void add_shared_lines(const FeatureInput& input, std::map<LineKey, LineCost>& lines) {
  for (const exec::SharedCount& shared : input.exec.shared) {
    const auto i = static_cast<size_t>(shared.instruction);
    if (i >= input.kernel.instructions.size() || shared.requests <= 0) continue;
    const ptx::Instruction& instruction = input.kernel.instructions[i];
    LineCost& line = lines[{instruction.file, instruction.line, LineAccess::Shared, -1}];
    line.access = LineAccess::Shared;
    // A request of more than a word a lane takes several wavefronts without any conflict.
    const int bytes = ptx::bits_of(instruction.type) / 8 * std::max<int>(1, instruction.vector);
    line.requests += shared.requests * std::max(1, bytes / 4);
    line.wavefronts += shared.wavefronts;
  }
}

void add_arithmetic_lines(const FeatureInput& input, std::map<LineKey, LineCost>& lines) {
  const std::vector<cost::MachineCost>& costs = input.costs[index_of(input)];
  const size_t n = std::min(costs.size(), input.exec.counts.size());
  for (size_t i = 0; i < n; ++i) {
    const ptx::Instruction& instruction = input.kernel.instructions[i];
    LineCost& line = lines[{instruction.file, instruction.line, LineAccess::Arithmetic, -1}];
    line.access = LineAccess::Arithmetic;
    line.issue_slots += costs[i].slots * input.exec.counts[i].warps;
  }
}

const exec::InstructionCount* count_of(const FeatureInput& input, const exec::SharedCount& shared) {
  const auto function = static_cast<size_t>(shared.function);
  const auto instruction = static_cast<size_t>(shared.instruction);
  const bool own = function == index_of(input);
  if (!own && function >= input.exec.callee_counts.size()) return nullptr;
  const std::vector<exec::InstructionCount>& counts =
      own ? input.exec.counts : input.exec.callee_counts[function];
  return instruction < counts.size() ? &counts[instruction] : nullptr;
}

// Loops of compare-and-swap: load, addition, swap, comparison, branch. With integers of 64 bits
// addition and comparison are two instructions each, one of them on the multipliers' pipe.
void add_swaps(const FeatureInput& input, OperationCounts& out) {
  for (const exec::SharedCount& shared : input.exec.shared) {
    const exec::InstructionCount* const count = count_of(input, shared);
    if (shared.swap_attempts <= 0 || count == nullptr) continue;
    const time::SharedSwaps swaps = time::shared_swaps(
        shared, count->lanes, input.exec.traces.warps_per_block, input.gpu.machine.shared);
    const ptx::Instruction& atomic = input.module.functions[static_cast<size_t>(shared.function)]
                                         .instructions[static_cast<size_t>(shared.instruction)];
    const bool adds = atomic.atomic == ptx::AtomicOp::Add;
    const bool is_real = ptx::is_float(atomic.type);
    const bool wide = atomic.type == ptx::Type::F64;
    if (adds && is_real) (wide ? out.dadd : out.fadd) += swaps.attempts;
    out.integer += (is_real ? (wide ? 2 : 1) : 4) * swaps.attempts;
    // The atomic itself counts as one already.
    out.warp_instructions += (is_real ? 5 : 7) * swaps.rounds - count->warps;
    out.pipe_lsu += 2 * swaps.rounds - count->warps;
    out.pipe_alu += (is_real ? 1 : 3) * swaps.rounds;
    (wide ? out.pipe_fp64 : out.pipe_fma) += swaps.rounds;
  }
}

}  // namespace

OperationCounts count_operations(const FeatureInput& input) {
  OperationCounts out;
  const size_t kernel = index_of(input);
  add_function(input.kernel, input.costs[kernel], input.exec.counts, out);
  for (size_t f = 0; f < input.exec.callee_counts.size() && f < input.costs.size(); ++f) {
    if (f == kernel || input.exec.callee_counts[f].empty()) continue;
    add_function(input.module.functions[f], input.costs[f], input.exec.callee_counts[f], out);
  }
  add_swaps(input, out);
  return out;
}

MemoryFeatures memory_features(const FeatureInput& input) {
  MemoryFeatures out;
  const memory::MemoryTraffic& traffic = input.traffic;
  double load_sectors = 0;
  double store_sectors = 0;
  const std::vector<SectorCost> cycles = cost_of_sectors(input.exec.traces, input.gpu);
  const auto sector_bytes = static_cast<double>(input.gpu.l1.sector_bytes);
  for (size_t s = 0; s < traffic.sites.size() && s < input.exec.traces.sites.size(); ++s) {
    const exec::Site& site = input.exec.traces.sites[s];
    const memory::SiteTraffic& use = traffic.sites[s];
    const auto instruction = static_cast<size_t>(site.instruction);
    out.l1_cycles += cycles[s].l1_cycles * use.sectors;
    if (site.kind == exec::AccessKind::Load) {
      out.l2_read_cycles += cycles[s].l2_cycles * use.l2_sectors;
      if (use.in_line) out.l2_in_line_cycles += cycles[s].l2_cycles * use.l2_sectors;
    } else if (site.kind == exec::AccessKind::Store) {
      // Lanes that write less than their sectors hold leave them partly written.
      const double lanes =
          instruction < input.exec.counts.size() ? input.exec.counts[instruction].lanes : 0;
      const bool whole = lanes * site.bytes >= 0.95 * sector_bytes * use.sectors;
      (whole ? out.full_store_sectors : out.partial_store_sectors) += use.l2_sectors;
    } else if (instruction < input.kernel.instructions.size()) {
      out.float_atomics |= ptx::is_float(input.kernel.instructions[instruction].type);
    }
    if (site.space == ptx::Space::Local) {
      out.local_bytes += sector_bytes * use.sectors;
    } else if (site.kind == exec::AccessKind::Load) {
      out.global_load_requests += use.requests;
      load_sectors += use.sectors;
    } else if (site.kind == exec::AccessKind::Store) {
      out.global_store_requests += use.requests;
      store_sectors += use.sectors;
    } else {
      out.atomic_requests += use.requests;
    }
  }
  if (out.global_load_requests > 0) out.sectors_per_load = load_sectors / out.global_load_requests;
  if (out.global_store_requests > 0) {
    out.sectors_per_store = store_sectors / out.global_store_requests;
  }
  out.l1_bytes = traffic.l1_bytes;
  out.l1_hit_rate_pct = traffic.l1_hit_rate_pct;
  out.l2_bytes = traffic.l2_bytes;
  out.l2_sm_bytes = traffic.l2_sm_bytes;
  out.l2_hit_rate_pct = traffic.l2_hit_rate_pct;
  out.dram_read_bytes = traffic.dram_read_bytes;
  out.dram_write_bytes = traffic.dram_write_bytes;
  out.unique_read_bytes = traffic.unique_read_bytes;
  out.unique_write_bytes = traffic.unique_write_bytes;
  out.same_address_atomics = traffic.same_address_atomics;
  out.same_line_atomics = traffic.same_line_atomics;
  out.busy_atomic_lines = traffic.busy_atomic_lines;
  out.atomic_sectors = traffic.atomic_sectors;
  out.affine_share = traffic.affine_share;
  for (const exec::SharedCount& shared : input.exec.shared) {
    out.shared_requests += shared.requests;
    const exec::InstructionCount* const count = count_of(input, shared);
    const time::SharedSwaps swaps =
        time::shared_swaps(shared, count == nullptr ? 0 : count->lanes,
                           input.exec.traces.warps_per_block, input.gpu.machine.shared);
    out.shared_wavefronts += std::max(shared.wavefronts, swaps.cycles);
  }
  return out;
}

namespace {

// printf leaves nothing behind but this mark (sysroot/headers/device/kcast_stdlib.h).
double count_prints(const FeatureInput& input) {
  double prints = 0;
  const auto add = [&](const ptx::Function& function,
                       const std::vector<exec::InstructionCount>& counts) {
    for (size_t i = 0; i < counts.size() && i < function.instructions.size(); ++i)
      if (function.instructions[i].op == ptx::Op::PmEvent) prints += counts[i].warps;
  };
  add(input.kernel, input.exec.counts);
  for (size_t f = 0; f < input.exec.callee_counts.size(); ++f)
    add(input.module.functions[f], input.exec.callee_counts[f]);
  return prints;
}

}  // namespace

ControlFeatures control_features(const FeatureInput& input) {
  ControlFeatures out;
  const auto product = [](const std::array<int64_t, 3>& size) {
    return static_cast<double>(size[0]) * static_cast<double>(size[1]) *
           static_cast<double>(size[2]);
  };
  const double block_threads = product(input.launch.block);
  out.blocks = product(input.launch.grid);
  out.threads = out.blocks * block_threads;
  const double width = static_cast<double>(std::max<int64_t>(1, input.gpu.units.warp_width));
  out.warps = out.blocks * std::ceil(block_threads / width);
  out.branches = input.exec.branches;
  out.divergent_branches = input.exec.divergent_branches;
  out.barriers = input.exec.barriers;
  double warps = 0;
  double lanes = 0;
  for (const exec::InstructionCount& count : input.exec.counts) {
    warps += count.warps;
    lanes += count.lanes;
  }
  out.prints = count_prints(input);
  out.active_lanes = warps > 0 ? lanes / warps : 0;
  for (const exec::BlockSummary& block : input.exec.blocks) {
    out.longest_warp = std::max(out.longest_warp, block.longest_warp);
  }
  out.unknown_values = static_cast<double>(input.exec.unknown.size());
  out.estimated_share = input.exec.estimated_share;
  out.interpreted = input.exec.interpreted;
  out.fast_forwarded = input.exec.fast_forwarded;
  return out;
}

std::vector<LineCost> line_costs(const FeatureInput& input) {
  std::map<LineKey, LineCost> lines;
  add_memory_lines(input, lines);
  add_shared_lines(input, lines);
  add_arithmetic_lines(input, lines);
  std::vector<LineCost> out;
  for (auto& [key, line] : lines) {
    const auto file = static_cast<size_t>(std::max(0, std::get<0>(key)));
    if (file < input.module.files.size()) line.file = input.module.files[file];
    line.line = std::get<1>(key);
    out.push_back(std::move(line));
  }
  // Sectors weigh a unit's time about as much as issue slots do.
  const auto weight = [](const LineCost& line) {
    return line.sectors + 4 * line.l2_sectors + line.wavefronts + line.issue_slots / 4;
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const LineCost& a, const LineCost& b) { return weight(a) > weight(b); });
  return out;
}

}  // namespace kcast::analyze
