#include "trees/forest.h"

#include <gtest/gtest.h>

#include "trees/lightgbm_text.h"

namespace kcast::trees {
namespace {

// Two trees as LightGBM saves them: x0 <= 1.5 ? (x1 <= -2 ? 0.25 : -0.5) : 1, and a leaf of 0.125.
constexpr const char* kSaved =
    "tree\nversion=v4\n\nTree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=0 1\nthreshold=1.5 -2\n"
    "decision_type=0 2\nleft_child=1 -1\nright_child=-2 -3\nleaf_value=0.25 1 -0.5\nis_linear=0\n\n"
    "Tree=1\nnum_leaves=1\nnum_cat=0\nleaf_value=0.125\n\nend of trees\nleaf_value=9\n";

TEST(Forest, AnswersAsItsTreesSay) {
  const auto trees = parse_lightgbm(kSaved);
  ASSERT_TRUE(trees) << trees.error().message;
  Cuts cuts;
  add_cuts(*trees, cuts);
  const auto forest = make_forest(*trees, cuts);
  ASSERT_TRUE(forest) << forest.error().message;
  const auto answer = [&](float x0, float x1) {
    const std::vector<float> row = {x0, x1};
    return forest->sum(cuts.places(row));
  };
  EXPECT_EQ(answer(1.5F, -2.0F), 0.375);
  EXPECT_EQ(answer(1.5F, -1.9F), -0.375);
  EXPECT_EQ(answer(1.6F, -5.0F), 1.125);
}

// A threshold between two floats must not move any float to the other side.
TEST(Forest, ThresholdsBetweenFloatsStayExact) {
  const float below = 0.1F;
  const float above = std::nextafter(below, 1.0F);
  const double between = (static_cast<double>(below) + static_cast<double>(above)) / 2;
  const FittedTree tree{{0}, {between}, {-1}, {-2}, {1, 2}};
  Cuts cuts;
  add_cuts({tree}, cuts);
  const auto forest = make_forest({tree}, cuts);
  ASSERT_TRUE(forest);
  EXPECT_EQ(forest->sum(cuts.places(std::vector<float>{below})), 1);
  EXPECT_EQ(forest->sum(cuts.places(std::vector<float>{above})), 2);
}

TEST(Forest, IsReadBackAsItWasWritten) {
  const auto trees = parse_lightgbm(kSaved);
  Cuts cuts;
  add_cuts(*trees, cuts);
  const auto forest = make_forest(*trees, cuts);
  ASSERT_TRUE(forest);
  ByteWriter writer;
  write_cuts(cuts, writer);
  write_forest(*forest, writer);
  const std::string bytes = writer.take();
  ByteReader reader(bytes);
  EXPECT_EQ(read_cuts(reader), cuts);
  const auto again = read_forest(reader, cuts);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *forest);
  // Whatever is cut off or changed is refused or read, and never followed out of the forest.
  for (size_t size = 0; size < bytes.size(); ++size) {
    ByteReader part(std::string_view(bytes).substr(0, size));
    read_cuts(part);
    EXPECT_FALSE(read_forest(part, cuts)) << size;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    ByteReader part(damaged);
    const Cuts read = read_cuts(part);
    if (const auto other = read_forest(part, cuts); other && read.of_feature.size() == 2) {
      EXPECT_NO_FATAL_FAILURE(other->sum(std::vector<uint8_t>(256, 0)));
    }
  }
}

TEST(Forest, RefusesWhatItWouldAnswerWrongly) {
  const auto with = [](std::string_view field) {
    return parse_lightgbm("Tree=0\n" + std::string(field) + "\nend of trees\n");
  };
  EXPECT_FALSE(with("num_cat=1"));
  EXPECT_FALSE(with("decision_type=10"));
  EXPECT_FALSE(with("is_linear=1"));
  EXPECT_FALSE(with("split_feature=0"));
  EXPECT_FALSE(parse_lightgbm(""));
}

}  // namespace
}  // namespace kcast::trees
