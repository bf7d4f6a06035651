#include "frontend/lower/generate.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>

#include "frontend/parse/kernels.h"

namespace kcast::frontend {

namespace {

bool is_kernel_to_skip(const clang::Decl* declaration,
                       const llvm::DenseSet<const clang::FunctionDecl*>& wanted) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  return function != nullptr && is_kernel(*function) && !wanted.contains(function);
}

// Hands declarations to the code generator, without broken ones and without
// kernels nobody asked for.
class Replay {
 public:
  // `wanted`: kernels, or functions with target regions.
  Replay(const ParsedUnit& unit, const llvm::DenseSet<const clang::FunctionDecl*>& wanted,
         Reach& reach, clang::CodeGenerator& generator)
      : unit_(unit), wanted_(wanted), reach_(reach), generator_(generator) {}

  void run() {
    // What is read from the precompiled header on the way is announced too, and joins
    // the list.
    for (size_t i = 0; i < unit_.events.size(); ++i) {
      const ParseEvent event = unit_.events[i];
      if (event.kind == ParseEvent::Kind::TopLevel) {
        for (clang::Decl* declaration : event.group)
          feed(declaration);
      } else if (!is_sound(event.declaration)) {
        continue;
      } else if (event.kind == ParseEvent::Kind::InlineFunction) {
        generator_.HandleInlineFunctionDefinition(
            llvm::cast<clang::FunctionDecl>(event.declaration));
      } else {
        generator_.HandleCXXStaticMemberVarInstantiation(
            llvm::cast<clang::VarDecl>(event.declaration));
      }
    }
  }

 private:
  // A namespace is announced as a whole; what is in it is judged one by one.
  void feed(clang::Decl* declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      for (clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration)->noload_decls())
        feed(inner);
    } else if (is_sound(declaration) && !is_kernel_to_skip(declaration, wanted_)) {
      generator_.HandleTopLevelDecl(clang::DeclGroupRef(declaration));
    }
  }
  bool is_sound(const clang::Decl* declaration) {
    if (declaration->isInvalidDecl()) return false;
    if (unit_.errors.empty()) return true;
    // Of a function on the host only its target regions are looked at.
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (unit_.language->offloads && function != nullptr && wanted_.contains(function)) return true;
    return !llvm::isa<clang::FunctionDecl, clang::VarDecl>(declaration) ||
           reach_.own_broken_reason(declaration).empty();
  }

  const ParsedUnit& unit_;
  const llvm::DenseSet<const clang::FunctionDecl*>& wanted_;
  Reach& reach_;
  clang::CodeGenerator& generator_;
};

}  // namespace

Result<std::unique_ptr<llvm::Module>> generate(
    ParsedUnit& unit, const llvm::DenseSet<const clang::FunctionDecl*>& wanted, Reach& reach,
    llvm::LLVMContext& context) {
  clang::CompilerInstance& compiler = *unit.compiler;
  // The errors are known and their functions are left out; the generator must
  // not stop because of them.
  compiler.getDiagnostics().Reset();
  const std::unique_ptr<clang::CodeGenerator> generator(
      clang::CreateLLVMCodeGen(compiler.getDiagnostics(), unit.file,
                               &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
                               compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context));
  generator->Initialize(unit.ast());
  Replay(unit, wanted, reach, *generator).run();
  forward_announcements(unit, generator.get());
  generator->HandleTranslationUnit(unit.ast());
  forward_announcements(unit, nullptr);
  std::unique_ptr<llvm::Module> module(generator->ReleaseModule());
  if (!module) return Error{ErrorCode::Internal, unit.file + ": no code was generated"};
  return module;
}

}  // namespace kcast::frontend
