// From AMD's counters to our quantities, by the formulas of rocprofiler-compute.
//
// They differ between architectures and releases, so every reading says which it was made with
// (ProfiledLaunch::definition). Bytes through L1 and L2 are those of the tool's bandwidths: whole
// lines for each lookup. The tool's arithmetic intensities take other bytes; they are kept beside
// the reading (tool_metrics), as FLOP/s divided by bandwidth does not give them:
//   l1_intensity_bytes   lookups x 64 B; on gfx942 from release 3.7.0 on x 128 B
//   l2_intensity_bytes   requests of L1 to L2 x 64 B; on gfx942 from 3.7.0 on x 128 B
//   l1_arithmetic_intensity, l2_arithmetic_intensity   FLOPs over them, where they are not 0
//   hbm_arithmetic_intensity   FLOPs over the bytes read from and written to the fabric
//   sp_flops, dp_flops   FLOPs of fp32 and fp64 with those of the matrix cores
#pragma once

#include "collect/import/profiled_launch.h"
#include "collect/rocm/rocm_arch.h"
#include "collect/rocm/rocm_dispatch.h"

namespace kcast::collect {

struct RocmFormulas {
  RocmArch arch = RocmArch::Gfx90a;
  RocmToolVersion version;
  std::string gpu_name;                 // empty: not known
  bool timed_without_counters = false;  // durations are of a run without counters
};

// A dispatch that lacks counters, or whose times make no sense, becomes a failure that says why.
ProfiledLaunch rocm_reading(const RocmDispatch& dispatch, const RocmFormulas& formulas);

}  // namespace kcast::collect
