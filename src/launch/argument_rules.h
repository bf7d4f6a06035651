// Arguments for kernels that come without host code and without a contract, after LLMPerf
// (Section II-B).
//
// The simple rule: arrays of `gsize` values, scalars equal to `gsize`, where gsize is the number
// of threads. The memory rule (Algorithm 1): every combination of candidate scalars is tried on
// two small launches whose addresses are recorded; the size of an array is then
// c * gsize + d, through both points. LLMPerf instruments the kernel and runs it on a GPU; here
// the interpreter runs all threads of both launches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"
#include "schema/launch_point.h"
#include "schema/sample.h"

namespace kcast::launch {

// A kernel's arguments, as functions of the number of threads.
struct ArgumentRule {
  struct Scalar {
    int64_t value = 0;
    bool is_threads = false;     // equal to gsize instead
    std::optional<size_t> axis;  // with it: to the threads along this axis
    std::optional<double> real;  // a value with a fraction
  };
  struct Array {
    double per_thread = 1;  // elements: c
    double fixed = 0;       // d
  };
  // One of the two per parameter.
  struct Argument {
    std::optional<Scalar> scalar;
    std::optional<Array> array;
  };
  std::vector<Argument> arguments;
};

ArgumentRule simple_rule(const Kernel& kernel);

// The combinations of scalars for which every array that is touched has a size; those that are
// not touched get one element. At most `most` of them, drawn if there are more.
Result<std::vector<ArgumentRule>> memory_rules(const ReadyKernel& kernel, const Gpu& gpu,
                                               size_t most, Rng& rng);

// The arrays for scalars that are decided, one for each parameter that is no pointer, in launches
// that are lines, squares or cubes of such blocks. An error says what such a launch does wrong.
Result<ArgumentRule> memory_rule(const ReadyKernel& kernel, const Gpu& gpu,
                                 const std::vector<ArgumentRule::Scalar>& scalars, size_t axes,
                                 const Dims3& block);

// Threads along each axis of a line, square or cube come in multiples of this.
int64_t side_step(const Dims3& block, size_t axes);

// An error for parameters that no rule covers (structs).
Result<Launch> launch_of(const ArgumentRule& rule, const ReadyKernel& kernel, const Dims3& grid,
                         const Dims3& block);

}  // namespace kcast::launch
