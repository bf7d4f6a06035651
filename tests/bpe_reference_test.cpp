// Our tokenizer beside the tokenizers library (label reference): the same ids for every text.
// KCAST_UPDATE_GOLDEN=1 writes the fixture of src/encode/bpe_test.cpp anew.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/rng.h"
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif/motif.h"
#include "encode/bpe.h"
#include "encode/bpe_train.h"

namespace kcast {
namespace {

using encode::BpeTokenizer;

void add_kernel(const std::string& recipe, corpus::Language language,
                std::vector<std::string>& texts) {
  const auto parsed = corpus::parse_recipe(recipe);
  ASSERT_TRUE(parsed) << recipe;
  const auto source = corpus::source_of_recipe(*parsed, language, false);
  if (source) texts.push_back(source->source);  // a language may not be able to express it
}

std::vector<std::string> kernels() {
  std::vector<std::string> texts;
  constexpr corpus::Language kLanguages[] = {corpus::Language::Cuda, corpus::Language::Hip,
                                             corpus::Language::OpenCl};
  for (int i = 0; i < 900; ++i)
    add_kernel("syn-1:" + std::to_string(i), kLanguages[i % 3], texts);
  for (int i = 0; i < 50; ++i)
    add_kernel("omni-1:" + std::to_string(i), kLanguages[i % 2], texts);
  const auto motifs = corpus::known_motifs();
  for (const NamedText& file : embedded_motifs())
    texts.emplace_back(file.text);
  const auto programs = corpus::authored_programs();
  for (const corpus::AuthoredProgram& program : *programs)
    texts.emplace_back(program.text);
  return texts;
}

void append_utf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// Any code point but surrogates; letters of all cases, blanks and operators are frequent.
std::string odd_text(Rng& rng) {
  constexpr uint32_t kBlanks[] = {' ',    ' ',    '\n',   '\t',   '\r',   0x0B,   0x0C, 0x85, 0xA0,
                                  0x1680, 0x2003, 0x200B, 0x2028, 0x3000, 0xFEFF, 0x1C, 0x1F};
  std::string out;
  for (uint64_t left = rng.below(60); left > 0; --left) {
    switch (rng.below(8)) {
      case 0:
        append_utf8(kBlanks[rng.below(std::size(kBlanks))], out);
        break;
      case 1:
        append_utf8(static_cast<uint32_t>(rng.below(0x80)), out);
        break;
      case 2:
        append_utf8(static_cast<uint32_t>('A' + rng.below(26)), out);
        break;
      case 3:
        append_utf8('_', out);
        break;
      case 4:
        append_utf8(static_cast<uint32_t>('0' + rng.below(10)), out);
        break;
      case 5: {
        const auto code = static_cast<uint32_t>(rng.below(0x110000));
        append_utf8(code >= 0xD800 && code < 0xE000 ? 0xE9 : code, out);
        break;
      }
      default:
        append_utf8(static_cast<uint32_t>('a' + rng.below(26)), out);
    }
  }
  return out;
}

std::vector<std::string> odd_texts(size_t count) {
  std::vector<std::string> texts = {"",
                                    " ",
                                    "\n",
                                    std::string(1, '\0'),
                                    std::string("a\0b\0\0 c", 7),
                                    std::string(10000, ' '),
                                    std::string(5000, 'a'),
                                    std::string(3000, '='),
                                    "<|endoftext|> is text, <|im_start|>user",
                                    "\r\n\r\n\t\t x\r",
                                    "HTTPServer2XMLParser __CUDA_ARCH__ _x1_Y2__z",
                                    "0x7FFFFFFFull 1e-5f 3.14159 1'000'000",
                                    "e\xCC\x81 \xC3\xA9 \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E",
                                    "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB emoji"};
  Rng rng(2026);
  while (texts.size() < count)
    texts.push_back(odd_text(rng));
  return texts;
}

SubprocessResult run_script(const std::filesystem::path& tokenizer,
                            const std::filesystem::path& cases, bool write) {
  SubprocessOptions options;
  options.command = {"python3",
                     std::string(KCAST_SOURCE_DIR) + "/tests/reference/check_tokenizer.py",
                     tokenizer.string(), cases.string()};
  if (write) options.command.emplace_back("--write");
  options.environment = {std::string("PYTHONPATH=") + KCAST_REFERENCE_DIR};
  options.timeout = std::chrono::minutes(5);
  return *run_subprocess(options);
}

std::unique_ptr<BpeTokenizer> trained(std::span<const std::string> texts, int64_t vocabulary) {
  encode::BpeTrainer trainer({.vocabulary = vocabulary});
  for (const std::string& text : texts)
    trainer.add(text);
  return *BpeTokenizer::make(*trainer.train());
}

void write_fixture(std::span<const std::string> texts) {
  const std::filesystem::path folder = std::string(KCAST_SOURCE_DIR) + "/tests/data/tokenizer";
  ASSERT_TRUE(write_file(folder / "tokenizer.json", trained(texts.first(60), 700)->to_json()));
  nlohmann::json cases = nlohmann::json::array();
  for (const std::string& text : odd_texts(60)) {
    if (text.size() < 2000) cases.push_back({{"text", text}, {"ids", nlohmann::json::array()}});
  }
  for (const std::string& text : texts.subspan(100, 6))
    cases.push_back({{"text", text}, {"ids", nlohmann::json::array()}});
  ASSERT_TRUE(write_file(folder / "cases.json", cases.dump()));
  const SubprocessResult run = run_script(folder / "tokenizer.json", folder / "cases.json", true);
  ASSERT_TRUE(run.ok()) << run.output << run.error_output;
}

TEST(BpeReference, ids_are_those_of_the_tokenizers_library) {
  std::vector<std::string> texts = kernels();
  if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) write_fixture(texts);
  const size_t trained_on = texts.size() / 2;
  const auto start = std::chrono::steady_clock::now();
  const auto tokenizer = trained(std::span(texts).first(trained_on), 6000);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const size_t kernel_count = texts.size();
  for (std::string& text : odd_texts(800))
    texts.push_back(std::move(text));
  ASSERT_GE(texts.size(), 2000U);
  nlohmann::json cases = nlohmann::json::array();
  size_t bytes = 0;
  for (const std::string& text : texts) {
    bytes += text.size();
    const std::vector<int32_t> ids = tokenizer->encode_text(text);
    ASSERT_EQ(*tokenizer->decode(ids), text);
    cases.push_back({{"text", text}, {"ids", ids}});
  }
  const auto dir = TempDir::make();
  ASSERT_TRUE(write_file(dir->path() / "tokenizer.json", tokenizer->to_json()));
  ASSERT_TRUE(write_file(dir->path() / "cases.json", cases.dump()));
  const SubprocessResult run =
      run_script(dir->path() / "tokenizer.json", dir->path() / "cases.json", false);
  EXPECT_TRUE(run.ok()) << run.output << run.error_output;
  std::cout << "trained on " << trained_on << " kernels of " << kernel_count << " in "
            << took.count() << " s; compared " << bytes << " bytes: " << run.output;
}

}  // namespace
}  // namespace kcast
