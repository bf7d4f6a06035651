// Golden texts: tests/golden/corpus/NAME.kc, and what is printed of it in each language.
#include "corpus/neutral/print/print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "corpus/neutral/check/checker.h"
#include "corpus/typical_launch.h"

namespace kcast::corpus {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> golden_kernels() {
  std::vector<fs::path> paths;
  for (const auto& entry :
       fs::directory_iterator(fs::path(KCAST_SOURCE_DIR) / "tests/golden/corpus")) {
    if (entry.path().extension() == ".kc") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Program load(const fs::path& path) {
  auto text = read_file(path);
  EXPECT_TRUE(text) << path;
  auto program = read_neutral(*text);
  EXPECT_TRUE(program) << path << ": " << (program ? "" : program.error().message);
  return program ? *std::move(program) : Program{};
}

void expect_golden(const fs::path& path, const std::string& text) {
  if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  auto wanted = read_file(path);
  ASSERT_TRUE(wanted) << path;
  EXPECT_EQ(text, *wanted) << path;
}

TEST(Print, GoldenTexts) {
  for (const fs::path& path : golden_kernels()) {
    const Program program = load(path);
    for (const Language language : kLanguages) {
      if (!missing_capability(program, language).empty()) continue;
      fs::path expected = path;
      expected.replace_extension(file_ending(language));
      expect_golden(expected, print_program(program, language, {}));
    }
  }
}

TEST(Print, HostCode) {
  const fs::path folder = fs::path(KCAST_SOURCE_DIR) / "tests/golden/corpus";
  for (const char* name : {"saxpy", "particles", "half_scale"}) {
    const Program program = load(folder / (std::string(name) + ".kc"));
    auto launch = typical_launch(program);
    ASSERT_TRUE(launch);
    for (const Language language : {Language::Cuda, Language::Hip, Language::OpenMp}) {
      if (!missing_capability(program, language).empty()) continue;
      expect_golden(folder / (std::string(name) + "_host" + std::string(file_ending(language))),
                    print_with_host(program, *launch, language, {}));
    }
  }
}

// The text without blanks, comments and the braces that some styles leave out.
std::string bare(const std::string& text) {
  std::string kept;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) i = text.find('\n', i);
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '{' && c != '}') kept += c;
  }
  return kept;
}

TEST(Print, LayoutLeavesTheTokens) {
  std::vector<PrintStyle> styles(6);
  styles[1].indent = 8;
  styles[1].width = 40;
  styles[2].indent = 0;
  styles[2].allman = true;
  styles[3].braces = false;
  styles[4].braces = false;
  styles[4].same_line = true;
  styles[4].pointer_left = false;
  styles[5].blank_lines = false;
  for (const fs::path& path : golden_kernels()) {
    const Program program = load(path);
    const std::string plain_text = bare(print_program(program, Language::Cuda, {}));
    for (const PrintStyle& style : styles) {
      EXPECT_EQ(bare(print_program(program, Language::Cuda, style)), plain_text) << path;
    }
  }
}

TEST(Print, LinesKeepTheirWidth) {
  PrintStyle style;
  style.width = 72;
  for (const fs::path& path : golden_kernels()) {
    const std::string text = print_program(load(path), Language::Cuda, style);
    size_t start = 0;
    while (start < text.size()) {
      const size_t end = text.find('\n', start);
      EXPECT_LE(end - start, 80U) << path << ": " << text.substr(start, end - start);
      start = end + 1;
    }
  }
}

TEST(Capabilities, DecideTheLanguages) {
  const fs::path folder = fs::path(KCAST_SOURCE_DIR) / "tests/golden/corpus";
  EXPECT_EQ(granted_languages(load(folder / "saxpy.kc")).size(), 3U);
  const Program votes = load(folder / "votes.kc");
  EXPECT_EQ(needed_capabilities(votes), std::vector{Capability::Warps});
  EXPECT_EQ(missing_capability(votes, Language::OpenCl), "opencl has no warp functions");
  EXPECT_EQ(granted_languages(votes), (std::vector{Language::Cuda, Language::Hip}));
  EXPECT_EQ(needed_capabilities(load(folder / "reduce_warp.kc")),
            (std::vector{Capability::Warps, Capability::FloatAtomics}));
  EXPECT_EQ(needed_capabilities(load(folder / "stencil_dynamic.kc")),
            std::vector{Capability::DynamicShared});
}

}  // namespace
}  // namespace kcast::corpus
