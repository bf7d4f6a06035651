// llama.cpp's tokenizers of the models that are here beside the tokenizers library (label
// reference): the same ids for kernels, Unicode and odd white space.
#include <gtest/gtest.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/rng.h"
#include "infer/model_registry.h"
#include "infer/tokenizer_data.h"
#include "infer/vocabulary.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;

void append_utf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

// Letters of several scripts, digits, signs and blanks of all kinds, next to each other.
std::string odd_text(Rng& rng) {
  constexpr uint32_t kBlanks[] = {' ', ' ', ' ', '\n', '\t', '\r', 0xA0, 0x2003, 0x3000};
  constexpr uint32_t kLetters[] = {0xE9, 0xDF, 0x3B1, 0x416, 0x4E2D, 0xAC00, 0x1F680, 0x5D0};
  std::string out;
  for (uint64_t left = rng.below(80); left > 0; --left) {
    switch (rng.below(6)) {
      case 0:
        append_utf8(kBlanks[rng.below(std::size(kBlanks))], out);
        break;
      case 1:
        append_utf8(kLetters[rng.below(std::size(kLetters))], out);
        break;
      case 2:
        out += static_cast<char>('0' + rng.below(10));
        break;
      default:
        out += static_cast<char>(' ' + rng.below(95));
        break;
    }
  }
  return out;
}

std::vector<std::string> all_texts() {
  std::vector<std::string> out;
  const fs::path authored = fs::path(KCAST_SOURCE_DIR) / "corpus" / "authored";
  for (const auto& entry : fs::recursive_directory_iterator(authored)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".cu" && ending != ".cl" && ending != ".hip") continue;
    out.push_back(*read_file(entry.path()));
  }
  std::sort(out.begin(), out.end());
  Rng rng(11);
  // Pieces of kernels that begin and end anywhere in a line.
  for (size_t i = 0, n = out.size(); i < 800 && n > 0; ++i) {
    const std::string& whole = out[rng.below(n)];
    const size_t begin = rng.below(whole.size());
    std::string piece = whole.substr(begin, rng.below(400));
    if (std::ranges::all_of(piece, [](char c) { return static_cast<uint8_t>(c) < 0x80; }))
      out.push_back(std::move(piece));
  }
  while (out.size() < 2600)
    out.push_back(odd_text(rng));
  return out;
}

TEST(VocabularyReference, same_ids_as_the_library) {
  const auto models = known_models();
  ASSERT_TRUE(models);
  const std::vector<std::string> texts = all_texts();
  size_t n_models = 0;
  for (const KnownModel& model : *models) {
    const auto path = fetched_file(model);
    if (!path) continue;
    ++n_models;
    const auto folder = TempDir::make();
    const auto file = GgufFile::open(*path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(write_tokenizer_folder(*tokenizer_of_gguf(*file), folder->path()));
    const auto vocabulary = Vocabulary::open(*path);
    ASSERT_TRUE(vocabulary) << vocabulary.error().message;
    nlohmann::json cases = nlohmann::json::array();
    for (const std::string& text : texts)
      cases.push_back({{"text", text}, {"ids", *vocabulary->tokenize(text)}});
    ASSERT_TRUE(write_file(folder->path() / "cases.json", cases.dump()));
    SubprocessOptions options;
    options.command = {
        "python3", std::string(KCAST_SOURCE_DIR) + "/tests/reference/check_vocabulary.py",
        (folder->path() / "tokenizer.json").string(), (folder->path() / "cases.json").string()};
    options.environment = {"PYTHONPATH=" KCAST_REFERENCE_DIR};
    options.timeout = std::chrono::minutes(5);
    const auto result = run_subprocess(options);
    ASSERT_TRUE(result);
    std::cout << model.name << ": " << result->output;
    EXPECT_TRUE(result->ok()) << result->error_output;
  }
  if (n_models == 0) GTEST_SKIP() << "no model is here";
}

}  // namespace
}  // namespace kcast::infer
