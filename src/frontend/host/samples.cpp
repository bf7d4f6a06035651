#include "frontend/host/samples.h"

#include <algorithm>
#include <cmath>

namespace kcast::host {

namespace {

constexpr int kRuns = 48;                       // of rounds one after the other
constexpr int64_t kRunLength = 3;               // rounds
constexpr int kNestedRuns = 12;                 // of a loop inside another
constexpr int kInnerRuns = 3;                   // of a loop inside a round that is picked out
constexpr uint64_t kRunsBudget = 40'000;        // steps
constexpr uint64_t kInnerRunsBudget = 1'000;    // steps
constexpr int kDriftRuns = 16;                  // that measure how fast numbers grow
constexpr int kNestedDriftRuns = 4;             // of a loop inside another
constexpr uint64_t kDriftBudget = 150'000;      // steps: rounds of an outermost loop have loops
constexpr uint64_t kInnerDriftBudget = 8'000;   // steps, in a round that is picked out
constexpr uint64_t kDriftShare = 3;             // the part of the steps that are left, at most
constexpr int64_t kPickedBlocks = 3;            // whose launches stand for those of all blocks
constexpr int64_t kLargestScalarObject = 256;   // bytes: a variable, not an array
constexpr double kGoldenPart = 0.618033988749;  // spreads rounds evenly, however many there are

// The first round of a run.
int64_t round_of_run(int run, int64_t rounds) {
  const double part = (run + 1) * kGoldenPart;
  const double at = (part - std::floor(part)) * static_cast<double>(rounds);
  return std::clamp(static_cast<int64_t>(at), int64_t{0},
                    std::max(rounds - kRunLength, int64_t{0}));
}

// How a number moved in a measurement: before it, and after each run.
struct Course {
  uint32_t object = 0;
  int64_t offset = 0;
  Shape shape;
  std::vector<double> marks;
};

// The number after so many rounds; nothing if it does not move like a sum in each quarter.
std::optional<double> extrapolated(const Course& course, double rounds) {
  constexpr size_t kParts = 4;
  const size_t runs = (course.marks.size() - 1) / kParts * kParts;
  const double start = course.marks.front();
  const double way = course.marks[runs] - start;
  bool is_even = way != 0;
  bool rests = true;
  for (size_t i = 0; i < kParts; ++i) {
    const double before = course.marks[runs / kParts * i];
    const double after = course.marks[runs / kParts * (i + 1)];
    const double part = (after - before) / way * static_cast<double>(kParts);
    is_even &= part > 0.4 && part < 2.5;
    rests &= i == 0 || after == before;
  }
  const auto measured = static_cast<double>(static_cast<int64_t>(runs) * kRunLength);
  if (is_even) return start + way / measured * rounds;
  // The largest or smallest of many numbers is soon met.
  if (rests) return course.marks.back();
  return std::nullopt;
}

bool needs_samples(const ContentProfile& profile) {
  if (profile.written.kind == PatternKind::None) {
    return profile.ground.kind == PatternKind::Unknown;
  }
  return !is_certain(profile.written);
}

}  // namespace

// Numbers that move evenly are what they are in this round, counted from now on.
void LoopSamples::place_lines(const LoopBlocks& blocks, const LoopGuess& guess, int64_t round) {
  for (const auto& [id, content] : guess) {
    const bool moves =
        std::any_of(content->cells.begin(), content->cells.end(),
                    [&](const MemoryCell& c) { return c.value.loop == blocks.loop; });
    if (!moves) continue;
    auto placed = std::make_shared<MemoryContent>(memory_.content(id));
    for (MemoryCell& cell : placed->cells) {
      const MemoryCell* line = cell_like(*content, cell);
      if (line == nullptr || line->value.loop != blocks.loop) continue;
      const int64_t now = line->value.integer + line->value.step * round;
      cell.value = line->value.is_pointer() ? pointer_value(line->value.object, now)
                                            : integer_value(now, shape_of_cell(*line));
    }
    memory_.replace(id, std::move(placed));
  }
}

EvalValue LoopSamples::number_at(uint32_t object, int64_t offset, uint32_t bytes) const {
  const MemoryCell wanted{offset, bytes, {}};
  const MemoryCell* cell = cell_like(memory_.content(object), wanted);
  return cell != nullptr ? cell->value : EvalValue();
}

bool LoopSamples::run_sampled(const LoopParts& parts, const LoopBlocks& blocks,
                              const LoopGuess& guess, int64_t round,
                              const std::vector<LoopDrift>& drifts) {
  place_lines(blocks, guess, round);
  const auto part = static_cast<double>(round) /
                    (static_cast<double>(blocks.length) * static_cast<double>(blocks.count));
  for (const LoopDrift& drift : drifts) {
    auto placed = std::make_shared<MemoryContent>(memory_.content(drift.object));
    for (MemoryCell& cell : placed->cells) {
      if (cell.offset != drift.offset || !cell.value.is_integer()) continue;
      const double way = static_cast<double>(drift.value - drift.start) * part;
      cell.value = integer_value(drift.start + std::llround(way), shape_of_cell(cell));
    }
    memory_.replace(drift.object, std::move(placed));
  }
  for (int64_t i = 0; i < kRunLength; ++i) {
    CauseSet ignored = 0;
    if (rounds_.loop_condition(parts, &ignored) == Truth::False) return i > 0;
    if (control_.halted() || rounds_.run_round(parts) != Flow::Next || control_.halted() ||
        doubt_.loop_may_be_left)
      return false;
  }
  return true;
}

// How far sums get: they grow in the skipped rounds as they do in those that are picked out.
std::vector<LoopDrift> LoopSamples::measure_drifts(const LoopParts& parts, const LoopBlocks& blocks,
                                                   const LoopGuess& guess) {
  std::vector<Course> courses;
  for (const auto& [id, content] : guess) {
    const MemoryObject& object = memory_.object(id);
    if (object.bytes < 0 || object.bytes > kLargestScalarObject) continue;
    for (const MemoryCell& cell : content->cells) {
      const EvalValue now = number_at(id, cell.offset, cell.bytes);
      if (!cell.value.is_unknown() || !now.is_integer()) continue;
      courses.push_back({id,
                         cell.offset,
                         {ValueKind::Integer, now.is_unsigned, now.bits == 1, now.bits, cell.bytes},
                         {static_cast<double>(now.integer)}});
    }
  }
  if (courses.empty()) return {};
  const int64_t rounds = blocks.length * blocks.count;
  std::vector<LaunchRecord> ignored;
  const int runs = trials_.watched > 1 ? kNestedDriftRuns : kDriftRuns;
  const uint64_t budget = memory_.is_sampling()  ? kInnerDriftBudget
                          : trials_.watched == 1 ? kDriftBudget
                                                 : kRunsBudget;
  const uint64_t left = control_.deadline - std::min(control_.deadline, control_.steps);
  Trial trial = rounds_.trial(std::min(budget, left / kDriftShare), &ignored);
  const double outer_weight = memory_.sample(1);
  int done = 0;
  for (; done < runs; ++done) {
    if (!run_sampled(parts, blocks, guess, round_of_run(done, rounds), {})) break;
    for (Course& course : courses) {
      const EvalValue now = number_at(course.object, course.offset, course.shape.bytes);
      course.marks.push_back(now.is_integer() ? static_cast<double>(now.integer) : NAN);
    }
  }
  memory_.sample(outer_weight);
  if (done < kNestedDriftRuns) return {};
  std::vector<LoopDrift> drifts;
  for (const Course& course : courses) {
    const auto end = extrapolated(course, static_cast<double>(rounds));
    constexpr double kFarthest = 1e15;
    if (!end || !(std::abs(*end) < kFarthest)) continue;
    drifts.push_back({course.object, course.offset, course.shape,
                      std::llround(course.marks.front()), std::llround(*end)});
  }
  return drifts;
}

// Leaves samples of what the loop writes in the guess.
std::vector<LoopDrift> LoopSamples::sample_rounds(const LoopParts& parts, const LoopBlocks& blocks,
                                                  LoopGuess& guess) {
  const bool is_inner = memory_.is_sampling();
  const std::vector<LoopDrift> drifts = measure_drifts(parts, blocks, guess);
  const bool is_needed = std::any_of(guess.begin(), guess.end(), [](const auto& entry) {
    return needs_samples(entry.second->profile);
  });
  if (!is_needed || control_.halted()) return drifts;
  const int64_t rounds = blocks.length * blocks.count;
  // A loop inside another is met again and again.
  const bool is_nested = trials_.watched > 1;
  const int runs = is_inner ? kInnerRuns : (is_nested ? kNestedRuns : kRuns);
  std::vector<LaunchRecord> ignored;
  if (!is_inner) memory_.forget_drawn();
  MemoryDelta after;
  {
    Trial trial = rounds_.trial(is_inner ? kInnerRunsBudget : kRunsBudget, &ignored);
    const double outer = memory_.sample_weight();
    const double stands_for = static_cast<double>(rounds) / static_cast<double>(runs * kRunLength);
    memory_.sample(std::max(outer, 1.0) * stands_for);
    for (int run = 0; run < runs; ++run) {
      if (!run_sampled(parts, blocks, guess, round_of_run(run, rounds), drifts)) break;
    }
    memory_.sample(outer);
    after = trial.undo();
  }
  const std::set<uint32_t>& drawn = memory_.drawn_from();
  for (const auto& [id, content] : after) {
    const auto found = guess.find(id);
    if (found == guess.end() || memory_.object(id).is_dead) continue;
    auto noted = std::make_shared<MemoryContent>(*found->second);
    Pattern& written = noted->profile.written;
    written.samples = content->profile.written.samples;
    written.samples.is_chained |= drawn.contains(id);
    if (written.kind == PatternKind::None && !written.samples.kept.empty()) {
      written.kind = PatternKind::Unknown;
    }
    found->second = std::move(noted);
  }
  return drifts;
}

// Launches whose values differ from round to round: those of a few blocks stand for the rest.
std::vector<PickedLaunches> LoopSamples::pick_launches(const LoopParts& parts,
                                                       const LoopBlocks& blocks,
                                                       const LoopGuess& guess) {
  const int64_t picks = std::min(kPickedBlocks, blocks.count);
  std::vector<PickedLaunches> out;
  for (int64_t i = 0; i < picks; ++i) {
    const int64_t begin = blocks.count * i / picks;
    const int64_t end = blocks.count * (i + 1) / picks;
    std::vector<LaunchRecord> made;
    Trial trial = rounds_.trial(kRunsBudget, &made);
    place_lines(blocks, guess, (begin + end) / 2 * blocks.length);
    bool is_whole = true;
    for (int64_t round = 0; round < blocks.length && is_whole; ++round) {
      CauseSet ignored = 0;
      is_whole = rounds_.loop_condition(parts, &ignored) != Truth::False && !control_.halted() &&
                 rounds_.run_round(parts) == Flow::Next && !control_.halted() &&
                 !doubt_.loop_may_be_left;
    }
    if (!is_whole) return {};
    for (LaunchRecord& record : made)
      record.launch.note = kVaryingNote;
    out.push_back({std::move(made), end - begin});
  }
  return out;
}

// The numbers are estimates: they keep the cause for which they are not known.
void LoopSamples::settle_drifts(const std::vector<LoopDrift>& drifts) {
  for (const LoopDrift& drift : drifts) {
    auto ended = std::make_shared<MemoryContent>(memory_.content(drift.object));
    for (MemoryCell& cell : ended->cells) {
      if (cell.offset != drift.offset || !cell.value.is_unknown()) continue;
      const CauseSet causes = cell.value.causes;
      cell.value = integer_value(drift.value, drift.shape);
      cell.value.causes = causes;
    }
    memory_.replace(drift.object, std::move(ended));
  }
}

}  // namespace kcast::host
