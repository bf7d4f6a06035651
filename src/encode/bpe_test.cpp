#include "encode/bpe.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/rng.h"
#include "encode/bpe_train.h"
#include "encode/code_words.h"

namespace kcast::encode {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
  const auto words = code_words(text);
  return {words.begin(), words.end()};
}

TEST(CodeWords, cuts_code_as_the_header_says) {
  EXPECT_EQ(words_of("blockIdx.x"), (Words{"block", "Idx", ".", "x"}));
  EXPECT_EQ(words_of("HTTPServer A"), (Words{"HTTP", "Server", " A"}));
  EXPECT_EQ(words_of("my_var __global__ _9"), (Words{"my", "_var", " __global", "__", " _", "9"}));
  EXPECT_EQ(words_of("x += 1024;\n    y"),
            (Words{"x", " +=", " ", "1", "0", "2", "4", ";", "\n    ", "y"}));
  EXPECT_EQ(words_of("a  b \n c"), (Words{"a", "  ", "b", " \n ", "c"}));
  EXPECT_EQ(words_of("s\xC3\xA9 \xC3\xA9(2)"),
            (Words{"s", "\xC3\xA9", " \xC3\xA9", "(", "2", ")"}));
  EXPECT_EQ(words_of(std::string_view("\0a\0 \0", 5)),
            (Words{std::string(1, '\0'), "a", std::string(1, '\0'), std::string(" \0", 2)}));
  EXPECT_EQ(words_of(" "), (Words{" "}));
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of("ABc"), (Words{"A", "Bc"}));
}

std::string random_bytes(Rng& rng, size_t length) {
  std::string out;
  for (size_t i = 0; i < length; ++i)
    out += static_cast<char>(rng.below(256));
  return out;
}

constexpr const char* kText =
    "__global__ void scale(float* x, float s, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] = x[i] * s + 0.125f;\n}\n";

std::unique_ptr<BpeTokenizer> trained(int64_t vocabulary) {
  BpeTrainer trainer({.vocabulary = vocabulary});
  for (int i = 0; i < 3; ++i)
    trainer.add(kText);
  return *BpeTokenizer::make(*trainer.train());
}

TEST(Bpe, any_bytes_come_back) {
  const auto tokenizer = trained(400);
  Rng rng(1);
  for (size_t length = 0; length < 200; ++length) {
    const std::string text = random_bytes(rng, length);
    EXPECT_EQ(*tokenizer->decode(tokenizer->encode_text(text)), text);
  }
  EXPECT_EQ(*tokenizer->decode(tokenizer->encode_text(kText)), kText);
  EXPECT_TRUE(tokenizer->encode_text("").empty());
}

// By hand: of "abab ab", words "abab" and " ab". Pair (a, b) is there three times and comes first;
// then (ab, ab) and (" ", ab) once each, which is too rare.
TEST(Bpe, training_counts_pairs) {
  BpeTrainer trainer({.vocabulary = 300, .specials = {"<e>"}});
  trainer.add("abab ab");
  const BpeModel model = *trainer.train();
  EXPECT_EQ(model.specials, std::vector<std::string>{"<e>"});
  ASSERT_EQ(model.tokens.size(), 257U);
  EXPECT_EQ(model.tokens[256], "ab");
  ASSERT_EQ(model.merges.size(), 1U);
  EXPECT_EQ(model.merges[0], (std::pair<int32_t, int32_t>{1 + 'a', 1 + 'b'}));
  const auto tokenizer = *BpeTokenizer::make(model);
  EXPECT_EQ(tokenizer->encode_text("abab cab"),
            (std::vector<int32_t>{257, 257, 1 + ' ', 1 + 'c', 257}));
}

// Incremental counts are those of counting anew after every merge.
TEST(Bpe, training_is_that_of_the_slow_way) {
  BpeTrainer trainer({.vocabulary = 330, .least_count = 2, .longest_token = 1000, .specials = {}});
  std::map<std::string, int64_t> counts;
  Rng rng(7);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (uint64_t k = 1 + rng.below(9); k > 0; --k)
      text += static_cast<char>('a' + rng.below(3));
    trainer.add(text);
    ++counts[text];
  }
  std::vector<std::pair<std::vector<int32_t>, int64_t>> words;
  for (const auto& [text, count] : counts)
    words.push_back({{text.begin(), text.end()}, count});
  const BpeModel model = *trainer.train();
  std::vector<std::string> tokens(model.tokens.begin(), model.tokens.begin() + 256);
  for (const auto& merge : model.merges) {
    std::map<std::pair<int32_t, int32_t>, int64_t> pairs;
    for (const auto& [ids, count] : words) {
      for (size_t i = 0; i + 1 < ids.size(); ++i)
        pairs[{ids[i], ids[i + 1]}] += count;
    }
    auto best = pairs.begin();
    for (auto at = pairs.begin(); at != pairs.end(); ++at) {
      if (at->second > best->second) best = at;
    }
    ASSERT_EQ(best->first, merge);
    const std::string bytes = tokens[merge.first] + tokens[merge.second];
    auto id = static_cast<int32_t>(std::ranges::find(tokens, bytes) - tokens.begin());
    if (id == static_cast<int32_t>(tokens.size())) tokens.push_back(bytes);
    for (auto& [ids, count] : words) {
      for (size_t i = 0; i + 1 < ids.size(); ++i) {
        if (ids[i] != merge.first || ids[i + 1] != merge.second) continue;
        ids[i] = id;
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
  }
  EXPECT_EQ(tokens, model.tokens);
  EXPECT_EQ(model.tokens.size(), 330U);
}

TEST(Bpe, tokens_stay_short_where_asked) {
  BpeTrainer trainer({.vocabulary = 400, .longest_token = 3});
  for (int i = 0; i < 5; ++i)
    trainer.add("transposed transposed");
  const BpeModel model = *trainer.train();
  EXPECT_GT(model.tokens.size(), 256U);
  for (const std::string& token : model.tokens)
    EXPECT_LE(token.size(), 3U);
}

TEST(Bpe, order_of_texts_does_not_matter) {
  BpeTrainer one({.vocabulary = 300});
  BpeTrainer other({.vocabulary = 300});
  one.add("alpha beta gamma alpha beta");
  one.add(kText);
  other.add(kText);
  other.add("alpha beta gamma alpha beta");
  EXPECT_EQ(*one.train(), *other.train());
  EXPECT_EQ(BpeTrainer({.vocabulary = 200}).train().error().message,
            "a vocabulary of 200 tokens is too small; bytes and special tokens alone are 260");
}

TEST(Bpe, file_gives_the_same_tokenizer) {
  const auto tokenizer = trained(290);
  const std::string json = tokenizer->to_json();
  const auto reparsed = BpeTokenizer::parse(json, "t.json");
  ASSERT_TRUE(reparsed) << reparsed.error().message;
  EXPECT_EQ((*reparsed)->model(), tokenizer->model());
  EXPECT_EQ((*reparsed)->to_json(), json);
  EXPECT_EQ((*reparsed)->sha256(), tokenizer->sha256());
  EXPECT_NE(trained(291)->sha256(), tokenizer->sha256());
  EXPECT_EQ(tokenizer->vocabulary_size(), 290);
}

TEST(Bpe, special_tokens_are_asked_for) {
  const auto tokenizer = trained(300);
  const std::vector<TokenText> texts = {{"<|pad|>", true}, {"<|pad|>", false}};
  const auto ids = tokenizer->encode(texts);
  ASSERT_TRUE(ids);
  EXPECT_EQ((*ids)[0], std::vector<int32_t>{1});
  EXPECT_GT((*ids)[1].size(), 2U);
  EXPECT_EQ(*tokenizer->decode((*ids)[1]), "<|pad|>");
  const std::vector<TokenText> missing = {{"<|eot_id|>", true}};
  EXPECT_EQ(tokenizer->encode(missing).error().message,
            "the vocabulary has no special token '<|eot_id|>'");
  const std::vector<int32_t> bad = {1000};
  EXPECT_EQ(tokenizer->decode(bad).error().message, "the vocabulary has no token 1000");
}

TEST(Bpe, broken_files_are_errors_with_their_name) {
  const std::string good = trained(300)->to_json();
  const auto complaint = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
    const auto read = BpeTokenizer::parse(text, "t.json");
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(complaint("{", "["), "t.json: no JSON");
  EXPECT_EQ(complaint("\"Isolated\"", "\"Removed\"").find("t.json: a tokenizer of another kind"),
            0U);
  EXPECT_EQ(complaint("\"pre_tokenizer\"", "\"other\""), "t.json: no tokenizer.json");
  for (const char* id : {"70", "-1", "-1e300", "69.5", "\"69\""}) {
    EXPECT_EQ(complaint("\"A\": 69", std::string("\"A\": ") + id)
                  .find("t.json: the ids of its vocabulary"),
              0U)
        << id;
  }
  EXPECT_NE(complaint("\"merges\": [\n   \"", "\"merges\": [\n   \"zzz").find("not of two tokens"),
            std::string::npos);
  EXPECT_NE(complaint("\"vocab\": {", "\"vocab\": [").find("t.json"), std::string::npos);
  EXPECT_FALSE(BpeTokenizer::load("/no/such/file"));
  BpeModel model = trained(300)->model();
  model.tokens.pop_back();
  EXPECT_NE(BpeTokenizer::make(model).error().message.find("result of merge"), std::string::npos);
  model = {{}, trained(300)->model().tokens, {}};
  model.tokens.resize(256);
  EXPECT_TRUE(BpeTokenizer::make(model));
  model.tokens[255] = "ab";
  EXPECT_EQ(BpeTokenizer::make(model).error().message,
            "the vocabulary does not begin with the 256 bytes");
}

// Whatever becomes of a file, reading it ends, and what it gives can be used.
TEST(Bpe, altered_files_do_no_harm) {
  const std::string good = trained(280)->to_json();
  Rng rng(3);
  size_t read = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = good;
    const size_t at = rng.below(text.size());
    switch (rng.below(3)) {
      case 0:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        text.erase(at, 1 + rng.below(20));
        break;
      default:
        text.insert(at, text.substr(rng.below(text.size()), rng.below(20)));
    }
    const auto tokenizer = BpeTokenizer::parse(text, "t.json");
    if (!tokenizer) continue;
    EXPECT_EQ(*(*tokenizer)->decode((*tokenizer)->encode_text(kText)), kText);
    ++read;
  }
  EXPECT_LT(read, 400U);
}

// What Hugging Face's library says; tests/reference/check_tokenizer.py writes it.
TEST(Bpe, agrees_with_the_fixture_of_the_tokenizers_library) {
  const std::string folder = std::string(KCAST_SOURCE_DIR) + "/tests/data/tokenizer/";
  const auto tokenizer = BpeTokenizer::load(folder + "tokenizer.json");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const auto cases = nlohmann::json::parse(*read_file(folder + "cases.json"));
  ASSERT_GE(cases.size(), 30U);
  for (const auto& one : cases) {
    const auto text = one["text"].get<std::string>();
    const std::vector<int32_t> ids = (*tokenizer)->encode_text(text);
    EXPECT_EQ(ids, one["ids"].get<std::vector<int32_t>>()) << text;
    EXPECT_EQ(*(*tokenizer)->decode(ids), text);
  }
}

}  // namespace
}  // namespace kcast::encode
