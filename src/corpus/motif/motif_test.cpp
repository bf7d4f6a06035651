#include "corpus/motif/motif.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif/expr.h"
#include "corpus/neutral/check/checker.h"
#include "corpus/typical_launch.h"
#include "schema/fill.h"
#include "schema/launch_point.h"

namespace kcast::corpus {
namespace {

Motif motif_of(const std::string& body, const std::string& header = "") {
  auto motif = parse_motif(
      "m", "about a\ndomain d\nlevel low high\nparam T = float double\n" + header + "---\n" + body);
  EXPECT_TRUE(motif) << (motif ? "" : motif.error().message);
  return motif ? *std::move(motif) : Motif{};
}

std::string expanded(const std::string& body, const std::string& header = "") {
  const Motif motif = motif_of(body, header);
  const Bindings bindings = {{"level", "high"}, {"T", "float"}, {"R", "3"}};
  auto text = expand_motif(motif, bindings);
  return text ? *text : text.error().message;
}

TEST(Motif, Expands) {
  EXPECT_EQ(expanded("a ${T} ${R * 2 + 1}"), "a float 7\n");
  EXPECT_EQ(expanded("@if T == float && level != low\nyes\n@else\nno\n@end"), "yes\n");
  EXPECT_EQ(expanded("@if T == double\n1\n@elif R > 2\n2\n@else\n3\n@end\nend"), "2\nend\n");
  EXPECT_EQ(expanded("@for i in 0..R\n@if i % 2 == 0\nx${i}\n@end\n@end"), "x0\nx2\n");
  EXPECT_EQ(expanded("@let A = R - 1\n@let B = double\n${A} ${B}"), "2 double\n");
  EXPECT_EQ(expanded("@for i in 1..3\n@for j in 0..i\n${i}${j}\n@end\n@end"), "10\n20\n21\n");
}

TEST(Motif, ErrorsNameTheLineOfTheFile) {
  EXPECT_EQ(expanded("a\n${Q}"),
            "motif m: line 7: expression 'Q' mentions 'Q', which is no parameter");
  EXPECT_EQ(expanded("@if T == flaot\n@end"),
            "motif m: line 6: expression 'T == flaot' compares with 'flaot', which is no value of "
            "T");
  EXPECT_EQ(expanded("@if level == hihg\n@end"),
            "motif m: line 6: expression 'level == hihg' compares with 'hihg', which is no level");
  EXPECT_EQ(expanded("@if 1"), "motif m: line 6: there is no @end for this");
  EXPECT_EQ(expanded("@end"), "motif m: line 6: unexpected '@end'");
  EXPECT_EQ(expanded("${R / 0}"), "motif m: line 6: expression 'R / 0' divides by zero");
  EXPECT_EQ(expanded("@for i in 0..1000000\n0123456789\n@end"),
            "motif m: line 6: the text grows too long");
  EXPECT_EQ(parse_motif("m", "levels a\n---\n").error().message,
            "motif m: line 1: unknown word 'levels'; known: about, domain, level, param, require, "
            "---");
  EXPECT_EQ(parse_motif("m", "level a\n").error().message,
            "motif m: line 2: there is no line --- before the body");
}

TEST(Motif, RequirementsHold) {
  const Motif motif = motif_of("", "param A = 1..9\nparam B = 1..9\nrequire A * B <= 12\n");
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    auto bindings = choose_bindings(motif, "low", seed);
    ASSERT_TRUE(bindings);
    EXPECT_EQ(*evaluate_motif("A * B <= 12", motif, *bindings), "1");
    texts.insert(*evaluate_motif("A * 10 + B", motif, *bindings));
  }
  EXPECT_EQ(all_bindings(motif, "low").size(), 2 * texts.size());
  EXPECT_EQ(choose_bindings(motif, "top", 1).error().message,
            "motif m has no level 'top'; known: low, high");
}

// Every combination of every motif can be read, printed in each language it is granted, and
// launched.
TEST(KnownMotifs, AreSound) {
  auto motifs = known_motifs();
  ASSERT_TRUE(motifs) << motifs.error().message;
  EXPECT_GE(motifs->size(), 3U);
  for (const Motif& motif : *motifs) {
    for (const std::string& level : motif.levels) {
      ASSERT_TRUE(choose_bindings(motif, level, 0)) << motif.name << "/" << level;
      for (uint64_t seed = 0; seed < 60; ++seed) {
        KernelRecipe recipe;
        recipe.generator = Generator::Motif;
        recipe.name = motif.name;
        recipe.level = level;
        recipe.seed = seed;
        if (seed % 2 == 1) recipe.augmentation = seed;
        auto kernel = make_kernel(recipe);
        ASSERT_TRUE(kernel) << kernel.error().message;
        ASSERT_FALSE(kernel->languages.empty());
        ASSERT_TRUE(kernel->program.contract) << recipe_text(recipe);
        for (const Language language : kernel->languages)
          EXPECT_TRUE(print_kernel(*kernel, language));
        auto launch = typical_launch(kernel->program);
        ASSERT_TRUE(launch) << recipe_text(recipe) << ": " << launch.error().message;
        EXPECT_LE(launch->block[0] * launch->block[1] * launch->block[2], 1024);
      }
    }
  }
}

// The example in the guide is what authors copy.
// OpenCL's kernels get such memory as an argument, CUDA's with the launch.
TEST(KnownMotifs, SharedMemoryOfTheLaunchIsAnArgumentInOpenCl) {
  const auto recipe = parse_recipe("motif-1:softmax_rows/shared:9c60");
  ASSERT_TRUE(recipe) << recipe.error().message;
  const auto kernel = make_kernel(*recipe);
  ASSERT_TRUE(kernel) << kernel.error().message;
  const auto point = parse_point("width=3935 height=3506 .block=256 .seed=388");
  ASSERT_TRUE(point) << point.error().message;
  const auto cuda = launch_at(kernel->program, *point, Language::Cuda);
  const auto opencl = launch_at(kernel->program, *point, Language::OpenCl);
  ASSERT_TRUE(cuda && opencl);
  EXPECT_EQ(cuda->shared_bytes, 3935 * 4);
  ASSERT_EQ(opencl->arguments.size(), cuda->arguments.size() + 1);
  EXPECT_EQ(opencl->arguments.back().name, "row");
  EXPECT_EQ(opencl->arguments.back().local_bytes, opencl->shared_bytes);
}

TEST(Motif, TheGuidesExampleIsRight) {
  const std::string guide = *read_file(std::string(KCAST_SOURCE_DIR) + "/docs/corpus.md");
  const size_t start = guide.find("# remarks\n");
  ASSERT_NE(start, std::string::npos);
  auto motif = parse_motif("guide", guide.substr(start, guide.find("\n```", start) - start));
  ASSERT_TRUE(motif) << motif.error().message;
  EXPECT_EQ(motif->parameters.size(), 3U);
  for (const std::string& level : motif->levels) {
    for (const Bindings& bindings : all_bindings(*motif, level)) {
      auto text = expand_motif(*motif, bindings);
      ASSERT_TRUE(text) << text.error().message;
      auto program = read_neutral(*text);
      EXPECT_TRUE(program) << program.error().message << "\n" << *text;
    }
  }
}

TEST(KnownMotifs, AreFoundByName) {
  EXPECT_TRUE(find_motif("reduction"));
  EXPECT_EQ(find_motif("reductoin").error().message,
            "there is no motif 'reductoin'; did you mean 'reduction'");
}

// Eight kernels of a level, every second one in other words, in all their languages.
std::string hash_of_level(const Motif& motif, const std::string& level) {
  uint64_t hash = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    KernelRecipe recipe;
    recipe.generator = Generator::Motif;
    recipe.name = motif.name;
    recipe.level = level;
    recipe.seed = seed;
    if (seed % 2 == 1) recipe.augmentation = seed;
    const auto kernel = make_kernel(recipe);
    EXPECT_TRUE(kernel) << kernel.error().message;
    if (!kernel) return "";
    for (const Language language : kernel->languages) {
      const auto source = print_kernel(*kernel, language);
      EXPECT_TRUE(source);
      if (source) hash = fill_mix(hash ^ stable_hash(source->source + join(source->flags, " ")));
    }
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// tests/data/motif_hashes.txt: a difference means that stored recipes of that level no longer make
// the kernels they were measured with. New motifs are added with KCAST_UPDATE_GOLDEN=1.
TEST(Motifs, KeepTheirBytes) {
  const std::string path = std::string(KCAST_SOURCE_DIR) + "/tests/data/motif_hashes.txt";
  const auto motifs = known_motifs();
  ASSERT_TRUE(motifs) << motifs.error().message;
  EXPECT_GE(motifs->size(), 60U);
  std::string made;
  for (const Motif& motif : *motifs) {
    for (const std::string& level : motif.levels)
      made += motif.name + "/" + level + " " + hash_of_level(motif, level) + "\n";
  }
  if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << made;
  const auto stored = read_file(path);
  ASSERT_TRUE(stored) << stored.error().message;
  EXPECT_EQ(made, *stored);
}

}  // namespace
}  // namespace kcast::corpus
