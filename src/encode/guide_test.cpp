#include "encode/guide.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "encode/answers.h"
#include "encode/bpe.h"
#include "encode/bpe_train.h"

namespace kcast::encode {
namespace {

using Ids = std::vector<int32_t>;

// A token is a byte.
std::unique_ptr<BpeTokenizer> byte_tokenizer() {
  return *BpeTokenizer::make(*BpeTrainer({.vocabulary = 260}).train());
}

// Whether the guide's pieces can write `answer`, of which the part that is copied was taken away.
bool writes(const nlohmann::json& pieces, std::span<const int32_t> answer) {
  size_t at = 0;
  for (const auto& piece : pieces) {
    if (piece.contains("forced")) {
      for (const int32_t token : piece["forced"].get<Ids>()) {
        if (at == answer.size() || answer[at++] != token) return false;
      }
      continue;
    }
    const Ids allowed = piece["allowed"].get<Ids>();
    const Ids ends = piece.value("ends", Ids());
    for (int64_t taken = 0; taken < piece["max_tokens"].get<int64_t>(); ++taken) {
      if (at == answer.size() || std::ranges::find(allowed, answer[at]) == allowed.end())
        return false;
      if (std::ranges::find(ends, answer[at++]) != ends.end()) break;
    }
  }
  return at == answer.size();
}

BaseQuantities some_values() {
  BaseQuantities values;
  values.time_us = 12.5;
  values.flops_fp32 = 3e9;
  values.l1_bytes = 4e8;
  values.l2_bytes = 3e8;
  values.hbm_read_bytes = 2e8;
  values.hbm_write_bytes = 1e8;
  values.l1_hit_rate_pct = 41.5;
  values.l2_hit_rate_pct = 7.25;
  return values;
}

Ids right_answer(Template which, const BpeTokenizer& tokenizer, const std::string& flags) {
  KernelSource kernel;
  kernel.flags = {flags};
  Gpu gpu;
  gpu.target = "sm_90";
  const std::string text =
      answer_text(answer_schema(which, kernel, gpu), some_values(), Bound::Bandwidth);
  const std::array<TokenText, 1> token_texts = {{{text}}};
  return (*tokenizer.encode(token_texts))[0];
}

TEST(Guide, writes_the_right_answers) {
  const auto tokenizer = byte_tokenizer();
  for (const Template which : {Template::Compact, Template::Omniwise}) {
    const auto text = answer_guide(which, *tokenizer);
    ASSERT_TRUE(text && *text) << template_name(which);
    const auto guide = nlohmann::json::parse(**text);
    for (const std::string flags : {"-O3", "-O2 -DWIDTH=4"}) {
      const Ids answer = right_answer(which, *tokenizer, flags);
      const Ids until = guide.value("copied_until", Ids());
      EXPECT_EQ(until.empty(), which == Template::Compact);
      const auto copied = std::ranges::search(answer, until);
      EXPECT_TRUE(writes(guide["pieces"], {copied.end(), answer.end()}))
          << template_name(which) << " " << flags;
      Ids wrong = answer;
      wrong.back() = wrong.front();
      EXPECT_FALSE(
          writes(guide["pieces"], {wrong.begin() + (copied.end() - answer.begin()), wrong.end()}));
    }
  }
}

TEST(Guide, none_for_words_and_numbers_of_any_length) {
  const auto tokenizer = byte_tokenizer();
  for (const Template which : {Template::Roofline, Template::LlmPerf, Template::OmniwiseRaw}) {
    const auto text = answer_guide(which, *tokenizer);
    ASSERT_TRUE(text);
    EXPECT_FALSE(*text) << template_name(which);
  }
}

}  // namespace
}  // namespace kcast::encode
