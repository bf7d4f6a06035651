#include "frontend/lower/source_lines.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "frontend/parse/source_tree.h"

namespace kcast::frontend {

namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_debug_line(std::string_view line) {
  if (line.starts_with("\t.section\t.debug_")) return true;
  if (!line.starts_with("$L__") || !line.ends_with(':')) return false;
  line.remove_suffix(1);
  for (const std::string_view label : {"$L__tmp", "$L__func_begin", "$L__func_end"}) {
    if (line.starts_with(label)) return is_number(line.substr(label.size()));
  }
  return false;
}

}  // namespace

void point_at_user_code(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DILocation* place = instruction.getDebugLoc().get();
      if (place == nullptr) continue;
      const llvm::DILocation* outer = place;
      while (outer->getInlinedAt() != nullptr && !SourceTree::is_user_path(outer->getFilename()))
        outer = outer->getInlinedAt();
      if (outer != place) instruction.setDebugLoc(outer);
    }
  }
}

std::string without_debug_labels(std::string_view ptx) {
  std::string out;
  out.reserve(ptx.size());
  while (!ptx.empty()) {
    const size_t newline = ptx.find('\n');
    const size_t end = newline == std::string_view::npos ? ptx.size() : newline + 1;
    if (!is_debug_line(ptx.substr(0, std::min(newline, ptx.size())))) out += ptx.substr(0, end);
    ptx.remove_prefix(end);
  }
  return out;
}

}  // namespace kcast::frontend
