#include "analyze/memory/fit.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace kcast::memory {
namespace {

constexpr size_t kMaxTemplatesOfPlace = 6;
constexpr size_t kMaxDrawLines = 16384;  // looked at, per buffer
constexpr double kNarrowWindow = 0.5;    // of all that is touched
constexpr size_t kMostSiteSteps = 8;     // remembered, of one site
constexpr size_t kMostNearSteps = 16;    // tried
constexpr int64_t kLanes = 32;
constexpr int kMostSearches = 4;  // for divisors, in vain

using Block = std::array<int64_t, 3>;

int32_t intern_steps(Fit& fit, const BlockSteps& steps) {
  const auto it = std::find(fit.steps.begin(), fit.steps.end(), steps);
  if (it != fit.steps.end()) return static_cast<int32_t>(it - fit.steps.begin());
  fit.steps.push_back(steps);
  return static_cast<int32_t>(fit.steps.size()) - 1;
}

// Steps that accesses of each site were found to have.
using SiteSteps = std::vector<std::vector<int32_t>>;

// Takes the steps of accesses one after another, in the order of a template's trace.
class TemplateFitter {
 public:
  TemplateFitter(Fit& fit, const exec::TraceSet& traces, SiteSteps& known)
      : fit_(fit), traces_(traces), known_(known) {}

  void run(Template& made, const StepFitter& fitter) {
    const std::vector<exec::Access>& accesses = made.trace->accesses;
    made.steps.reserve(accesses.size());
    for (size_t i = 0; i < accesses.size(); ++i) {
      const uint32_t site = accesses[i].site;
      int32_t index = plain_steps(fitter, i);
      if (index < 0 && site < known_.size()) index = known_steps(fitter, i, known_[site]);
      if (index < 0 && site < known_.size()) index = divided_steps(fitter, i, site);
      if (index < 0 && site < known_.size()) index = near_steps(fitter, i, traces_.sites[site]);
      made.steps.push_back(index);
      if (index >= 0 && site < known_.size()) remember(known_[site], index);
    }
  }

 private:
  int32_t interned(const std::optional<BlockSteps>& steps) {
    if (!steps) return kIrregular;
    if (last_ < 0 || fit_.steps[static_cast<size_t>(last_)] != *steps)
      last_ = intern_steps(fit_, *steps);
    return last_;
  }

  int32_t plain_steps(const StepFitter& fitter, size_t access) {
    return interned(fitter.fit_plain(access));
  }

  // A sample that is the only one of its kind moves as its site does in other blocks.
  int32_t known_steps(const StepFitter& fitter, size_t access,
                      const std::vector<int32_t>& known) const {
    const auto it = std::find_if(known.begin(), known.end(), [&](int32_t index) {
      return fitter.confirms(access, fit_.coordinates, fit_.steps[static_cast<size_t>(index)]);
    });
    return it == known.end() ? kIrregular : *it;
  }

  // With quotients of the coordinates. They are looked for once per site, and in vain only
  // a few times.
  int32_t divided_steps(const StepFitter& fitter, size_t access, uint32_t site) {
    if (!fitter.any_alike() || traces_.sites[site].follows_data) return kIrregular;
    if (fit_.coordinates.size() > 3) {
      const int32_t index = interned(fitter.fit_all(access, fit_.coordinates));
      if (index >= 0) return index;
    }
    searched_.resize(known_.size(), 0);
    if (searched_[site] != 0 || n_vain_ >= kMostSearches) return kIrregular;
    searched_[site] = 1;
    const std::optional<Coordinates> found = fitter.find_quotients(access, fit_.coordinates);
    if (!found) {
      ++n_vain_;
      return kIrregular;
    }
    fit_.coordinates = *found;
    return interned(fitter.fit_all(access, fit_.coordinates));
  }

  // Which lanes are active does not follow from the block; where they lie does, as near as
  // the lanes of a warp are.
  int32_t near_steps(const StepFitter& fitter, size_t access, const exec::Site& site) const {
    const size_t n_tried = std::min(fit_.steps.size(), kMostNearSteps);
    for (size_t k = 0; k < n_tried; ++k) {
      if (fitter.nearly_confirms(access, fit_.coordinates, fit_.steps[k], kLanes * site.bytes))
        return static_cast<int32_t>(k);
    }
    return kIrregular;
  }

  static void remember(std::vector<int32_t>& known, int32_t index) {
    if (known.size() < kMostSiteSteps &&
        std::find(known.begin(), known.end(), index) == known.end())
      known.push_back(index);
  }

  Fit& fit_;
  const exec::TraceSet& traces_;
  SiteSteps& known_;
  int32_t last_ = kIrregular;
  std::vector<uint8_t> searched_;  // per site
  int n_vain_ = 0;
};

// First those that several samples share: they know most.
void fit_templates(Fit& fit, const exec::TraceSet& traces) {
  SiteSteps known(traces.sites.size());
  TemplateFitter templates(fit, traces, known);
  for (const bool shared : {true, false}) {
    for (Template& made : fit.templates) {
      if ((made.n_samples > 1) != shared) continue;
      templates.run(made, StepFitter(traces, fit.grid, *made.trace, fit.by_lanes));
    }
  }
}

double weight_of(const exec::TraceSet& traces, size_t sample) {
  return sample < traces.weights.size() ? std::max(0.0, traces.weights[sample]) : 1.0;
}

// Whether blocks of one kind have the same lanes active, at the same distances, as most
// others: then those that differ are of another kind, and not the rule.
bool lanes_tell_kinds(const exec::TraceSet& traces) {
  std::vector<const exec::BlockTrace*> kinds;
  for (const exec::BlockTrace& trace : traces.blocks) {
    const auto alike = [&](const exec::BlockTrace* kind) { return run_alike(*kind, trace, true); };
    if (std::none_of(kinds.begin(), kinds.end(), alike)) kinds.push_back(&trace);
    if (kinds.size() * 2 > traces.blocks.size()) return false;
  }
  return true;
}

// The template of a sample: one of its place that runs alike, or a new one while there
// are few, or else the place's first.
int32_t template_for(Fit& fit, const exec::BlockTrace& trace, std::vector<int32_t>& of_place) {
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
void choose_templates(Fit& fit, const exec::TraceSet& traces) {
  std::vector<size_t> order(traces.blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weight_of(traces, a) > weight_of(traces, b); });
  std::array<std::vector<int32_t>, 27> of_place;
  for (const size_t i : order) {
    const exec::BlockTrace& trace = traces.blocks[i];
    const auto place = static_cast<size_t>(place_of(fit.grid, trace.block));
    const int32_t index = template_for(fit, trace, of_place[place]);
    fit.templates[static_cast<size_t>(index)].weight += weight_of(traces, i);
    ++fit.templates[static_cast<size_t>(index)].n_samples;
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
void count_sectors(Fit& fit, const exec::TraceSet& traces, Footprints& footprints) {
  for (Template& made : fit.templates) {
    made.sectors.assign(traces.sites.size(), 0);
    made.requests.assign(traces.sites.size(), 0);
  }
  for (size_t i = 0; i < traces.blocks.size(); ++i) {
    const exec::BlockTrace& trace = traces.blocks[i];
    const double weight = weight_of(traces, i);
    Template& made = fit.templates[static_cast<size_t>(template_of(fit, trace.block))];
    const double share = made.weight > 0 ? weight / made.weight : 0;
    for (const exec::Access& access : trace.accesses) {
      if (access.site >= traces.sites.size()) continue;
      const exec::AccessKind kind = traces.sites[access.site].kind;
      const bool atomic = kind == exec::AccessKind::Atomic || kind == exec::AccessKind::Reduction;
      const Footprint& footprint = footprints.at(access.pattern, access.base);
      const int32_t sectors = atomic ? footprint.n_atomic_sectors : footprint.n_sectors;
      const double requests = exec::requests_of(trace, access);
      made.sectors[access.site] += share * sectors * requests;
      made.requests[access.site] += share * requests;
    }
  }
}

// One draw for the irregular sites of a buffer, so that they move together; sites of
// which the buffer is not known have one each.
void number_draws(Fit& fit, const exec::TraceSet& traces) {
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
std::vector<std::vector<uint64_t>> irregular_sectors(const Fit& fit, const exec::BlockTrace& trace,
                                                     Footprints& footprints, size_t most) {
  std::vector<std::vector<uint64_t>> sectors(fit.draws.size());
  for (const exec::Access& access : trace.accesses) {
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

void describe_draws(Fit& fit, const exec::TraceSet& traces, Footprints& footprints) {
  number_draws(fit, traces);
  if (fit.draws.empty()) return;
  const size_t most = kMaxDrawLines / traces.blocks.size() + 1;
  std::vector<std::vector<uint64_t>> touched(fit.draws.size());
  for (const exec::BlockTrace& trace : traces.blocks) {
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

// A site with an irregular access in any template is not affine; of its sectors those
// count that the template's irregular accesses have.
void judge_sites(Fit& fit, const exec::TraceSet& traces, Footprints& footprints) {
  fit.site_affine.assign(traces.sites.size(), 1);
  double all = 0;
  double irregular = 0;
  double data = 0;
  for (const Template& made : fit.templates) {
    std::vector<double> own(traces.sites.size(), 0);
    std::vector<double> own_irregular(traces.sites.size(), 0);
    for (size_t i = 0; i < made.steps.size(); ++i) {
      const exec::Access& access = made.trace->accesses[i];
      if (access.site >= traces.sites.size()) continue;
      const double sectors =
          1.0 * footprints.at(access.pattern, access.base).n_sectors * access.repeat;
      own[access.site] += sectors;
      if (made.steps[i] != kIrregular) continue;
      own_irregular[access.site] += sectors;
      fit.site_affine[access.site] = 0;
    }
    for (size_t s = 0; s < made.sectors.size(); ++s) {
      all += made.weight * made.sectors[s];
      const double share = own[s] > 0 ? own_irregular[s] / own[s] : 0;
      irregular += made.weight * made.sectors[s] * share;
      data += traces.sites[s].follows_data ? made.weight * made.sectors[s] * share : 0;
    }
  }
  fit.affine_share = all > 0 ? 1 - irregular / all : 1;
  fit.data_share = all > 0 ? data / all : 0;
}

// An irregular access to a line that a regular one of its block touches, too, moves with
// it: a store under a condition to what was read, for one.
void follow_regular(Template& made, const exec::TraceSet& traces) {
  const std::vector<exec::Access>& accesses = made.trace->accesses;
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

Fit fit_launch(const exec::TraceSet& traces, Footprints& footprints) {
  Fit fit;
  double n_blocks = 1;
  for (size_t d = 0; d < 3; ++d) {
    fit.grid[d] = std::max<int64_t>(1, traces.grid[d]);
    n_blocks *= static_cast<double>(fit.grid[d]);
  }
  fit.n_blocks = static_cast<int64_t>(std::min(n_blocks, 4e18));
  if (traces.blocks.empty()) return fit;
  fit.fixed_steps = intern_steps(fit, {});
  fit.by_lanes = lanes_tell_kinds(traces);
  choose_templates(fit, traces);
  fit_templates(fit, traces);
  count_sectors(fit, traces, footprints);
  judge_sites(fit, traces, footprints);
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
  return displacement(fit.coordinates, fit.steps[static_cast<size_t>(steps)], block, from);
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

}  // namespace kcast::memory
