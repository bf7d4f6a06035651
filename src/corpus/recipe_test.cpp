#include "corpus/recipe.h"

#include <gtest/gtest.h>

namespace kcast::corpus {
namespace {

TEST(Recipe, TextAndBack) {
  for (const char* text :
       {"syn-1:9f3c", "syn-1:0+51", "omni-1:ffffffffffffffff", "motif-1:reduce/warp:2",
        "motif-1:matrix_product/shared:a0+b1", "auth-1:physics/nbody", "auth-1:physics/nbody+3",
        "auth-1:physics/nbody:n=4096", "auth-1:physics/nbody:BLOCK=64,n=4096+3",
        "auth-1:physics/nbody:box.0=64,box.12=8,p.grid.rows=4096+3"}) {
    auto recipe = parse_recipe(text);
    ASSERT_TRUE(recipe) << text;
    EXPECT_EQ(recipe_text(*recipe), text);
  }
  auto recipe = parse_recipe("motif-1:reduce/warp:1f+2");
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->name, "reduce");
  EXPECT_EQ(recipe->level, "warp");
  EXPECT_EQ(recipe->seed, 31U);
  EXPECT_EQ(recipe->augmentation, 2U);
}

TEST(Recipe, ConstantsAreDecimalAndSorted) {
  const auto recipe = parse_recipe("auth-1:physics/nbody:n=4096,BLOCK=64+a");
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->constants,
            (std::vector<std::pair<std::string, int64_t>>{{"BLOCK", 64}, {"n", 4096}}));
  EXPECT_EQ(recipe->augmentation, 10U);
  EXPECT_EQ(recipe_text(*recipe), "auth-1:physics/nbody:BLOCK=64,n=4096+a");
  EXPECT_EQ(parse_recipe("auth-1:physics/nbody:n=1,n=2").error().message,
            "recipe 'auth-1:physics/nbody:n=1,n=2': give constants as NAME=VALUE,NAME=VALUE, each "
            "once and in decimal");
  for (const char* text :
       {"auth-1:physics/nbody:", "auth-1:physics/nbody:n",
        "auth-1:physics/nbody:n=", "auth-1:physics/nbody:n=-4", "auth-1:physics/nbody:n=4k",
        "auth-1:physics/nbody:4=4", "auth-1:physics/nbody:.n=4", "auth-1:physics/nbody:n.=4",
        "auth-1:physics/nbody:n.0x=4", "auth-1:physics/nbody:n=4,", "auth-1:physics/nbody:n=4:m=5",
        "auth-1:physics/nbody:n=99999999999999999999", "syn-1:1:n=4"}) {
    EXPECT_FALSE(parse_recipe(text)) << text;
  }
}

TEST(Recipe, SaysTheFormThatIsWanted) {
  EXPECT_EQ(parse_recipe("syn-2:1").error().message,
            "recipe 'syn-2:1' has no known generator: syn-1, omni-1, motif-1, auth-1");
  EXPECT_EQ(parse_recipe("syn-1:xyz").error().message,
            "recipe 'syn-1:xyz' wants the form syn-1:SEED, numbers in hexadecimal");
  for (const char* text : {"", "syn-1", "syn-1:", "syn-1:1:2", "motif-1:reduce:1", "syn-1:1+",
                           "auth-1:../etc", "motif-1:a/b:", "syn-1:11111111111111111"}) {
    EXPECT_FALSE(parse_recipe(text)) << text;
  }
}

TEST(Recipe, AFamilyHoldsWhatGrewFromOneOrigin) {
  const auto family = [](const char* text) { return recipe_family(*parse_recipe(text)); };
  EXPECT_EQ(family("syn-1:9f3c+7"), "syn-1:9f3c");
  EXPECT_NE(family("syn-1:1"), family("omni-1:1"));
  EXPECT_EQ(family("omni-1:1"), family("omni-1:2"));
  EXPECT_EQ(family("auth-1:physics/nbody:n=4096+7"), "auth-1:physics/nbody");
  EXPECT_EQ(family("motif-1:reduce/warp:2"), family("motif-1:reduce/naive:9+4"));
}

}  // namespace
}  // namespace kcast::corpus
