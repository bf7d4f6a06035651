#include "base/sha256.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

// The examples of FIPS 180-4 and of NIST's page of example values.
TEST(Sha256, standard_vectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Around the end of a block, where the length does not fit any more; from coreutils' sha256sum.
TEST(Sha256, lengths_around_a_block) {
  EXPECT_EQ(sha256_hex(std::string(55, 'b')),
            "eb2c86e932179f4ba13fe8715a26124b77d6bad290b9b4c1cc140cf633300c19");
  EXPECT_EQ(sha256_hex(std::string(56, 'b')),
            "a5fc6e203a4c2b657d0d153885932414b2ffc6a93f0f8bf8b3183315e5a7212c");
  EXPECT_EQ(sha256_hex(std::string(64, 'b')),
            "a0fab1377f49a759b57f63318262ebe89fabfc990e8e93ceac2984561482b9d4");
  EXPECT_EQ(sha256_hex(std::string("\0\xff\n", 3)),
            "712450d3c4a79eea9509e75dc1dacdeff58034df538536cfae2da882bd8a0c50");
}

// Pieces of every length that meet a block's border.
TEST(Sha256, pieces_are_the_whole) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += static_cast<char>(i * 7 + i / 256);
  for (const size_t piece : {1, 3, 63, 64, 65, 127, 128, 200, 1000}) {
    Sha256 hash;
    for (size_t at = 0; at < text.size(); at += piece)
      hash.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(hash.hex(), sha256_hex(text)) << piece;
  }
}

}  // namespace
}  // namespace kcast
