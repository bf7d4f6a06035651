// Which kernels a corpus is made of: recipes without end, from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "corpus/recipe.h"

namespace kcast::plan {

// Shares of the sources, in percent; they add up to 100.
struct SourceMix {
  int synthetic = 62;
  int omniwise = 3;
  int motif = 35;
};

// The n-th recipe of a corpus depends on its seed and n alone: a longer corpus begins like a
// shorter one, and parts of it can be made on different machines.
class RecipeSource {
 public:
  // An error if the mix does not add up, or a motif cannot be read.
  static Result<RecipeSource> make(uint64_t seed, const SourceMix& mix = {});

  corpus::KernelRecipe at(uint64_t n) const;

 private:
  struct MotifLevels {
    std::string name;
    std::vector<std::string> levels;
  };
  uint64_t seed_ = 0;
  SourceMix mix_;
  std::vector<MotifLevels> motifs_;
};

}  // namespace kcast::plan
