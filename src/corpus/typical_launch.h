// One ordinary launch of a generated kernel, as its contract allows it. Choosing many launches for
// a GPU is the work of src/launch; this one is for host code and for looking at a kernel.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "corpus/neutral/language.h"
#include "corpus/neutral/tree.h"
#include "schema/launch_point.h"
#include "schema/sample.h"

namespace kcast::corpus {

struct LaunchChoice {
  int64_t size = 1 << 20;         // what scalars that grow are set to, as far as they may
  int64_t most_bytes = 64 << 20;  // sizes are halved until all buffers fit
};

Result<Launch> typical_launch(const Program& program, const LaunchChoice& choice = {});

// The launch of a point of the contract, without a compiler: types and sizes come from the
// program. In OpenCL, shared memory that is sized by the launch is a pointer among the arguments.
Result<Launch> launch_at(const Program& program, const LaunchPoint& point, Language language);

// Tells the contract what lies in buffers of structs, so that their numbers can be filled.
void add_struct_fields(Program& program);

// Bytes of an element in memory, structs laid out as C does it.
int64_t size_of(const Type& type, const Program& program);

}  // namespace kcast::corpus
