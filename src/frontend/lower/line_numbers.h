// Lines of debug information by their order instead of their number.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace kcast::frontend {

class LineNumbers {
 public:
  // Everything that names a line in these functions.
  explicit LineNumbers(const std::vector<const llvm::Function*>& functions);

  // Has who clones the functions take the numbers instead of the lines.
  void add_to(llvm::ValueToValueMapTy& map);

  // Of the source, by number; 1 is the first.
  std::vector<int64_t> lines() const;
  // The compile units of the functions.
  const std::set<llvm::DICompileUnit*>& units() const { return units_; }

 private:
  struct ByName {
    bool operator()(const llvm::DIFile* a, const llvm::DIFile* b) const;
  };

  void collect(const llvm::DILocation* location);
  void collect(const llvm::DILocalScope* scope);
  void collect_loop(const llvm::MDNode& loop);
  void note(const llvm::DIFile* file, unsigned line);
  unsigned number_of(const llvm::DIFile* file, unsigned line) const;
  llvm::DILocalScope* numbered(const llvm::DILocalScope* scope);
  llvm::DILocation* numbered(const llvm::DILocation* location);

  std::map<const llvm::DIFile*, std::map<unsigned, unsigned>, ByName> numbers_;  // by line
  std::vector<const llvm::DILocation*> locations_;
  llvm::DenseSet<const llvm::Metadata*> visited_;
  llvm::DenseMap<const llvm::DILocalScope*, llvm::DILocalScope*> scopes_;  // and numbered ones
  std::set<llvm::DICompileUnit*> units_;
};

}  // namespace kcast::frontend
