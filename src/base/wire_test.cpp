#include "base/wire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kcast {
namespace {

enum class Colour : uint8_t { Red, Green, Blue };
KCAST_WIRE_ENUM(Colour, Blue)

struct Leaf {
  std::string text;
  std::optional<double> real;
  Colour colour = Colour::Red;
  bool operator==(const Leaf&) const = default;
};
KCAST_WIRE(Leaf, text, real, colour)

struct Tree {
  std::array<int64_t, 3> sizes = {};
  std::vector<Tree> children;
  std::map<std::string, Leaf> leaves;
  bool flag = false;
  bool operator==(const Tree&) const = default;
};
KCAST_WIRE(Tree, sizes, children, leaves, flag)

Tree example() {
  Tree tree{{1, -2, std::numeric_limits<int64_t>::min()}, {}, {}, true};
  tree.leaves["\xff\x00z"] = {std::string("a\0b\xfe", 4), 0.1, Colour::Blue};
  tree.leaves[""] = {"", std::nullopt, Colour::Green};
  tree.children.push_back(tree);
  return tree;
}

TEST(Wire, carries_every_bit) {
  EXPECT_EQ(from_wire<Tree>(to_wire(example())), example());
  const auto nan = from_wire<double>(to_wire(std::nan("")));
  ASSERT_TRUE(nan);
  EXPECT_TRUE(std::isnan(*nan));
  EXPECT_EQ(from_wire<double>(to_wire(-0.0)), -0.0);
}

TEST(Wire, believes_no_count) {
  const std::string huge = to_wire(uint64_t{1} << 60);
  EXPECT_FALSE(from_wire<std::string>(huge + "abc"));
  EXPECT_FALSE(from_wire<std::vector<Leaf>>(huge + "abc"));
  EXPECT_FALSE((from_wire<std::map<std::string, Leaf>>(huge + "abc")));
}

TEST(Wire, refuses_what_no_writer_wrote) {
  EXPECT_FALSE(from_wire<bool>("\x02"));
  EXPECT_FALSE(from_wire<Colour>("\x03"));
  EXPECT_FALSE(from_wire<Colour>(""));
  EXPECT_FALSE(from_wire<uint32_t>("12345"));  // one byte is left
}

TEST(Wire, refuses_endless_nesting) {
  Tree deep;
  for (int i = 0; i < 100; ++i) {
    Tree outer;
    outer.children.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_FALSE(from_wire<Tree>(to_wire(deep)));
}

// Whatever is cut off or changed, reading ends and stays within the bytes that are there.
TEST(Wire, survives_every_cut_and_flip) {
  const std::string bytes = to_wire(example());
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(from_wire<Tree>(std::string_view(bytes).substr(0, i)));
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      const auto tree = from_wire<Tree>(flipped);
      if (tree) {
        EXPECT_EQ(to_wire(*tree).size(), bytes.size());
      }
    }
  }
}

}  // namespace
}  // namespace kcast
