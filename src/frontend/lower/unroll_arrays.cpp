#include "frontend/lower/unroll_arrays.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "frontend/lower/nvcc_habits.h"

namespace kcast::frontend {

namespace {

// Instructions of a loop over an array that is unrolled whole. nvcc 13 unrolls a nest of 16 x 16
// multiply-additions and none of 16 x 32, a copy of 300 elements and none of 400.
constexpr uint64_t kWholeOverArray = 3000;

// Marks the loop it is given for LLVM's pass that unrolls loops whole, which comes right after.
// Inner loops have been through both before their outer ones.
class UnrollArrays : public llvm::PassInfoMixin<UnrollArrays> {
 public:
  static llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*all*/,
                                     llvm::LoopStandardAnalysisResults& results,
                                     llvm::LPMUpdater& /*updater*/) {
    if (!loop.isInnermost() || is_told_to_unroll(loop)) return llvm::PreservedAnalyses::all();
    const unsigned rounds = results.SE.getSmallConstantTripCount(&loop);
    if (rounds < 2 || !indexes_array(loop, results.SE)) return llvm::PreservedAnalyses::all();
    if (rounds * size_of(loop, results) <= kWholeOverArray) {
      llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full", 1);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  // Whether an element of an array of the thread's own is another one in each round.
  static bool indexes_array(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (pointer == nullptr) continue;
        const auto* array = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
        if (array == nullptr || !array->isStaticAlloca()) continue;
        auto* address = const_cast<llvm::Value*>(pointer);
        if (!evolution.isLoopInvariant(evolution.getSCEV(address), &loop)) return true;
      }
    }
    return false;
  }

  // Without the test and the branch, which unrolling does not repeat.
  static uint64_t size_of(const llvm::Loop& loop, llvm::LoopStandardAnalysisResults& results) {
    llvm::SmallPtrSet<const llvm::Value*, 32> ignored;
    llvm::CodeMetrics::collectEphemeralValues(&loop, &results.AC, ignored);
    llvm::CodeMetrics metrics;
    for (const llvm::BasicBlock* block : loop.blocks())
      metrics.analyzeBasicBlock(block, results.TTI, ignored);
    if (!metrics.NumInsts.isValid()) return kWholeOverArray;
    const auto size = static_cast<uint64_t>(*metrics.NumInsts.getValue());
    return size > 3 ? size - 2 : 1;
  }
};

}  // namespace

void add_unroll_arrays(llvm::PassBuilder& builder) {
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(UnrollArrays());
      });
}

}  // namespace kcast::frontend
