// One made kernel through everything that a kernel of the corpus must pass: it compiles in every
// language that it is granted, and launches at both ends of its contract are valid.
#pragma once

#include <string>
#include <vector>

#include "corpus/kernel_maker.h"
#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"

namespace kcast::plan {

struct KernelComplaint {
  std::string language;
  std::string launch;  // point_text(); empty: it does not compile
  std::string reason;
};

struct KernelVerdict {
  std::vector<KernelComplaint> complaints;
  int launches = 0;       // that were tried
  double longest_us = 0;  // predicted, of those that are valid
  double largest_bytes = 0;
};

// Launches are tried in the first language; sizes from the low end to the largest that fits
// into `most_bytes`, with odd ones between.
KernelVerdict check_kernel(const corpus::MadeKernel& kernel, const launch::Inspect& inspect,
                           const Gpu& gpu, double most_bytes);

}  // namespace kcast::plan
