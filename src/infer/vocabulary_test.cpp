#include "infer/vocabulary.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "infer/gguf_writer.h"
#include "infer/model_shape.h"
#include "infer/tiny_model.h"
#include "infer/tokenizer_data.h"
#include "infer/vocabulary_tokenizer.h"

namespace kcast::infer {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// A GGUF file that is a vocabulary and nothing else.
fs::path write_vocabulary(const TempDir& folder, const TokenizerData& data) {
  GgufWriter writer(1);
  write_shape({.architecture = "llama", .layers = 1, .hidden = 8, .heads = 1, .head_dim = 8},
              writer);
  write_tokenizer(data, writer);
  const fs::path path = folder.path() / "vocabulary.gguf";
  EXPECT_TRUE(writer.begin(path));
  EXPECT_TRUE(writer.finish());
  return path;
}

// The ids are those of the tokenizers library (tests/reference/check_vocabulary.py --fixture).
TEST(Vocabulary, tokenizes_like_the_library) {
  const auto folder = TempDir::make();
  const Json fixture =
      Json::parse(*read_file(std::string(KCAST_SOURCE_DIR) + "/tests/data/infer/tokens.json"));
  const auto texts = fixture["texts"].get<std::vector<std::string>>();
  for (const auto& [rule, expected] : fixture["rules"].items()) {
    const Json tokenizer = {
        {"pre_tokenizer", expected["pre_tokenizer"]},
        {"model", {{"type", "BPE"}, {"vocab", fixture["vocab"]}, {"merges", fixture["merges"]}}}};
    ASSERT_TRUE(write_file(folder->path() / "tokenizer.json", tokenizer.dump()));
    const auto n_tokens = static_cast<int64_t>(fixture["vocab"].size());
    const auto data = tokenizer_of_folder(folder->path(), n_tokens);
    ASSERT_TRUE(data) << rule << ": " << data.error().message;
    EXPECT_EQ(data->pre, rule);
    const auto vocabulary = Vocabulary::open(write_vocabulary(*folder, *data));
    ASSERT_TRUE(vocabulary) << vocabulary.error().message;
    for (size_t i = 0; i < texts.size(); ++i) {
      const auto ids = vocabulary->tokenize(texts[i]);
      ASSERT_TRUE(ids);
      EXPECT_EQ(*ids, expected["ids"][i].get<std::vector<int32_t>>()) << rule << ": " << texts[i];
      EXPECT_EQ(vocabulary->text(*ids), texts[i]) << rule;
    }
  }
}

TEST(Vocabulary, a_tokenizer_leads_there_and_back) {
  const auto folder = TempDir::make();
  write_tiny_tokenizer(folder->path(), 120, {"abc", "12"});
  const auto data = tokenizer_of_folder(folder->path(), 120);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->pre, "smollm");
  EXPECT_EQ(data->tokens.size(), 120);
  EXPECT_EQ(data->kinds.back(), UnusedToken);
  const auto file = GgufFile::open(write_vocabulary(*folder, *data));
  ASSERT_TRUE(file) << file.error().message;
  const auto of_gguf = tokenizer_of_gguf(*file);
  ASSERT_TRUE(of_gguf);
  EXPECT_EQ(*of_gguf, *data);
  const auto other = TempDir::make();
  ASSERT_TRUE(write_tokenizer_folder(*of_gguf, other->path()));
  const auto reread = tokenizer_of_folder(other->path(), 120);
  ASSERT_TRUE(reread) << reread.error().message;
  EXPECT_EQ(*reread, *data);
  EXPECT_EQ(tokenizer_sha256(*reread), tokenizer_sha256(*data));
  TokenizerData changed = *data;
  changed.merges.emplace_back("c d");
  EXPECT_NE(tokenizer_sha256(changed), tokenizer_sha256(*data));
}

TEST(Vocabulary, special_tokens_are_asked_for) {
  const auto folder = TempDir::make();
  write_tiny_tokenizer(folder->path(), 99);
  const auto data = tokenizer_of_folder(folder->path(), 99);
  ASSERT_TRUE(data);
  const auto vocabulary = Vocabulary::open(write_vocabulary(*folder, *data));
  ASSERT_TRUE(vocabulary) << vocabulary.error().message;
  const auto start = vocabulary->special("<|im_start|>");
  ASSERT_TRUE(start);
  EXPECT_EQ(*start, 97);
  EXPECT_FALSE(vocabulary->special("<|nothing|>"));
  EXPECT_FALSE(vocabulary->special("a"));
  // In a text they are characters.
  EXPECT_EQ(vocabulary->tokenize("<|im_start|>")->size(), 12);
  EXPECT_EQ(*vocabulary->tokenize_with_specials("<|im_start|>a"),
            (std::vector<int32_t>{97, 'a' - '!'}));
  EXPECT_EQ(vocabulary->eos(), 96);
  EXPECT_FALSE(vocabulary->bos());
  EXPECT_EQ(vocabulary->name(97), "<|im_start|>");
  EXPECT_EQ(vocabulary->text(97), "");
  const VocabularyTokenizer tokenizer(*vocabulary);
  EXPECT_EQ(tokenizer.chat_format(), encode::ChatFormat::ChatMl);
  const std::vector<encode::TokenText> texts = {{"<|im_start|>", true}, {"ab", false}};
  EXPECT_EQ(*tokenizer.encode(texts),
            (std::vector<std::vector<int32_t>>{{97}, {'a' - '!', 'b' - '!'}}));
  const std::vector<encode::TokenText> unknown = {{"<|x|>", true}};
  EXPECT_FALSE(tokenizer.encode(unknown));
}

}  // namespace
}  // namespace kcast::infer
