// The nouns of the pipeline: what is launched, what was measured, what was
// predicted. Plain values; sample_json.h is their file format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schema/bound.h"
#include "schema/buffer_fill.h"
#include "schema/metrics.h"
#include "schema/time_part.h"

namespace kcast {

// One GPU entry point with the source it lives in and how it is built.
struct KernelSource {
  std::string name;                // symbol, or the name as written where it is unique
  std::string language;            // "cuda", "hip", "opencl"
  std::string source;              // the whole text
  std::vector<std::string> flags;  // build flags
  std::vector<std::pair<std::string, std::string>> defines;
  // What a collector has to see to, beside the launch. Samples do not tell it.
  std::vector<std::string> zeroed = {};  // variables of the GPU, by symbol: zero before each run
  bool cooperative = false;              // blocks wait for each other: all must run at once

  bool operator==(const KernelSource&) const = default;
};

// What the contents of a buffer decide that nobody stated; the last is the gravest.
enum class AssumedFill : uint8_t { Nothing, Addresses, Control };

// One argument: a buffer with its length, or a scalar with its value.
struct LaunchArgument {
  std::string name;
  std::string element_type;        // "float"; of a scalar, its type
  int64_t elements = 0;            // buffers; 0 for a scalar
  int64_t buffer = -1;             // arguments with the same number share memory
  std::optional<int64_t> integer;  // scalars: one of the two
  std::optional<double> real;
  int64_t element_bytes = 0;    // buffers
  int64_t offset_bytes = 0;     // buffers: where the argument points, from the buffer's start
  int64_t local_bytes = 0;      // a pointer to local memory (OpenCL): so much of shared_bytes
  Fill fill;                    // buffers
  bool fill_given = false;      // buffers: stated by the user, not to be inferred
  bool fill_from_host = false;  // buffers: what host code puts there
  // Buffers, in a prediction, never in files: what an assumed fill decides, and whether nothing
  // at all is known of the values.
  AssumedFill assumed = AssumedFill::Nothing;
  bool fill_unknown = false;
  bool holds_pointers = false;  // to memory that is as long as the longest buffer
  // Buffers of structs: what their fields hold; bytes of no field are zero. Empty: `fill`.
  std::vector<FillField> fields;
  // A struct passed by value: its scalar and pointer members, and where they lie.
  std::vector<LaunchArgument> members;
  int64_t member_offset = 0;  // members: bytes from the start of the struct
  int64_t size_bytes = 0;     // of the argument itself; 8 for a buffer

  bool operator==(const LaunchArgument&) const = default;
};

// What of a launch nobody said: the more there is, the less a prediction of it can claim.
struct Assumptions {
  bool launch = false;    // host code does not make it
  bool off_path = false;  // host code makes it, but not on the path that was followed
  bool grid = false;
  bool block = false;
  bool shared = false;
  int64_t scalars = 0;     // numbers, members of structs too
  int64_t sizes = 0;       // lengths of buffers
  int64_t contents = 0;    // buffers of which neither host code nor the user says what they hold
  int64_t host = 0;        // variables of host code that the launch depends on
  int64_t estimates = 0;   // numbers that host code makes likely
  bool templates = false;  // arguments of the kernel's template
  bool macros = false;     // that the build would define

  // Contents and estimates aside, which are often all that can be had.
  bool any() const {
    return launch || off_path || grid || block || shared || scalars > 0 || sizes > 0 || host > 0 ||
           templates || macros;
  }
  bool operator==(const Assumptions&) const = default;
};

// A kernel with everything that is needed to run it.
struct Launch {
  std::string kernel;                        // KernelSource::name
  std::array<int64_t, 3> grid = {1, 1, 1};   // blocks
  std::array<int64_t, 3> block = {1, 1, 1};  // threads
  int64_t shared_bytes = 0;                  // dynamic shared memory
  std::vector<LaunchArgument> arguments;
  uint64_t seed = 1;         // of the buffers' contents
  Assumptions assumed = {};  // no part of its file format

  bool operator==(const Launch&) const = default;
};

// Which tools read a measurement, and the machine's state.
struct Provenance {
  std::string collector;  // "cupti", "opencl", "fake"
  std::string driver;
  std::string toolkit;
  std::string date;  // ISO 8601
  double sm_clock_mhz = 0;
  double memory_clock_mhz = 0;
  std::string cache_state = "cold";  // L2 flushed before each launch

  bool operator==(const Provenance&) const = default;
};

// What a collector read for one launch on one GPU.
struct Measurement {
  std::string gpu;         // Gpu::id
  BaseQuantities values;   // medians
  int64_t repeats = 0;     // of the time
  double time_spread = 0;  // (max - min) / median of the repeats
  Provenance provenance;

  bool operator==(const Measurement&) const = default;
};

// The few bytes from which a generated kernel is made again, bit for bit.
struct Recipe {
  std::string generator;  // "synthetic", a motif's name, "authored"
  uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::string> augmentations;

  bool operator==(const Recipe&) const = default;
};

// A launch with its measurement. All samples of a family stay on one side of a split.
struct Sample {
  Recipe recipe;
  std::string family;
  Launch launch;
  Measurement measurement;

  bool operator==(const Sample&) const = default;
};

// One part of the machine that could decide the time, and how long it would take alone.
struct BottleneckTerm {
  TimePart part = TimePart::Issue;
  double time_us = 0;
  double share = 0;  // of the predicted time, 0 to 1

  bool operator==(const BottleneckTerm&) const = default;
};

// Why a number is what it is, with the place in the source that causes it.
struct Reason {
  std::string file;  // empty: no one place
  int64_t line = 0;
  std::string text;  // "stride-32 loads, 32 sectors per request"
  double share = 0;  // of what the text speaks of, 0 to 1; 0: not stated

  bool operator==(const Reason&) const = default;
};

// Who made a prediction: the analysis, a model beside it, a model that reads the text alone.
enum class PredictionSource : uint8_t { None, Analytic, Hybrid, Text };
// "analytic", "hybrid", "text"; empty for None.
inline std::string to_text(PredictionSource source) {
  switch (source) {
    case PredictionSource::Analytic:
      return "analytic";
    case PredictionSource::Hybrid:
      return "hybrid";
    case PredictionSource::Text:
      return "text";
    case PredictionSource::None:
      break;
  }
  return "";
}

struct Prediction {
  std::string kernel;
  std::string gpu;
  BaseQuantities values;
  BaseQuantities low;  // ends of the intervals, quantity by quantity
  BaseQuantities high;
  double coverage = 0.9;  // probability that the intervals claim
  Bound bound = Bound::None;
  bool near_ridge = false;  // within 10 % of a ridge: the class may tip
  PredictionSource source = PredictionSource::None;
  std::vector<BottleneckTerm> bottleneck;  // the one that decides first
  std::vector<WarpTime> warp_time;         // longest first; empty: nothing was simulated
  std::vector<Reason> reasons;             // most important first
  std::vector<std::string> notes;          // what was estimated, assumed or unknown

  bool operator==(const Prediction&) const = default;
};

}  // namespace kcast
