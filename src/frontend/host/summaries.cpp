#include "frontend/host/summaries.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <cmath>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

constexpr uint64_t kPlainBudget = 60'000;   // steps for a loop that launches nothing
constexpr uint64_t kLaunchBudget = 20'000;  // steps for a loop that launches
constexpr uint64_t kExactBudget = 600'000;  // steps that exact counts of launches are worth
constexpr uint64_t kSampledBudget = 400;    // steps for a loop in a round that is picked out
constexpr uint64_t kTrialBudget = 100'000;  // steps for trying out one block
constexpr int kTrials = 8;
constexpr int64_t kMostLaunches = int64_t{1} << 50;
constexpr int64_t kEveryRound = int64_t{1} << 62;  // of a test that no round fails

// How often `value op 0` holds when the value starts as `now` and changes by `step`.
std::optional<int64_t> rounds_to_zero(BinaryOperatorKind op, int64_t now, int64_t step) {
  bool upwards = step > 0;
  bool is_behind = upwards ? now < 0 : now > 0;
  uint64_t distance = now < 0 ? -static_cast<uint64_t>(now) : static_cast<uint64_t>(now);
  uint64_t width = upwards ? static_cast<uint64_t>(step) : -static_cast<uint64_t>(step);
  uint64_t rounds = 0;
  if (op == (upwards ? BO_LT : BO_GT) && is_behind) {
    rounds = (distance + width - 1) / width;
  } else if (op == (upwards ? BO_LE : BO_GE) && (is_behind || now == 0)) {
    rounds = distance / width + 1;
  } else if (op == BO_NE && is_behind && distance % width == 0) {
    rounds = distance / width;
  }
  if (rounds == 0 || rounds > (uint64_t{1} << 62)) return std::nullopt;
  return static_cast<int64_t>(rounds);
}

}  // namespace

void LoopSummaries::watch_loop(const LoopParts& parts, LoopWatch& watch) {
  int64_t due = 1 + watch.block * static_cast<int64_t>(watch.looks.size() + 1);
  if (watch.round < due || watch.looks.size() >= 3) return;
  if (watch.looks.empty()) {
    watch.look_step = control_.steps;
    watch.look_launches = launched_.made;
  }
  std::map<uint32_t, ContentRef> look;
  for (const auto& [id, content] : memory_.journals().last()) {
    if (!memory_.object(id).is_dead) look[id] = memory_.share(id);
  }
  watch.looks.push_back(std::move(look));
  if (watch.looks.size() < 3) return;
  watch.origin = memory_.journals().last();
  skip_rounds(parts, watch);
  watch.is_allowed = false;
}

void LoopSummaries::skip_rounds(const LoopParts& parts, LoopWatch& watch) {
  bool launches = launched_.made != watch.look_launches;
  uint64_t cost = (control_.steps - watch.look_step) / static_cast<uint64_t>(2 * watch.block) + 1;
  uint64_t budget = launches ? kLaunchBudget : kPlainBudget;
  for (int i = 1; i < trials_.watched && !launches; ++i)
    budget /= 16;
  if (memory_.is_sampling()) budget = std::min(budget, kSampledBudget);
  LoopBlocks blocks{++trials_.guessed, watch.block, 1};
  std::optional<int64_t> left =
      rounds_left(parts, guesses_.guess_rounds(watch, blocks), blocks.loop);
  if (!left || *left <= blocks.length || static_cast<uint64_t>(*left) < budget / cost) return;
  if (launches && *left > kMostLaunches) return;
  blocks.count = (*left - 1) / blocks.length;
  LoopGuess guess = guesses_.guess_rounds(watch, blocks);
  size_t mattered = launched_.mattered.size();
  std::vector<LaunchRecord> made;
  bool holds =
      settle_guess(parts, blocks, guess, &made) && rounds_left(parts, guess, blocks.loop) == left;
  auto is_counted = [](const LaunchRecord& entry) { return entry.count_known; };
  bool exact = std::all_of(made.begin(), made.end(), is_counted);
  bool affordable = !exact && static_cast<uint64_t>(*left) < kExactBudget / cost;
  if (!holds || affordable) {
    launched_.mattered.resize(mattered);
    return;
  }
  const std::vector<LoopDrift> drifts = launches || trials_.depth > 0
                                            ? std::vector<LoopDrift>()
                                            : samples_.sample_rounds(parts, blocks, guess);
  std::vector<PickedLaunches> picked;
  auto varies = [](const LaunchRecord& entry) { return entry.launch.note == kVaryingNote; };
  if (exact && trials_.depth == 0 && std::any_of(made.begin(), made.end(), varies)) {
    picked = samples_.pick_launches(parts, blocks, guess);
    if (!picked.empty()) made.clear();
  }
  guesses_.finish_rounds(guess, blocks, watch);
  samples_.settle_drifts(drifts);
  add_skipped(std::move(made), blocks.count);
  for (auto& [records, times] : picked)
    add_skipped(std::move(records), times);
}

void LoopSummaries::add_skipped(std::vector<LaunchRecord> made, int64_t times) {
  for (LaunchRecord& entry : made) {
    bool is_large = entry.count > kMostLaunches / times;
    entry.count = is_large ? kMostLaunches : entry.count * times;
    records_.add_record(std::move(entry));
  }
}

bool LoopSummaries::settle_guess(const LoopParts& parts, const LoopBlocks& blocks, LoopGuess& guess,
                                 std::vector<LaunchRecord>* launches) {
  size_t mattered = launched_.mattered.size();
  for (int trial = 0; trial < kTrials; ++trial) {
    launches->clear();
    launched_.mattered.resize(mattered);
    MemoryDelta after;
    uint64_t before = memory_.created();
    if (!run_block(parts, blocks, guess, &after, launches)) return false;
    // Objects that the block made are not reached from the state before it.
    std::erase_if(after, [&](const auto& entry) {
      const MemoryObject& object = memory_.object(entry.first);
      return object.is_dead || object.serial > before;
    });
    bool settles = !guesses_.weaken(blocks, guess, after, trial >= kTrials / 2);
    guesses_.take_profiles(guess, after);
    if (settles) return true;
  }
  return false;
}

// Runs one block from the guessed state and undoes it; false when it does not end as a block.
bool LoopSummaries::run_block(const LoopParts& parts, const LoopBlocks& blocks,
                              const LoopGuess& guess, MemoryDelta* after,
                              std::vector<LaunchRecord>* launches) {
  Trial trial = rounds_.trial(kTrialBudget, launches);
  const double outer_weight = memory_.sample(0);
  memory_.set_trial_depth(++trials_.depth);
  for (const auto& [id, content] : guess)
    memory_.replace(id, content);
  bool holds = true;
  for (int64_t i = 0; i < blocks.length && holds; ++i) {
    CauseSet ignored = 0;
    bool goes_on = rounds_.loop_condition(parts, &ignored) != Truth::False && !control_.halted();
    holds = goes_on && rounds_.run_round(parts) == Flow::Next && !control_.halted() &&
            !doubt_.loop_may_be_left;
  }
  holds &= !doubt_.way_skipped && trial.exits().breaks.empty();
  *after = trial.undo();
  memory_.set_trial_depth(--trials_.depth);
  memory_.sample(outer_weight);
  return holds;
}

// How many more rounds the condition holds, starting with the guessed state.
std::optional<int64_t> LoopSummaries::rounds_of(const Expr* condition, uint32_t loop) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(condition)) {
    condition = cleanups->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto* compared = dyn_cast<BinaryOperator>(condition);
  if (compared != nullptr && compared->getOpcode() == BO_LAnd) {
    std::optional<int64_t> left = rounds_of(compared->getLHS(), loop);
    std::optional<int64_t> right = rounds_of(compared->getRHS(), loop);
    if (!left || !right) return std::nullopt;
    return std::min(*left, *right);
  }
  auto value_of = [&](const Expr* e) {
    return e->isGLValue() ? named_.load(code_.place(e), e->getType()) : code_.eval(e);
  };
  bool is_pair = compared != nullptr && compared->isComparisonOp();
  EvalValue a = value_of(is_pair ? compared->getLHS() : condition);
  // What points into memory does so in every round.
  if (!is_pair && a.is_pointer() && a.object != 0) return kEveryRound;
  EvalValue b = is_pair ? value_of(compared->getRHS()) : integer_value(0, integer_shape(64, false));
  Line x;
  Line y;
  Line difference;
  if (a.is_pointer() != b.is_pointer() || (a.is_pointer() && a.object != b.object)) {
    return std::nullopt;
  }
  bool is_huge =
      !a.is_pointer() && ((a.is_unsigned && a.integer < 0) || (b.is_unsigned && b.integer < 0));
  if (is_huge || !line_of(a, &x) || !line_of(b, &y) || !subtract_lines(x, y, &difference) ||
      difference.step == 0 || difference.loop != loop) {
    return std::nullopt;
  }
  return rounds_to_zero(is_pair ? compared->getOpcode() : BO_NE, difference.first, difference.step);
}

std::optional<int64_t> LoopSummaries::rounds_left(const LoopParts& parts, const LoopGuess& guess,
                                                  uint32_t loop) {
  if (parts.condition == nullptr || parts.condition_variable != nullptr) return std::nullopt;
  memory_.open_journal();
  for (const auto& [id, content] : guess)
    memory_.replace(id, content);
  std::optional<int64_t> left = rounds_of(parts.condition, loop);
  memory_.undo_journal();
  return control_.halted() ? std::nullopt : left;
}

}  // namespace kcast::host
