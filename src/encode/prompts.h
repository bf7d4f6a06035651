// What a language model is asked: one definition for training and for inference.
//
// The texts of the papers are theirs, word by word, where the papers print them; what they leave
// out is ours and said so. docs/encode.md shows each of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "schema/bound.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::encode {

enum class Template : uint8_t {
  Omniwise,         // Figure 3: counters as shares of Table 2's ceilings, three decimals
  OmniwiseRaw,      // the same with all digits
  LlmPerf,          // section III-A: arguments and sizes; the time is a regression head's
  Roofline,         // "Can LLMs Predict ...?": compute- or bandwidth-bound, without examples
  RooflineFewShot,  // and with them
  Compact,          // ours: gpu, flags, kernel, launch, arguments; every base quantity
};
inline constexpr std::array kTemplates = {Template::Omniwise,        Template::OmniwiseRaw,
                                          Template::LlmPerf,         Template::Roofline,
                                          Template::RooflineFewShot, Template::Compact};

// "omniwise", "omniwise-raw", "llmperf", "roofline", "roofline-few-shot", "compact".
std::string_view template_name(Template which);
Result<Template> template_named(std::string_view name);

// True where the text is the whole program, with the host code that says the launch.
bool wants_host_code(Template which);

// A program whose class is told to the model before it is asked.
struct PromptExample {
  std::string code;
  Bound bound = Bound::Bandwidth;
};
// One of each class in a language, for those who have none of their own.
std::vector<PromptExample> roofline_examples(std::string_view language);

struct PromptInput {
  const KernelSource& kernel;  // its source as the template shows it
  const Launch& launch;
  const Gpu& gpu;
  // Omniwise: how this launch is called where the program makes several; empty: it makes one.
  std::string launch_name;
  // Roofline: of the program, if it is run from a command line; else the kernel's arguments.
  std::string command_line;
  std::vector<PromptExample> examples;  // few-shot; empty: roofline_examples()
};

// One turn of a conversation. The kernel's text stands apart: only that may be cut.
struct Turn {
  std::string role;  // "system", "user"; empty: a text that is no conversation
  std::string before;
  std::string code;
  std::string after;

  std::string text() const { return before + code + after; }
  bool operator==(const Turn&) const = default;
};
std::vector<Turn> prompt_of(Template which, const PromptInput& input);

// "-O3 --use_fast_math"; "-O3", the compilers' own choice, where nothing is given.
std::string flags_text(const KernelSource& kernel);

}  // namespace kcast::encode
