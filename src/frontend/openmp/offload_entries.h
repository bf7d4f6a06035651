// Which target regions Clang generates code for.
//
// Clang asks LLVM's OpenMPIRBuilder for the identity of each region: the device and inode of its
// file, and its line. Where the file is only in memory, that ends the process. And it makes code of
// no region but those that a host pass has listed in a file, which a worker cannot open. So these
// two functions of LLVM's are replaced by ours: a region is its function and line, and the list is
// the one below.
#pragma once

#include <vector>

#include "frontend/openmp/regions.h"

namespace kcast::frontend {

// While it lives, code is generated for these regions and no others.
class OffloadEntries {
 public:
  explicit OffloadEntries(const std::vector<TargetRegion>& regions);
  OffloadEntries(const OffloadEntries&) = delete;
  OffloadEntries& operator=(const OffloadEntries&) = delete;
  ~OffloadEntries();

  const std::vector<TargetRegion>& regions() const { return regions_; }

 private:
  const std::vector<TargetRegion>& regions_;
  const OffloadEntries* around_;  // that one holds again afterwards
};

}  // namespace kcast::frontend
