// Functions that the evaluator knows by name: its own intrinsics, builtins and math.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <vector>

#include "frontend/host/evaluator.h"
#include "frontend/host/launches.h"
#include "frontend/host/opencl.h"
#include "frontend/host/program_index.h"
#include "frontend/host/read_host.h"
#include "frontend/host/state/bindings.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct IntrinsicsUses {
  Evaluator& code_;
  Launches& launches_;
  OpenCl& opencl_;
  const ProgramIndex& index_;
  const HostOptions& options_;
  HostMemory& memory_;
  NamedMemory& named_;
  Types& types_;
  Causes& causes_;
  Bindings& bindings_;
  Control& control_;
};

class Intrinsics : private IntrinsicsUses {
 public:
  explicit Intrinsics(const IntrinsicsUses& uses) : IntrinsicsUses(uses) {}

  // False when it is none of them.
  bool intrinsic(const clang::FunctionDecl* function, llvm::ArrayRef<const clang::Expr*> arguments,
                 clang::QualType type, EvalValue* result);

 private:
  EvalValue file_bytes(const clang::ASTContext& ast, const std::vector<EvalValue>& values);
  EvalValue openmp_query(llvm::StringRef name, const Shape& shape);
  EvalValue named_value(const std::vector<EvalValue>& values, bool is_random, const Shape& shape);
  bool memory_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                        EvalValue* result);
  bool text_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                      EvalValue* result);
  bool builtin(llvm::StringRef name, const std::vector<EvalValue>& values, clang::QualType type,
               EvalValue* result);
  bool math(const clang::FunctionDecl* function, llvm::ArrayRef<const clang::Expr*> arguments,
            clang::QualType type, EvalValue* result);
  CauseSet text_causes(const EvalValue& text);
  EvalValue parse_number(llvm::StringRef name, const std::vector<EvalValue>& values);
  void write_end(const EvalValue& end, const EvalValue& text, size_t length);
};

}  // namespace kcast::host
