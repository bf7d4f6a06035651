// Loops: run while their condition is known; long ones are extrapolated.
//
// After a few rounds the evaluator looks at what a round changes. When every
// change is a constant step, or is something whose value need not be followed,
// the rounds in between are skipped and the last one is run as usual.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontend/host/host_machine.h"

namespace kcast {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

constexpr int64_t kFirstLook = 17;           // rounds before the first of three looks
constexpr int64_t kBetween = 6;              // rounds between looks
constexpr uint64_t kPlainBudget = 60'000;    // steps for a loop that launches nothing
constexpr uint64_t kLaunchBudget = 20'000;   // steps for a loop that launches
constexpr uint64_t kGiveUpBudget = 300'000;  // steps before a plain loop is given up

}  // namespace

// What was seen of a loop that may be skipped.
struct HostMachine::LoopWatch {
  bool is_allowed = true;
  int64_t round = 0;
  uint64_t first_step = 0;
  uint64_t look_step = 0;
  std::vector<std::map<uint32_t, ContentRef>> looks;
  std::map<uint32_t, ContentRef> origin;     // contents before the loop
  std::vector<std::vector<int64_t>> counts;  // launches of each record at each look
};

Truth HostMachine::loop_condition(const LoopParts& parts, CauseSet* causes) {
  *causes = 0;
  if (parts.condition_variable != nullptr) exec(parts.condition_variable);
  if (parts.condition == nullptr) return Truth::True;
  return condition(parts.condition, causes);
}

Flow HostMachine::run_round(const LoopParts& parts) {
  if (parts.each != nullptr) exec(parts.each);
  Flow flow = exec(parts.body);
  if (halted() || flow == Flow::Break || flow == Flow::Return || flow == Flow::Goto) return flow;
  if (parts.step != nullptr) discard(parts.step);
  return Flow::Next;
}

Flow HostMachine::run_loop(const LoopParts& parts) {
  if (halted()) return Flow::Next;
  HostEffects effects = index_.effects(parts.loop);
  if (effects.launches || effects.indirect || in_limit_) return run_known_loop(parts);
  Flow flow = Flow::Next;
  SourcePlace where = source_place(parts.loop->getBeginLoc(), ast());
  bool done = run_limited(
      [&] { flow = run_known_loop(parts); },
      "is set by a loop in line " + std::to_string(where.line) + " that is too long to follow");
  return done ? flow : Flow::Next;
}

// Code that launches nothing may cost only so much; then what it changed is forgotten.
bool HostMachine::run_limited(const std::function<void()>& code, const std::string& reason) {
  uint64_t outer = deadline_;
  deadline_ = std::min(deadline_, steps_ + kGiveUpBudget);
  bool is_limited = deadline_ < outer;
  size_t depth = frames_.size();
  in_limit_ = true;
  memory_.open_journal();
  code();
  deadline_ = outer;
  in_limit_ = false;
  bool gave_up = halt_ == Halt::Fuel && is_limited && frames_.size() == depth;
  if (gave_up) {
    halt_ = Halt::None;
    forget_changes(reason);
  }
  memory_.keep_journal();
  return !gave_up;
}

void HostMachine::forget_changes(const std::string& reason) {
  std::map<uint32_t, ContentRef> changed = memory_.saved();
  for (const auto& [id, before] : changed) {
    if (memory_.object(id).is_dead) continue;
    auto after = std::make_shared<MemoryContent>(memory_.content(id));
    std::string name = memory_.object(id).name;
    CauseSet why = cause(name.empty() ? "memory" : name, reason, false);
    for (MemoryCell& cell : after->cells) {
      EvalValue old = load_content(*before, cell.offset, shape_of_cell(cell));
      if (!same_bits(old, cell.value)) cell.value = unknown_value(why);
    }
    if (after->regions != before->regions) {
      after->regions.resize(1);
      after->regions[0] = MemoryRegion();
      after->regions[0].causes = why;
    }
    memory_.replace(id, std::move(after));
  }
}

Flow HostMachine::run_known_loop(const LoopParts& parts) {
  bool outer_doubted = loop_doubted_;
  CauseSet outer_doubt = loop_doubt_;
  loop_doubted_ = false;
  loop_doubt_ = 0;
  LoopWatch watch;
  watch.first_step = steps_;
  watch.is_allowed = !index_.leaves_loop(parts.body);
  ++watched_loops_;
  memory_.open_journal();
  Flow result = Flow::Next;
  bool skip_condition = parts.body_first;
  while (!halted()) {
    CauseSet causes = 0;
    Truth truth = skip_condition ? Truth::True : loop_condition(parts, &causes);
    skip_condition = false;
    if (halted() || truth == Truth::False) break;
    if (truth == Truth::Unknown) {
      result = run_unknown_loop(parts, causes);
      break;
    }
    Flow flow = run_round(parts);
    ++watch.round;
    if (flow == Flow::Break) break;
    if (flow == Flow::Return || flow == Flow::Goto) {
      result = flow;
      break;
    }
    if (halted()) break;
    if (loop_doubted_) {
      // It may have been left already: from here on no number of rounds is known.
      CauseSet doubt = loop_doubt_;
      result = run_unknown_loop(parts, doubt);
      break;
    }
    if (watch.is_allowed) watch_loop(parts, watch);
  }
  memory_.keep_journal();
  --watched_loops_;
  loop_doubted_ = outer_doubted;
  loop_doubt_ = outer_doubt;
  return result;
}

// The body is run once to see what it changes, and once more, with all of that
// unknown, for the launches it makes.
Flow HostMachine::run_unknown_loop(const LoopParts& parts, CauseSet causes) {
  if (forks_ >= kMaxForks) return Flow::Next;
  ++forks_;
  ++conditional_;
  ++repeated_;
  CauseSet outer_causes = repeat_causes_;
  repeat_causes_ = causes_.join(repeat_causes_, causes);
  bool outer_recording = recording_;
  Flow flow = Flow::Next;
  for (int pass = 0; pass < 2 && !halted(); ++pass) {
    recording_ = outer_recording && pass == 1;
    memory_.open_journal();
    size_t pending = frame().pending.size();
    flow = run_round(parts);
    bool is_over = halt_ == Halt::Fuel;
    if (flow == Flow::Return && !is_over) {
      frame().pending.push_back({frame().returned, causes});
      frame().returned = EvalValue();
    }
    if (pass == 0) frame().pending.resize(std::min(pending, frame().pending.size()));
    MemoryDelta delta = memory_.undo_journal();
    if (!is_over) halt_ = Halt::None;
    memory_.join({delta}, true, causes);
  }
  recording_ = outer_recording;
  repeat_causes_ = outer_causes;
  --repeated_;
  --conditional_;
  --forks_;
  return Flow::Next;
}

void HostMachine::watch_loop(const LoopParts& parts, LoopWatch& watch) {
  int64_t due = kFirstLook + kBetween * static_cast<int64_t>(watch.looks.size());
  if (watch.round < due || watch.looks.size() >= 3) return;
  if (watch.looks.empty()) watch.look_step = steps_;
  std::map<uint32_t, ContentRef> look;
  for (uint32_t id : memory_.journaled()) {
    if (!memory_.object(id).is_dead) look[id] = memory_.share(id);
  }
  watch.looks.push_back(std::move(look));
  std::vector<int64_t> counts;
  for (const LaunchRecord& record : log_.records()) counts.push_back(record.count);
  watch.counts.push_back(std::move(counts));
  if (watch.looks.size() < 3) return;
  watch.origin = memory_.saved();
  skip_rounds(parts, watch);
  watch.is_allowed = false;
}

bool HostMachine::skip_rounds(const LoopParts& parts, LoopWatch& watch) {
  if (watch.counts[0].size() != watch.counts[2].size()) return false;  // new kinds of launches
  std::vector<int64_t> per_round;
  for (size_t i = 0; i < watch.counts[2].size(); ++i) {
    int64_t first = watch.counts[1][i] - watch.counts[0][i];
    int64_t second = watch.counts[2][i] - watch.counts[1][i];
    if (first != second || first % kBetween != 0) return false;
    per_round.push_back(first / kBetween);
  }
  bool launches = std::any_of(per_round.begin(), per_round.end(), [](int64_t n) { return n != 0; });
  uint64_t cost = (steps_ - watch.look_step) / (2 * kBetween) + 1;
  uint64_t budget = launches ? kLaunchBudget : kPlainBudget;
  for (int i = 1; i < watched_loops_ && !launches; ++i) budget /= 16;
  memory_.open_journal();
  std::optional<int64_t> left = rounds_left(parts, watch);
  memory_.undo_journal();
  if (!left || *left < 2) return false;
  if (static_cast<uint64_t>(*left) < budget / cost) return false;
  constexpr int64_t kMostLaunches = int64_t{1} << 50;
  if (launches && *left > kMostLaunches) return false;
  extrapolate(watch, *left - 1);
  for (size_t i = 0; i < per_round.size(); ++i) {
    int64_t more = std::min(per_round[i], int64_t{1} << 10) * (*left - 1);
    log_.records()[i].count = std::min(log_.records()[i].count, kMostLaunches) + more;
  }
  return true;
}

void HostMachine::extrapolate(const LoopWatch& watch, int64_t rounds) {
  for (const auto& [id, content] : watch.looks[2]) {
    memory_.replace(id, extrapolated(id, watch, rounds));
  }
}

namespace {

bool has_cell(const MemoryContent& content, const MemoryCell& cell) {
  auto before = [](const MemoryCell& x, int64_t offset) { return x.offset < offset; };
  auto at = std::lower_bound(content.cells.begin(), content.cells.end(), cell.offset, before);
  return at != content.cells.end() && at->offset == cell.offset && at->bytes == cell.bytes;
}

// The value after more rounds, given the last three looks; nothing if it has no constant step.
std::optional<EvalValue> continued(const EvalValue& a, const EvalValue& b, const EvalValue& c,
                                   int64_t rounds) {
  if (same_bits(a, b) && same_bits(b, c)) return c;
  bool numbers = a.is_integer() && b.is_integer() && c.is_integer();
  bool pointers = a.is_pointer() && b.is_pointer() && c.is_pointer() && a.object == b.object &&
                  b.object == c.object && a.offset_known && b.offset_known && c.offset_known;
  if (!numbers && !pointers) return std::nullopt;
  auto as_bits = [](const EvalValue& value) { return static_cast<uint64_t>(value.integer); };
  auto step = static_cast<int64_t>(as_bits(c) - as_bits(b));
  auto earlier = static_cast<int64_t>(as_bits(b) - as_bits(a));
  if (step != earlier || step % kBetween != 0) return std::nullopt;
  auto moved = static_cast<uint64_t>(step / kBetween) * static_cast<uint64_t>(rounds);
  int64_t end = static_cast<int64_t>(static_cast<uint64_t>(c.integer) + moved);
  if (pointers) {
    EvalValue result = c;
    result.integer = end;
    return result;
  }
  return integer_value(end, {ValueKind::Integer, c.is_unsigned, false, c.bits, 0});
}

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

ContentRef HostMachine::extrapolated(uint32_t id, const LoopWatch& watch, int64_t rounds) {
  const ContentRef& last = watch.looks[2].at(id);
  auto before = [&](size_t look) {
    auto found = watch.looks[look].find(id);
    if (found != watch.looks[look].end()) return found->second;
    auto origin = watch.origin.find(id);
    return origin != watch.origin.end() ? origin->second : last;
  };
  ContentRef first = before(0);
  ContentRef second = before(1);
  if (first == last && second == last) return last;
  const MemoryObject& object = memory_.object(id);
  CauseSet why = cause(object.name.empty() ? "memory" : object.name,
                       "is set in a loop whose rounds are not all followed", false);
  auto result = std::make_shared<MemoryContent>();
  result->regions.emplace_back();
  bool grows = last->cells.size() != second->cells.size() || second->regions != last->regions;
  if (grows) {
    // Elements of an array that the loop walks over do not tell about those to come.
    result->regions[0].causes = why;
    if (object.bytes < 0 || object.bytes > 256) return result;
  } else {
    result->regions = last->regions;
  }
  for (const MemoryCell& cell : last->cells) {
    Shape shape = shape_of_cell(cell);
    std::optional<EvalValue> value;
    if (cell.value.is_unknown()) {
      value = cell.value;
    } else if (has_cell(*first, cell) && has_cell(*second, cell)) {
      value = continued(load_content(*first, cell.offset, shape),
                        load_content(*second, cell.offset, shape), cell.value, rounds);
    }
    MemoryCell next = cell;
    next.value = value.value_or(unknown_value(why));
    result->cells.push_back(next);
  }
  return result;
}

EvalValue HostMachine::probe(const Expr* e, const LoopWatch& watch, int64_t rounds) {
  memory_.open_journal();
  // Arrays are left as they are: a condition hardly ever reads them.
  for (const auto& [id, content] : watch.looks[2]) {
    if (content->cells.size() <= 16) memory_.replace(id, extrapolated(id, watch, rounds));
  }
  EvalValue value = e->isGLValue() ? load(place(e), e->getType()) : eval(e);
  memory_.undo_journal();
  return value;
}

// How many more rounds the condition holds, starting with the state at the last look.
std::optional<int64_t> HostMachine::rounds_of(const Expr* condition, const LoopWatch& watch) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(condition)) {
    condition = cleanups->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto* compared = dyn_cast<BinaryOperator>(condition);
  if (compared != nullptr && compared->getOpcode() == BO_LAnd) {
    std::optional<int64_t> left = rounds_of(compared->getLHS(), watch);
    std::optional<int64_t> right = rounds_of(compared->getRHS(), watch);
    if (!left || !right) return std::nullopt;
    return std::min(*left, *right);
  }
  EvalValue zero = integer_value(0, integer_shape(64, false));
  auto difference = [&](int64_t rounds) -> std::optional<int64_t> {
    bool is_pair = compared != nullptr && compared->isComparisonOp();
    EvalValue a = probe(is_pair ? compared->getLHS() : condition, watch, rounds);
    EvalValue b = is_pair ? probe(compared->getRHS(), watch, rounds) : zero;
    if (a.is_pointer() && b.is_pointer() && a.object != b.object) return std::nullopt;
    bool fits = a.kind == b.kind &&
                (a.is_integer() || (a.is_pointer() && a.offset_known && b.offset_known));
    if (!fits) return std::nullopt;
    int64_t result = 0;
    if (__builtin_sub_overflow(a.integer, b.integer, &result)) return std::nullopt;
    return result;
  };
  std::optional<int64_t> now = difference(0);
  std::optional<int64_t> then = difference(1);
  std::optional<int64_t> later = difference(2);
  if (!now || !then || !later) return std::nullopt;
  int64_t step = 0;
  int64_t next_step = 0;
  if (__builtin_sub_overflow(*then, *now, &step) ||
      __builtin_sub_overflow(*later, *then, &next_step) || step == 0 || step != next_step) {
    return std::nullopt;
  }
  return rounds_to_zero(compared != nullptr ? compared->getOpcode() : BO_NE, *now, step);
}

std::optional<int64_t> HostMachine::rounds_left(const LoopParts& parts, const LoopWatch& watch) {
  if (parts.condition == nullptr || parts.condition_variable != nullptr) return std::nullopt;
  return rounds_of(parts.condition, watch);
}

}  // namespace kcast
