// Some of the values that were written to an object, spread over the whole of it.
//
// A pattern (eval_profile.h) says exactly what simple loops write. Samples say roughly what
// all others write: a few rounds of a loop are run with known numbers, and what they store
// shows whether an array counts up, how fast, or which range its values have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schema/buffer_fill.h"

namespace kcast::host {

struct Sample {
  int64_t offset = 0;  // in the object, in bytes
  uint32_t bytes = 0;
  bool is_real = false;
  double value = 0;

  bool operator==(const Sample&) const = default;
};

struct SampleSet {
  std::vector<Sample> kept;  // by offset
  uint64_t thinning = 0;     // offsets whose mixed bits meet it are not kept
  double written = 0;        // bytes that all writes together cover, about
  double missed = 0;         // of those, bytes whose value was not known
  bool is_chained = false;   // values rest on guesses of their neighbours: only steps count

  bool operator==(const SampleSet&) const = default;
};

// `weight` is the number of writes that this one stands for.
void add_sample(SampleSet& set, const Sample& sample, double weight);
void miss_sample(SampleSet& set, uint32_t bytes, double weight);
void move_samples(SampleSet& set, int64_t by_bytes);
// Samples of either; those of `a` where both have one.
SampleSet joined_samples(const SampleSet& a, const SampleSet& b);

// A number in every element of an array.
struct ElementPart {
  int64_t stride = 0;  // bytes from one element to the next
  int64_t offset = 0;  // of the number in its element
  uint32_t bytes = 0;  // of the number
  bool is_real = false;
};

// What the samples of that part have in common; nothing if there are too few.
struct SampleFit {
  Fill fill;
  bool is_line = false;  // they follow the index
  double low = 0;        // the smallest and the largest of them
  double high = 0;
  int64_t count = 0;
};
std::optional<SampleFit> fit_samples(const SampleSet& set, const ElementPart& part,
                                     int64_t object_bytes);

}  // namespace kcast::host
