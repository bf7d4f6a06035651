#include "frontend/lower/split_module.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "frontend/lower/line_numbers.h"

namespace kcast::frontend {

namespace {

using Globals = llvm::SetVector<const llvm::GlobalValue*>;

constexpr size_t kMostPieces = 256;
// Each piece costs LLVM some milliseconds before it begins, so small ones go together: four on
// average, up to so many instructions.
constexpr size_t kKernelsTogether = 4;
constexpr size_t kEnoughInstructions = 1500;
// Copies of functions that kernels share may make a module so much larger.
constexpr size_t kMostTimes = 3;
constexpr size_t kAlwaysInstructions = 20'000;
// Larger functions may be called, not inlined.
constexpr size_t kSmallFunction = 1000;

std::string to_bitcode(const llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::BitcodeWriter writer(bytes);
  writer.writeModule(module);
  writer.writeStrtab();
  return {bytes.data(), bytes.size()};
}

bool lists_used(const llvm::GlobalVariable& variable) {
  return variable.getName() == "llvm.used" || variable.getName() == "llvm.compiler.used";
}

bool can_be_cut(const llvm::Module& module) {
  if (!module.alias_empty() || !module.ifunc_empty() || !module.getModuleInlineAsm().empty()) {
    return false;
  }
  return std::all_of(module.global_begin(), module.global_end(), [](const auto& variable) {
    return !variable.hasAppendingLinkage() || lists_used(variable);
  });
}

// Whether kernels that reach it are optimised together: what one does with it says something about
// the others, or it stays a function of its own.
bool ties_kernels(const llvm::GlobalValue& value, size_t instructions) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    // Each kernel has shared memory of its own.
    return variable->hasLocalLinkage() && !variable->isConstant() &&
           variable->getAddressSpace() != 3;
  }
  const auto* function = llvm::cast<llvm::Function>(&value);
  if (function->isDeclaration()) return false;
  return function->hasFnAttribute(llvm::Attribute::NoInline) || function->hasAddressTaken() ||
         instructions > kSmallFunction;
}

// What each function and variable names.
class References {
 public:
  explicit References(const llvm::Module& module) {
    for (const llvm::GlobalVariable& variable : module.globals()) {
      if (lists_used(variable)) continue;
      find_operands(variable, named_[&variable]);
      if (ties_kernels(variable, 0)) tying_.insert(&variable);
    }
    for (const llvm::Function& function : module) {
      Globals& named = named_[&function];
      find_operands(function, named);
      for (const llvm::Instruction& instruction : llvm::instructions(function))
        find_operands(instruction, named);
      const size_t size = function.getInstructionCount();
      sizes_[&function] = size;
      if (ties_kernels(function, size)) tying_.insert(&function);
    }
  }

  // With all that these name themselves, in an order that what else the module holds has no say in.
  Globals reached_from(const std::vector<const llvm::GlobalValue*>& roots) const {
    Globals out;
    out.insert(roots.begin(), roots.end());
    for (size_t i = 0; i < out.size(); ++i) {
      if (const auto found = named_.find(out[i]); found != named_.end()) {
        out.insert(found->second.begin(), found->second.end());
      }
    }
    return out;
  }

  size_t instructions(const llvm::GlobalValue* value) const { return sizes_.lookup(value); }
  bool ties(const llvm::GlobalValue* value) const { return tying_.contains(value); }

 private:
  void find_operands(const llvm::User& user, Globals& named) {
    for (const llvm::Value* operand : user.operand_values()) {
      if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(operand)) {
        named.insert(global);
      } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) {
        find_operands(*constant, named);
      }
    }
  }

  llvm::DenseMap<const llvm::GlobalValue*, Globals> named_;
  llvm::DenseMap<const llvm::GlobalValue*, size_t> sizes_;
  llvm::DenseSet<const llvm::GlobalValue*> tying_;
};

struct Group {
  std::vector<const llvm::GlobalValue*> roots;
  Globals reached;
  size_t instructions = 0;
};

Group group_of(std::vector<const llvm::GlobalValue*> roots, const References& references) {
  Group out{std::move(roots), {}, 0};
  out.reached = references.reached_from(out.roots);
  for (const llvm::GlobalValue* value : out.reached)
    out.instructions += references.instructions(value);
  return out;
}

// Kernels, those that are tied in one group.
std::vector<Group> tied_groups(const llvm::Module& module, const llvm::StringSet<>& kernels,
                               const References& references) {
  llvm::EquivalenceClasses<const llvm::GlobalValue*> tied;
  std::vector<const llvm::GlobalValue*> roots;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || !kernels.contains(function.getName())) continue;
    roots.push_back(&function);
    tied.insert(&function);
    for (const llvm::GlobalValue* value : references.reached_from({&function})) {
      if (value == &function) continue;
      if (kernels.contains(value->getName()) || references.ties(value)) {
        tied.unionSets(&function, value);
      }
    }
  }
  llvm::MapVector<const llvm::GlobalValue*, std::vector<const llvm::GlobalValue*>> classes;
  for (const llvm::GlobalValue* root : roots)
    classes[tied.getLeaderValue(root)].push_back(root);
  std::vector<Group> out;
  out.reserve(classes.size());
  for (auto& [leader, members] : classes)
    out.push_back(group_of(members, references));
  return out;
}

// Joins small neighbours. Where a piece ends is said by the name of its last kernel, so that a new
// kernel changes the piece that it stands in, and no other.
std::vector<Group> with_neighbours(const std::vector<Group>& groups, const References& references) {
  std::vector<Group> out;
  std::vector<const llvm::GlobalValue*> roots;
  size_t instructions = 0;
  for (const Group& group : groups) {
    if (!roots.empty() && instructions + group.instructions > kEnoughInstructions) {
      out.push_back(group_of(std::exchange(roots, {}), references));
      instructions = 0;
    }
    roots.insert(roots.end(), group.roots.begin(), group.roots.end());
    instructions += group.instructions;
    const llvm::StringRef name = group.roots.back()->getName();
    if (stable_hash({name.data(), name.size()}) % kKernelsTogether != 0) continue;
    out.push_back(group_of(std::exchange(roots, {}), references));
    instructions = 0;
  }
  if (!roots.empty()) out.push_back(group_of(std::move(roots), references));
  return out;
}

// Joins neighbours until there are few enough, and copies are.
std::vector<Group> packed(std::vector<Group> groups, size_t most_instructions,
                          const References& references) {
  const auto is_too_much = [&] {
    size_t instructions = 0;
    for (const Group& group : groups)
      instructions += group.instructions;
    return groups.size() > kMostPieces || instructions > most_instructions;
  };
  while (groups.size() > 1 && is_too_much()) {
    std::vector<Group> halved;
    for (size_t i = 0; i < groups.size(); i += 2) {
      std::vector<const llvm::GlobalValue*> roots = std::move(groups[i].roots);
      if (i + 1 < groups.size()) {
        roots.insert(roots.end(), groups[i + 1].roots.begin(), groups[i + 1].roots.end());
      }
      halved.push_back(group_of(std::move(roots), references));
    }
    groups = std::move(halved);
  }
  return groups;
}

std::vector<const llvm::GlobalValue*> used_values(const llvm::Module& module, bool compiler) {
  llvm::SmallVector<llvm::GlobalValue*, 0> used;
  llvm::collectUsedGlobalVariables(module, used, compiler);
  return {used.begin(), used.end()};
}

// Variables that a launch could use although no kernel names them: the module keeps them.
Group rest_of(const llvm::Module& module, const std::vector<Group>& groups,
              const References& references) {
  llvm::DenseSet<const llvm::GlobalValue*> reached;
  for (const Group& group : groups)
    reached.insert(group.reached.begin(), group.reached.end());
  std::vector<const llvm::GlobalValue*> roots;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (lists_used(variable) || variable.isDeclaration() || variable.isDiscardableIfUnused() ||
        reached.contains(&variable)) {
      continue;
    }
    roots.push_back(&variable);
  }
  for (const bool compiler : {false, true}) {
    for (const llvm::GlobalValue* value : used_values(module, compiler)) {
      if (!value->isDeclaration() && !reached.contains(value)) roots.push_back(value);
    }
  }
  return group_of(std::move(roots), references);
}

// Writes a part of a module as a module of its own.
class PieceWriter {
 public:
  PieceWriter(const llvm::Module& module, const Globals& reached)
      : module_(module),
        reached_(reached),
        piece_(module.getModuleIdentifier(), module.getContext()) {}

  ModulePiece write(const llvm::StringSet<>& kernels) {
    piece_.setTargetTriple(module_.getTargetTriple());
    piece_.setDataLayout(module_.getDataLayout());
    piece_.setSourceFileName(module_.getSourceFileName());
    declare();
    LineNumbers numbers(functions_);
    numbers.add_to(map_);
    define();
    copy_used();
    copy_metadata(numbers);
    ModulePiece out;
    for (const llvm::Function* function : functions_) {
      if (kernels.contains(function->getName())) out.kernels.push_back(function->getName().str());
    }
    out.bitcode = to_bitcode(piece_);
    out.lines = numbers.lines();
    return out;
  }

 private:
  void declare() {
    for (const llvm::GlobalValue* value : reached_) {
      if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
        declare(*function);
      } else {
        declare(*llvm::cast<llvm::GlobalVariable>(value));
      }
    }
  }

  void declare(const llvm::GlobalVariable& variable) {
    auto* copy = new llvm::GlobalVariable(
        piece_, variable.getValueType(), variable.isConstant(), variable.getLinkage(), nullptr,
        variable.getName(), nullptr, variable.getThreadLocalMode(), variable.getAddressSpace());
    copy->copyAttributesFrom(&variable);
    map_[&variable] = copy;
    variables_.push_back(&variable);
  }

  void declare(const llvm::Function& function) {
    auto* copy = llvm::Function::Create(function.getFunctionType(), function.getLinkage(),
                                        function.getAddressSpace(), function.getName(), &piece_);
    copy->copyAttributesFrom(&function);
    map_[&function] = copy;
    if (!function.isDeclaration()) functions_.push_back(&function);
  }

  void define() {
    for (const llvm::GlobalVariable* variable : variables_) {
      if (!variable->hasInitializer()) continue;
      auto* copy = llvm::cast<llvm::GlobalVariable>(map_[variable]);
      copy->setInitializer(llvm::MapValue(variable->getInitializer(), map_));
      copy_comdat(*variable, *copy);
    }
    for (const llvm::Function* function : functions_) {
      auto* copy = llvm::cast<llvm::Function>(map_[function]);
      auto argument = copy->arg_begin();
      for (const llvm::Argument& old : function->args()) {
        argument->setName(old.getName());
        map_[&old] = &*argument++;
      }
      llvm::SmallVector<llvm::ReturnInst*, 8> returns;
      llvm::CloneFunctionInto(copy, function, map_, llvm::CloneFunctionChangeType::ClonedModule,
                              returns);
      copy_comdat(*function, *copy);
      // Where inline assembly stands in the text: nobody looks at it.
      for (llvm::Instruction& instruction : llvm::instructions(*copy))
        instruction.setMetadata("srcloc", nullptr);
    }
  }

  void copy_comdat(const llvm::GlobalObject& old, llvm::GlobalObject& copy) {
    const llvm::Comdat* const comdat = old.getComdat();
    if (comdat == nullptr) return;
    llvm::Comdat* const own = piece_.getOrInsertComdat(comdat->getName());
    own->setSelectionKind(comdat->getSelectionKind());
    copy.setComdat(own);
  }

  void copy_used() {
    for (const bool compiler : {false, true}) {
      std::vector<llvm::GlobalValue*> used;
      for (const llvm::GlobalValue* value : used_values(module_, compiler)) {
        if (reached_.contains(value)) used.push_back(llvm::cast<llvm::GlobalValue>(map_[value]));
      }
      if (used.empty()) continue;
      compiler ? llvm::appendToCompilerUsed(piece_, used) : llvm::appendToUsed(piece_, used);
    }
  }

  // Whether it is about the piece: notes on functions name them first.
  bool concerns_piece(const llvm::MDNode& node) const {
    if (node.getNumOperands() == 0) return true;
    const auto* first = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node.getOperand(0).get());
    if (first == nullptr) return true;
    const auto* global = llvm::dyn_cast<llvm::GlobalValue>(first->getValue());
    return global == nullptr || reached_.contains(global);
  }

  void copy_metadata(const LineNumbers& numbers) {
    for (const llvm::NamedMDNode& named : module_.named_metadata()) {
      if (named.getName() == "llvm.dbg.cu") continue;
      llvm::NamedMDNode* copy = piece_.getOrInsertNamedMetadata(named.getName());
      for (const llvm::MDNode* node : named.operands()) {
        if (concerns_piece(*node)) copy->addOperand(llvm::MapMetadata(node, map_));
      }
    }
    for (llvm::DICompileUnit* unit : numbers.units())
      piece_.getOrInsertNamedMetadata("llvm.dbg.cu")->addOperand(unit);
  }

  const llvm::Module& module_;
  const Globals& reached_;
  llvm::Module piece_;
  llvm::ValueToValueMapTy map_;
  std::vector<const llvm::GlobalVariable*> variables_;
  std::vector<const llvm::Function*> functions_;  // definitions
};

}  // namespace

ModulePiece whole_module(const llvm::Module& module, const llvm::StringSet<>& kernels) {
  ModulePiece out;
  for (const llvm::Function& function : module) {
    if (kernels.contains(function.getName())) out.kernels.push_back(function.getName().str());
  }
  out.bitcode = to_bitcode(module);
  return out;
}

std::vector<ModulePiece> split_module(const llvm::Module& module,
                                      const llvm::StringSet<>& kernels) {
  if (!can_be_cut(module)) return {whole_module(module, kernels)};
  const References references(module);
  const size_t most = kMostTimes * module.getInstructionCount() + kAlwaysInstructions;
  std::vector<Group> groups = packed(
      with_neighbours(tied_groups(module, kernels, references), references), most, references);
  Group rest = rest_of(module, groups, references);
  if (!rest.roots.empty()) groups.push_back(std::move(rest));
  std::vector<ModulePiece> out;
  out.reserve(groups.size());
  for (const Group& group : groups)
    out.push_back(PieceWriter(module, group.reached).write(kernels));
  return out;
}

}  // namespace kcast::frontend
