#include "plan/draw_recipes.h"

#include <algorithm>

#include "corpus/draw.h"
#include "corpus/motif/motif.h"

namespace kcast::plan {

Result<RecipeSource> RecipeSource::make(uint64_t seed, const SourceMix& mix) {
  if (mix.synthetic < 0 || mix.omniwise < 0 || mix.motif < 0 ||
      mix.synthetic + mix.omniwise + mix.motif != 100) {
    return Error{ErrorCode::InvalidInput,
                 "the shares of synthetic, omniwise and motif kernels must add up to 100"};
  }
  RecipeSource out;
  out.seed_ = seed;
  out.mix_ = mix;
  KCAST_TRY(const auto motifs, corpus::known_motifs());
  for (const corpus::Motif& motif : motifs)
    out.motifs_.push_back({motif.name, motif.levels});
  return out;
}

corpus::KernelRecipe RecipeSource::at(uint64_t n) const {
  constexpr uint64_t kSeeds = uint64_t{1} << 32;       // eight digits
  constexpr uint64_t kMotifSeeds = uint64_t{1} << 16;  // a motif has far fewer variants
  Rng rng = Rng::for_name(seed_, "recipe " + std::to_string(n));
  corpus::KernelRecipe recipe;
  const auto place = static_cast<int>(rng.below(100));
  if (place < mix_.motif && !motifs_.empty()) {
    recipe.generator = corpus::Generator::Motif;
    const MotifLevels& motif = corpus::pick(rng, motifs_);
    recipe.name = motif.name;
    recipe.level = corpus::pick(rng, motif.levels);
    recipe.seed = rng.below(kMotifSeeds);
  } else {
    recipe.generator = place < mix_.motif + mix_.omniwise ? corpus::Generator::Omniwise
                                                          : corpus::Generator::Synthetic;
    recipe.seed = rng.below(kSeeds);
  }
  // Most are written in somebody's own way.
  constexpr int kAugmented = 80;
  if (corpus::percent(rng, kAugmented)) recipe.augmentation = rng.below(kMotifSeeds);
  return recipe;
}

}  // namespace kcast::plan
