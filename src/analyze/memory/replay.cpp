#include "analyze/memory/replay.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/memory/contents.h"
#include "analyze/memory/order.h"
#include "analyze/memory/tlb.h"

namespace kcast::memory {
namespace {

constexpr uint64_t kSectorMask = (uint64_t{1} << 59) - 1;  // sectors of a 64-bit space
constexpr int64_t kMinWaves = 16;      // simulated before the rest is taken to be alike
constexpr double kFillsOfL2 = 4;       // how often L2 must have been filled before that
constexpr int64_t kMaxBlocks = 64000;  // simulated

bool is_prime(uint64_t n) {
  for (uint64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

uint64_t prime_at_least(double n) {
  if (n <= 1) return 1;
  auto candidate = static_cast<uint64_t>(std::min(n, 4e9)) + 1;
  while (!is_prime(candidate))
    ++candidate;
  return candidate;
}

// The x with a * x = 1 modulo a prime; 0 when there is none.
uint64_t inverse_mod(uint64_t a, uint64_t prime) {
  int64_t t = 0;
  int64_t next_t = 1;
  auto r = static_cast<int64_t>(prime);
  auto next_r = static_cast<int64_t>(a % prime);
  while (next_r != 0) {
    const int64_t quotient = r / next_r;
    t = std::exchange(next_t, t - quotient * next_t);
    r = std::exchange(next_r, r - quotient * next_r);
  }
  if (r != 1) return 0;
  return static_cast<uint64_t>(t < 0 ? t + static_cast<int64_t>(prime) : t);
}

// Runs of a group with the same step and about the same length, by the repetition whose line is
// the first that is sampled where the group does not move. A group that moves moves them all by
// the same number. Runs that stay in a line, modulo the prime, are found by that line.
struct RunsOfStep {
  uint64_t inverse = 0;                               // of the step in lines; 0: there is none
  uint64_t longest = 0;                               // repetitions
  std::vector<std::pair<uint64_t, uint32_t>> starts;  // that repetition, position in Group::runs
};

// Entries of one stream that move alike.
struct Group {
  int32_t steps = 0;                                   // as MissEntry has it
  bool aligned = true;                                 // all entries begin at a line
  std::vector<std::pair<uint32_t, uint32_t>> singles;  // residue of the line, entry; sorted
  std::vector<std::pair<uint32_t, uint64_t>> runs;     // entry, inverse of its step in lines
  std::vector<RunsOfStep> by_step;                     // the same, where they are many
};

constexpr size_t kManyRuns = 256;

void index_runs(const std::vector<MissEntry>& entries, uint64_t prime, Group& group) {
  if (prime == 1 || group.runs.size() < kManyRuns) return;
  std::map<std::pair<uint64_t, int>, RunsOfStep> by_step;  // and by the length's power of two
  for (size_t i = 0; i < group.runs.size(); ++i) {
    const auto& [index, inverse] = group.runs[i];
    const uint64_t residue = (entries[index].sector & kSectorMask) / kSectorsPerLine % prime;
    const uint64_t repeat = entries[index].repeat;
    RunsOfStep& own = by_step[{inverse, inverse == 0 ? 0 : std::bit_width(repeat)}];
    own.inverse = inverse;
    own.longest = std::max(own.longest, repeat);
    const uint64_t back = (prime - residue) % prime;
    own.starts.emplace_back(inverse == 0 ? back : back * inverse % prime, static_cast<uint32_t>(i));
  }
  for (auto& [step, own] : by_step) {
    std::sort(own.starts.begin(), own.starts.end());
    group.by_step.push_back(std::move(own));
  }
}

// Positions of the runs with a sampled line, perhaps with some that have none, when the group
// moves by so many lines modulo the prime.
void find_runs(const RunsOfStep& runs, uint64_t lines, uint64_t prime, std::vector<uint32_t>& out) {
  const auto add = [&](uint64_t from, uint64_t to) {
    auto it = std::lower_bound(runs.starts.begin(), runs.starts.end(),
                               std::pair<uint64_t, uint32_t>(from, 0));
    for (; it != runs.starts.end() && it->first < to; ++it)
      out.push_back(it->second);
  };
  if (runs.inverse == 0) {  // its line is sampled, or the one behind it
    add(lines % prime, lines % prime + 1);
    return add((lines + 1) % prime, (lines + 1) % prime + 1);
  }
  if (runs.longest >= prime) return add(0, prime);
  const uint64_t from = lines % prime * runs.inverse % prime;
  add(from, from + runs.longest);
  if (from + runs.longest > prime) add(0, from + runs.longest - prime);
}

struct PreparedStream {
  const Stream* stream = nullptr;
  std::vector<Group> groups;
};

// How a group moves, and which of its lines do so.
struct Move {
  int64_t bytes = 0;
  uint64_t first = 0;  // lines of the template
  uint64_t last = UINT64_MAX;

  bool takes(const MissEntry& entry) const {
    const uint64_t line = entry.sector / kSectorsPerLine;
    return first <= line && line <= last;
  }
};

struct Event {
  uint64_t line = 0;
  uint32_t words = 0;
  uint32_t site = 0;
  uint32_t moment = 0;
  uint8_t sectors = 0;
  uint8_t side = 0;
  uint8_t group = 0;
};

// Which sectors were touched at all.
class TouchedLines {
 public:
  TouchedLines() : table_(4096) {}

  void add(uint64_t line, uint8_t sectors, bool write) {
    if ((used_ + 1) * 2 > table_.size()) grow();
    Slot& slot = find(line);
    if (slot.key == 0) {
      slot.key = line + 1;
      ++used_;
    }
    uint8_t& seen = write ? slot.written : slot.read;
    (write ? n_written_ : n_read_) += std::popcount(static_cast<uint8_t>(sectors & ~seen));
    seen |= sectors;
  }

  double n_read() const { return n_read_; }
  double n_written() const { return n_written_; }

 private:
  struct Slot {
    uint64_t key = 0;  // line + 1; 0 is empty
    uint8_t read = 0;
    uint8_t written = 0;
  };

  Slot& find(uint64_t line) {
    size_t i = mix_bits(line) & (table_.size() - 1);
    while (table_[i].key != 0 && table_[i].key != line + 1)
      i = (i + 1) & (table_.size() - 1);
    return table_[i];
  }

  void grow() {
    std::vector<Slot> old = std::exchange(table_, std::vector<Slot>(table_.size() * 4));
    for (const Slot& slot : old) {
      if (slot.key != 0) find(slot.key - 1) = slot;
    }
  }

  std::vector<Slot> table_;
  size_t used_ = 0;
  double n_read_ = 0;
  double n_written_ = 0;
};

// What grows while waves pass; later waves are taken to add as much as the last ones.
struct Progress {
  std::vector<L2SiteCounts> sites;
  std::vector<double> streams;     // blocks that each stream stood for
  std::array<double, 5> others{};  // written back, filled, unique read, unique written, walks
};

class Replay {
 public:
  Replay(const exec::TraceSet& traces, const Fit& fit, const L1Result& l1, const L2Options& l2,
         const ReplayOptions& options)
      : traces_(traces), fit_(fit), l1_(l1), options_(options), l2_(l2), pages_(options.tlb) {
    plan();
    prepare();
    progress_.sites.resize(traces.sites.size());
    progress_.streams.resize(l1.streams.size());
  }

  ReplayResult run();

 private:
  void plan();
  void prepare();
  void prepare_stream(const Stream& stream);
  const PreparedStream* stream_of(const std::array<int64_t, 3>& block, int64_t number) const;
  void collect_block(int64_t number);
  void collect_group(const PreparedStream& prepared, const Group& group, const Move& move);
  void collect_run(const MissEntry& entry, uint64_t inverse, uint64_t shift);
  void collect_irregular(const PreparedStream& prepared, const Group& group, const Shift& shift);
  void push(const MissEntry& entry, uint64_t sector, uint64_t time);
  void push_line(const MissEntry& entry, uint64_t line, int rotate, uint64_t time);
  void play_waves(L2Model& model, int64_t first, int64_t last);
  void play_wave(L2Model& model);
  void start(L2Model& model);
  void forget_counts(L2Model& model);
  void play(L2Model& model, const Event& event);
  Progress snapshot(const L2Model& model) const;
  ReplayResult result_of(const Progress& end, const Progress& before, int64_t n_before) const;

  const exec::TraceSet& traces_;
  const Fit& fit_;
  const L1Result& l1_;
  ReplayOptions options_;
  L2Options l2_;
  int64_t per_wave_ = 1;
  int64_t n_waves_ = 0;      // of the launch
  int64_t n_simulated_ = 0;  // waves
  uint64_t prime_ = 1;
  std::vector<PreparedStream> prepared_;
  std::map<std::pair<int32_t, std::pair<int64_t, int64_t>>, int32_t> by_place_;
  uint8_t side_ = 0;
  uint8_t group_ = 0;            // of the block's SM
  bool in_step_ = true;          // the first wave's blocks start together
  bool other_launch_ = false;    // blocks of a launch that left something in L2
  std::vector<uint32_t> found_;  // runs that a block may have sampled lines of
  std::vector<Event> events_;
  std::vector<uint64_t> times_;
  TouchedLines touched_;
  PageTable pages_;
  double n_walks_ = 0;
  double n_lookups_ = 0;
  Progress progress_;
};

double lines_of(const Stream& stream) {
  double sum = 0;
  for (const MissEntry& entry : stream.entries)
    sum += static_cast<double>(entry.repeat);
  return sum;
}

// How many waves are simulated, and on how many of the lines.
void Replay::plan() {
  per_wave_ = std::max<int64_t>(1, options_.n_units * options_.blocks_per_unit);
  per_wave_ = std::min(per_wave_, fit_.n_blocks);
  n_waves_ = (fit_.n_blocks - 1) / per_wave_ + 1;
  double lines = 0;
  double blocks = 0;
  for (const Stream& stream : l1_.streams) {
    lines += lines_of(stream) * stream.n_blocks;
    blocks += stream.n_blocks;
  }
  const double per_block = blocks > 0 ? lines / blocks : 0;
  const double wave_lines = std::max(1.0, per_block * static_cast<double>(per_wave_));
  const double enough = std::ceil(kFillsOfL2 * l2_.capacity_lines / wave_lines);
  const auto wanted = static_cast<int64_t>(std::min(enough, 1e9));
  n_simulated_ = std::min(n_waves_, std::max(kMinWaves, wanted));
  n_simulated_ =
      std::clamp<int64_t>(kMaxBlocks / per_wave_, 2, n_simulated_ > 2 ? n_simulated_ : 2);
  n_simulated_ = std::min(n_simulated_, n_waves_);
  const double simulated = wave_lines * static_cast<double>(n_simulated_);
  prime_ = prime_at_least(simulated / static_cast<double>(std::max<int64_t>(options_.budget, 1)));
}

void Replay::prepare_stream(const Stream& stream) {
  PreparedStream prepared;
  prepared.stream = &stream;
  std::map<int32_t, size_t> group_of;
  for (size_t i = 0; i < stream.entries.size(); ++i) {
    const MissEntry& entry = stream.entries[i];
    const auto index = static_cast<uint32_t>(i);
    const auto [it, added] = group_of.try_emplace(entry.steps, prepared.groups.size());
    if (added) prepared.groups.push_back({.steps = entry.steps});
    Group& group = prepared.groups[it->second];
    group.aligned = group.aligned && entry.sector % kSectorsPerLine == 0;
    if (entry.repeat == 1) {
      const uint64_t residue = (entry.sector & kSectorMask) / kSectorsPerLine % prime_;
      group.singles.emplace_back(static_cast<uint32_t>(residue), index);
      continue;
    }
    const auto prime = static_cast<int64_t>(prime_);
    const int64_t lines = entry.sector_step / kSectorsPerLine % prime;
    const auto step = static_cast<uint64_t>(lines < 0 ? lines + prime : lines);
    group.runs.emplace_back(index, prime_ > 1 ? inverse_mod(step, prime_) : 0);
  }
  for (Group& group : prepared.groups) {
    std::sort(group.singles.begin(), group.singles.end());
    index_runs(stream.entries, prime_, group);
  }
  prepared_.push_back(std::move(prepared));
}

void Replay::prepare() {
  for (const Stream& stream : l1_.streams)
    prepare_stream(stream);
  for (size_t i = 0; i < prepared_.size(); ++i) {
    const Stream& stream = *prepared_[i].stream;
    by_place_[{stream.block_template, {stream.wave, stream.slot}}] = static_cast<int32_t>(i);
  }
}

const PreparedStream* Replay::stream_of(const std::array<int64_t, 3>& block, int64_t number) const {
  const int64_t turn = number / options_.n_units;
  const int64_t wave = std::min(turn / options_.blocks_per_unit, l1_.n_waves - 1);
  const int64_t slot = turn % options_.blocks_per_unit;
  const int32_t block_template = template_of(fit_, block);
  const auto it = by_place_.find({block_template, {wave, slot}});
  if (it != by_place_.end()) return &prepared_[static_cast<size_t>(it->second)];
  const Stream* stream = stream_for(l1_, block_template, wave, slot);
  return stream == nullptr ? nullptr : &prepared_[static_cast<size_t>(stream - l1_.streams.data())];
}

void Replay::push_line(const MissEntry& entry, uint64_t line, int rotate, uint64_t time) {
  const uint64_t words = uint64_t{entry.words} << (rotate * kWordsPerSector);
  const auto sectors = static_cast<unsigned>(entry.sectors) << rotate;
  // A request that is not aligned to lines in this block touches two of them.
  for (int half = 0; half < 2; ++half) {
    const auto own = static_cast<uint8_t>((sectors >> (half * kSectorsPerLine)) & 0xF);
    const uint64_t own_line = line + static_cast<uint64_t>(half);
    if (own == 0 || own_line % prime_ != 0) continue;
    events_.push_back({.line = own_line,
                       .words = static_cast<uint32_t>(words >> (half * 32)),
                       .site = entry.site,
                       .moment = in_step_ && !entry.irregular ? static_cast<uint32_t>(time) + 1 : 0,
                       .sectors = own,
                       .side = side_,
                       .group = group_});
    times_.push_back(time);
  }
}

void Replay::push(const MissEntry& entry, uint64_t sector, uint64_t time) {
  const uint64_t place = sector & kSectorMask;
  push_line(entry, place / kSectorsPerLine, static_cast<int>(place % kSectorsPerLine), time);
}

// The repetitions of a run whose line is sampled, without visiting the others.
void Replay::collect_run(const MissEntry& entry, uint64_t inverse, uint64_t shift) {
  const uint64_t first = (entry.sector + shift) & kSectorMask;
  const auto at = [&](uint64_t m) {
    push(entry, entry.sector + shift + static_cast<uint64_t>(entry.sector_step) * m,
         entry.time + entry.time_step * m);
  };
  if (prime_ == 1 || inverse == 0) {
    // Without an inverse the lines are all alike modulo the prime: all of them, or none.
    const uint64_t line = first / kSectorsPerLine;
    if (prime_ == 1 || line % prime_ == 0 || (line + 1) % prime_ == 0) {
      const uint64_t thin = entry.repeat / 256 + 1;
      for (uint64_t m = 0; m < entry.repeat; m += thin)
        at(m);
    }
    return;
  }
  const int n_lines = first % kSectorsPerLine == 0 ? 1 : 2;
  for (int half = 0; half < n_lines; ++half) {
    const uint64_t residue = (first / kSectorsPerLine + static_cast<uint64_t>(half)) % prime_;
    const uint64_t start = (prime_ - residue) % prime_ * inverse % prime_;
    for (uint64_t m = start; m < entry.repeat; m += prime_)
      at(m);
  }
}

void Replay::collect_group(const PreparedStream& prepared, const Group& group, const Move& move) {
  const auto shift = static_cast<uint64_t>(move.bytes >> 5);
  const std::vector<MissEntry>& entries = prepared.stream->entries;
  // A shift by other than whole lines carries into the next line or two.
  const bool whole = group.aligned && shift % kSectorsPerLine == 0;
  const uint64_t n_residues = std::min<uint64_t>(whole ? 1 : 3, prime_);
  const auto prime = static_cast<int64_t>(prime_);
  const int64_t lines = ((move.bytes >> 7) % prime + prime) % prime;
  if (group.by_step.empty()) {
    for (const auto& [index, inverse] : group.runs) {
      if (move.takes(entries[index])) collect_run(entries[index], inverse, shift);
    }
  }
  found_.clear();
  for (const RunsOfStep& runs : group.by_step) {
    for (uint64_t r = 0; r < n_residues; ++r)
      find_runs(runs, static_cast<uint64_t>(lines) + r, prime_, found_);
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  for (const uint32_t position : found_) {
    const auto& [index, inverse] = group.runs[position];
    if (move.takes(entries[index])) collect_run(entries[index], inverse, shift);
  }
  for (uint64_t r = 0; r < n_residues; ++r) {
    const uint64_t back = (static_cast<uint64_t>(lines) + r) % prime_;
    const auto residue = static_cast<uint32_t>((prime_ - back) % prime_);
    for (auto it = std::lower_bound(group.singles.begin(), group.singles.end(),
                                    std::pair<uint32_t, uint32_t>(residue, 0));
         it != group.singles.end() && it->first == residue; ++it) {
      const MissEntry& entry = entries[it->second];
      if (move.takes(entry)) push(entry, entry.sector + shift, entry.time);
    }
  }
}

// Lines that come in at the start of the buffer move by another distance than the rest.
void Replay::collect_irregular(const PreparedStream& prepared, const Group& group,
                               const Shift& shift) {
  const auto bytes = [](uint64_t lines) { return static_cast<int64_t>(lines * kLineBytes); };
  collect_group(prepared, group, {.bytes = bytes(shift.lines), .last = shift.wrap_above});
  if (shift.span == 0) return;
  collect_group(prepared, group,
                {.bytes = bytes(shift.lines - shift.span), .first = shift.wrap_above + 1});
}

void Replay::collect_block(int64_t number) {
  const std::array<int64_t, 3> block = block_at(fit_, number);
  const PreparedStream* prepared = stream_of(block, number);
  if (prepared == nullptr) return;
  progress_.streams[static_cast<size_t>(prepared->stream - l1_.streams.data())] += 1;
  const std::array<int64_t, 3>& from =
      fit_.templates[static_cast<size_t>(prepared->stream->block_template)].trace->block;
  const int64_t of_group =
      std::max<int64_t>(1, options_.n_units / std::max<int64_t>(1, options_.unit_groups));
  group_ = static_cast<uint8_t>(number % options_.n_units / of_group);
  side_ = static_cast<uint8_t>(l2_.homes ? group_ % 2 : number % l2_.n_partitions);
  // Blocks do not come to the same SM again: what is read twice is read from either side.
  if (l2_.homes && other_launch_)
    side_ = static_cast<uint8_t>(mix_bits(static_cast<uint64_t>(number)) & 1);
  for (const Group& group : prepared->groups) {
    if (group.steps >= 0) {
      collect_group(*prepared, group, {.bytes = displacement(fit_, group.steps, block, from)});
      continue;
    }
    const BufferDraw& draw = fit_.draws[static_cast<size_t>(-1 - group.steps)];
    collect_irregular(*prepared, group, draw_shift(draw, number, number_of(fit_, from)));
  }
}

void Replay::play(L2Model& model, const Event& event) {
  L2SiteCounts& counts = progress_.sites[event.site];
  ++n_lookups_;
  const exec::AccessKind kind = traces_.sites[event.site].kind;
  // A store does not wait for its page; its walk is seen less often.
  if (pages_.visit(event.line)) {
    n_walks_ += std::popcount(event.sectors) *
                (kind == exec::AccessKind::Load ? 1.0 : options_.tlb.store_walk_share);
  }
  switch (kind) {
    case exec::AccessKind::Load:
      model.read({event.side, event.moment, event.group}, event.line, event.sectors, counts);
      touched_.add(event.line, event.sectors, false);
      break;
    case exec::AccessKind::Store:
      model.write(event.side, event.line, event.words, counts);
      touched_.add(event.line, event.sectors, true);
      break;
    case exec::AccessKind::Atomic:
    case exec::AccessKind::Reduction:
      model.atomic(event.side, event.line, event.words, counts);
      touched_.add(event.line, event.sectors, false);
      touched_.add(event.line, event.sectors, true);
      break;
  }
}

void Replay::play_wave(L2Model& model) {
  for (const Event& event : in_time_order(events_, times_))
    play(model, event);
  events_.clear();
  times_.clear();
}

Progress Replay::snapshot(const L2Model& model) const {
  Progress now = progress_;
  now.others = {model.totals().written_back, model.totals().filled, touched_.n_read(),
                touched_.n_written(), n_walks_};
  return now;
}

ReplayResult Replay::result_of(const Progress& end, const Progress& before,
                               int64_t n_before) const {
  // The last waves stand for those that were not simulated.
  const double last = static_cast<double>(n_simulated_ - n_before);
  const double left = static_cast<double>(fit_.n_blocks) / static_cast<double>(per_wave_) -
                      static_cast<double>(n_simulated_);
  const double more = last > 0 ? std::max(0.0, left) / last : 0;
  const auto extend = [more](double now, double then) { return now + more * (now - then); };
  ReplayResult result;
  for (size_t s = 0; s < end.sites.size(); ++s) {
    const L2SiteCounts& now = end.sites[s];
    const L2SiteCounts& then = before.sites[s];
    result.sites.push_back(
        {extend(now.lookups, then.lookups), extend(now.hits, then.hits), extend(now.far, then.far),
         extend(now.far_hits, then.far_hits), extend(now.fetched, then.fetched),
         extend(now.in_step_whole, then.in_step_whole), extend(now.in_step_near, then.in_step_near),
         extend(now.in_step_far, then.in_step_far)});
  }
  for (size_t i = 0; i < end.streams.size(); ++i)
    result.stream_blocks.push_back(extend(end.streams[i], before.streams[i]));
  result.written_back = extend(end.others[0], before.others[0]);
  result.filled = extend(end.others[1], before.others[1]);
  result.unique_read = extend(end.others[2], before.others[2]);
  result.unique_written = extend(end.others[3], before.others[3]);
  result.page_walks = extend(end.others[4], before.others[4]);
  result.sampling = static_cast<double>(prime_);
  result.n_lookups = n_lookups_;
  return result;
}

void Replay::forget_counts(L2Model& model) {
  model.forget_totals();
  touched_ = TouchedLines();
  n_walks_ = 0;
  n_lookups_ = 0;
  progress_.sites.assign(progress_.sites.size(), {});
  progress_.streams.assign(progress_.streams.size(), 0);
}

// Waves of which nothing but what they leave in L2 counts.
void Replay::play_waves(L2Model& model, int64_t first, int64_t last) {
  in_step_ = false;  // what is read at the same moment of another launch is not read in step
  other_launch_ = true;
  const auto most = static_cast<size_t>(options_.budget) * 4;
  for (int64_t number = first * per_wave_; number < std::min(last * per_wave_, fit_.n_blocks);
       ++number) {
    if (events_.size() < most) collect_block(number);
    if (number % per_wave_ == per_wave_ - 1) play_wave(model);
  }
  play_wave(model);
  other_launch_ = false;
}

// What is in L2 before the launch.
void Replay::start(L2Model& model) {
  if (options_.start == L2State::Warm) {
    // The same launch ran before; its last waves decide.
    play_waves(model, n_waves_ - n_simulated_, n_waves_);
  } else if (options_.start == L2State::Program && options_.contents != nullptr) {
    put_contents(*options_.contents, traces_.extents, prime_, model);
  }
  forget_counts(model);
  in_step_ = true;
}

ReplayResult Replay::run() {
  L2Model model(l2_, prime_);
  start(model);
  // The last third is extrapolated from, when there is something to extrapolate.
  int64_t n_before = n_simulated_ - std::max<int64_t>(1, n_simulated_ / 3);
  Progress before = snapshot(model);
  Progress last = before;
  const auto most = static_cast<size_t>(options_.budget) * 4;
  for (int64_t wave = 0; wave < n_simulated_; ++wave) {
    last = snapshot(model);
    if (wave == n_before) before = last;
    const int64_t begin = wave * per_wave_;
    const int64_t end = begin + std::min(per_wave_, fit_.n_blocks - begin);
    for (int64_t number = begin; number < end && events_.size() < most; ++number)
      collect_block(number);
    play_wave(model);
    in_step_ = false;
    // Only lines that are all alike modulo the prime can exceed the plan.
    if (n_lookups_ > static_cast<double>(most) && wave < n_simulated_ - 1) {
      n_simulated_ = wave + 1;
      n_before = wave;
      before = last;
    }
  }
  ReplayResult result = result_of(snapshot(model), before, n_before);
  if (options_.start == L2State::Program) {
    const int64_t unseen = n_waves_ - n_simulated_;
    if (unseen > 0) play_waves(model, std::max(unseen, n_simulated_), n_waves_);
    result.left = contents_of(model, traces_.extents, options_.contents, prime_);
  }
  return result;
}

}  // namespace

ReplayResult replay_l2(const exec::TraceSet& traces, const Fit& fit, const L1Result& l1,
                       const L2Options& l2, const ReplayOptions& options) {
  if (l1.streams.empty()) {
    ReplayResult nothing;
    nothing.sites.resize(traces.sites.size());
    return nothing;
  }
  return Replay(traces, fit, l1, l2, options).run();
}

}  // namespace kcast::memory
