// What kernels need of a program: declarations of the user's, and built-in ones.
#pragma once

#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseSet.h>

#include <set>
#include <string>
#include <vector>

#include "frontend/parse/reach.h"
#include "frontend/slice/items.h"
#include "frontend/slice/layout.h"

namespace kcast::frontend {

// Built-in headers and names that the kept text refers to.
struct BuiltinUses {
  // As an #include line spells them: "cuda_fp16.h".
  std::set<std::string> device_headers;  // the CUDA toolkit has them too
  std::set<std::string> other_headers;   // standard library, HIP
  std::set<std::string> std_names;       // "numeric_limits"
  std::set<std::string> cub_names;       // "BlockReduce"
  std::set<std::string> global_names;    // "uint32_t", "__shfl"
};

class SliceNeeds {
 public:
  SliceNeeds(const ParsedUnit& unit, const SliceLayout& layout, std::vector<SliceItem>& items);

  // Adds the kernel and all it reaches.
  void add_kernel(const clang::FunctionDecl& kernel, Reach& reach);
  // Notes that something of a built-in header is used, and says where such a thing
  // comes from: what every unit has, a header of the toolkit's, or another.
  enum class Origin { Everywhere, Toolkit, Other };
  Origin use_builtin_place(clang::SourceLocation place);

  bool is_needed(const SliceItem& item) const { return needed_items_.contains(&item); }
  // Whether the text of this very function is needed, not only of its item.
  bool is_needed(const clang::FunctionDecl& function) const;
  // A host function that the text of its record does without.
  bool is_cut(const clang::FunctionDecl& function) const;
  // A namespace of which something is used or kept.
  bool is_used(const clang::NamespaceDecl& space) const;

  BuiltinUses builtins;
  // Words like __device__ on lambdas, by place. Inside of device code they say
  // nothing, and NVRTC refuses them.
  std::set<clang::SourceLocation> lambda_words;

 private:
  friend class SliceWalker;
  void add(const clang::Decl* declaration);
  void add_text(const clang::Decl& declaration);
  void add_function(const clang::FunctionDecl& function);
  void add_record(const clang::CXXRecordDecl& record);
  void add_variable(const clang::VarDecl& variable);
  void use_builtin(const clang::Decl& declaration);
  void walk_all();
  bool is_user_place(clang::SourceLocation place) const;

  const ParsedUnit& unit_;
  const SliceLayout& layout_;
  std::vector<SliceItem>& items_;
  llvm::DenseSet<const SliceItem*> needed_items_;
  llvm::DenseSet<const clang::Decl*> visited_;
  llvm::DenseSet<const clang::Decl*> functions_;      // canonical, with those of patterns
  llvm::DenseSet<const clang::Decl*> spaces_;         // canonical namespaces
  std::vector<std::pair<clang::Decl*, bool>> queue_;  // to walk; whether it is an instance
};

}  // namespace kcast::frontend
