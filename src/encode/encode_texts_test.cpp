#include "encode/encode_texts.h"

#include <gtest/gtest.h>

#include "encode/bpe.h"
#include "encode/bpe_train.h"
#include "encode/token_shard.h"

namespace kcast::encode {
namespace {

// Without merges a token is a byte, so that lengths are those of the texts.
std::unique_ptr<BpeTokenizer> byte_tokenizer() {
  return *BpeTokenizer::make(*BpeTrainer({.vocabulary = 260}).train());
}

std::string text_of(const BpeTokenizer& tokenizer, const SampleTokens& sample) {
  return *tokenizer.decode(sample.tokens);
}

TEST(EncodeTexts, prompt_then_answer_then_end) {
  const auto tokenizer = byte_tokenizer();
  const std::vector<SampleText> texts = {{{{"user", "Q ", "code", "?"}}, "A1"},
                                         {{{"", "P ", "code", ""}}, ""}};
  const auto out = encode_texts(*tokenizer, texts, 100);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_EQ(text_of(*tokenizer, (*out)[0]), "Q code?\n\nA1<|endoftext|>");
  EXPECT_EQ((*out)[0].answer, 9);
  EXPECT_EQ((*out)[0].tokens.back(), 0);
  EXPECT_FALSE((*out)[0].cut);
  EXPECT_EQ(text_of(*tokenizer, (*out)[1]), "P code");
  EXPECT_EQ((*out)[1].answer, 6);
}

TEST(EncodeTexts, long_kernels_lose_their_middle) {
  const auto tokenizer = byte_tokenizer();
  const std::string code = std::string(50, 'a') + std::string(50, 'b');
  const std::vector<SampleText> texts = {{{{"user", "Q ", code, "?"}}, "A1"}};
  // Beside the code: "Q ", "?", two line breaks, "A1", the end; the mark has 5.
  const auto out = *encode_texts(*tokenizer, texts, 8 + 5 + 41);
  EXPECT_TRUE(out[0].cut);
  EXPECT_EQ(out[0].tokens.size(), 54U);
  EXPECT_EQ(text_of(*tokenizer, out[0]), "Q " + std::string(21, 'a') + std::string(kCutMark) +
                                             std::string(20, 'b') + "?\n\nA1<|endoftext|>");
  EXPECT_EQ(out[0].answer, 54 - 3);
  EXPECT_FALSE((*encode_texts(*tokenizer, texts, 108))[0].cut);
  EXPECT_TRUE((*encode_texts(*tokenizer, texts, 107))[0].cut);
  EXPECT_TRUE((*encode_texts(*tokenizer, texts, 40))[0].tokens.empty());
}

TEST(EncodeTexts, a_format_that_the_vocabulary_lacks_is_an_error) {
  BpeTrainer trainer({.vocabulary = 256, .specials = {}});
  const auto tokenizer = *BpeTokenizer::make(*trainer.train());
  const std::vector<SampleText> texts = {{{{"user", "Q", "", ""}}, "A"}};
  EXPECT_EQ(encode_texts(*tokenizer, texts, 100).error().message,
            "the vocabulary has no special token '<|endoftext|>'");
}

}  // namespace
}  // namespace kcast::encode
