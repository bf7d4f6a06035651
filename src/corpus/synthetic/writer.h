// The state of a synthetic kernel while it is written: its lines, its parameters with their
// contract, and the values that later statements may use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"

namespace kcast::corpus {

inline std::string decimal(int64_t value) {
  return std::to_string(value);
}

// A local variable that holds a number.
struct SynthValue {
  std::string name;
  std::string type;
  bool mutable_value = true;  // loop counters are not
  int uses = 0;
};

struct SynthBuffer {
  std::string name;
  std::string type;  // of an element
  std::string direction;
  std::vector<std::string> lengths;  // the longest counts
  std::string fill;
};

struct SynthScalar {
  std::string name;
  std::string type;
  std::string line;  // of the contract; a size gets its upper end when all is known
  bool is_size = false;
};

// How the threads of a launch share the elements.
enum class SynthForm : uint8_t {
  PerThread,   // one element each
  Items,       // a few elements each
  GridStride,  // every grid is right
  Tiles,       // a block walks over tiles, all its threads together
  Plane,       // two dimensions
  Volume,      // three dimensions
};

class SynthWriter {
 public:
  explicit SynthWriter(uint64_t seed) : rng(seed) {}

  Rng rng;
  SynthForm form = SynthForm::PerThread;
  std::string main_type = "float";
  std::string at = "i";     // an index that is always in bounds
  std::string count = "n";  // the number of elements, in code
  std::string size = "n";   // the same in the contract
  std::string guard;        // true for threads that may store; empty: all that get there
  int block = 0;            // threads of a block, where code depends on it
  int loop_depth = 0;

  std::vector<SynthValue> values;
  std::vector<SynthBuffer> buffers;
  std::vector<SynthScalar> scalars;
  std::vector<std::string> constants;
  std::vector<std::string> records;
  std::vector<std::string> tables;
  std::vector<std::string> functions;
  struct Helper {
    std::string name;
    std::string type;
    int arguments = 1;
  };
  std::vector<Helper> helpers;
  std::vector<std::string> shared;  // declarations
  int64_t length_factor = 1;        // the longest buffer has so many elements per element

  // Lines.
  void line(const std::string& text);
  void open(const std::string& head);
  void close();
  std::string body() const { return body_; }
  std::string fresh(std::string_view stem);

  // Parameters.
  std::string buffer(const std::string& type, const std::string& direction,
                     const std::string& length, const std::string& fill = "");
  void lengthen(const std::string& name, const std::string& length);
  std::string count_scalar(int64_t low, int64_t high);
  std::string real_scalar(const std::string& type);
  void grows(int64_t factor);

 private:
  std::string body_;
  int depth_ = 1;
  int names_ = 0;
};

// The finished text.
std::string assemble_synthetic(const SynthWriter& writer, const std::string& name,
                               const std::string& blocks, const std::string& grid,
                               const std::string& bounds);

}  // namespace kcast::corpus
