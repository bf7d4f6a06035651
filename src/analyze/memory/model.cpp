#include "analyze/memory/model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/memory/atomics.h"
#include "analyze/memory/fit.h"
#include "analyze/memory/l1.h"
#include "analyze/memory/replay.h"

namespace kcast::memory {
namespace {

constexpr double kSector = kSectorBytes;
constexpr double kLeast = 1e-6;  // weight of a stream that no simulated block used
// The budget counts plain accesses; a simulated one costs several.
constexpr double kL1Share = 0.15;
constexpr double kL2Share = 0.07;
constexpr double kFarBelow = 0.8;  // of what was found: what is nearer is no fault of samples

// Whether nearly every SM has a block.
bool fills_gpu(const Fit& fit, int64_t n_units) {
  return fit.n_blocks >= n_units - n_units / 10;
}

int64_t l1_capacity(const Gpu& gpu, const Residency& residency) {
  const int64_t carveout = gpu.l1.shares_with_shared ? residency.carveout_bytes : 0;
  return std::max<int64_t>(gpu.l1.size_bytes - std::max<int64_t>(0, carveout), kLineBytes);
}

// Whether all blocks ask for the same whole lines. Then SMs that are neighbours and
// run in step share requests on their way to L2.
bool same_for_all_blocks(const exec::TraceSet& traces, const Fit& fit, size_t site,
                         const SiteTraffic& traffic) {
  if (traces.sites[site].kind != exec::AccessKind::Load || traffic.sectors < 4 * traffic.requests)
    return false;
  for (const Template& own : fit.templates) {
    for (size_t i = 0; i < own.steps.size(); ++i) {
      if (own.trace->accesses[i].site != site) continue;
      if (own.steps[i] < 0 || fit.steps[static_cast<size_t>(own.steps[i])] != BlockSteps{})
        return false;
    }
  }
  return true;
}

// Requests, sectors and L1 hits of every site over the whole launch.
void add_l1(MemoryTraffic& traffic, const exec::TraceSet& traces, const Fit& fit,
            const L1Result& l1, const std::vector<double>& stream_blocks, const Gpu& gpu) {
  for (size_t t = 0; t < fit.templates.size(); ++t) {
    const Template& own = fit.templates[t];
    for (size_t s = 0; s < traces.sites.size(); ++s) {
      double sectors = 0;
      double hits = 0;
      double awaited = 0;
      double merged = 0;
      for (size_t i = 0; i < l1.streams.size(); ++i) {
        const Stream& stream = l1.streams[i];
        if (stream.block_template != static_cast<int32_t>(t)) continue;
        const double n_blocks = stream_blocks[i] + kLeast;
        sectors += n_blocks * stream.sites[s].sectors;
        hits += n_blocks * stream.sites[s].hits;
        awaited += n_blocks * stream.sites[s].awaited;
        merged += n_blocks * stream.sites[s].merged;
      }
      SiteTraffic& site = traffic.sites[s];
      const double own_sectors = own.weight * own.sectors[s];
      site.requests += own.weight * own.requests[s];
      site.sectors += own_sectors;
      site.l1_hit_sectors += sectors > 0 ? own_sectors * hits / sectors : 0;
      site.l1_awaited_sectors += sectors > 0 ? own_sectors * awaited / sectors : 0;
      site.l2_sectors += sectors > 0 ? own_sectors * (1 - merged / sectors) : own_sectors;
    }
  }
  const int64_t n_units = std::max<int64_t>(gpu.units.count, 1);
  double sectors = 0;
  double hits = 0;
  for (size_t s = 0; s < traces.sites.size(); ++s) {
    SiteTraffic& site = traffic.sites[s];
    site.affine = fit.site_affine[s] != 0;
    const bool load = traces.sites[s].kind == exec::AccessKind::Load;
    if (load) site.l2_sectors = site.sectors - site.l1_hit_sectors;
    if (fills_gpu(fit, n_units) && same_for_all_blocks(traces, fit, s, site)) {
      site.l2_sectors /= gpu.machine.l2.merged_requests;
      site.in_line = true;
    }
    sectors += site.sectors;
    hits += site.l1_hit_sectors;
    traffic.atomic_sectors += exec::is_atomic(traces.sites[s]) ? site.sectors : 0;
  }
  traffic.l1_bytes = sectors * kSector;
  traffic.l1_hit_rate_pct = sectors > 0 ? 100 * hits / sectors : 0;
}

// L2 traffic in bytes, as its counters see it.
struct L2Bytes {
  double all = 0;
  double hits = 0;
};

// How long the launch takes when nothing but instructions counts.
double rough_cycles(const exec::TraceSet& traces, const Fit& fit, double units, double resident,
                    const MachineBackground& machine) {
  double sum = 0;
  double weight = 0;
  for (size_t i = 0; i < traces.blocks.size(); ++i) {
    const double own = i < traces.weights.size() ? std::max(0.0, traces.weights[i]) : 1;
    sum += own * traces.blocks[i].duration;
    weight += own;
  }
  const double duration = weight > 0 ? sum / weight : 0;
  const auto blocks = static_cast<double>(fit.n_blocks);
  const double waves = std::ceil(blocks / (units * resident));
  const double issued = std::ceil(blocks / units) * duration *
                        static_cast<double>(std::max(1, traces.warps_per_block)) /
                        machine.issued_per_cycle;
  return std::max(
      {machine.block_cycles * blocks, waves * duration * machine.instruction_cycles, issued});
}

// What comes without any access of the kernel.
L2Bytes launch_bytes(double cycles, bool has_code, bool warm, const MachineBackground& machine) {
  const double hits = machine.running_bytes * (1 - std::exp(-cycles / machine.running_cycles)) +
                      (has_code ? machine.code_bytes : 0);
  if (warm) return {machine.warm_bytes + hits, machine.warm_bytes + hits};
  return {machine.launch_bytes + hits, machine.launch_hit_share * machine.launch_bytes + hits};
}

// The replay's counts of one site, scaled to the sectors that the launch asks for.
// Requests that were merged on their way do not make L2 fetch less. While blocks run in step, in
// the first wave, SMs of one group meet on their way, best with whole lines; on a GPU that is not
// full, few do.
L2SiteCounts scaled_counts(const SiteTraffic& site, const L2SiteCounts& counts, bool homes,
                           bool load, bool full, const MachineL2& machine) {
  // A site of which no line was sampled has few lines: they stay in L2.
  const double far = homes ? 0.5 : 0;
  const L2SiteCounts from = counts.lookups > 0 ? counts : L2SiteCounts{1, 1, far, far, 0, 0, 0, 0};
  const double scale = site.l2_sectors / from.lookups;
  const double unmerged = load ? site.sectors - site.l1_hit_sectors : site.l2_sectors;
  const double in_step =
      full ? machine.merged_whole_share * from.in_step_whole +
                 machine.merged_near_share * from.in_step_near +
                 machine.merged_far_share * from.in_step_far
           : machine.merged_few_share * (from.in_step_whole + from.in_step_near + from.in_step_far);
  const double merged = site.l2_sectors < unmerged ? 0 : in_step * scale;
  return {.lookups = site.l2_sectors - merged,
          .hits = from.hits * scale - merged,
          .far = from.far * scale,
          .far_hits = from.far_hits * scale,
          .fetched = from.fetched / from.lookups * unmerged};
}

// Where all buffers stay in L2, none is read from DRAM twice. A replay of samples does not see
// that a line comes back after what was left out. `fetched`: sectors, per site.
void fetch_once(const exec::TraceSet& traces, const Gpu& gpu, std::vector<double>& fetched) {
  double all = 0;
  for (const exec::Extent& extent : traces.extents)
    all += static_cast<double>(extent.bytes);
  const L2Options l2 = l2_options(gpu);
  if (2 * gpu.machine.l2.copies * all > l2.capacity_lines * kLineBytes) return;
  std::map<int32_t, double> of_buffer;
  for (size_t s = 0; s < fetched.size(); ++s)
    of_buffer[traces.sites[s].buffer] += fetched[s];
  for (size_t s = 0; s < fetched.size(); ++s) {
    const exec::Site& site = traces.sites[s];
    if (site.buffer < 0 || site.buffer_bytes <= 0) continue;
    const double most = static_cast<double>(site.buffer_bytes) / kSector + 1;
    const double share = most / std::max(of_buffer[site.buffer], most);
    if (share < kFarBelow) fetched[s] *= share;
  }
}

// L2 and DRAM, from the replay's ratios and the exact number of sectors.
L2Bytes add_l2(MemoryTraffic& traffic, const exec::TraceSet& traces, const Gpu& gpu,
               const ReplayResult& replay, bool homes, bool full) {
  L2SiteCounts all;
  double stored = 0;
  double replay_stored = 0;
  bool atomics = false;
  std::vector<L2SiteCounts> scaled;
  std::vector<double> fetched;
  for (size_t s = 0; s < traces.sites.size(); ++s) {
    const bool load = traces.sites[s].kind == exec::AccessKind::Load;
    scaled.push_back(
        scaled_counts(traffic.sites[s], replay.sites[s], homes, load, full, gpu.machine.l2));
    fetched.push_back(scaled.back().fetched);
  }
  fetch_once(traces, gpu, fetched);
  for (size_t s = 0; s < traces.sites.size(); ++s) {
    SiteTraffic& site = traffic.sites[s];
    L2SiteCounts& counts = scaled[s];
    counts.hits = std::min(counts.lookups, counts.hits + counts.fetched - fetched[s]);
    counts.fetched = fetched[s];
    site.l2_sectors = counts.lookups;
    site.l2_hit_sectors = counts.hits;
    site.dram_read_bytes = counts.fetched * kSector;
    all.lookups += counts.lookups;
    all.hits += counts.hits;
    all.far += counts.far;
    all.far_hits += counts.far_hits;
    all.fetched += counts.fetched;
    atomics = atomics || exec::is_atomic(traces.sites[s]);
    if (traces.sites[s].kind == exec::AccessKind::Store) {
      stored += site.l2_sectors;
      replay_stored += replay.sites[s].lookups;
    }
  }
  // Stores are known exactly, so their number is a better measure than the sampling.
  const bool exact = replay_stored > 0 && !atomics;
  const double store_scale = exact ? stored / replay_stored : replay.sampling;
  const double filled = replay.filled * store_scale;
  traffic.dram_read_bytes = (all.fetched + filled) * kSector;
  traffic.dram_write_bytes = replay.written_back * store_scale * kSector;
  traffic.unique_read_bytes = replay.unique_read * replay.sampling * kSector;
  traffic.unique_write_bytes = replay.unique_written * replay.sampling * kSector;
  traffic.far_fraction = all.lookups > 0 ? std::min(1.0, all.far / all.lookups) : 0;
  traffic.l2_sm_bytes = all.lookups * kSector;
  const MachineBackground& background = gpu.machine.background;
  const double fill_lookups = gpu.machine.l2.fill_lookups;
  const auto units = static_cast<double>(std::max<int64_t>(gpu.units.count, 1));
  const double units_at_work =
      units * (1 - std::exp(-traffic.l2_sm_bytes / background.unit_bytes_at));
  const double extra = background.unit_bytes * units_at_work +
                       replay.page_walks * replay.sampling * gpu.machine.tlb.walk_bytes;
  return {(all.lookups + all.far + fill_lookups * filled) * kSector + extra,
          (all.hits + all.far_hits + (fill_lookups - 1) * filled) * kSector + extra};
}

// What was dirty before the launch leaves L2 when the launch's own data fill it.
void add_foreign_writes(MemoryTraffic& traffic, const Gpu& gpu, const L2Options& l2) {
  if (!l2.homes) return;
  const MachineDram& machine = gpu.machine.dram;
  const double used =
      gpu.machine.l2.copies * std::max(traffic.unique_read_bytes, traffic.unique_write_bytes);
  const double share = used / (l2.capacity_lines * kLineBytes);
  const double left = std::clamp(
      (share - machine.foreign_from) / (machine.foreign_to - machine.foreign_from), 0.0, 1.0);
  const bool reads_only = traffic.unique_write_bytes < 0.01 * traffic.unique_read_bytes;
  if (reads_only) {
    traffic.dram_write_bytes +=
        machine.foreign_share * static_cast<double>(gpu.l2.size_bytes) * left;
  }
}

// What the other partition has does not wait for DRAM. With an empty L2 nearly all of it does, and
// the time model was fitted with these misses.
void count_far_hits(MemoryTraffic& traffic) {
  for (SiteTraffic& site : traffic.sites) {
    site.l2_hit_sectors =
        std::max(site.l2_hit_sectors, site.l2_sectors - site.dram_read_bytes / kSector);
  }
}

// From the model's sectors to those of the GPU. Atomics pass L1.
void count_in_own_sectors(MemoryTraffic& traffic, const exec::TraceSet& traces, const Gpu& gpu) {
  const auto of_l1 = static_cast<double>(model_sectors(gpu.l1.sector_bytes));
  const auto of_l2 = static_cast<double>(model_sectors(gpu.l2.sector_bytes));
  traffic.atomic_sectors /= of_l2;
  for (size_t s = 0; s < traffic.sites.size(); ++s) {
    SiteTraffic& site = traffic.sites[s];
    const double asked = exec::is_atomic(traces.sites[s]) ? of_l2 : of_l1;
    site.sectors /= asked;
    site.l1_hit_sectors /= asked;
    site.l1_awaited_sectors /= asked;
    site.l2_sectors /= of_l2;
    site.l2_hit_sectors /= of_l2;
  }
}

}  // namespace

MemoryTraffic model_memory(const exec::TraceSet& traces, const Gpu& gpu, const Residency& residency,
                           const MemoryOptions& options) {
  MemoryTraffic traffic;
  traffic.sites.resize(traces.sites.size());
  Footprints footprints(traces.patterns, gpu.l1.sector_bytes, gpu.l2.sector_bytes);
  const Fit fit = fit_launch(traces, footprints);
  const int64_t units = std::max<int64_t>(gpu.units.count, 1);
  const int64_t resident = std::clamp<int64_t>(residency.blocks_per_unit, 1, 1024);
  const L2Bytes launch =
      launch_bytes(rough_cycles(traces, fit, static_cast<double>(units),
                                static_cast<double>(resident), gpu.machine.background),
                   !traces.sites.empty(), options.l2 == L2State::Warm, gpu.machine.background);
  traffic.l2_bytes = launch.all;
  traffic.l2_hit_rate_pct = 100 * launch.hits / launch.all;
  if (fit.templates.empty() || traces.sites.empty()) return traffic;
  const int64_t budget = std::max<int64_t>(options.budget, 1000);
  const auto share = [budget](double of) {
    return static_cast<int64_t>(static_cast<double>(budget) * of);
  };
  const L1Result l1 =
      simulate_l1(traces, fit, footprints,
                  {.capacity_lines = static_cast<double>(l1_capacity(gpu, residency)) / kLineBytes,
                   .n_units = units,
                   .blocks_per_unit = resident,
                   .budget = share(kL1Share),
                   .machine = gpu.machine.l1});
  L2Options l2 = l2_options(gpu);
  l2.cleans_early = options.l2 != L2State::Cold;
  const ReplayResult replay = replay_l2(traces, fit, l1, l2,
                                        {.n_units = units,
                                         .blocks_per_unit = resident,
                                         .budget = share(kL2Share),
                                         .unit_groups = gpu.machine.l2.unit_groups,
                                         .tlb = gpu.machine.tlb,
                                         .start = options.l2,
                                         .contents = options.before});
  add_l1(traffic, traces, fit, l1, replay.stream_blocks, gpu);
  const L2Bytes kernel = add_l2(traffic, traces, gpu, replay, l2.homes, fills_gpu(fit, units));
  traffic.l2_bytes = launch.all + kernel.all;
  const double hits = 100 * (launch.hits + kernel.hits) / traffic.l2_bytes;
  traffic.l2_hit_rate_pct = std::clamp(hits, 0.0, 100.0);
  // Who empties L2 leaves some of it dirty.
  if (options.l2 == L2State::Cold) add_foreign_writes(traffic, gpu, l2);
  traffic.left = replay.left;
  if (options.l2 != L2State::Cold) count_far_hits(traffic);
  count_in_own_sectors(traffic, traces, gpu);
  const AtomicChains chains = atomic_chains(traces, fit, gpu.l2.sector_bytes);
  traffic.same_address_atomics = chains.on_address;
  traffic.same_line_atomics = chains.on_line;
  traffic.busy_atomic_lines = chains.lines;
  traffic.affine_share = fit.affine_share;
  traffic.data_share = fit.data_share;
  traffic.estimated = fit.affine_share < 1 || l1.estimated;
  traffic.thinned = l1.thinned;
  return traffic;
}

}  // namespace kcast::memory
