#include "frontend/host/launches.h"

#include <clang/AST/ASTContext.h>

#include "frontend/host/kernel_reads.h"
#include "frontend/parse/kernels.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

std::string symbol_of(const FunctionDecl& kernel) {
  bool has_symbol = !kernel.isInvalidDecl() && !kernel.isDependentContext();
  return has_symbol ? frontend::kernel_symbol(kernel) : kernel.getNameAsString();
}

}  // namespace

EvalValue Launches::launch(const CUDAKernelCallExpr* e) {
  move_position(position_, stack_, e->getBeginLoc());
  const CallExpr* config = e->getConfig();
  HostLaunch made;
  made.file = position_.place.file;
  made.line = position_.place.line;
  const FunctionDecl* kernel = e->getDirectCallee();
  if (kernel == nullptr && e->getCallee() != nullptr) {
    EvalValue pointer = code_.eval(e->getCallee());
    if (pointer.kind == ValueKind::Function) {
      kernel = dyn_cast<FunctionDecl>(static_cast<const Decl*>(pointer.function));
    }
  }
  made.shared_bytes = known_value(0);
  for (unsigned i = 0; config != nullptr && i < std::min(config->getNumArgs(), 3u); ++i) {
    const Expr* part = config->getArg(i);
    QualType type = part->getType();
    Place at = locals_.new_temporary(part, type);
    code_.eval_into(at, type, part);
    if (control_.halted()) return unknown_value(0);
    if (i == 0) made.grid = arguments_.dimensions(at, type, part);
    if (i == 1) made.block = arguments_.dimensions(at, type, part);
    if (i == 2 && !isa<CXXDefaultArgExpr>(part)) {
      made.shared_bytes =
          records_.host_value(named_.load(at, type), source_text(part, stack_.ast()));
    }
  }
  std::vector<std::pair<HostArgument, QualType>> outputs;
  for (unsigned i = 0; i < e->getNumArgs() && !control_.halted(); ++i) {
    const Expr* given = e->getArg(i);
    if (given == nullptr) continue;
    const ParmVarDecl* parameter =
        kernel != nullptr && i < kernel->getNumParams() ? kernel->getParamDecl(i) : nullptr;
    QualType type = parameter != nullptr ? parameter->getType() : given->getType();
    std::string name = parameter != nullptr ? parameter->getNameAsString() : "";
    Place at = locals_.new_temporary(given, type);
    if (type->isReferenceType()) {
      memory_.store(at, 8, address_of(code_.place(given)));
    } else {
      code_.eval_into(at, type, given);
    }
    made.arguments.push_back(
        arguments_.argument(name, at, type, source_text(given, stack_.ast()), 0));
    arguments_.add_fill(made.arguments.back(), type);
    if (kernel == nullptr || !is_only_read(*kernel, i)) {
      outputs.push_back({made.arguments.back(), type});
    }
  }
  if (control_.halted()) return unknown_value(0);
  for (const auto& [given, type] : outputs)
    arguments_.forget_outputs(given, type);
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  if (kernel == nullptr) made.note = "the kernel is not known";
  records_.record(std::move(made), e, kernel);
  return unknown_value(0);
}

// __kcast_launch(kernel, grid, block, shared_bytes, arguments)
bool Launches::launch_intrinsic(llvm::ArrayRef<const Expr*> arguments, EvalValue* result) {
  *result = EvalValue();
  if (arguments.size() < 5) return true;
  HostLaunch made;
  made.file = position_.place.file;
  made.line = position_.place.line;
  EvalValue pointer = code_.eval(arguments[0]);
  for (unsigned i = 1; i < 3; ++i) {
    QualType type = arguments[i]->getType();
    Place at = locals_.new_temporary(arguments[i], type);
    code_.eval_into(at, type, arguments[i]);
    std::array<HostValue, 3> sizes = arguments_.dimensions(at, type, nullptr);
    for (HostValue& size : sizes) {
      if (size.integer) size.text = std::to_string(*size.integer);
    }
    (i == 1 ? made.grid : made.block) = sizes;
  }
  EvalValue shared = code_.eval(arguments[3]);
  made.shared_bytes =
      records_.host_value(shared, shared.is_integer() ? std::to_string(shared.integer) : "");
  EvalValue list = code_.eval(arguments[4]);
  if (control_.halted()) return true;
  const auto* kernel = pointer.kind == ValueKind::Function
                           ? dyn_cast<FunctionDecl>(static_cast<const Decl*>(pointer.function))
                           : nullptr;
  std::vector<std::pair<HostArgument, QualType>> outputs;
  for (unsigned i = 0; kernel != nullptr && i < kernel->getNumParams(); ++i) {
    Place slot = place_of(list);
    slot.offset += 8 * static_cast<int64_t>(i);
    Place at = place_of(memory_.load(slot, pointer_shape()));
    const ParmVarDecl* parameter = kernel->getParamDecl(i);
    std::string text = at.object != 0 ? memory_.object(at.object).name : "";
    made.arguments.push_back(
        arguments_.argument(parameter->getNameAsString(), at, parameter->getType(), text, 0));
    arguments_.add_fill(made.arguments.back(), parameter->getType());
    if (!is_only_read(*kernel, i)) {
      outputs.push_back({made.arguments.back(), parameter->getType()});
    }
  }
  for (const auto& [given, type] : outputs)
    arguments_.forget_outputs(given, type);
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  if (kernel == nullptr) made.note = "the kernel is not known";
  records_.record(std::move(made), position_.site, kernel);
  return true;
}

namespace {

LaunchRecord unreached_launch(const LaunchSite& site) {
  LaunchRecord entry;
  entry.site = site.call;
  HostLaunch& made = entry.launch;
  made.reached = false;
  made.note = "not on the path that was evaluated";
  SourcePlace where = source_place(site.call->getBeginLoc(), site.in->getASTContext());
  made.file = where.file;
  made.line = where.line;
  auto constant = [&](const Expr* e) {
    HostValue value;
    value.text = source_text(e, site.in->getASTContext());
    Expr::EvalResult known;
    bool can = e != nullptr && !e->isValueDependent() && !e->containsErrors();
    if (can && e->EvaluateAsInt(known, site.in->getASTContext())) {
      value.integer = known.Val.getInt().extOrTrunc(64).getSExtValue();
    }
    return value;
  };
  const CallExpr* config = site.call->getConfig();
  made.shared_bytes = known_value(0);
  for (unsigned i = 0; config != nullptr && i < std::min(config->getNumArgs(), 3u); ++i) {
    const Expr* part = skip_wrappers(config->getArg(i));
    if (i == 2) {
      if (!isa<CXXDefaultArgExpr>(config->getArg(i))) made.shared_bytes = constant(part);
      continue;
    }
    std::array<HostValue, 3>& sizes = i == 0 ? made.grid : made.block;
    std::array<std::string, 3> texts = dimension_texts(part, site.in->getASTContext());
    const auto* built = dyn_cast_or_null<CXXConstructExpr>(part);
    for (unsigned axis = 0; axis < 3; ++axis) {
      const Expr* size =
          built != nullptr && axis < built->getNumArgs() ? built->getArg(axis) : nullptr;
      if (built == nullptr && axis == 0 && part->getType()->isIntegerType()) size = part;
      if (const auto* given = dyn_cast_or_null<CXXDefaultArgExpr>(size)) size = given->getExpr();
      if (size != nullptr) sizes[axis] = constant(size);
      sizes[axis].text = texts[axis];
    }
  }
  const FunctionDecl* kernel = site.call->getDirectCallee();
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  for (unsigned i = 0; i < site.call->getNumArgs(); ++i) {
    HostArgument given;
    if (kernel != nullptr && i < kernel->getNumParams()) {
      given.name = kernel->getParamDecl(i)->getNameAsString();
    }
    given.value = constant(site.call->getArg(i));
    if (given.value.integer) given.kind = ArgumentKind::Scalar;
    made.arguments.push_back(std::move(given));
  }
  entry.count = 0;
  return entry;
}

}  // namespace

void add_unreached(const ProgramIndex& index, LaunchLog& log) {
  // Where there was no room for all that ran, those in the text do not matter.
  if (log.left_out() > 0) return;
  for (const LaunchSite& site : index.launch_sites()) {
    if (log.has_site(site.call)) continue;
    if (log.records().size() < LaunchLog::kMaxRecords) {
      log.records().push_back(unreached_launch(site));
    } else {
      log.leave_out();
    }
  }
}

}  // namespace kcast::host
