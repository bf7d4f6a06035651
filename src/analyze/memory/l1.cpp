#include "analyze/memory/l1.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "analyze/memory/entries_by_access.h"
#include "analyze/memory/order.h"

namespace kcast::memory {
namespace {

constexpr int64_t kMaxWaves = 8;
constexpr double kEarlyShare = 0.7;    // of the budget, when that is less than a wave
constexpr size_t kMaxUnseen = 400000;  // entries of accesses that were not simulated, of a wave
constexpr size_t kMaxCopied = 20000;   // entries of streams that stand for another template

// How a line of an irregular access moves from block to block.
int32_t irregular_steps(const Fit& fit, uint32_t site, uint64_t sector) {
  const int32_t draw = fit.draw_of[site];
  if (draw < 0) return fit.fixed_steps;
  const std::vector<uint64_t>& shared = fit.draws[static_cast<size_t>(draw)].shared;
  return std::binary_search(shared.begin(), shared.end(), sector) ? fit.fixed_steps : -1 - draw;
}

// A number between 0 and 1 that is a function of its arguments only.
double chance_of(int64_t block, const MissEntry& entry, size_t part) {
  uint64_t key = mix_bits(static_cast<uint64_t>(block));
  key = mix_bits(key ^ (uint64_t{entry.access} << 32 | entry.request));
  return static_cast<double>(mix_bits(key ^ part) >> 11) * 0x1p-53;
}

// After how many requests of a run the same sectors of a line come again.
uint32_t period_of(int64_t stride) {
  const int64_t rest = ((stride % kLineBytes) + kLineBytes) % kLineBytes;
  return static_cast<uint32_t>(kLineBytes /
                               std::gcd<int64_t>(rest == 0 ? kLineBytes : rest, kLineBytes));
}

// How far a run gets within so many requests, in whole lines counted as sectors.
int64_t sectors_after(int64_t stride, uint32_t n_requests) {
  const auto bytes = static_cast<int64_t>(static_cast<uint64_t>(stride) * n_requests);
  return bytes / kLineBytes * kSectorsPerLine;
}

struct Resident {
  int64_t number = 0;
  std::array<int64_t, 3> block{};
  const Template* block_template = nullptr;
  std::vector<Shift> shifts;          // per draw
  std::vector<uint32_t> n_simulated;  // requests of each access within the window
};

struct Request {
  uint32_t slot = 0;
  uint32_t access = 0;
  uint32_t request = 0;
};

// The requests that are simulated.
struct Window {
  uint64_t end = 0;   // virtual time
  uint32_t late = 0;  // requests of every access that begins after it
};

class UnitSimulation {
 public:
  UnitSimulation(const exec::TraceSet& traces, const Fit& fit, Footprints& footprints,
                 const L1Options& options)
      : traces_(traces),
        fit_(fit),
        footprints_(footprints),
        machine_(options.machine),
        cache_({.lines = options.capacity_lines * machine_.effective_share,
                .ways = machine_.ways,
                .spread = machine_.spread_share}) {}

  // Blocks that are resident together, by number. Gives one stream for each.
  std::vector<Stream> run_wave(const std::vector<int64_t>& numbers, int64_t budget);

  int64_t n_lookups() const { return n_lookups_; }
  bool truncated() const { return truncated_; }
  bool thinned() const { return thinned_; }

 private:
  void admit(const std::vector<int64_t>& numbers);
  Window window_for(int64_t budget);
  double lookups_within(const Window& window);
  std::vector<Request> requests_within(const Window& window, int64_t budget);
  void look_up(const Request& request, Stream& stream);
  int32_t hold(const exec::Site& site, uint64_t line);
  bool merge_store(CacheLine& line, const Part& part, uint32_t writer, uint64_t time,
                   Stream& stream) const;
  void look_up_part(const exec::Site& site, uint64_t line, const Part& part, uint32_t writer,
                    Stream& stream, MissEntry& entry);
  void continue_runs(const Resident& resident, Stream& stream);
  void continue_run(const Resident& resident, Stream& stream, size_t access,
                    std::span<const uint32_t> entries);
  void add_unseen(const Resident& resident, Stream& stream, size_t access, bool listed);

  const exec::TraceSet& traces_;
  const Fit& fit_;
  Footprints& footprints_;
  const MachineL1 machine_;
  LineCache cache_;
  std::vector<Resident> residents_;
  uint32_t n_waves_ = 0;
  int64_t n_lookups_ = 0;
  bool truncated_ = false;
  bool thinned_ = false;
};

void UnitSimulation::admit(const std::vector<int64_t>& numbers) {
  residents_.clear();
  for (const int64_t number : numbers) {
    Resident resident;
    resident.number = number;
    resident.block = block_at(fit_, number);
    resident.block_template =
        &fit_.templates[static_cast<size_t>(template_of(fit_, resident.block))];
    const int64_t from = number_of(fit_, resident.block_template->trace->block);
    for (const BufferDraw& draw : fit_.draws)
      resident.shifts.push_back(draw_shift(draw, number, from));
    residents_.push_back(std::move(resident));
  }
}

uint32_t requests_in(const exec::Access& access, const Window& window) {
  if (access.time >= window.end) return std::min(access.repeat, window.late);
  if (access.time_step == 0) return access.repeat;
  const uint64_t n = (window.end - 1 - access.time) / access.time_step + 1;
  return static_cast<uint32_t>(std::min<uint64_t>(n, access.repeat));
}

double UnitSimulation::lookups_within(const Window& window) {
  std::map<const Template*, double> met;  // and how often
  for (const Resident& resident : residents_)
    ++met[resident.block_template];
  double sum = 0;
  for (const auto& [own, times] : met) {
    double once = 0;
    for (const exec::Access& access : own->trace->accesses) {
      const double parts =
          static_cast<double>(footprints_.at(access.pattern, access.base).parts.size());
      once += parts * requests_in(access, window);
    }
    sum += times * once;
  }
  return sum;
}

// What is simulated: all requests in the longest stretch of virtual time, from the
// start, that fits the budget. When that is not all, accesses that begin later have a
// part of the budget for the first requests of each, so that an epilogue is seen too.
Window UnitSimulation::window_for(int64_t budget) {
  uint64_t longest = 1;
  for (const Resident& resident : residents_) {
    for (const exec::Access& access : resident.block_template->trace->accesses) {
      const uint64_t last = uint64_t{access.time_step} * (std::max(access.repeat, 1U) - 1);
      longest = std::max(longest, access.time + last + 1);
    }
  }
  if (lookups_within({longest, 0}) <= static_cast<double>(budget)) return {longest, 0};
  const double early = kEarlyShare * static_cast<double>(budget);
  Window window;
  window.end = 1;
  uint64_t high = longest;
  while (window.end + window.end / 64 + 1 < high) {
    const uint64_t middle = window.end + (high - window.end) / 2;
    (lookups_within({middle, 0}) <= early ? window.end : high) = middle;
  }
  uint32_t most = 1U << 20;
  while (window.late + 1 < most) {
    const uint32_t middle = window.late + (most - window.late) / 2;
    const Window tried{window.end, middle};
    (lookups_within(tried) <= static_cast<double>(budget) ? window.late : most) = middle;
  }
  return window;
}

std::vector<Request> UnitSimulation::requests_within(const Window& window, int64_t budget) {
  std::vector<Request> requests;
  std::vector<uint64_t> times;
  // Requests that all come at one moment are not bounded by the window.
  const auto most = static_cast<size_t>(budget) * 2 + 1024;
  for (size_t slot = 0; slot < residents_.size(); ++slot) {
    Resident& resident = residents_[slot];
    const std::vector<exec::Access>& accesses = resident.block_template->trace->accesses;
    resident.n_simulated.assign(accesses.size(), 0);
    const size_t slot_most = most * (slot + 1) / residents_.size();
    for (size_t i = 0; i < accesses.size(); ++i) {
      const exec::Access& access = accesses[i];
      if (access.site >= traces_.sites.size()) continue;
      const uint32_t n = requests_in(access, window);
      const exec::Site& site = traces_.sites[access.site];
      const auto rounds = static_cast<uint32_t>(std::max(1, site.burst_rounds));
      const uint64_t begin = access.time - std::min<uint64_t>(access.time, site.burst_lead);
      for (uint32_t k = 0; k < n && requests.size() < slot_most; ++k) {
        requests.push_back({static_cast<uint32_t>(slot), static_cast<uint32_t>(i), k});
        times.push_back(begin + uint64_t{k - k % rounds} * access.time_step);
        ++resident.n_simulated[i];
      }
      truncated_ = truncated_ || resident.n_simulated[i] < access.repeat;
    }
  }
  return in_time_order(requests, times);
}

// The line, which is there afterwards, as the newest; -1 for what passes L1.
int32_t UnitSimulation::hold(const exec::Site& site, uint64_t line) {
  ++n_lookups_;
  if (exec::is_atomic(site) || site.bypass_l1) return -1;
  int32_t index = cache_.find(line);
  if (index >= 0) {
    cache_.touch(index);
    return index;
  }
  index = cache_.insert(line);
  for (int32_t old = cache_.victim(index); old >= 0; old = cache_.victim(index))
    cache_.remove(old);
  return index;
}

// Whether a store goes on together with one that the same warp made just before:
// other words of the same sectors wait for each other.
bool UnitSimulation::merge_store(CacheLine& line, const Part& part, uint32_t writer, uint64_t time,
                                 Stream& stream) const {
  const bool own = line.user == writer && line.store < stream.entries.size();
  const auto now = static_cast<uint32_t>(time);
  if (own && now - line.moment <= machine_.merge_instructions) {
    MissEntry& before = stream.entries[line.store];
    const bool joins = (part.sectors & ~before.sectors) == 0 && (part.words & before.words) == 0;
    if (joins) {
      before.words |= part.words;
      line.moment = now;
      return true;
    }
  }
  line.user = writer;
  line.store = static_cast<uint32_t>(stream.entries.size());
  line.moment = now;
  return false;
}

// One line of a request. `entry` says what goes on to L2; no sectors when nothing does.
void UnitSimulation::look_up_part(const exec::Site& site, uint64_t line, const Part& part,
                                  uint32_t writer, Stream& stream, MissEntry& entry) {
  L1SiteCounts& counts = stream.sites[entry.site];
  const int n_sectors = std::popcount(part.sectors);
  counts.sectors += n_sectors;
  entry.sectors = part.sectors;
  const int32_t index = hold(site, line);
  if (index < 0) return;
  CacheLine& held = cache_[index];
  const auto there = static_cast<uint8_t>(held.valid & part.sectors);
  if (site.kind == exec::AccessKind::Load) {
    counts.hits += std::popcount(there);
    entry.sectors = static_cast<uint8_t>(part.sectors & ~there);
    const auto now = static_cast<uint32_t>(entry.time);
    if (entry.sectors != 0) {
      held.filled = now;
    } else if (now - held.filled <= machine_.on_the_way_instructions) {
      counts.awaited += n_sectors;
    }
  } else {
    // The tag decides for a store, which needs no data.
    counts.hits += held.valid != 0 ? n_sectors : 0;
    if (writer != 0 && merge_store(held, part, writer, entry.time, stream)) {
      counts.merged += n_sectors;
      entry.sectors = 0;
    }
  }
  held.valid |= part.sectors;
}

void UnitSimulation::look_up(const Request& request, Stream& stream) {
  const Resident& resident = residents_[request.slot];
  const Template& own = *resident.block_template;
  const exec::Access& access = own.trace->accesses[request.access];
  const exec::Site& site = traces_.sites[access.site];
  const int32_t steps = own.steps[request.access];
  const int64_t moved =
      steps >= 0 ? displacement(fit_, steps, resident.block, own.trace->block) : 0;
  const uint64_t address = access.base + static_cast<uint64_t>(access.stride) * request.request +
                           static_cast<uint64_t>(moved);
  const Footprint& footprint = footprints_.at(access.pattern, address);
  const bool few = std::ssize(footprint.parts) <= machine_.merge_lines;
  const uint32_t writer = few ? ((n_waves_ << 10 | request.slot) << 16 | access.warp) + 1 : 0;
  MissEntry entry{.site = access.site,
                  .steps = steps,
                  .access = request.access,
                  .request = request.request,
                  .time = access.time + uint64_t{request.request} * access.time_step};
  for (const Part& part : footprint.parts) {
    const uint64_t own_line = address / kLineBytes + static_cast<uint64_t>(part.line);
    uint64_t line = own_line;
    if (steps < 0) {
      entry.steps = irregular_steps(fit_, access.site, first_sector(address / kLineBytes, part));
      entry.irregular = true;
      if (entry.steps < 0)
        line = resident.shifts[static_cast<size_t>(-1 - entry.steps)].apply(line);
    }
    look_up_part(site, line, part, writer, stream, entry);
    if (entry.sectors != 0) {
      entry.words = part.words;
      entry.sector = own_line * kSectorsPerLine - static_cast<uint64_t>(moved >> 5);
      stream.entries.push_back(entry);
    }
  }
}

// Requests after the window fare as the last ones within it did.
// `entries` are those of the stream that are the access's own.
void UnitSimulation::continue_run(const Resident& resident, Stream& stream, size_t access,
                                  std::span<const uint32_t> entries) {
  const exec::Access& run = resident.block_template->trace->accesses[access];
  const uint32_t n = resident.n_simulated[access];
  const uint32_t period = std::min(period_of(run.stride), n);
  L1SiteCounts& counts = stream.sites[run.site];
  const double more = static_cast<double>(run.repeat - n) / period;
  double misses = 0;
  double sectors = 0;
  for (uint32_t k = n - period; k < n; ++k) {
    const uint64_t address = run.base + static_cast<uint64_t>(run.stride) * k;
    sectors += footprints_.at(run.pattern, address).n_sectors;
  }
  const bool load = traces_.sites[run.site].kind == exec::AccessKind::Load;
  for (const uint32_t i : entries) {
    MissEntry& entry = stream.entries[i];
    if (entry.request < n - period) continue;
    misses += std::popcount(entry.sectors);
    entry.repeat = 1 + (run.repeat - 1 - entry.request) / period;
    entry.time_step = uint64_t{period} * run.time_step;
    entry.sector_step = sectors_after(run.stride, period);
  }
  const double ratio = counts.sectors > 0 ? counts.hits / counts.sectors : 0;
  const double merged = counts.sectors > 0 ? counts.merged / counts.sectors : 0;
  const double awaited = counts.sectors > 0 ? counts.awaited / counts.sectors : 0;
  counts.sectors += more * sectors;
  counts.hits += more * (load ? std::max(0.0, sectors - misses) : sectors * ratio);
  counts.awaited += more * sectors * awaited;
  counts.merged += more * sectors * merged;
}

// An access that begins after the window: it hits as its site did. One that is not listed is
// counted and sends nothing on: others of its site stand for it.
void UnitSimulation::add_unseen(const Resident& resident, Stream& stream, size_t access,
                                bool listed) {
  const Template& own = *resident.block_template;
  const exec::Access& run = own.trace->accesses[access];
  L1SiteCounts& counts = stream.sites[run.site];
  const double ratio = counts.sectors > 0 ? counts.hits / counts.sectors : 0;
  const double awaited = counts.sectors > 0 ? counts.awaited / counts.sectors : 0;
  const bool load = traces_.sites[run.site].kind == exec::AccessKind::Load;
  const uint32_t period = std::min(period_of(run.stride), run.repeat);
  for (uint32_t k = 0; k < period; ++k) {
    const uint64_t address = run.base + static_cast<uint64_t>(run.stride) * k;
    const Footprint& footprint = footprints_.at(run.pattern, address);
    const uint32_t further = (run.repeat - 1 - k) / period;
    const double times = 1 + further;
    counts.sectors += times * footprint.n_sectors;
    counts.hits += times * footprint.n_sectors * ratio;
    counts.awaited += times * footprint.n_sectors * awaited;
    for (size_t i = 0; listed && i < footprint.parts.size(); ++i) {
      const Part& part = footprint.parts[i];
      const uint64_t line = address / kLineBytes + static_cast<uint64_t>(part.line);
      const int32_t steps = own.steps[access];
      MissEntry entry{.sector = line * kSectorsPerLine,
                      .site = run.site,
                      .steps = steps < 0 ? irregular_steps(fit_, run.site,
                                                           first_sector(address / kLineBytes, part))
                                         : steps,
                      .access = static_cast<uint32_t>(access),
                      .request = k,
                      .time = run.time + uint64_t{k} * run.time_step,
                      .time_step = uint64_t{period} * run.time_step,
                      .repeat = static_cast<uint64_t>(times),
                      .sector_step = sectors_after(run.stride, period),
                      .words = part.words,
                      .sectors = part.sectors,
                      .irregular = steps < 0};
      if (!load || chance_of(resident.number, entry, i) >= ratio) stream.entries.push_back(entry);
    }
  }
}

void UnitSimulation::continue_runs(const Resident& resident, Stream& stream) {
  const std::vector<exec::Access>& accesses = resident.block_template->trace->accesses;
  const EntriesByAccess own(stream, accesses.size());
  const auto left = [&](size_t i) {
    return accesses[i].site < traces_.sites.size() && resident.n_simulated[i] < accesses[i].repeat;
  };
  // Of very many that were not seen, only every so many-th is listed.
  size_t unseen = 0;
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (!left(i) || resident.n_simulated[i] > 0) continue;
    const exec::Access& run = accesses[i];
    unseen += std::min(period_of(run.stride), run.repeat) *
              footprints_.at(run.pattern, run.base).parts.size();
  }
  const size_t thin = unseen * residents_.size() / kMaxUnseen + 1;
  thinned_ = thinned_ || thin > 1;
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (!left(i)) continue;
    if (resident.n_simulated[i] > 0) {
      continue_run(resident, stream, i, own.of(i));
    } else {
      add_unseen(resident, stream, i, i % thin == 0);
    }
  }
}

std::vector<Stream> UnitSimulation::run_wave(const std::vector<int64_t>& numbers, int64_t budget) {
  admit(numbers);
  ++n_waves_;
  std::vector<Stream> streams(numbers.size());
  for (size_t slot = 0; slot < numbers.size(); ++slot) {
    streams[slot].block_template = template_of(fit_, residents_[slot].block);
    streams[slot].slot = static_cast<int64_t>(slot);
    streams[slot].sites.resize(traces_.sites.size());
  }
  for (const Request& request : requests_within(window_for(budget), budget))
    look_up(request, streams[request.slot]);
  for (size_t slot = 0; slot < numbers.size(); ++slot)
    continue_runs(residents_[slot], streams[slot]);
  return streams;
}

bool same_behaviour(const std::vector<Stream>& a, const std::vector<Stream>& b) {
  double difference = 0;
  double all = 0;
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t s = 0; s < a[i].sites.size(); ++s) {
      difference += std::abs(a[i].sites[s].hits - b[i].sites[s].hits);
      all += b[i].sites[s].sectors;
    }
  }
  return difference <= 0.001 * all;
}

// Blocks that a stream stands for: those of its own wave, the last wave's also for
// all that follow.
void count_blocks(L1Result& l1, const Fit& fit, const L1Options& options) {
  const auto n_blocks = static_cast<double>(fit.n_blocks);
  const auto units = static_cast<double>(options.n_units);
  for (Stream& stream : l1.streams) {
    const double before =
        units * static_cast<double>(stream.wave * options.blocks_per_unit + stream.slot);
    stream.n_blocks = std::clamp(n_blocks - before, 0.0, units);
    if (stream.wave == l1.n_waves - 1) {
      const double left = n_blocks - units * static_cast<double>(options.blocks_per_unit) *
                                         static_cast<double>(l1.n_waves);
      stream.n_blocks += std::max(0.0, left) / static_cast<double>(options.blocks_per_unit);
    }
  }
}

// The stream of a template that runs as another one does, elsewhere. Nothing when the
// two lie differently within sectors.
std::optional<Stream> stream_like(const Stream& known, const Template& of, const Template& own) {
  Stream stream = known;
  const std::vector<exec::Access>& from = of.trace->accesses;
  const std::vector<exec::Access>& to = own.trace->accesses;
  for (MissEntry& entry : stream.entries) {
    const uint64_t moved = to[entry.access].base - from[entry.access].base;
    const int32_t steps = own.steps[entry.access];
    if (moved % kSectorBytes != 0 || steps < 0 || entry.steps < 0) return std::nullopt;
    entry.sector += static_cast<uint64_t>(static_cast<int64_t>(moved) / kSectorBytes);
    entry.steps = steps;
  }
  return stream;
}

// What blocks of a template send on when another one, which the SM met, tells: as in all
// places of the last wave, or in its middle when that would be too much.
std::vector<Stream> known_streams(const L1Result& l1, const Fit& fit, const Template& own) {
  std::vector<const Stream*> alike;
  size_t n_entries = 0;
  for (const Stream& known : l1.streams) {
    const Template& of = fit.templates[static_cast<size_t>(known.block_template)];
    if (known.wave != l1.n_waves - 1 || !run_alike(*of.trace, *own.trace, true)) continue;
    alike.push_back(&known);
    n_entries += known.entries.size();
  }
  if (n_entries > kMaxCopied) alike = {alike[alike.size() / 2]};
  std::vector<Stream> streams;
  for (const Stream* known : alike) {
    const Template& of = fit.templates[static_cast<size_t>(known->block_template)];
    std::optional<Stream> stream = stream_like(*known, of, own);
    if (!stream) return {};
    streams.push_back(std::move(*stream));
  }
  return streams;
}

// Templates that the simulated SM did not meet: as one that runs alike, or else alone in
// a cold cache.
void add_lone_blocks(L1Result& l1, const exec::TraceSet& traces, const Fit& fit,
                     Footprints& footprints, const L1Options& options) {
  std::vector<uint8_t> met(fit.templates.size(), 0);
  for (const Stream& stream : l1.streams)
    met[static_cast<size_t>(stream.block_template)] = 1;
  std::vector<Stream> copied;
  const int64_t share = options.budget / 4 / static_cast<int64_t>(fit.templates.size()) + 256;
  for (size_t t = 0; t < fit.templates.size(); ++t) {
    if (met[t] != 0) continue;
    std::vector<Stream> known = known_streams(l1, fit, fit.templates[t]);
    for (Stream& stream : known) {
      stream.block_template = static_cast<int32_t>(t);
      copied.push_back(std::move(stream));
    }
    if (!known.empty()) continue;
    const int64_t number = number_of(fit, fit.templates[t].trace->block);
    UnitSimulation unit(traces, fit, footprints, options);
    for (Stream& stream : unit.run_wave({number}, share)) {
      stream.block_template = static_cast<int32_t>(t);
      stream.wave = -1;
      stream.n_blocks = 1;
      copied.push_back(std::move(stream));
    }
    l1.estimated = l1.estimated || unit.truncated();
  }
  std::move(copied.begin(), copied.end(), std::back_inserter(l1.streams));
}

// An SM in the middle whose first block is no edge of the grid, if there is one.
int64_t typical_unit(const Fit& fit, int64_t n_units) {
  const int64_t n = std::min(n_units, fit.n_blocks);
  for (int64_t unit = n / 2; unit < n; ++unit) {
    const std::array<int64_t, 3> block = block_at(fit, unit);
    bool inner = true;
    for (size_t d = 0; d < 2; ++d)
      inner = inner && (fit.grid[d] < 3 || (block[d] > 0 && block[d] < fit.grid[d] - 1));
    if (inner) return unit;
  }
  return n / 2;
}

}  // namespace

L1Result simulate_l1(const exec::TraceSet& traces, const Fit& fit, Footprints& footprints,
                     const L1Options& options) {
  L1Result l1;
  if (fit.templates.empty()) return l1;
  const int64_t unit_idx = typical_unit(fit, options.n_units);
  UnitSimulation unit(traces, fit, footprints, options);
  std::vector<Stream> last;
  int64_t number = unit_idx;
  while (number < fit.n_blocks && l1.n_waves < kMaxWaves) {
    std::vector<int64_t> numbers;
    for (int64_t slot = 0; slot < options.blocks_per_unit && number < fit.n_blocks; ++slot) {
      numbers.push_back(number);
      number += options.n_units;
    }
    const int64_t spent = unit.n_lookups();
    std::vector<Stream> streams = unit.run_wave(numbers, options.budget - spent);
    const bool steady = l1.n_waves > 0 && same_behaviour(last, streams);
    for (Stream& stream : streams)
      stream.wave = l1.n_waves;
    l1.streams.insert(l1.streams.end(), streams.begin(), streams.end());
    ++l1.n_waves;
    const int64_t wave_cost = unit.n_lookups() - spent;
    if (steady || unit.truncated() || unit.n_lookups() + wave_cost > options.budget) break;
    last = std::move(streams);
  }
  l1.estimated = unit.truncated();
  l1.thinned = unit.thinned();
  count_blocks(l1, fit, options);
  add_lone_blocks(l1, traces, fit, footprints, options);
  return l1;
}

const Stream* stream_for(const L1Result& l1, int32_t block_template, int64_t wave, int64_t slot) {
  const Stream* nearest = nullptr;
  const int64_t like = std::min(wave, l1.n_waves - 1);
  for (const Stream& stream : l1.streams) {
    if (stream.block_template != block_template) continue;
    if (stream.wave == like && stream.slot == slot) return &stream;
    if (nearest == nullptr || stream.wave <= like) nearest = &stream;
  }
  return nearest;
}

}  // namespace kcast::memory
