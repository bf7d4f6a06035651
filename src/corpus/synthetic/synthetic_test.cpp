// Synthetic kernels: sound, various, and the same bytes everywhere.
#include "corpus/synthetic/synthetic.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "corpus/kernel_maker.h"
#include "corpus/neutral/check/checker.h"
#include "corpus/typical_launch.h"

namespace kcast::corpus {
namespace {

KernelRecipe recipe_of(Generator generator, uint64_t seed, bool augmented) {
  KernelRecipe recipe;
  recipe.generator = generator;
  recipe.seed = seed;
  if (augmented) recipe.augmentation = seed;
  return recipe;
}

TEST(Synthetic, EveryKernelIsSound) {
  std::map<std::string, int> found;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    const Generator generator = seed % 10 == 0 ? Generator::Omniwise : Generator::Synthetic;
    auto kernel = make_kernel(recipe_of(generator, seed, seed % 2 == 0));
    ASSERT_TRUE(kernel) << kernel.error().message;
    auto launch = typical_launch(kernel->program);
    ASSERT_TRUE(launch) << seed << ": " << launch.error().message;
    for (const LaunchArgument& argument : launch->arguments)
      EXPECT_LT(argument.elements, int64_t{1} << 31);
    const std::string text = print_program(kernel->program, Language::Cuda, kernel->style);
    for (const char* word :
         {"__syncthreads", "_sync(", "atomic", "while (", "else", "make_", "__device__", "half",
          "long long", "struct", "#pragma unroll", "blockIdx.z", "gridDim.x"}) {
      found[word] += text.find(word) != std::string::npos ? 1 : 0;
    }
    found["opencl"] += kernel->languages.size() == 3 ? 1 : 0;
  }
  // Nothing that the grammar has is rare.
  for (const auto& [word, count] : found)
    EXPECT_GT(count, 15) << word;
}

// The contract's upper ends keep 32-bit indices right.
TEST(Synthetic, LargestSizesStayBelowTwoToThe31) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    auto program = read_neutral(synthetic_text(seed));
    ASSERT_TRUE(program);
    const KernelContract& contract = *program->contract;
    std::vector<NamedNumber> names = {{"bx", 1024}, {"by", 1}, {"bz", 1},
                                      {"gx", 1},    {"gy", 1}, {"gz", 1}};
    for (const ScalarContract& scalar : contract.scalars)
      names.emplace_back(scalar.name, static_cast<int64_t>(scalar.high));
    for (const BufferContract& buffer : contract.buffers) {
      auto length = evaluate_size(buffer.length, names);
      ASSERT_TRUE(length) << length.error().message;
      EXPECT_LT(*length, int64_t{1} << 31) << seed << " " << buffer.name;
    }
  }
}

TEST(Synthetic, SeedsDiffer) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 1000; ++seed)
    texts.insert(synthetic_text(seed));
  EXPECT_EQ(texts.size(), 1000U);
}

// Recipe i of the ten thousand whose texts are pinned.
KernelRecipe pinned_recipe(uint64_t i) {
  constexpr std::pair<const char*, const char*> kLevels[] = {
      {"reduction", "naive"},         {"reduction", "shared"},      {"reduction", "warp"},
      {"reduction", "vector"},        {"matrix_product", "naive"},  {"matrix_product", "shared"},
      {"matrix_product", "register"}, {"matrix_product", "vector"}, {"stencil", "naive"},
      {"stencil", "shared"},          {"stencil", "march"}};
  if (i % 10 == 8) return recipe_of(Generator::Omniwise, i, i % 4 == 0);
  KernelRecipe recipe = recipe_of(Generator::Synthetic, i * 7919, i % 3 != 0);
  if (i % 10 == 9) {
    recipe.generator = Generator::Motif;
    recipe.name = kLevels[i / 10 % std::size(kLevels)].first;
    recipe.level = kLevels[i / 10 % std::size(kLevels)].second;
  }
  return recipe;
}

std::string hash_of_hundred(uint64_t first) {
  uint64_t hash = 0;
  for (uint64_t i = first; i < first + 100; ++i) {
    auto kernel = make_kernel(pinned_recipe(i));
    EXPECT_TRUE(kernel);
    if (!kernel) return "";
    for (const Language language : kernel->languages) {
      auto source = print_kernel(*kernel, language);
      EXPECT_TRUE(source);
      if (source) hash = fill_mix(hash ^ stable_hash(source->source + join(source->flags, " ")));
    }
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// tests/data/corpus_hashes.txt holds a hash for each hundred of 10,000 recipes. A difference means
// that stored recipes no longer make the kernels they were measured with: raise the generator's
// number instead.
TEST(Recipes, TenThousandKeepTheirBytes) {
  const std::string path = std::string(KCAST_SOURCE_DIR) + "/tests/data/corpus_hashes.txt";
  std::string made;
  for (uint64_t first = 0; first < 10000; first += 100)
    made += hash_of_hundred(first) + "\n";
  if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << made;
  auto stored = read_file(path);
  ASSERT_TRUE(stored) << stored.error().message;
  EXPECT_EQ(made, *stored);
}

}  // namespace
}  // namespace kcast::corpus
