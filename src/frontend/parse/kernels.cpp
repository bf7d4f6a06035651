#include "frontend/parse/kernels.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "frontend/parse/ast_walk.h"
#include "frontend/parse/parameter_layout.h"

namespace kcast::frontend {

namespace {

class FindKernels : public AstWalk {
 public:
  // Bodies hold no kernels; leaving them out keeps this cheap.
  FindKernels() : AstWalk({.instances = true, .statements = false}) {}
  bool visit_declaration(clang::Decl* declaration) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() && is_kernel(*function)) {
      found.push_back(function);
    }
    return true;
  }

  std::vector<const clang::FunctionDecl*> found;
};

std::string address_space_name(clang::QualType pointee) {
  switch (pointee.getAddressSpace()) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::cuda_device:
      return "global";
    case clang::LangAS::opencl_local:
    case clang::LangAS::cuda_shared:
      return "shared";
    case clang::LangAS::opencl_constant:
    case clang::LangAS::cuda_constant:
      return "constant";
    default:
      return "generic";
  }
}

// The type that a kernel reads a texture as: the template argument of the first function of
// textures or surfaces that it passes the object to.
class FindTexel : public clang::RecursiveASTVisitor<FindTexel> {
 public:
  explicit FindTexel(const clang::ParmVarDecl& texture) : texture_(texture) {}
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const auto* arguments = callee == nullptr ? nullptr : callee->getTemplateSpecializationArgs();
    if (arguments == nullptr || arguments->size() == 0 ||
        arguments->get(0).getKind() != clang::TemplateArgument::Type) {
      return true;
    }
    const llvm::StringRef name = callee->getName();
    if (!name.starts_with("tex") && !name.starts_with("surf")) return true;
    for (const clang::Expr* argument : call->arguments()) {
      const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(argument->IgnoreImpCasts());
      if (named != nullptr && named->getDecl() == &texture_) found = arguments->get(0).getAsType();
    }
    return found.isNull();
  }
  clang::QualType found;

 private:
  const clang::ParmVarDecl& texture_;
};

void describe_texture(const clang::ASTContext& ast, const clang::ParmVarDecl& parameter,
                      const clang::PrintingPolicy& policy, Parameter& out) {
  out.is_pointer = true;
  out.address_space = "global";
  out.element_type = std::string(kTexelPrefix) + "float";
  out.element_bytes = 4;
  const auto* kernel = llvm::dyn_cast<clang::FunctionDecl>(parameter.getDeclContext());
  if (kernel == nullptr || !kernel->doesThisDeclarationHaveABody()) return;
  FindTexel finder(parameter);
  finder.TraverseStmt(kernel->getBody());
  if (finder.found.isNull() || type_bytes(ast, finder.found) == 0) return;
  out.element_type = kTexelPrefix + element_name(finder.found, policy);
  out.element_bytes = type_bytes(ast, finder.found);
}

Parameter describe_parameter(const clang::ASTContext& ast, const clang::ParmVarDecl& parameter) {
  Parameter out = describe_value(ast, parameter.getNameAsString(), parameter.getType());
  if (is_texture(parameter.getType())) {
    clang::PrintingPolicy policy = ast.getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    describe_texture(ast, parameter, policy, out);
  }
  return out;
}

int64_t constant(const clang::ASTContext& ast, const clang::Expr* expression) {
  if (expression == nullptr || expression->isValueDependent() || expression->containsErrors()) {
    return 0;
  }
  const auto value = expression->getIntegerConstantExpr(ast);
  return value && value->isRepresentableByInt64() ? value->getExtValue() : 0;
}

LaunchBounds describe_bounds(const clang::ASTContext& ast, const clang::FunctionDecl& kernel) {
  LaunchBounds out;
  if (const auto* bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>()) {
    out.max_threads = constant(ast, bounds->getMaxThreads());
    out.min_blocks = constant(ast, bounds->getMinBlocks());
    out.max_cluster_blocks = constant(ast, bounds->getMaxBlocks());
  }
  if (const auto* required = kernel.getAttr<clang::ReqdWorkGroupSizeAttr>()) {
    out.required_block = {required->getXDim(), required->getYDim(), required->getZDim()};
    out.max_threads = out.required_block[0] * out.required_block[1] * out.required_block[2];
  }
  return out;
}

std::vector<std::string> describe_template_arguments(const clang::ASTContext& ast,
                                                     const clang::FunctionDecl& kernel) {
  std::vector<std::string> out;
  const clang::TemplateArgumentList* arguments = kernel.getTemplateSpecializationArgs();
  if (arguments == nullptr) return out;
  const auto print = [&](const clang::TemplateArgument& argument, const auto& self) -> void {
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      for (const clang::TemplateArgument& element : argument.pack_elements())
        self(element, self);
      return;
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    clang::PrintingPolicy policy = ast.getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    argument.print(policy, stream, /*IncludeType=*/false);
    out.push_back(std::move(text));
  };
  for (const clang::TemplateArgument& argument : arguments->asArray())
    print(argument, print);
  return out;
}

Kernel describe(const ParsedUnit& unit, const clang::FunctionDecl& kernel) {
  const clang::ASTContext& ast = unit.ast();
  Kernel out;
  describe_function(ast, kernel, out);
  if (!kernel.isTemplated()) out.mangled = kernel_symbol(kernel);
  out.language = unit.language->name;
  for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
    out.parameters.push_back(describe_parameter(ast, *parameter));
  }
  out.launch_bounds = describe_bounds(ast, kernel);
  return out;
}

}  // namespace

Parameter describe_value(const clang::ASTContext& ast, std::string name, clang::QualType type) {
  clang::PrintingPolicy policy = ast.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  Parameter out;
  out.name = std::move(name);
  out.type = type.getUnqualifiedType().getAsString(policy);
  out.size_bytes = type_bytes(ast, type);
  out.is_restrict = type.isRestrictQualified();
  if (is_texture(type)) return out;
  clang::QualType pointee = type->getPointeeType();
  out.is_pointer = !pointee.isNull();
  if (out.is_pointer) {
    out.is_const = pointee.isConstQualified();
    out.address_space = address_space_name(pointee);
    pointee = pointee.getUnqualifiedType();
    if (pointee.getAddressSpace() != clang::LangAS::Default) {
      pointee = ast.removeAddrSpaceQualType(pointee);
    }
    out.element_type = element_name(pointee, policy);
    out.element_bytes = type_bytes(ast, pointee);
  } else {
    out.is_const = type.isConstQualified();
    out.address_space = "value";
    out.element_type = element_name(type, policy);
    out.element_bytes = out.size_bytes;
    out.members = parameter_members(ast, type, out.name);
  }
  return out;
}

void describe_function(const clang::ASTContext& ast, const clang::FunctionDecl& function,
                       Kernel& out) {
  out.name = function.getQualifiedNameAsString();
  out.is_template = function.isTemplated() || function.isTemplateInstantiation() ||
                    function.getTemplateSpecializationArgs() != nullptr;
  out.template_arguments = describe_template_arguments(ast, function);
  const clang::SourceManager& sources = ast.getSourceManager();
  const clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(function.getLocation()));
  if (place.isValid()) {
    out.file = place.getFilename();
    out.line = place.getLine();
  }
}

bool is_kernel(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() || function.hasAttr<clang::OpenCLKernelAttr>();
}

std::string kernel_symbol(const clang::FunctionDecl& function) {
  clang::ASTContext& ast = function.getASTContext();
  const std::unique_ptr<clang::MangleContext> mangler(ast.createMangleContext());
  // Broken code launches what is no kernel, and calls constructors kernels.
  const bool is_structor = llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function);
  if (is_structor || !mangler->shouldMangleDeclName(&function)) return function.getNameAsString();
  std::string symbol;
  llvm::raw_string_ostream stream(symbol);
  mangler->mangleName(function.hasAttr<clang::CUDAGlobalAttr>()
                          ? clang::GlobalDecl(&function, clang::KernelReferenceKind::Kernel)
                          : clang::GlobalDecl(&function),
                      stream);
  return symbol;
}

std::vector<FoundKernel> find_kernels(const ParsedUnit& unit) {
  FindKernels finder;
  finder.walk(unit.ast());
  std::vector<FoundKernel> out;
  for (const clang::FunctionDecl* kernel : finder.found) {
    // A pattern with instantiations is described by those.
    const clang::FunctionTemplateDecl* pattern = kernel->getDescribedFunctionTemplate();
    const bool instantiated =
        pattern != nullptr &&
        std::any_of(pattern->spec_begin(), pattern->spec_end(),
                    [](const clang::FunctionDecl* special) { return special->isDefined(); });
    if (instantiated) continue;
    out.push_back({kernel, describe(unit, *kernel)});
  }
  std::stable_sort(out.begin(), out.end(), [&](const FoundKernel& a, const FoundKernel& b) {
    return unit.sources().isBeforeInTranslationUnit(a.definition->getLocation(),
                                                    b.definition->getLocation());
  });
  return out;
}

}  // namespace kcast::frontend
