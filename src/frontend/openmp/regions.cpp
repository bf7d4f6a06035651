#include "frontend/openmp/regions.h"

#include <clang/Basic/OpenMPKinds.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Frontend/OpenMP/OMPIRBuilder.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "frontend/parse/ast_walk.h"
#include "frontend/parse/user_code.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

namespace {

class FindFunctions : public AstWalk {
 public:
  FindFunctions() : AstWalk({.instances = true, .statements = false}) {}
  bool visit_declaration(clang::Decl* declaration) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() &&
        function->getBody() != nullptr && is_user_declaration(function)) {
      found.push_back(function);
    }
    return true;
  }
  std::vector<const clang::FunctionDecl*> found;
};

// Directives below a statement, in the order in which Clang's generator comes to them.
void find_directives(const clang::Stmt* code,
                     const std::function<void(const clang::OMPExecutableDirective*)>& found) {
  if (code == nullptr) return;
  if (is_target_region(code)) {
    found(llvm::cast<clang::OMPExecutableDirective>(code));
    return;
  }
  // The body of another directive, such as `target data`, is no child of what captures it.
  if (const auto* captured = llvm::dyn_cast<clang::CapturedStmt>(code)) {
    find_directives(captured->getCapturedStmt(), found);
    return;
  }
  for (const clang::Stmt* child : code->children())
    find_directives(child, found);
}

clang::PresumedLoc place_of_region(const clang::OMPExecutableDirective& directive,
                                   const clang::ASTContext& ast) {
  return ast.getSourceManager().getPresumedLoc(directive.getBeginLoc());
}

std::string symbol_of_region(const clang::FunctionDecl& function, unsigned line, unsigned count) {
  if (function.isDependentContext() || function.isInvalidDecl()) return "";
  llvm::SmallString<128> name;
  llvm::TargetRegionEntryInfo::getTargetRegionEntryFnName(name, kernel_symbol(function), 0, 0, line,
                                                          count);
  return name.str().str();
}

Parameter launch_environment() {
  Parameter out;
  out.name = kLaunchEnvironment;
  out.type = "void *";
  out.size_bytes = 8;
  out.is_pointer = true;
  out.address_space = "generic";
  return out;
}

}  // namespace

bool is_target_region(const clang::Stmt* statement) {
  const auto* directive = llvm::dyn_cast_or_null<clang::OMPExecutableDirective>(statement);
  return directive != nullptr &&
         clang::isOpenMPTargetExecutionDirective(directive->getDirectiveKind());
}

std::vector<TargetRegion> target_regions(clang::ASTContext& ast) {
  FindFunctions functions;
  functions.walk(ast);
  // A pattern with instances is described by those.
  std::set<const clang::FunctionDecl*> patterns;
  for (const clang::FunctionDecl* function : functions.found)
    patterns.insert(function->getTemplateInstantiationPattern());
  std::vector<TargetRegion> out;
  for (const clang::FunctionDecl* function : functions.found) {
    if (patterns.contains(function)) continue;
    std::map<unsigned, unsigned> in_line;
    find_directives(function->getBody(), [&](const clang::OMPExecutableDirective* directive) {
      const clang::PresumedLoc place = place_of_region(*directive, ast);
      const unsigned line = place.isValid() ? place.getLine() : 0;
      const unsigned count = in_line[line]++;
      out.push_back({directive, function, symbol_of_region(*function, line, count), line, count});
    });
  }
  std::stable_sort(out.begin(), out.end(), [&](const TargetRegion& a, const TargetRegion& b) {
    return ast.getSourceManager().isBeforeInTranslationUnit(a.directive->getBeginLoc(),
                                                            b.directive->getBeginLoc());
  });
  return out;
}

std::vector<RegionCapture> region_captures(const clang::OMPExecutableDirective& directive,
                                           clang::ASTContext& ast) {
  std::vector<RegionCapture> out;
  if (!directive.hasAssociatedStmt()) return out;
  const clang::CapturedStmt* captured = directive.getCapturedStmt(llvm::omp::OMPD_target);
  auto field = captured->getCapturedRecordDecl()->field_begin();
  for (const clang::CapturedStmt::Capture& capture : captured->captures()) {
    const clang::FieldDecl* slot = *field++;
    RegionCapture entry;
    if (capture.capturesThis()) {
      entry.name = "this";
      entry.type = slot->getType();
    } else if (capture.capturesVariableArrayType()) {
      entry.name = "length";
      entry.type = ast.getSizeType();
      if (slot->hasCapturedVLAType()) entry.array_size = slot->getCapturedVLAType()->getSizeExpr();
    } else {
      entry.variable = capture.getCapturedVar();
      entry.name = entry.variable->getNameAsString();
      // A clause that the region was captured with: ".capture_expr.".
      if (entry.name.starts_with(".")) entry.name = kClauseParameter;
      entry.is_address = !capture.capturesVariableByCopy();
      const clang::QualType type = entry.variable->getType().getNonReferenceType();
      entry.type = type;
      if (entry.is_address) {
        const clang::ArrayType* array = ast.getAsArrayType(type);
        entry.type = ast.getPointerType(array != nullptr ? array->getElementType() : type);
      }
    }
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<FoundKernel> find_region_kernels(const ParsedUnit& unit) {
  clang::ASTContext& ast = unit.ast();
  std::vector<FoundKernel> out;
  for (const TargetRegion& region : target_regions(ast)) {
    const clang::FunctionDecl& function = *region.function;
    FoundKernel kernel;
    kernel.definition = &function;
    kernel.region = region.directive;
    kernel.region_in_line = region.count;
    Kernel& described = kernel.description;
    describe_function(ast, function, described);
    described.language = unit.language->name;
    described.mangled = region.symbol;
    const clang::PresumedLoc place = place_of_region(*region.directive, ast);
    if (place.isValid()) {
      described.file = place.getFilename();
      described.line = place.getLine();
    }
    described.name += ":" + std::to_string(described.line);
    if (region.count > 0) described.name += "." + std::to_string(region.count + 1);
    described.parameters.push_back(launch_environment());
    for (const RegionCapture& capture : region_captures(*region.directive, ast)) {
      Parameter parameter = describe_value(ast, capture.name, capture.type);
      described.parameters.push_back(std::move(parameter));
    }
    out.push_back(std::move(kernel));
  }
  return out;
}

}  // namespace kcast::frontend
