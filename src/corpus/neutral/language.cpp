#include "corpus/neutral/language.h"

#include <array>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/offload.h"

namespace kcast::corpus {
namespace {

struct CapabilityRow {
  Capability capability;
  std::string_view name;
  bool cuda;
  bool hip;
  bool opencl;  // OpenCL C 1.2 with cl_khr_fp64 and cl_khr_fp16
  bool openmp;
};

constexpr CapabilityRow kCapabilityRows[kCapabilityCount] = {
    {Capability::Half, "half", true, true, true, false},
    {Capability::Double, "double", true, true, true, true},
    {Capability::Warps, "warp functions", true, true, false, false},
    {Capability::FloatAtomics, "atomics of real numbers", true, true, false, true},
    {Capability::WideAtomics, "64-bit atomics", true, true, false, true},
    {Capability::DynamicShared, "dynamic shared memory", true, true, true, false},
    {Capability::FindFirst, "ffs", true, true, false, false},
    {Capability::BitReverse, "brev", true, true, false, false},
};

class Needs {
 public:
  void add(Capability capability) { needed_[static_cast<size_t>(capability)] = true; }

  void add_type(const Type& type) {
    if (type.record >= 0) return;
    if (type.scalar == Scalar::Half) add(Capability::Half);
    if (type.scalar == Scalar::Double) add(Capability::Double);
  }

  void add_expr(const Expr& expr) {
    add_type(expr.type);
    if (expr.kind != Expr::Kind::Call) return;
    const Builtin* builtin = find_builtin(expr.text);
    if (builtin == nullptr) return;
    if (expr.text == "ffs") add(Capability::FindFirst);
    if (expr.text == "brev") add(Capability::BitReverse);
    const bool is_warp_function = builtin->kind == BuiltinKind::Shuffle ||
                                  builtin->kind == BuiltinKind::Vote || expr.text == "syncwarp" ||
                                  expr.text == "warpsize";
    if (is_warp_function) add(Capability::Warps);
    if (builtin->kind == BuiltinKind::Atomic || builtin->kind == BuiltinKind::Swap) {
      if (expr.type.scalar == Scalar::ULong) add(Capability::WideAtomics);
      if (is_real(expr.type.scalar) && expr.text == "atomic_add") add(Capability::FloatAtomics);
    }
  }

  void add_function(const Function& function) {
    add_type(function.returns);
    for (const Parameter& parameter : function.parameters)
      add_type(parameter.variable.type);
    walk_stmts(function.body, [&](const Stmt& stmt) {
      add_type(stmt.variable.type);
      if (stmt.op == "dynamic") add(Capability::DynamicShared);
    });
    walk_exprs(function.body, [&](const Expr& expr) { add_expr(expr); });
  }

  std::vector<Capability> list() const {
    std::vector<Capability> needs;
    for (const CapabilityRow& row : kCapabilityRows) {
      if (needed_[static_cast<size_t>(row.capability)]) needs.push_back(row.capability);
    }
    return needs;
  }

 private:
  std::array<bool, kCapabilityCount> needed_ = {};
};

}  // namespace

std::string_view language_name(Language language) {
  switch (language) {
    case Language::Cuda:
      return "cuda";
    case Language::Hip:
      return "hip";
    case Language::OpenMp:
      return "openmp";
    case Language::OpenCl:
      break;
  }
  return "opencl";
}

std::optional<Language> language_named(std::string_view name) {
  for (const Language language : kLanguages) {
    if (language_name(language) == name) return language;
  }
  return std::nullopt;
}

std::string_view file_ending(Language language) {
  if (language == Language::Cuda) return ".cu";
  if (language == Language::OpenMp) return ".cpp";
  return language == Language::Hip ? ".hip" : ".cl";
}

std::string_view capability_name(Capability capability) {
  return kCapabilityRows[static_cast<size_t>(capability)].name;
}

bool has_capability(Language language, Capability capability) {
  const CapabilityRow& row = kCapabilityRows[static_cast<size_t>(capability)];
  if (language == Language::Cuda) return row.cuda;
  if (language == Language::OpenMp) return row.openmp;
  return language == Language::Hip ? row.hip : row.opencl;
}

std::vector<Capability> needed_capabilities(const Program& program) {
  Needs needs;
  for (const Record& record : program.records) {
    for (const Variable& member : record.members)
      needs.add_type(member.type);
  }
  for (const ConstantTable& table : program.tables)
    needs.add_type(table.variable.type);
  for (const Function& function : program.functions)
    needs.add_function(function);
  needs.add_function(program.kernel);
  return needs.list();
}

std::string missing_capability(const Program& program, Language language) {
  for (const Capability capability : needed_capabilities(program)) {
    if (!has_capability(language, capability)) {
      return std::string(language_name(language)) + " has no " +
             std::string(capability_name(capability));
    }
  }
  if (language == Language::OpenMp) {
    if (const auto offloaded = offload_kernel(program); !offloaded)
      return offloaded.error().message;
  }
  return {};
}

std::vector<Language> granted_languages(const Program& program) {
  std::vector<Language> granted;
  for (const Language language : kUsualLanguages) {
    if (missing_capability(program, language).empty()) granted.push_back(language);
  }
  return granted;
}

}  // namespace kcast::corpus
