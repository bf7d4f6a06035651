#include "frontend/host/state/loop_guesses.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kcast::host {

namespace {

// The value in the first round of each of so many blocks, from three looks at it one
// block apart; nothing if these show no constant step.
std::optional<EvalValue> guessed_value(const EvalValue& a, const EvalValue& b, const EvalValue& c,
                                       const LoopBlocks& blocks, CauseSet causes) {
  if (same_bits(a, b) && same_bits(b, c)) return c;
  bool numbers = a.is_integer() && b.is_integer() && c.is_integer();
  bool pointers = a.is_pointer() && b.is_pointer() && c.is_pointer() && a.object == b.object &&
                  b.object == c.object && a.offset_known && b.offset_known && c.offset_known;
  if (!numbers && !pointers) return std::nullopt;
  int64_t step = 0;
  int64_t earlier = 0;
  Line line{c.integer, 0, 0, blocks.loop};
  int64_t way = 0;
  if (__builtin_sub_overflow(c.integer, b.integer, &step) ||
      __builtin_sub_overflow(b.integer, a.integer, &earlier) || step != earlier ||
      step % blocks.length != 0 || __builtin_mul_overflow(step, blocks.count - 1, &way) ||
      __builtin_add_overflow(c.integer, way, &line.last)) {
    return std::nullopt;
  }
  line.step = step / blocks.length;
  if (numbers) {
    EvalValue value =
        line_value(line, {ValueKind::Integer, c.is_unsigned, false, c.bits, 0}, causes);
    return value.is_unknown() ? std::nullopt : std::optional<EvalValue>(value);
  }
  EvalValue value = c;
  value.offset_known = false;
  value.causes = causes;
  value.loop = blocks.loop;
  value.step = line.step;
  value.last = line.last;
  return value;
}

// The same of a number that is not known but expected in a range that moves.
EvalValue guessed_unknown(const EvalValue& a, const EvalValue& b, EvalValue c,
                          const LoopBlocks& blocks) {
  const Expectation x = expectation_of(a);
  const Expectation y = expectation_of(b);
  Expectation& z = c.expected;
  const bool is_set = x.is_set && y.is_set && z.is_set && x.loop == 0 && y.loop == 0 && z.loop == 0;
  if (!is_set || (x == y && y == z)) return c;
  const bool is_even = z.low - y.low == y.low - x.low && z.high - y.high == y.high - x.high &&
                       z.modulus <= 0 && x.is_steady() && y.is_steady() && z.is_steady();
  if (!is_even) {
    z = Expectation();
    return c;
  }
  z.low_step = (z.low - y.low) / static_cast<double>(blocks.length);
  z.high_step = (z.high - y.high) / static_cast<double>(blocks.length);
  z.loop = blocks.loop;
  return c;
}

// What a guessed value has to be one block later.
EvalValue after_block(EvalValue value, const LoopBlocks& blocks) {
  if (value.loop != blocks.loop) return value;
  auto moved = [&](int64_t number) {
    uint64_t way = static_cast<uint64_t>(blocks.length) * static_cast<uint64_t>(value.step);
    return static_cast<int64_t>(static_cast<uint64_t>(number) + way);
  };
  value.integer = moved(value.integer);
  value.last = moved(value.last);
  return value;
}

// The middle of what a whole number is expected to be.
EvalValue estimate_of(const EvalValue& value, uint32_t bytes) {
  constexpr double kLargest = 1e15;
  const double middle = std::floor(value.expected.low / 2 + value.expected.high / 2);
  if (!(std::abs(middle) < kLargest) || bytes > 8) return value;
  const Shape shape = integer_shape(static_cast<uint8_t>(8 * bytes), false);
  EvalValue result = integer_value(static_cast<int64_t>(middle), shape);
  result.causes = value.causes;
  return result;
}

bool is_all_unknown(const MemoryContent& content) {
  return content.regions.size() == 1 && content.regions[0].kind == RegionKind::Unknown &&
         content.regions[0].causes != 0;
}

}  // namespace

CauseSet LoopGuesses::loop_cause(uint32_t object, int64_t offset) {
  bool exact = false;
  std::string name = named_.name_of(Place{object, true, 0, offset}, &exact);
  if (!exact || name.empty()) name = memory_.object(object).name;
  return causes_.cause(name.empty() ? "memory" : name,
                       "is set in a loop whose rounds are not all followed", false);
}

// Either of two values: an address of one object for both, where there can be one.
EvalValue LoopGuesses::summary_of(const EvalValue& a, const EvalValue& b, CauseSet causes) {
  uint32_t id = memory_.can_summarise(a, b) ? memory_.create_summary(a.object, causes) : 0;
  return id != 0 ? pointer_value(id, a.integer) : unknown_value(causes);
}

LoopGuess LoopGuesses::guess_rounds(const LoopWatch& watch, const LoopBlocks& blocks) {
  LoopGuess guess;
  for (const auto& [id, content] : watch.looks[2]) {
    if (memory_.object(id).is_dead) continue;
    ContentRef one = guessed(id, watch, blocks);
    if (one != content) guess[id] = std::move(one);
  }
  return guess;
}

ContentRef LoopGuesses::guessed(uint32_t id, const LoopWatch& watch, const LoopBlocks& blocks) {
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
  auto result = std::make_shared<MemoryContent>();
  result->regions.emplace_back();
  result->profile = last->profile;
  bool grows = last->cells.size() != second->cells.size() || second->regions != last->regions;
  if (grows) {
    // Elements of an array that the loop walks over do not tell about those to come.
    result->regions[0].causes = loop_cause(id, 0);
    if (object.bytes < 0 || object.bytes > 256) return result;
  } else {
    result->regions = last->regions;
  }
  // The round has no name: nothing can bind it.
  CauseSet round = causes_.cause("", "differs between the rounds of a loop", false);
  for (const MemoryCell& cell : last->cells) {
    Shape shape = shape_of_cell(cell);
    std::optional<EvalValue> value;
    if (cell.value.is_unknown()) {
      const MemoryCell* one = cell_like(*first, cell);
      const MemoryCell* two = cell_like(*second, cell);
      value = one != nullptr && two != nullptr
                  ? guessed_unknown(one->value, two->value, cell.value, blocks)
                  : cell.value;
    } else if (cell_like(*first, cell) != nullptr && cell_like(*second, cell) != nullptr) {
      value = guessed_value(load_content(*first, cell.offset, shape),
                            load_content(*second, cell.offset, shape), cell.value, blocks, round);
    }
    MemoryCell next = cell;
    if (!value) {
      value = summary_of(load_content(*second, cell.offset, shape), cell.value,
                         loop_cause(id, cell.offset));
    }
    next.value = *value;
    result->cells.push_back(next);
  }
  return result;
}

// What a block writes shows how all of them fill an array.
void LoopGuesses::take_profiles(LoopGuess& guess, const MemoryDelta& after) {
  for (const auto& [id, content] : after) {
    auto found = guess.find(id);
    const ContentRef before = found != guess.end() ? found->second : memory_.share(id);
    if (before->profile == content->profile) continue;
    auto noted = std::make_shared<MemoryContent>(*before);
    noted->profile = content->profile;
    guess[id] = std::move(noted);
  }
}

// Takes out of the guess what a block did not leave as the guess says; false: nothing.
bool LoopGuesses::weaken(const LoopBlocks& blocks, LoopGuess& guess, const MemoryDelta& after,
                         bool entirely) {
  bool any = false;
  for (const auto& [id, content] : after) {
    auto found = guess.find(id);
    ContentRef before = found != guess.end() ? found->second : memory_.share(id);
    if (before == content) continue;
    auto weaker = std::make_shared<MemoryContent>(*before);
    bool differs = false;
    for (MemoryCell& cell : weaker->cells) {
      if (cell.value.is_unknown()) continue;
      EvalValue now;
      if (const MemoryCell* there = cell_like(*content, cell)) now = there->value;
      if (same_bits(after_block(cell.value, blocks), now)) continue;
      bool is_summary = cell.value.is_pointer() && memory_.object(cell.value.object).is_summary;
      if (is_summary && memory_.can_summarise(cell.value, now)) continue;
      cell.value = summary_of(cell.value, now, loop_cause(id, cell.offset));
      differs = true;
    }
    // What lies between the cells is the same everywhere or not known.
    bool is_same = content->regions == before->regions;
    for (const MemoryCell& cell : content->cells)
      is_same &= cell_like(*before, cell) != nullptr;
    if (!is_same && !is_all_unknown(*before)) {
      weaker->regions.resize(1);
      weaker->regions[0] = MemoryRegion();
      weaker->regions[0].causes = loop_cause(id, 0);
      differs = true;
    }
    if (!differs) continue;
    any = true;
    if (entirely) {
      weaker->cells.clear();
      weaker->regions.resize(1);
      weaker->regions[0] = MemoryRegion();
      weaker->regions[0].causes = loop_cause(id, 0);
    }
    guess[id] = std::move(weaker);
  }
  return any;
}

// The state after all the blocks.
void LoopGuesses::finish_rounds(const LoopGuess& guess, const LoopBlocks& blocks,
                                LoopWatch& watch) {
  for (const auto& [id, content] : guess) {
    auto ended = std::make_shared<MemoryContent>(*content);
    for (MemoryCell& cell : ended->cells) {
      if (cell.value.is_unknown() && cell.value.expected.loop == blocks.loop) {
        const auto rounds = static_cast<double>(blocks.length) * static_cast<double>(blocks.count);
        Expectation& expected = cell.value.expected;
        expected = expected_range(expected.low + expected.low_step * rounds,
                                  expected.high + expected.high_step * rounds, expected.is_real);
        if (!expected.is_real) watch.sums.emplace_back(id, cell.offset);
      }
      if (cell.value.loop != blocks.loop) continue;
      EvalValue value = after_block(cell.value, blocks);
      if (value.is_pointer()) {
        cell.value = pointer_value(value.object, value.last);
      } else {
        cell.value = integer_value(value.last, shape_of_cell(cell));
      }
    }
    memory_.replace(id, std::move(ended));
  }
}

// Sums of numbers that are not known are near the middle of what is expected of them.
void LoopGuesses::settle_sums(const LoopWatch& watch) {
  for (const auto& [id, offset] : watch.sums) {
    if (memory_.object(id).is_dead) continue;
    auto ended = std::make_shared<MemoryContent>(memory_.content(id));
    for (MemoryCell& cell : ended->cells) {
      const Expectation& expected = cell.value.expected;
      const bool is_sum = cell.offset == offset && cell.value.is_unknown() && expected.is_set &&
                          expected.is_steady() && !expected.is_real;
      if (is_sum) cell.value = estimate_of(cell.value, cell.bytes);
    }
    memory_.replace(id, std::move(ended));
  }
}

}  // namespace kcast::host
