#include "frontend/assume/build_guesses.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "frontend/assume/name_roles.h"
#include "frontend/parse/guesses.h"

namespace kcast::frontend {

namespace {

using Definition = std::pair<std::string, std::string>;

// What the message has between its first quotes, behind `beginning`.
std::string_view name_behind(std::string_view message, std::string_view beginning) {
  if (!message.starts_with(beginning)) return {};
  message.remove_prefix(beginning.size());
  return message.substr(0, message.find('\''));
}

std::optional<MissingName> missing_name(std::string_view message) {
  MissingName out;
  const auto take = [&](std::string_view beginning, bool MissingName::* kind) {
    const std::string_view name = name_behind(message, beginning);
    if (name.empty()) return false;
    out.name = std::string(name);
    if (kind != nullptr) out.*kind = true;
    return true;
  };
  if (take("unknown type name '", &MissingName::is_type) ||
      take("use of undeclared identifier '", nullptr) ||
      take("implicit declaration of function '", &MissingName::is_function) ||
      (message.find("was not declared, defaults to") != std::string_view::npos &&
       take("parameter '", &MissingName::is_parameter))) {
    return out;
  }
  return std::nullopt;
}

// Names of extensions and of other vendors are theirs, not the build's.
bool belongs_to_somebody(std::string_view name) {
  for (const char* prefix :
       {"CL_",        "CLK_",        "cl_",     "intel_",     "amd_",        "arm_",  "qcom_",
        "__",         "INT_",        "UINT_",   "FLT_",       "DBL_",        "M_",    "HALF_",
        "NULL",       "get_",        "atomic_", "sub_group_", "work_group_", "vload", "vstore",
        "read_image", "write_image", "clrng",   "clRNG"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// One small word that stands there once is a typing error rather than a macro.
bool may_be_mistyped(const MissingName& missing, const NameUse& use) {
  const std::string& name = missing.name;
  const bool is_plain = std::all_of(
      name.begin(), name.end(), [](unsigned char c) { return std::islower(c) != 0 || c == '_'; });
  return is_plain && use.occurrences < 2 && use.role != NameRole::Nothing;
}

struct TypeSpelling {
  std::string_view words;  // separated and framed by blanks, in small letters
  std::string_view type;
};

constexpr std::array<TypeSpelling, 14> kSpellings = {{
    {" u8 uint8 uint8_t byte uchar u1byte ", "uchar"},
    {" i8 s8 int8 int8_t char ", "char"},
    {" u16 uint16_t ushort ", "ushort"},
    {" i16 s16 int16_t short ", "short"},
    {" u32 uint32 uint32_t uint uint_t dword u32x ", "uint"},
    {" i32 s32 int32 int32_t int ", "int"},
    {" u64 uint64 uint64_t ulong qword u64x ", "ulong"},
    {" i64 s64 int64 int64_t long dim_t ", "long"},
    {" f16 fp16 half half_t ", "half"},
    {" f32 fp32 float ", "float"},
    {" f64 fp64 double ", "double"},
    {" bool boolean bool_t ", "int"},
    {" index_t idx_t itype ", "int"},
    {" size_type ", "ulong"},
}};

// "float4" of FLOAT4, "uint" of u32, "float" of T.
std::string guess_scalar_or_vector(std::string_view name) {
  const std::string word = to_lower(name);
  for (const TypeSpelling& spelling : kSpellings) {
    if (spelling.words.find(" " + word + " ") != std::string_view::npos) {
      return std::string(spelling.type);
    }
  }
  size_t digits = word.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(word[digits - 1])) != 0)
    --digits;
  const std::string width = word.substr(digits);
  const bool is_vector =
      width == "2" || width == "3" || width == "4" || width == "8" || width == "16";
  if (is_vector && digits > 1) return guess_scalar_or_vector(word.substr(0, digits)) + width;
  return guess_type(name, 0);
}

// The type that a name such as CONVERT_FLOAT4 or convert_Dtype ends with.
std::string type_at_end(std::string_view name, const std::vector<Definition>& known) {
  const size_t mark = name.rfind('_');
  if (mark == std::string_view::npos || mark + 1 == name.size()) return "";
  const std::string_view last = name.substr(mark + 1);
  for (const auto& [macro, value] : known) {
    if (macro == last) return value;
  }
  const std::string type = guess_scalar_or_vector(last);
  const std::string word = to_lower(last);
  return word.starts_with(type.substr(0, 3)) ? type : "";
}

Definition guess_function(const MissingName& missing, const NameUse& use,
                          const std::vector<Definition>& known) {
  const std::string word = to_lower(missing.name);
  const bool converts = word.starts_with("convert") || word.starts_with("as_");
  if (const std::string type = converts ? type_at_end(missing.name, known) : ""; !type.empty()) {
    return {missing.name, (word.starts_with("as_") ? "as_" : "convert_") + type};
  }
  if (use.arguments == 0) return {missing.name + "()", "0"};
  if (use.arguments == 1) return {missing.name + "(a)", "(a)"};
  if (use.arguments == 2) return {missing.name + "(a,b)", "((a)+(b))"};
  return {missing.name + "(a,...)", "(a)"};
}

}  // namespace

std::vector<MissingName> missing_names(const std::vector<ParseError>& errors) {
  std::vector<MissingName> out;
  for (const ParseError& error : errors) {
    std::optional<MissingName> missing = missing_name(error.diagnostic.message);
    if (!missing) continue;
    const auto same = [&](const MissingName& other) { return other.name == missing->name; };
    const auto found = std::find_if(out.begin(), out.end(), same);
    if (found == out.end()) {
      out.push_back(*std::move(missing));
    } else {
      found->is_type = found->is_type || missing->is_type;
      found->is_function = found->is_function || missing->is_function;
    }
  }
  return out;
}

Definition guess_definition(const MissingName& missing, std::string_view code,
                            const std::vector<Definition>& known) {
  const std::string& name = missing.name;
  if (missing.is_parameter || belongs_to_somebody(name)) return {};
  NameUse use = use_of_name(code, name, missing.is_type);
  if (missing.is_function) use.role = NameRole::Function;
  if (use.is_defined || may_be_mistyped(missing, use)) return {};
  switch (use.role) {
    case NameRole::Nothing:
      return {name, ""};
    case NameRole::Type:
      return {name, guess_scalar_or_vector(name)};
    case NameRole::Function:
      return guess_function(missing, use, known);
    case NameRole::Constant:
      break;
  }
  const auto macros = guess_macros(
      {{{}, {Severity::Error, "", 0, 0, "use of undeclared identifier '" + name + "'"}}});
  return macros.empty() ? Definition{name, guess_constant(name, 0)} : macros[0];
}

}  // namespace kcast::frontend
