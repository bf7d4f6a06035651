#include "frontend/lower/vector_access.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>

#include <optional>
#include <vector>

namespace kcast::frontend {

namespace {

// Larger structures are rare, and LLVM's own copies of them are as good.
constexpr uint64_t kMaxCopyBytes = 64;
constexpr uint64_t kMaxUnitBytes = 16;  // what one thread moves at once

struct Element {
  llvm::Type* type = nullptr;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

// The scalars of a type in order, if they fill it; false if there is padding or a vector.
bool flatten(llvm::Type* type, const llvm::DataLayout& layout, uint64_t offset,
             std::vector<Element>& out) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i) {
      const uint64_t place = places->getElementOffset(i).getFixedValue();
      if (!flatten(record->getElementType(i), layout, offset + place, out)) return false;
    }
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (array->getNumElements() > kMaxCopyBytes) return false;
    const uint64_t step = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (uint64_t i = 0; i < array->getNumElements(); ++i) {
      if (!flatten(array->getElementType(), layout, offset + i * step, out)) return false;
    }
    return true;
  }
  const bool is_number =
      (type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0) || type->isFloatingPointTy();
  if (!is_number && !type->isPointerTy()) return false;
  const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  const uint64_t end = out.empty() ? 0 : out.back().offset + out.back().bytes;
  if (offset != end || offset + bytes > kMaxCopyBytes || !llvm::isPowerOf2_64(bytes)) return false;
  out.push_back({type, offset, bytes});
  return true;
}

llvm::Type* type_behind(llvm::Value* pointer) {
  pointer = pointer->stripPointerCasts();
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return local->getAllocatedType();
  if (auto* place = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    return place->getResultElementType();
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) return global->getValueType();
  return nullptr;
}

// The number that the array or the variable behind a pointer is made of; null for structures.
llvm::Type* number_behind(llvm::Value* pointer) {
  llvm::Type* type = type_behind(pointer);
  while (type != nullptr && type->isArrayTy())
    type = type->getArrayElementType();
  const bool is_number = type != nullptr && (type->isIntegerTy() || type->isFloatingPointTy());
  return is_number ? type : nullptr;
}

// The elements behind a pointer, if they are just what is copied.
std::vector<Element> elements_behind(llvm::Value* pointer, uint64_t bytes,
                                     const llvm::DataLayout& layout) {
  llvm::Type* type = type_behind(pointer);
  std::vector<Element> elements;
  if (type == nullptr || !type->isSized() || layout.getTypeAllocSize(type) != bytes ||
      !flatten(type, layout, 0, elements) || elements.empty() ||
      elements.back().offset + elements.back().bytes != bytes) {
    return {};
  }
  return elements;
}

// One side of a copy.
struct Side {
  llvm::Value* pointer = nullptr;
  llvm::Align align;
  bool is_memory = false;    // not a variable that will live in registers
  bool is_declared = false;  // part of a variable, not behind a pointer of unknown origin
};

Side side_of(llvm::Value* pointer, llvm::MaybeAlign align) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  const bool is_local =
      llvm::isa<llvm::AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
  return {.pointer = pointer,
          .align = align.valueOrOne(),
          .is_memory = !is_local,
          .is_declared = llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object)};
}

struct Copy {
  Side source;
  Side dest;
  uint64_t bytes = 0;
  std::vector<Element> elements;
};

// `*(float4*)&tile[i]` says that this part of an array of numbers is aligned like a float4.
// nvcc believes it; Clang gives the alignment of the array. Only an assignment between
// structures has the metadata.
void believe_casts(const llvm::MemCpyInst& instruction, Copy& copy) {
  if (instruction.getMetadata(llvm::LLVMContext::MD_tbaa_struct) == nullptr) return;
  llvm::Align claimed = std::max(copy.source.align, copy.dest.align);
  const bool are_arrays = copy.source.is_declared && copy.dest.is_declared &&
                          number_behind(copy.source.pointer) != nullptr &&
                          number_behind(copy.dest.pointer) != nullptr;
  if (are_arrays && (copy.bytes == 8 || copy.bytes == 16)) {
    claimed = std::max(claimed, llvm::Align(copy.bytes));
  }
  for (Side* side : {&copy.source, &copy.dest}) {
    if (side->is_memory && side->is_declared) side->align = std::max(side->align, claimed);
  }
}

// How many elements from the first on one access moves: an aligned unit of equal sizes.
size_t unit_length(const std::vector<Element>& elements, size_t first, const Side& side) {
  if (!side.is_memory) return 1;
  const Element& element = elements[first];
  const uint64_t align = llvm::commonAlignment(side.align, element.offset).value();
  const uint64_t limit = std::min(align, kMaxUnitBytes);
  size_t count = 1;
  while (first + count < elements.size() && elements[first + count].bytes == element.bytes &&
         !elements[first + count].type->isPointerTy() && (count + 1) * element.bytes <= limit) {
    ++count;
  }
  if (element.type->isPointerTy() || count < 2) return 1;
  return count < 4 ? 2 : 4;
}

class CopyExpander {
 public:
  CopyExpander(llvm::MemCpyInst& instruction, Copy copy)
      : builder_(&instruction),
        elements_(std::move(copy.elements)),
        source_(copy.source),
        dest_(copy.dest) {}

  void run() {
    const std::vector<llvm::Value*> values = load();
    store(values);
  }

 private:
  llvm::Type* access_type(size_t first, size_t length) const {
    llvm::Type* type = elements_[first].type;
    return length == 1 ? type : llvm::FixedVectorType::get(type, static_cast<unsigned>(length));
  }
  llvm::Value* place(const Side& side, size_t element) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), side.pointer,
                                               elements_[element].offset);
  }
  llvm::Align align(const Side& side, size_t element) const {
    return llvm::commonAlignment(side.align, elements_[element].offset);
  }
  std::vector<llvm::Value*> load() {
    std::vector<llvm::Value*> values;
    for (size_t i = 0; i < elements_.size();) {
      const size_t length = unit_length(elements_, i, source_);
      llvm::Value* unit =
          builder_.CreateAlignedLoad(access_type(i, length), place(source_, i), align(source_, i));
      for (size_t k = 0; k < length; ++k) {
        llvm::Value* value = length == 1 ? unit : builder_.CreateExtractElement(unit, k);
        values.push_back(builder_.CreateBitOrPointerCast(value, elements_[i + k].type));
      }
      i += length;
    }
    return values;
  }
  // One by one, so that an element written again later is not written twice; the back end
  // joins what is left.
  void store(const std::vector<llvm::Value*>& values) {
    for (size_t i = 0; i < elements_.size(); ++i)
      builder_.CreateAlignedStore(values[i], place(dest_, i), align(dest_, i));
  }

  llvm::IRBuilder<> builder_;
  std::vector<Element> elements_;
  Side source_;
  Side dest_;
};

// A kernel's structures stay in the parameter space, which is read in another way.
bool is_kernel_parameter(const llvm::Value* pointer) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(pointer));
  return argument != nullptr && argument->hasByValAttr() &&
         argument->getParent()->getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

// Bytes that a cast has called a vector: the numbers of the array, or words.
std::vector<Element> cast_elements(const Copy& copy, llvm::LLVMContext& context) {
  llvm::Type* type = nullptr;
  for (const Side* side : {&copy.dest, &copy.source}) {
    llvm::Type* number = number_behind(side->pointer);
    if (type == nullptr && number != nullptr && number->getScalarSizeInBits() >= 32) type = number;
  }
  if (type == nullptr) type = llvm::Type::getInt32Ty(context);
  const uint64_t bytes = type->getScalarSizeInBits() / 8;
  for (const Side* side : {&copy.dest, &copy.source}) {
    if (side->is_memory && side->align.value() < bytes) return {};
  }
  std::vector<Element> elements;
  if (!llvm::isPowerOf2_64(bytes) || copy.bytes % bytes != 0) return elements;
  for (uint64_t offset = 0; offset < copy.bytes; offset += bytes)
    elements.push_back({type, offset, bytes});
  return elements;
}

// What a copy consists of; no elements where it stays as it is.
Copy copy_of(const llvm::MemCpyInst& instruction, const llvm::DataLayout& layout) {
  Copy copy;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(instruction.getLength());
  if (length == nullptr || instruction.isVolatile() || length->getValue().ugt(kMaxCopyBytes) ||
      is_kernel_parameter(instruction.getSource()) || is_kernel_parameter(instruction.getDest())) {
    return copy;
  }
  copy.bytes = length->getZExtValue();
  copy.source = side_of(instruction.getSource(), instruction.getSourceAlign());
  copy.dest = side_of(instruction.getDest(), instruction.getDestAlign());
  believe_casts(instruction, copy);
  for (const Side* side : {&copy.dest, &copy.source}) {
    if (copy.elements.empty()) copy.elements = elements_behind(side->pointer, copy.bytes, layout);
  }
  if (copy.elements.empty()) copy.elements = cast_elements(copy, instruction.getContext());
  return copy;
}

// The one element of a unit that is read; none if several are, or it is used as a whole.
std::optional<uint64_t> only_element(const llvm::LoadInst& load) {
  std::optional<uint64_t> only;
  for (const llvm::User* user : load.users()) {
    const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(user);
    if (extract == nullptr) return std::nullopt;
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (index == nullptr || (only && *only != index->getZExtValue())) return std::nullopt;
    only = index->getZExtValue();
  }
  return only;
}

void narrow_load(llvm::LoadInst& load, uint64_t index) {
  auto* type = llvm::cast<llvm::FixedVectorType>(load.getType());
  if (index >= type->getNumElements()) return;  // its value is poison
  llvm::IRBuilder<> builder(&load);
  const uint64_t bytes = type->getScalarSizeInBits() / 8;
  llvm::Value* place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                          load.getPointerOperand(), index * bytes);
  llvm::LoadInst* narrow = builder.CreateAlignedLoad(
      type->getElementType(), place, llvm::commonAlignment(load.getAlign(), index * bytes));
  narrow->copyMetadata(load, {llvm::LLVMContext::MD_invariant_load});
  for (llvm::User* user : llvm::make_early_inc_range(load.users())) {
    user->replaceAllUsesWith(narrow);
    llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  }
  load.eraseFromParent();
}

bool may_narrow(const llvm::LoadInst& load) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  return type != nullptr && load.isSimple() && type->getScalarSizeInBits() % 8 == 0;
}

struct ExpandCopies : llvm::PassInfoMixin<ExpandCopies> {
  // NOLINTNEXTLINE(readability-identifier-naming): LLVM asks for this name.
  static bool isRequired() { return true; }
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    expand_copies(module);
    return llvm::PreservedAnalyses::none();
  }
};

struct NarrowLoads : llvm::PassInfoMixin<NarrowLoads> {
  // NOLINTNEXTLINE(readability-identifier-naming): LLVM asks for this name.
  static bool isRequired() { return true; }
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    narrow_loads(module);
    return llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void expand_copies(llvm::Module& module) {
  std::vector<llvm::MemCpyInst*> copies;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction)) copies.push_back(copy);
    }
  }
  for (llvm::MemCpyInst* instruction : copies) {
    Copy copy = copy_of(*instruction, module.getDataLayout());
    if (copy.elements.empty()) continue;
    CopyExpander(*instruction, std::move(copy)).run();
    instruction->eraseFromParent();
  }
}

void narrow_loads(llvm::Module& module) {
  std::vector<llvm::LoadInst*> loads;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && may_narrow(*load)) loads.push_back(load);
    }
  }
  for (llvm::LoadInst* load : loads) {
    if (const auto index = only_element(*load)) narrow_load(*load, *index);
  }
}

void add_vector_access(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ExpandCopies());
      });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        llvm::FunctionPassManager functions;
        functions.addPass(llvm::InferAddressSpacesPass());
        functions.addPass(llvm::InferAlignmentPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
        passes.addPass(NarrowLoads());
      });
}

}  // namespace kcast::frontend
