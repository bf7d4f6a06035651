// A generated kernel in a few bytes. The same recipe gives the same bytes on every machine; the
// number behind a generator's name changes when what it makes does.
//
//   syn-1:9f3c            the grammar's kernel of this seed
//   omni-1:9f3c           the preset that follows Omniwise's generator
//   motif-1:reduce/warp:2 a motif at one of its levels; the seed sets its parameters
//   auth-1:physics/nbody  a file of corpus/authored
//   auth-1:physics/nbody:n=4096,BLOCK=64   the file with other integers (source_constants.h),
//                         which are decimal and sorted by name; the names are those of the file,
//                         with a dot for members: shape.rows=64, shape.0=64
//   ...+51                the same kernel as somebody else would write it
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kcast::corpus {

enum class Generator : uint8_t { Synthetic, Omniwise, Motif, Authored };

struct KernelRecipe {
  Generator generator = Generator::Synthetic;
  std::string name;   // motif or authored kernel
  std::string level;  // motif
  uint64_t seed = 0;
  std::vector<std::pair<std::string, int64_t>> constants;  // authored kernel: by name
  std::optional<uint64_t> augmentation;

  bool operator==(const KernelRecipe&) const = default;
};

Result<KernelRecipe> parse_recipe(std::string_view text);
std::string recipe_text(const KernelRecipe& recipe);

// What must stay on one side of a split: a grammar seed, a motif with all its levels and
// parameters, an authored file at all sizes; all kernels of the straight-line preset, which are
// near-duplicates of each other.
std::string recipe_family(const KernelRecipe& recipe);

}  // namespace kcast::corpus
