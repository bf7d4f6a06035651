#include "frontend/parse/common_declarations.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <set>
#include <vector>

#include "frontend/parse/ast_walk.h"

namespace kcast::frontend {

namespace {

constexpr const char* kCommonNames[] = {"threadIdx",
                                        "blockIdx",
                                        "blockDim",
                                        "gridDim",
                                        "warpSize",
                                        "dim3",
                                        "uint3",
                                        "float2",
                                        "float4",
                                        "int2",
                                        "int4",
                                        "make_float4",
                                        "make_float2",
                                        "std",
                                        "size_t",
                                        "printf",
                                        "malloc",
                                        "free",
                                        "__syncthreads",
                                        "__syncwarp",
                                        "__shfl_down_sync",
                                        "__shfl_xor_sync",
                                        "__ldg",
                                        "atomicAdd",
                                        "atomicMax",
                                        "atomicMin",
                                        "atomicCAS",
                                        "atomicExch",
                                        "min",
                                        "max",
                                        "sqrtf",
                                        "sqrt",
                                        "rsqrtf",
                                        "expf",
                                        "exp",
                                        "logf",
                                        "log",
                                        "sinf",
                                        "cosf",
                                        "sin",
                                        "cos",
                                        "powf",
                                        "pow",
                                        "fabsf",
                                        "fabs",
                                        "fmaxf",
                                        "fminf",
                                        "fmaf",
                                        "floorf",
                                        "cudaMalloc",
                                        "cudaFree",
                                        "cudaMemcpy",
                                        "cudaMemset",
                                        "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost",
                                        "cudaDeviceSynchronize",
                                        "cudaGetLastError",
                                        "cudaGetErrorString",
                                        "cudaSuccess",
                                        "cudaError_t",
                                        "cudaEvent_t",
                                        "cudaEventCreate",
                                        "cudaEventRecord",
                                        "cudaEventSynchronize",
                                        "cudaEventElapsedTime",
                                        "cudaMallocManaged",
                                        "cudaStream_t",
                                        "__cudaPushCallConfiguration",
                                        "cudaConfigureCall",
                                        "hipMalloc",
                                        "hipFree",
                                        "hipMemcpy",
                                        "hipDeviceSynchronize",
                                        "hipError_t",
                                        "hipSuccess",
                                        "hipMemcpyHostToDevice",
                                        "hipMemcpyDeviceToHost",
                                        "__hipPushCallConfiguration"};

// Reads a declaration and, through bodies and types, what it needs.
class Read : public AstWalk {
 public:
  explicit Read(std::vector<clang::Decl*>& waiting)
      : AstWalk({.implicit_code = true}), waiting_(waiting) {}
  bool visit_statement(clang::Stmt* statement) override {
    if (auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      add(reference->getDecl());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      add(member->getMemberDecl());
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      add(construct->getConstructor());
    }
    return true;
  }
  bool visit_declaration(clang::Decl* declaration) override {
    const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
    if (declarator == nullptr) return true;
    clang::CXXRecordDecl* record = declarator->getType()->getAsCXXRecordDecl();
    if (record != nullptr) add(record->getDefinition());
    return true;
  }

 private:
  void add(clang::Decl* declaration) {
    if (declaration != nullptr) waiting_.push_back(declaration);
  }
  std::vector<clang::Decl*>& waiting_;
};

}  // namespace

void read_common_declarations(clang::ASTContext& ast) {
  std::vector<clang::Decl*> waiting;
  for (const char* name : kCommonNames) {
    const clang::DeclarationName identifier(&ast.Idents.get(name));
    for (clang::NamedDecl* found : ast.getTranslationUnitDecl()->lookup(identifier)) {
      // A namespace has more in it than anybody uses.
      if (!llvm::isa<clang::NamespaceDecl>(found)) waiting.push_back(found);
    }
  }
  std::set<const clang::Decl*> visited;
  while (!waiting.empty()) {
    clang::Decl* declaration = waiting.back();
    waiting.pop_back();
    if (visited.insert(declaration).second) Read(waiting).walk(declaration);
  }
}

}  // namespace kcast::frontend
