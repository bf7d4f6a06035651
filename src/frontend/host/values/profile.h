// How the contents of an object came about: the pattern of the values that were written.
//
// Contents that are too long to follow are forgotten; their pattern is not. It says what
// a buffer holds when a kernel starts: the same everywhere, a sequence, random numbers.
// Like expectations, patterns are hints that nothing known rests on.
#pragma once

#include <cstdint>
#include <optional>

#include "frontend/host/values/expectation.h"
#include "frontend/host/values/samples.h"
#include "schema/inspection.h"

namespace kcast::host {

enum class PatternKind : uint8_t {
  None,       // nothing was written
  Even,       // ends of a range that move evenly with the index
  Irregular,  // only the range is known
  Bytes,      // one byte everywhere
  Unknown,
};

struct Pattern {
  PatternKind kind = PatternKind::None;
  bool is_real = false;
  bool is_shuffled = false;
  bool ascends = true;     // Irregular: no value is below the one before it
  bool has_steps = false;  // Even: two values were seen, or a whole row of them
  uint8_t byte = 0;
  uint32_t bytes = 0;      // of one value; 0: any, the bytes are zero
  int64_t first = 0;       // offset of the first write, in bytes
  int64_t base_index = 0;  // of the value that `low` and `high` bound
  double low = 0;          // there
  double high = 0;         // the largest number; of reals, what they stay below
  double low_step = 0;     // from one index to the next
  double high_step = 0;
  double modulus = 0;   // the values start again so far above `low`; 0: never
  double hull_low = 0;  // of all values
  double hull_high = 0;
  int64_t first_index = 0;  // of what was written
  int64_t last_index = 0;
  double first_value = 0;
  double last_value = 0;
  int64_t points = 0;     // values written one by one
  int64_t row_begin = 0;  // bytes that rows of writes cover
  int64_t row_end = 0;
  SampleSet samples;

  int64_t covered() const;
  bool operator==(const Pattern&) const = default;
};

// What covers an object, and what was written over it since.
struct ContentProfile {
  Pattern ground;
  Pattern written;

  bool operator==(const ContentProfile&) const = default;
};

// A row of writes, one in each round of a loop.
struct WriteRow {
  uint32_t loop = 0;
  int64_t offset = 0;  // in the first round, in bytes
  int64_t step = 0;    // per round
  int64_t span = 0;    // from the first to the last
};

// A write in a round that was picked out, and how many writes it stands for.
void note_sample(ContentProfile& profile, int64_t offset, uint32_t bytes, const Expectation& value,
                 double weight);
// `bytes` is the size of the value, `object_bytes` that of the object, -1 if not known.
void note_write(ContentProfile& profile, int64_t offset, uint32_t bytes, const Expectation& value,
                int64_t object_bytes);
void note_row(ContentProfile& profile, const WriteRow& row, uint32_t bytes,
              const Expectation& value);
// Somewhere in the object.
void note_stray(ContentProfile& profile, uint32_t bytes, const Expectation& value);

// It says for every index which number stands there.
bool is_certain(const Pattern& pattern);
Pattern unknown_pattern();
Pattern byte_pattern(uint8_t byte);
Pattern constant_pattern(uint32_t bytes, const Expectation& value);
// A range of the object takes a pattern as a whole.
void note_range(ContentProfile& profile, Pattern pattern, int64_t offset, int64_t bytes,
                int64_t object_bytes);
void note_shuffle(ContentProfile& profile);

// What the object holds for the most part.
Pattern settled(const ContentProfile& profile, int64_t object_bytes);
Pattern moved(Pattern pattern, int64_t by_bytes);
ContentProfile joined(const ContentProfile& a, const ContentProfile& b);

// What is read there; `row` where the place moves with a loop, `offset` where it is known.
Expectation expected_in(const Pattern& pattern, std::optional<int64_t> offset, const WriteRow* row,
                        uint32_t bytes);

// The number at a place of an array that counts up or down; nothing of any other.
std::optional<double> estimated_at(const Pattern& pattern, int64_t offset, uint32_t bytes,
                                   int64_t object_bytes);

std::optional<HostFill> fill_of(const Pattern& pattern, int64_t object_bytes);
// What a number holds that every element has at the same place.
std::optional<Fill> fill_of_part(const Pattern& pattern, const ElementPart& part,
                                 int64_t object_bytes);

}  // namespace kcast::host
