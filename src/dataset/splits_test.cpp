#include "dataset/splits.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/sha256.h"
#include "corpus/authored/authored.h"
#include "corpus/dedupe/near_duplicates.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif/motif.h"
#include "plan/draw_recipes.h"

namespace kcast::dataset {
namespace {

constexpr const char* kLaunch = "n=1024 .block=256 .seed=1";

const SplitRules& rules() {
  static const Result<SplitRules> read = SplitRules::current();
  if (!read) throw std::runtime_error(read.error().message);
  return *read;
}

Side side_of(Split split, const std::string& family) {
  return rules().side(split, {.recipe = family, .language = "cuda", .family = family});
}

// Some thousand kernels of all generators, as the corpus of seed 1 has them, and all programs.
std::vector<corpus::KernelRecipe> real_recipes(uint64_t generated) {
  std::vector<corpus::KernelRecipe> out;
  const auto source = plan::RecipeSource::make(1);
  for (uint64_t n = 0; n < generated; ++n)
    out.push_back(source->at(n));
  const auto programs = corpus::authored_programs();
  for (const corpus::AuthoredProgram& program : *programs) {
    corpus::KernelRecipe recipe;
    recipe.generator = corpus::Generator::Authored;
    recipe.name = program.name;
    out.push_back(recipe);
    recipe.augmentation = 7;
    out.push_back(recipe);
  }
  return out;
}

// The places were computed with Python's hashlib: syn-1:12 is at 0.042, syn-1:a at 0.129.
TEST(Splits, follow_the_published_hash) {
  EXPECT_EQ(side_of(Split::Family, "syn-1:12"), Side::Test);
  EXPECT_EQ(side_of(Split::Family, "syn-1:18"), Side::Test);
  EXPECT_EQ(side_of(Split::Family, "syn-1:a"), Side::Validation);
  EXPECT_EQ(side_of(Split::Family, "syn-1:9f3c"), Side::Validation);
  EXPECT_EQ(side_of(Split::Family, "syn-1:1a"), Side::Train);  // 0.2004
  EXPECT_EQ(side_of(Split::Family, "omni-1"), Side::Train);
  EXPECT_EQ(side_of(Split::Family, "auth-1:finance/asian_option"), Side::Test);  // 0.124
  std::map<int, Side> held_out;
  for (int n = 0; n < 200; ++n) {
    const std::string launch = "n=" + std::to_string(n) + " .block=32 .seed=1";
    const Side side = rules().side(Split::Iid, {"syn-1:5", "cuda", launch, "syn-1:5"});
    if (side != Side::Train) held_out[n] = side;
  }
  EXPECT_EQ(held_out, (std::map<int, Side>{{31, Side::Test},
                                           {34, Side::Validation},
                                           {158, Side::Validation},
                                           {161, Side::Test},
                                           {182, Side::Validation},
                                           {190, Side::Test}}));
}

TEST(Splits, no_family_is_on_two_sides) {
  std::map<std::string, std::set<Side>> sides;
  std::map<std::string, std::set<std::string>> by_source;
  for (const corpus::KernelRecipe& recipe : real_recipes(6000)) {
    const std::string text = corpus::recipe_text(recipe);
    const std::string family = corpus::recipe_family(recipe);
    by_source[std::string(family_parts(family).source)].insert(family);
    for (const Split split : {Split::Family, Split::Motif, Split::Authored}) {
      for (const char* language : {"cuda", "opencl"}) {
        sides[std::string(split_name(split)) + " " + family].insert(
            rules().side(split, {text, language, kLaunch, family, 1e9, 1}));
      }
    }
  }
  for (const auto& [family, found] : sides)
    EXPECT_EQ(found.size(), 1U) << family;
  std::set<std::string> sources;
  for (const auto& [source, families] : by_source)
    sources.insert(source);
  EXPECT_EQ(sources, (std::set<std::string>{"auth", "motif", "omni", "syn"}));
}

double test_share(Split split, const std::set<std::string>& families) {
  double tested = 0;
  for (const std::string& family : families)
    tested += side_of(split, family) == Side::Test ? 1 : 0;
  return tested / static_cast<double>(families.size());
}

TEST(Splits, shares_are_those_of_the_file) {
  std::map<std::string, std::set<std::string>> families;
  for (const corpus::KernelRecipe& recipe : real_recipes(6000)) {
    const std::string family = corpus::recipe_family(recipe);
    families[std::string(family_parts(family).source)].insert(family);
  }
  EXPECT_NEAR(test_share(Split::Family, families["syn"]), 0.10, 0.02);
  EXPECT_NEAR(test_share(Split::Family, families["auth"]), 0.25, 0.06);
  EXPECT_EQ(test_share(Split::Authored, families["auth"]),
            test_share(Split::Family, families["auth"]));
  EXPECT_EQ(test_share(Split::Authored, families["syn"]), 0);
  EXPECT_EQ(test_share(Split::Motif, families["syn"]), 0);
  EXPECT_NEAR(test_share(Split::Motif, families["motif"]), 16.0 / 102, 0.02);
}

// A change of this number changes what was tested before: published figures lose their meaning.
TEST(Splits, membership_is_frozen) {
  std::string all;
  for (int n = 0; n < 500; ++n) {
    const std::string number = std::to_string(n);
    for (const std::string& family : {"syn-1:" + number, "motif-1:m" + number,
                                      "auth-1:finance/a" + number, std::string("omni-1")}) {
      for (const Split split : kSplits) {
        all += side_name(rules().side(split, {family, "cuda", "n=" + number, family, 1e6, 1024}));
        all += split == Split::Authored ? '\n' : ' ';
      }
    }
  }
  for (const auto& lists : {rules().motifs(), rules().domains()}) {
    for (const auto& [name, side] : lists)
      all += name + " " + std::string(side_name(side)) + "\n";
  }
  EXPECT_EQ(sha256_hex(all), "f2d097b0df5db921250ea7eaca27dc1c64141ca289b832bc4f30f6d76ce9fe50");
}

TEST(Splits, near_duplicates_are_on_one_side) {
  corpus::NearDuplicates duplicates;
  std::vector<std::string> families;
  for (const corpus::KernelRecipe& recipe : real_recipes(4000)) {
    const auto source = corpus::source_of_recipe(recipe, corpus::Language::Cuda, false);
    ASSERT_TRUE(source) << source.error().message;
    families.push_back(corpus::recipe_family(recipe));
    duplicates.add(corpus::recipe_text(recipe), families.back(), source->source);
  }
  size_t of_one_family = 0;
  const corpus::NearDuplicateReport report = duplicates.report();
  for (const corpus::NearCluster& cluster : report.clusters) {
    std::set<Side> sides;
    for (const uint32_t member : cluster.members)
      sides.insert(side_of(Split::Family, families[member]));
    EXPECT_EQ(sides.size(), 1U) << duplicates.item(cluster.members[0]).name;
    of_one_family += cluster.families == 1 ? 1 : 0;
  }
  EXPECT_GT(of_one_family, 100U);
}

TEST(Splits, large_launches_are_tested_by_size) {
  const auto side = [](const char* launch, double bytes, double threads) {
    return rules().side(Split::Size, {"syn-1:1", "cuda", launch, "syn-1:1", bytes, threads});
  };
  EXPECT_EQ(side("n=9 .block=32", 104857599, 1e6), Side::Train);
  EXPECT_EQ(side("n=9 .block=32", 104857600, 1e6), Side::Test);
  EXPECT_EQ(side("n=9 .block=32 .grid=8", 3200.0 * 256, 256), Side::Test);
  EXPECT_EQ(side("n=9 .block=32 .grid=8", 3199.0 * 256, 256), Side::Train);
  EXPECT_EQ(side("n=9 .block=32", 3200.0 * 256, 256), Side::Train);
  EXPECT_EQ(side("host:0", 0, 0), Side::Train);
}

TEST(Splits, what_is_held_out_by_name_exists) {
  std::set<std::string> domains;
  const auto programs = corpus::authored_programs();
  for (const corpus::AuthoredProgram& program : *programs)
    domains.insert(std::string(program.name.substr(0, program.name.find('/'))));
  for (const auto& [motif, side] : rules().motifs())
    EXPECT_TRUE(corpus::find_motif(motif)) << motif;
  for (const auto& [domain, side] : rules().domains())
    EXPECT_TRUE(domains.contains(domain)) << domain;
  EXPECT_EQ(side_of(Split::Motif, "motif-1:block_scan"), Side::Test);
  EXPECT_EQ(side_of(Split::Motif, "motif-1:bitonic_step"), Side::Validation);
  EXPECT_EQ(side_of(Split::Motif, "motif-1:reduction"), Side::Train);
  EXPECT_EQ(side_of(Split::Motif, "auth-1:scans_compaction/x"), Side::Test);
  EXPECT_EQ(side_of(Split::Motif, "auth-1:finance/x"), Side::Train);
}

TEST(Splits, a_joined_family_goes_where_its_original_goes) {
  const auto joined = SplitRules::parse(
      "rule 1\ngenerated test 0.1 val 0.1\nmotifs test block_scan\n"
      "join syn-1:1 syn-1:12\njoin syn-1:2 motif-1:block_scan\n");
  ASSERT_TRUE(joined) << joined.error().message;
  const auto side = [&](Split split, const char* family) {
    return joined->side(split, {.recipe = family, .family = family});
  };
  EXPECT_EQ(side(Split::Family, "syn-1:1"), Side::Test);
  EXPECT_EQ(side(Split::Motif, "syn-1:2"), Side::Test);
  EXPECT_EQ(side(Split::Motif, "syn-1:3"), Side::Train);
}

TEST(Splits, wrong_files_are_errors) {
  for (const auto& [text, why] : {std::pair{"", "there is no line 'rule 1'"},
                                  {"rule 2\n", "line 1: cannot read 'rule 2'"},
                                  {"rule 1\ngenerated test x val 0.1\n", "line 2: cannot read"},
                                  {"rule 1\nrows test 0.7 val 0.7\n", "line 2: cannot read"},
                                  {"rule 1\nmotifs maybe scan\n", "line 2: cannot read"},
                                  {"rule 1\njoin a b\njoin b c\n", "'a' joins 'b', which joins"}}) {
    const auto read = SplitRules::parse(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find(why), std::string::npos) << read.error().message;
  }
  EXPECT_FALSE(split_named("random"));
  EXPECT_EQ(*split_named("size"), Split::Size);
}

TEST(Splits, families_have_parts) {
  EXPECT_EQ(family_parts("motif-1:block_scan").source, "motif");
  EXPECT_EQ(family_parts("motif-1:block_scan").group, "block_scan");
  EXPECT_EQ(family_parts("auth-1:finance/asian").group, "finance");
  EXPECT_EQ(family_parts("omni-1").source, "omni");
  EXPECT_EQ(family_parts("syn-1:9f").group, "");
  EXPECT_EQ(family_parts("").source, "");
}

}  // namespace
}  // namespace kcast::dataset
