#include "frontend/lower/line_numbers.h"

#include <llvm/IR/InstIterator.h>

#include <tuple>

namespace kcast::frontend {

bool LineNumbers::ByName::operator()(const llvm::DIFile* a, const llvm::DIFile* b) const {
  if (a == nullptr || b == nullptr) return a == nullptr && b != nullptr;
  return std::make_tuple(a->getDirectory(), a->getFilename()) <
         std::make_tuple(b->getDirectory(), b->getFilename());
}

LineNumbers::LineNumbers(const std::vector<const llvm::Function*>& functions) {
  for (const llvm::Function* function : functions) {
    if (const llvm::DISubprogram* subprogram = function->getSubprogram()) collect(subprogram);
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      collect(instruction.getDebugLoc().get());
      if (const auto* loop = instruction.getMetadata(llvm::LLVMContext::MD_loop))
        collect_loop(*loop);
    }
  }
  unsigned next = 1;
  for (auto& [file, lines] : numbers_) {
    for (auto& [line, number] : lines)
      number = next++;
  }
}

// Where the loop begins and ends.
void LineNumbers::collect_loop(const llvm::MDNode& loop) {
  for (const llvm::MDOperand& operand : loop.operands())
    collect(llvm::dyn_cast_or_null<llvm::DILocation>(operand.get()));
}

void LineNumbers::note(const llvm::DIFile* file, unsigned line) {
  if (line > 0) numbers_[file].emplace(line, 0);
}

unsigned LineNumbers::number_of(const llvm::DIFile* file, unsigned line) const {
  return line > 0 ? numbers_.at(file).at(line) : 0;
}

void LineNumbers::collect(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (!visited_.insert(location).second) return;
    locations_.push_back(location);
    collect(location->getScope());
    note(location->getFile(), location->getLine());
  }
}

void LineNumbers::collect(const llvm::DILocalScope* scope) {
  while (scope != nullptr && visited_.insert(scope).second) {
    if (const auto* subprogram = llvm::dyn_cast<llvm::DISubprogram>(scope)) {
      note(subprogram->getFile(), subprogram->getLine());
      note(subprogram->getFile(), subprogram->getScopeLine());
      if (subprogram->getUnit() != nullptr) units_.insert(subprogram->getUnit());
      return;
    }
    const auto* block = llvm::cast<llvm::DILexicalBlockBase>(scope);
    if (const auto* lexical = llvm::dyn_cast<llvm::DILexicalBlock>(block)) {
      note(lexical->getFile(), lexical->getLine());
    }
    scope = block->getScope();
  }
}

llvm::DILocalScope* LineNumbers::numbered(const llvm::DILocalScope* scope) {
  const auto found = scopes_.find(scope);
  if (found != scopes_.end()) return found->second;
  llvm::LLVMContext& context = scope->getContext();
  llvm::DILocalScope* out = nullptr;
  if (const auto* subprogram = llvm::dyn_cast<llvm::DISubprogram>(scope)) {
    out = llvm::DISubprogram::getDistinct(
        context, subprogram->getRawScope(), subprogram->getRawName(),
        subprogram->getRawLinkageName(), subprogram->getRawFile(),
        number_of(subprogram->getFile(), subprogram->getLine()), subprogram->getRawType(),
        number_of(subprogram->getFile(), subprogram->getScopeLine()), nullptr,
        subprogram->getVirtualIndex(), subprogram->getThisAdjustment(), subprogram->getFlags(),
        subprogram->getSPFlags(), subprogram->getRawUnit());
  } else if (const auto* lexical = llvm::dyn_cast<llvm::DILexicalBlock>(scope)) {
    out = llvm::DILexicalBlock::getDistinct(
        context, numbered(lexical->getScope()), lexical->getFile(),
        number_of(lexical->getFile(), lexical->getLine()), lexical->getColumn());
  } else {
    const auto* block = llvm::cast<llvm::DILexicalBlockFile>(scope);
    out = llvm::DILexicalBlockFile::get(context, numbered(block->getScope()), block->getFile(),
                                        block->getDiscriminator());
  }
  scopes_[scope] = out;
  return out;
}

llvm::DILocation* LineNumbers::numbered(const llvm::DILocation* location) {
  const llvm::DILocation* const outer = location->getInlinedAt();
  return llvm::DILocation::get(
      location->getContext(), number_of(location->getFile(), location->getLine()),
      location->getColumn(), numbered(location->getScope()),
      outer == nullptr ? nullptr : numbered(outer), location->isImplicitCode());
}

void LineNumbers::add_to(llvm::ValueToValueMapTy& map) {
  for (const llvm::DILocation* location : locations_)
    map.MD()[location].reset(numbered(location));
  for (const llvm::Metadata* node : visited_) {
    const auto* scope = llvm::dyn_cast<llvm::DILocalScope>(node);
    if (scope != nullptr) map.MD()[scope].reset(numbered(scope));
  }
  for (llvm::DICompileUnit* unit : units_)
    map.MD()[unit].reset(unit);
}

std::vector<int64_t> LineNumbers::lines() const {
  std::vector<int64_t> out;
  for (const auto& [file, lines] : numbers_) {
    for (const auto& [line, number] : lines)
      out.push_back(line);
  }
  return out;
}

}  // namespace kcast::frontend
