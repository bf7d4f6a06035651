#include "analyze/memory_fit.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace kcast {

bool run_alike(const BlockTrace& a, const BlockTrace& b, bool lanes) {
  return std::equal(a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(),
                    [lanes](const Access& x, const Access& y) {
                      return x.site == y.site && x.warp == y.warp && x.repeat == y.repeat &&
                             (!lanes || (x.pattern == y.pattern && x.stride == y.stride));
                    });
}

namespace {

constexpr size_t kMaxTemplatesOfPlace = 6;
constexpr size_t kMaxDrawLines = 16384;  // looked at, per buffer
constexpr double kNarrowWindow = 0.5;    // of all that is touched

using Block = std::array<int64_t, 3>;

int32_t place_of(const Block& grid, const Block& block) {
  int32_t place = 0;
  for (size_t d = 0; d < 3; ++d) {
    const int32_t where = block[d] <= 0 ? 0 : (block[d] >= grid[d] - 1 ? 2 : 1);
    place = place * 3 + where;
  }
  return place;
}

// Finds, in another block's trace, the access that corresponds to one of the template's.
class Matcher {
 public:
  Matcher(const BlockTrace& from, const BlockTrace& to, bool lanes) : to_(&to) {
    same_shape_ = from.accesses.size() == to.accesses.size();
    for (size_t i = 0; same_shape_ && i < from.accesses.size(); ++i) {
      const Access& a = from.accesses[i];
      const Access& b = to.accesses[i];
      same_shape_ = a.site == b.site && a.warp == b.warp && a.repeat == b.repeat &&
                    (!lanes || (a.pattern == b.pattern && a.stride == b.stride));
    }
    if (!same_shape_) match_accesses(from);
  }

  bool same_shape() const { return same_shape_; }

  const Access* find(size_t access) const {
    if (same_shape_) return &to_->accesses[access];
    const int64_t match = matches_[access];
    return match < 0 ? nullptr : &to_->accesses[static_cast<size_t>(match)];
  }

 private:
  static std::pair<uint16_t, uint32_t> key_of(const Access& a) { return {a.warp, a.site}; }

  // By warp and site; within both in the order of the trace.
  static std::vector<uint32_t> sorted_accesses(const BlockTrace& trace) {
    std::vector<uint32_t> order(trace.accesses.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return key_of(trace.accesses[a]) < key_of(trace.accesses[b]);
    });
    return order;
  }

  // The n-th access of a warp at a site corresponds to the n-th of the other block.
  void match_accesses(const BlockTrace& from) {
    const std::vector<uint32_t> own = sorted_accesses(from);
    const std::vector<uint32_t> others = sorted_accesses(*to_);
    matches_.assign(from.accesses.size(), -1);
    for (size_t i = 0, j = 0; i < own.size() && j < others.size();) {
      const auto mine = key_of(from.accesses[own[i]]);
      const auto other = key_of(to_->accesses[others[j]]);
      if (mine == other) matches_[own[i]] = others[j];
      i += mine <= other ? 1 : 0;
      j += other <= mine ? 1 : 0;
    }
  }

  const BlockTrace* to_;
  bool same_shape_ = false;
  std::vector<int64_t> matches_;
};

struct Other {
  Block delta;
  bool speaks_against;  // a different access there contradicts a fit
  Matcher matcher;
};

struct KnownSteps {
  BlockSteps steps = {0, 0, 0};
  std::array<bool, 3> known = {false, false, false};
};

// What one sample says: `rest` lies between its access and our own. False when that
// contradicts the steps that are known.
bool learn_step(KnownSteps& learnt, const Other& other, uint64_t rest) {
  size_t unknown = 0;
  int n_unknown = 0;
  for (size_t d = 0; d < 3; ++d) {
    if (other.delta[d] != 0 && !learnt.known[d]) {
      unknown = d;
      ++n_unknown;
    }
    rest -= static_cast<uint64_t>(learnt.steps[d]) * static_cast<uint64_t>(other.delta[d]);
  }
  if (n_unknown == 0) return rest == 0;
  if (n_unknown > 1) return true;
  const int64_t delta = other.delta[unknown];
  const auto signed_rest = static_cast<int64_t>(rest);
  if (delta == -1 ? signed_rest == INT64_MIN : signed_rest % delta != 0) return false;
  learnt.steps[unknown] = signed_rest / delta;
  learnt.known[unknown] = true;
  return true;
}

// The steps of one access, or nothing when the samples contradict each other.
// Unknown dimensions (no sample tells) stay zero.
std::optional<BlockSteps> fit_access(const std::vector<Other>& others, const Access& own,
                                     size_t access) {
  KnownSteps learnt;
  for (int round = 0; round < 3; ++round) {
    for (const Other& other : others) {
      const Access* match = other.matcher.find(access);
      if (match == nullptr || match->pattern != own.pattern || match->stride != own.stride)
        continue;
      const bool agrees = learn_step(learnt, other, match->base - own.base);
      if (!agrees && other.speaks_against) return std::nullopt;
    }
  }
  // A sample with the same access but another pattern says that it is no function of the block.
  for (const Other& other : others) {
    const Access* match = other.matcher.find(access);
    if (other.speaks_against && match != nullptr &&
        (match->pattern != own.pattern || match->stride != own.stride))
      return std::nullopt;
  }
  return learnt.steps;
}

int32_t intern_steps(Fit& fit, const BlockSteps& steps) {
  const auto it = std::find(fit.steps.begin(), fit.steps.end(), steps);
  if (it != fit.steps.end()) return static_cast<int32_t>(it - fit.steps.begin());
  fit.steps.push_back(steps);
  return static_cast<int32_t>(fit.steps.size()) - 1;
}

// Nearest samples first: they determine the steps, the others check them.
std::vector<Other> others_of(const TraceSet& traces, const Fit& fit, const BlockTrace& trace) {
  std::vector<Other> others;
  bool any_alike = false;
  for (const BlockTrace& other : traces.blocks) {
    if (&other == &trace || other.block == trace.block) continue;
    Block delta;
    for (size_t d = 0; d < 3; ++d) {
      delta[d] = static_cast<int64_t>(static_cast<uint64_t>(other.block[d]) -
                                      static_cast<uint64_t>(trace.block[d]));
    }
    const bool same_place = place_of(fit.grid, other.block) == place_of(fit.grid, trace.block);
    others.push_back({delta, same_place, Matcher(trace, other, fit.by_lanes)});
    any_alike = any_alike || (same_place && others.back().matcher.same_shape());
  }
  // Blocks that run another way are no evidence, unless there is nothing else.
  for (Other& other : others)
    other.speaks_against = other.speaks_against && (!any_alike || other.matcher.same_shape());
  const auto distance = [](const Block& delta) {
    uint64_t sum = 0;
    int dimensions = 0;
    for (const int64_t d : delta) {
      sum += d < 0 ? 0 - static_cast<uint64_t>(d) : static_cast<uint64_t>(d);
      dimensions += d != 0 ? 1 : 0;
    }
    return std::pair(dimensions, sum);
  };
  std::stable_sort(others.begin(), others.end(), [&](const Other& a, const Other& b) {
    return std::pair(!a.speaks_against, distance(a.delta)) <
           std::pair(!b.speaks_against, distance(b.delta));
  });
  return others;
}

void fit_template(Fit& fit, const TraceSet& traces, Template& made) {
  const std::vector<Other> others = others_of(traces, fit, *made.trace);
  made.steps.reserve(made.trace->accesses.size());
  std::optional<BlockSteps> last;
  int32_t last_index = kIrregular;
  for (size_t i = 0; i < made.trace->accesses.size(); ++i) {
    const std::optional<BlockSteps> steps = fit_access(others, made.trace->accesses[i], i);
    if (!steps) {
      made.steps.push_back(kIrregular);
    } else if (last_index >= 0 && steps == last) {
      made.steps.push_back(last_index);
    } else {
      made.steps.push_back(last_index = intern_steps(fit, *(last = steps)));
    }
  }
}

double weight_of(const TraceSet& traces, size_t sample) {
  return sample < traces.weights.size() ? std::max(0.0, traces.weights[sample]) : 1.0;
}

// Whether blocks of one kind have the same lanes active, at the same distances, as most
// others: then those that differ are of another kind, and not the rule.
bool lanes_tell_kinds(const TraceSet& traces) {
  std::vector<const BlockTrace*> kinds;
  for (const BlockTrace& trace : traces.blocks) {
    const auto alike = [&](const BlockTrace* kind) { return run_alike(*kind, trace, true); };
    if (std::none_of(kinds.begin(), kinds.end(), alike)) kinds.push_back(&trace);
    if (kinds.size() * 2 > traces.blocks.size()) return false;
  }
  return true;
}

// The template of a sample: one of its place that runs alike, or a new one while there
// are few, or else the place's first.
int32_t template_for(Fit& fit, const BlockTrace& trace, std::vector<int32_t>& of_place) {
  for (const int32_t index : of_place) {
    if (run_alike(*fit.templates[static_cast<size_t>(index)].trace, trace, fit.by_lanes))
      return index;
  }
  if (of_place.size() >= kMaxTemplatesOfPlace) return of_place.front();
  of_place.push_back(static_cast<int32_t>(fit.templates.size()));
  fit.templates.emplace_back();
  fit.templates.back().trace = &trace;
  return of_place.back();
}

// Samples in the order of their weight, so that a template is the heaviest of its kind.
void choose_templates(Fit& fit, const TraceSet& traces) {
  std::vector<size_t> order(traces.blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weight_of(traces, a) > weight_of(traces, b); });
  std::array<std::vector<int32_t>, 27> of_place;
  for (const size_t i : order) {
    const BlockTrace& trace = traces.blocks[i];
    const auto place = static_cast<size_t>(place_of(fit.grid, trace.block));
    const int32_t index = template_for(fit, trace, of_place[place]);
    fit.templates[static_cast<size_t>(index)].weight += weight_of(traces, i);
    fit.places[place].push_back({number_of(fit, trace.block), index});
  }
  const auto main =
      std::max_element(fit.templates.begin(), fit.templates.end(),
                       [](const Template& a, const Template& b) { return a.weight < b.weight; });
  for (std::vector<PlacedSample>& place : fit.places) {
    if (place.empty()) place.push_back({0, static_cast<int32_t>(main - fit.templates.begin())});
    std::stable_sort(place.begin(), place.end(), [](const PlacedSample& a, const PlacedSample& b) {
      return a.number < b.number;
    });
  }
}

// Requests and sectors per site, as the samples of each place have them on average.
void count_sectors(Fit& fit, const TraceSet& traces, Footprints& footprints) {
  for (Template& made : fit.templates) {
    made.sectors.assign(traces.sites.size(), 0);
    made.requests.assign(traces.sites.size(), 0);
  }
  for (size_t i = 0; i < traces.blocks.size(); ++i) {
    const BlockTrace& trace = traces.blocks[i];
    const double weight = weight_of(traces, i);
    Template& made = fit.templates[static_cast<size_t>(template_of(fit, trace.block))];
    const double share = made.weight > 0 ? weight / made.weight : 0;
    for (const Access& access : trace.accesses) {
      if (access.site >= traces.sites.size()) continue;
      const AccessKind kind = traces.sites[access.site].kind;
      const bool atomic = kind == AccessKind::Atomic || kind == AccessKind::Reduction;
      const Footprint& footprint = footprints.at(access.pattern, access.base);
      const int32_t sectors = atomic ? footprint.n_atomic_sectors : footprint.n_sectors;
      made.sectors[access.site] += share * sectors * access.repeat;
      made.requests[access.site] += share * access.repeat;
    }
  }
}

// One draw for the irregular sites of a buffer, so that they move together; sites of
// which the buffer is not known have one each.
void number_draws(Fit& fit, const TraceSet& traces) {
  std::map<std::pair<int32_t, size_t>, int32_t> numbers;
  fit.draw_of.assign(traces.sites.size(), -1);
  for (size_t s = 0; s < traces.sites.size(); ++s) {
    if (fit.site_affine[s] != 0) continue;
    const int32_t buffer = traces.sites[s].buffer;
    const auto next = static_cast<int32_t>(numbers.size());
    fit.draw_of[s] = numbers.try_emplace({buffer, buffer < 0 ? s : 0}, next).first->second;
  }
  fit.draws.assign(numbers.size(), {});
}

// Sectors where a sample's irregular accesses begin a line, by draw; sorted, each once.
std::vector<std::vector<uint64_t>> irregular_sectors(const Fit& fit, const BlockTrace& trace,
                                                     Footprints& footprints, size_t most) {
  std::vector<std::vector<uint64_t>> sectors(fit.draws.size());
  for (const Access& access : trace.accesses) {
    const int32_t draw = access.site < fit.draw_of.size() ? fit.draw_of[access.site] : -1;
    if (draw < 0) continue;
    std::vector<uint64_t>& own = sectors[static_cast<size_t>(draw)];
    const uint64_t last =
        access.base + static_cast<uint64_t>(access.stride) * (std::max(access.repeat, 1U) - 1);
    if (own.size() >= most) continue;
    for (const Part& part : footprints.at(access.pattern, access.base).parts)
      own.push_back(first_sector(access.base / kLineBytes, part));
    if (access.repeat > 1) own.push_back(last / kSectorBytes);
  }
  for (std::vector<uint64_t>& own : sectors) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return sectors;
}

// The windows are narrow beside all that is touched, or they cover it.
void finish_draw(BufferDraw& draw, std::vector<uint64_t>& touched) {
  std::stable_sort(draw.windows.begin(), draw.windows.end(),
                   [](const auto& a, const auto& b) { return a.block < b.block; });
  double width = 0;
  for (const BufferDraw::Window& window : draw.windows) {
    draw.low = std::min(draw.low, window.low);
    draw.high = std::max(draw.high, window.high);
    width += static_cast<double>(window.high - window.low);
  }
  const auto n_windows = static_cast<double>(draw.windows.size());
  draw.moves = width < kNarrowWindow * n_windows * static_cast<double>(draw.high - draw.low);
  // Every sample has a sector at most once, so its number is that of the samples.
  std::sort(touched.begin(), touched.end());
  const size_t most_samples = draw.windows.size() - draw.windows.size() / 5;
  for (auto it = touched.begin(); draw.windows.size() > 2 && it != touched.end();) {
    const auto end = std::upper_bound(it, touched.end(), *it);
    if (static_cast<size_t>(end - it) >= most_samples) draw.shared.push_back(*it);
    it = end;
  }
}

void describe_draws(Fit& fit, const TraceSet& traces, Footprints& footprints) {
  number_draws(fit, traces);
  if (fit.draws.empty()) return;
  const size_t most = kMaxDrawLines / traces.blocks.size() + 1;
  std::vector<std::vector<uint64_t>> touched(fit.draws.size());
  for (const BlockTrace& trace : traces.blocks) {
    const std::vector<std::vector<uint64_t>> sectors =
        irregular_sectors(fit, trace, footprints, most);
    for (size_t d = 0; d < sectors.size(); ++d) {
      if (sectors[d].empty()) continue;
      fit.draws[d].windows.push_back({number_of(fit, trace.block),
                                      sectors[d].front() / kSectorsPerLine,
                                      sectors[d].back() / kSectorsPerLine});
      touched[d].insert(touched[d].end(), sectors[d].begin(), sectors[d].end());
    }
  }
  for (size_t d = 0; d < fit.draws.size(); ++d)
    finish_draw(fit.draws[d], touched[d]);
}

void judge_sites(Fit& fit, const TraceSet& traces) {
  fit.site_affine.assign(traces.sites.size(), 1);
  for (const Template& made : fit.templates) {
    for (size_t i = 0; i < made.steps.size(); ++i) {
      const uint32_t site = made.trace->accesses[i].site;
      if (made.steps[i] == kIrregular && site < fit.site_affine.size()) fit.site_affine[site] = 0;
    }
  }
  double all = 0;
  double affine = 0;
  for (const Template& made : fit.templates) {
    for (size_t s = 0; s < made.sectors.size(); ++s) {
      all += made.weight * made.sectors[s];
      affine += fit.site_affine[s] != 0 ? made.weight * made.sectors[s] : 0;
    }
  }
  fit.affine_share = all > 0 ? affine / all : 1;
}

// An irregular access to a line that a regular one of its block touches, too, moves with
// it: a store under a condition to what was read, for one.
void follow_regular(Template& made, const TraceSet& traces) {
  const std::vector<Access>& accesses = made.trace->accesses;
  if (std::find(made.steps.begin(), made.steps.end(), kIrregular) == made.steps.end()) return;
  std::vector<std::pair<uint64_t, int32_t>> regular;  // line, steps
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (made.steps[i] >= 0 && accesses[i].site < traces.sites.size())
      regular.emplace_back(accesses[i].base / kLineBytes, made.steps[i]);
  }
  std::sort(regular.begin(), regular.end());
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (made.steps[i] >= 0) continue;
    const uint64_t line = accesses[i].base / kLineBytes;
    const auto it = std::lower_bound(regular.begin(), regular.end(), std::pair(line, 0));
    if (it != regular.end() && it->first == line) made.steps[i] = it->second;
  }
}

}  // namespace

Fit fit_launch(const TraceSet& traces, Footprints& footprints) {
  Fit fit;
  double n_blocks = 1;
  for (size_t d = 0; d < 3; ++d) {
    fit.grid[d] = std::max<int64_t>(1, traces.grid[d]);
    n_blocks *= static_cast<double>(fit.grid[d]);
  }
  fit.n_blocks = static_cast<int64_t>(std::min(n_blocks, 4e18));
  if (traces.blocks.empty()) return fit;
  fit.fixed_steps = intern_steps(fit, {0, 0, 0});
  fit.by_lanes = lanes_tell_kinds(traces);
  choose_templates(fit, traces);
  for (Template& made : fit.templates)
    fit_template(fit, traces, made);
  count_sectors(fit, traces, footprints);
  judge_sites(fit, traces);
  describe_draws(fit, traces, footprints);
  for (Template& made : fit.templates)
    follow_regular(made, traces);
  return fit;
}

std::array<int64_t, 3> block_at(const Fit& fit, int64_t number) {
  return {number % fit.grid[0], number / fit.grid[0] % fit.grid[1],
          number / fit.grid[0] / fit.grid[1]};
}

int32_t template_of(const Fit& fit, const std::array<int64_t, 3>& block) {
  const std::vector<PlacedSample>& samples =
      fit.places[static_cast<size_t>(place_of(fit.grid, block))];
  if (samples.size() == 1) return samples.front().block_template;
  const int64_t number = number_of(fit, block);
  auto after =
      std::lower_bound(samples.begin(), samples.end(), number,
                       [](const PlacedSample& sample, int64_t n) { return sample.number < n; });
  if (after == samples.end() ||
      (after != samples.begin() && number - (after - 1)->number <= after->number - number))
    --after;
  return after->block_template;
}

int64_t number_of(const Fit& fit, const std::array<int64_t, 3>& block) {
  const auto x = static_cast<uint64_t>(block[0]);
  const auto y = static_cast<uint64_t>(block[1]);
  const auto z = static_cast<uint64_t>(block[2]);
  const auto width = static_cast<uint64_t>(fit.grid[0]);
  return static_cast<int64_t>(x + width * (y + static_cast<uint64_t>(fit.grid[1]) * z));
}

int64_t displacement(const Fit& fit, int32_t steps, const std::array<int64_t, 3>& block,
                     const std::array<int64_t, 3>& from) {
  uint64_t sum = 0;
  for (size_t d = 0; d < 3; ++d) {
    sum += static_cast<uint64_t>(fit.steps[static_cast<size_t>(steps)][d]) *
           static_cast<uint64_t>(block[d] - from[d]);
  }
  return static_cast<int64_t>(sum);
}

namespace {

// The first line of a block's window: between the sampled blocks it moves evenly.
uint64_t window_start(const BufferDraw& draw, int64_t block) {
  const auto after =
      std::lower_bound(draw.windows.begin(), draw.windows.end(), block,
                       [](const BufferDraw::Window& w, int64_t b) { return w.block < b; });
  if (after == draw.windows.end()) return draw.windows.back().low;
  if (after->block == block || after == draw.windows.begin()) return after->low;
  const BufferDraw::Window& before = *(after - 1);
  const double t =
      static_cast<double>(block - before.block) / static_cast<double>(after->block - before.block);
  return static_cast<uint64_t>(static_cast<double>(before.low) * (1 - t) +
                               static_cast<double>(after->low) * t);
}

}  // namespace

Shift draw_shift(const BufferDraw& draw, int64_t block, int64_t from) {
  if (draw.windows.empty() || block == from) return {};
  if (draw.moves) return {.lines = window_start(draw, block) - window_start(draw, from)};
  const uint64_t span = draw.high - draw.low + 1;
  if (span == 0) return {};
  const uint64_t lines = mix_bits(static_cast<uint64_t>(block) ^ mix_bits(draw.low)) % span;
  return {.lines = lines, .wrap_above = draw.high - lines, .span = span};
}

}  // namespace kcast
