// What a kernel does with the values that it reads from its buffers, as far as that says which
// values they can be: programs stay in bounds and come to an end.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/fills/value_origins.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// Values at one place of the elements of a buffer. Without the length of an element, which the
// launch knows, the place is only known as a distance in bytes from some element.
struct FieldUse {
  int64_t offset = 0;
  ptx::Type type = ptx::Type::None;  // that it is loaded as
  std::vector<int32_t> index_into;   // buffers that its values address, in order of appearance
  Factor stride;                 // bytes from one value's place in the first of them to the next's
  bool chases = false;           // its values address the buffer that they come from
  bool is_pointer = false;       // its values are addresses
  bool decides_control = false;  // its values reach a comparison
  bool is_offset = false;        // where a row begins or ends
  bool is_row_end = false;       // where the row ends that another value begins
  bool ends_loop = false;        // the bound of a loop's counter
  std::vector<int32_t> loop_over;  // buffers that such loops touch
  std::vector<int32_t> end_loops;  // those loops, by number
  std::vector<int32_t> loaded_in;  // loops that load it from another place in each round
  bool drives_loop = false;        // its values, or what is made of them, end a loop
  bool is_searched = false;        // a loop goes on until a value is or is not equal to another
  bool counts_threads = false;     // one value for all threads, ordered against their number
  std::vector<double> compared;    // numbers that it is compared with outside of loops' ends
  std::vector<int32_t> scalars;    // parameters that it is compared with likewise

  bool is_real() const { return ptx::is_float(type); }
};

// A buffer: a pointer among the parameters, or within a struct that is one.
struct BufferUse {
  int32_t parameter = -1;
  int64_t member_offset = 0;  // in the parameter
  bool loaded = false;
  bool stored = false;  // or updated by an atomic
  std::vector<FieldUse> fields;
};

std::vector<BufferUse> buffer_uses(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace kcast::exec
