#include "author/prompt.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kcast::author {

namespace {

struct Level {
  std::string_view name;
  std::string_view wish;  // follows "Write a"
};

constexpr std::array<Level, 9> kLevels = {{
    {"naive", "simple kernel, one thread per element, without optimisations,"},
    {"shared", "kernel that uses shared memory"},
    {"warp", "kernel whose warps work together by shuffles or votes"},
    {"vectorised", "kernel that reads and writes vectors such as float4"},
    {"register", "kernel in which each thread keeps several results in registers"},
    {"atomic", "kernel that uses atomic operations"},
    {"unrolled", "kernel with unrolled loops and several elements per thread"},
    {"tuned", "highly optimised kernel"},
    {"persistent", "kernel with a fixed number of blocks that loop over the work"},
}};

struct PromptLanguage {
  std::string_view name;
  std::string_view spelled;
  std::string_view ending;
  bool host;
};

constexpr std::array<PromptLanguage, 3> kPromptLanguages = {{
    {"cuda", "CUDA C++", ".cu", true},
    {"hip", "HIP C++", ".hip", true},
    {"opencl", "OpenCL C", ".cl", false},
}};

const PromptLanguage& language_of(std::string_view name) {
  const auto* found = std::find_if(kPromptLanguages.begin(), kPromptLanguages.end(),
                                   [&](const PromptLanguage& one) { return one.name == name; });
  return found == kPromptLanguages.end() ? kPromptLanguages[0] : *found;
}

const Level* level_of(std::string_view name) {
  const auto* found = std::find_if(kLevels.begin(), kLevels.end(),
                                   [&](const Level& level) { return level.name == name; });
  return found == kLevels.end() ? nullptr : found;
}

}  // namespace

bool is_level(std::string_view name) {
  return level_of(name) != nullptr;
}

std::string level_names() {
  std::string out;
  for (const Level& level : kLevels)
    out += (out.empty() ? "" : ", ") + std::string(level.name);
  return out;
}

bool is_prompt_language(std::string_view language) {
  return language_of(language).name == language;
}

std::string_view file_ending(std::string_view language) {
  return language_of(language).ending;
}

bool wants_host_code(std::string_view language) {
  return language_of(language).host;
}

// After the paper's prompt (Omniwise, section 3.1): a kernel with includes and main, that
// compiles and runs, float or double, large sizes, neither Markdown nor comments.
std::string system_prompt(std::string_view language) {
  const PromptLanguage& one = language_of(language);
  std::string text = "You are a skilled GPU programmer. Answer with one " +
                     std::string(one.spelled) + " source file: ";
  text += one.host ? "a GPU kernel, the includes that it needs, and a main function that "
                     "allocates the buffers, fills them, launches the kernel and frees them. The "
                     "file must compile and run as it is"
                   : "a kernel with the functions that it needs and no host code. The file must "
                     "compile as it is";
  text += ", use float or double data and large problem sizes";
  if (one.host) text += ", with the sizes written as constants in the program";
  return text +
         ". Answer with the source alone: no Markdown, no code fences, no explanations, no "
         "comments.";
}

std::string user_prompt(const Problem& problem, std::string_view level, std::string_view language) {
  const Level* wanted = level_of(level);
  return "Write a " + std::string(wanted == nullptr ? "kernel" : wanted->wish) + " in " +
         std::string(language_of(language).spelled) + " for this problem: " + problem.text + ".";
}

}  // namespace kcast::author
