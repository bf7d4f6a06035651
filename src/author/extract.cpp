#include "author/extract.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/source_in_text.h"
#include "base/text.h"

namespace kcast::author {

namespace {

struct FencedBlock {
  std::string tag;  // the word behind the fence
  std::string text;
  bool closed = false;
};

std::vector<FencedBlock> fenced_blocks(std::string_view answer) {
  std::vector<FencedBlock> blocks;
  bool inside = false;
  for (const std::string& line : split(answer, '\n')) {
    const std::string_view text = trim(line);
    if (text.starts_with("```")) {
      if (inside) {
        blocks.back().closed = true;
      } else {
        blocks.push_back({to_lower(trim(text.substr(3))), "", false});
      }
      inside = !inside;
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

bool is_source_tag(std::string_view tag) {
  constexpr std::array<std::string_view, 12> kTags = {
      "", "c", "c++", "cpp", "cc", "cu", "cuda", "cuda-cpp", "hip", "opencl", "cl", "h"};
  return std::find(kTags.begin(), kTags.end(), tag) != kTags.end();
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool has_kernel(std::string_view text) {
  return has(text, "__global__") || has(text, "__kernel") || has(text, "kernel void");
}

bool looks_like_source(std::string_view text) {
  return has_kernel(text) || has(text, "__device__") || has(text, "#include") ||
         has(text, "int main(");
}

ExtractedCode from_blocks(const std::vector<FencedBlock>& blocks, bool host_code) {
  const FencedBlock* best = nullptr;
  ExtractedCode joined;
  for (const FencedBlock& block : blocks) {
    joined.text += block.text;
    joined.complete &= block.closed;
    const bool whole = has_kernel(block.text) && (!host_code || has(block.text, "main("));
    if (whole && (best == nullptr || block.text.size() > best->text.size())) best = &block;
  }
  return best == nullptr ? joined : ExtractedCode{best->text, best->closed};
}

}  // namespace

std::optional<ExtractedCode> extract_code(std::string_view answer, bool host_code) {
  std::vector<FencedBlock> blocks = fenced_blocks(answer);
  std::erase_if(blocks, [](const FencedBlock& block) {
    return !is_source_tag(block.tag) || !looks_like_source(block.text);
  });
  if (!blocks.empty()) return from_blocks(blocks, host_code);
  if (has(answer, "```") || !looks_like_source(answer)) return std::nullopt;
  std::string text = without_sentences(answer);
  if (!looks_like_source(text)) return std::nullopt;
  return ExtractedCode{std::move(text), true};
}

}  // namespace kcast::author
