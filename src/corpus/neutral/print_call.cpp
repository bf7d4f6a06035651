// Calls: where the three languages differ most.
#include <algorithm>
#include <utility>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/printer.h"

namespace kcast::corpus {
namespace {

constexpr int kAnd = 5;
constexpr int kShift = 8;
constexpr int kSum = 9;
constexpr int kProduct = 10;
constexpr int kUnary = 11;
constexpr int kPostfix = 12;

// The names without an f that C++ overloads for float everywhere.
constexpr std::string_view kOverloaded[] = {"sqrt", "exp",   "log",  "sin",  "cos",  "tan",
                                            "fabs", "floor", "ceil", "pow",  "fmin", "fmax",
                                            "fma",  "exp2",  "log2", "tanh", "atan2"};

}  // namespace

void Printer::plain_call(std::string_view function, const Expr& e) {
  text_ += function;
  text_ += '(';
  list(e.args);
  text_ += ')';
}

void Printer::call(const Expr& e, int level) {
  const Builtin* builtin = find_builtin(e.text);
  if (builtin == nullptr) return plain_call(e.text, e);
  switch (builtin->kind) {
    case BuiltinKind::Index:
      return index_call(e, level);
    case BuiltinKind::Math:
    case BuiltinKind::Fast:
      return math_call(e);
    case BuiltinKind::Choice:
      return choice_call(e, level);
    case BuiltinKind::Bits:
      return bits_call(e, level);
    case BuiltinKind::Shuffle:
    case BuiltinKind::Vote:
      return warp_call(e, level);
    case BuiltinKind::Load:
    case BuiltinKind::Store:
      return vector_memory(e);
    case BuiltinKind::Sync:
      if (is_c()) {
        text_ += "mem_fence(CLK_GLOBAL_MEM_FENCE)";
      } else if (e.text == "syncwarp" && language_ == Language::Hip) {
        text_ += "__builtin_amdgcn_wave_barrier()";
      } else {
        plain_call(builtin->f32, e);
      }
      return;
    case BuiltinKind::Reinterpret: {
      const bool from_unsigned = e.args[0].type.scalar == Scalar::UInt;
      const std::string_view cuda = from_unsigned ? builtin->f16 : builtin->f32;
      return plain_call(is_c() ? builtin->opencl : cuda, e);
    }
    case BuiltinKind::Atomic:
    case BuiltinKind::Swap:
      return plain_call(is_c() ? builtin->opencl : builtin->f32, e);
  }
}

void Printer::index_text(std::string text, int own_level, int level) {
  text_ += own_level < level ? "(" + std::move(text) + ")" : std::move(text);
}

void Printer::index_call(const Expr& e, int level) {
  const std::string axis = e.args.empty() ? "0" : e.args[0].text;
  const std::string thread = is_c() ? "get_local_id(0)" : "threadIdx.x";
  if (e.text == "warpsize") return index_text("warpSize", kPostfix, level);
  if (e.text == "lane") {
    if (style_.lane_by_mask) return index_text(thread + " & 31", kAnd, std::max(level, kAnd + 1));
    return index_text(thread + " % 32", kProduct, level);
  }
  if (e.text == "warp") {
    if (style_.lane_by_mask) return index_text(thread + " >> 5", kShift, level);
    return index_text(thread + " / 32", kProduct, level);
  }
  const Builtin& builtin = *find_builtin(e.text);
  if (is_c()) return index_text(std::string(builtin.opencl) + "(" + axis + ")", kPostfix, level);
  const std::string dot = std::string(".") + "xyz"[axis[0] - '0'];
  const std::string size = "blockDim" + dot;
  if (e.text == "gsize") {
    return index_text(
        style_.index_order == 0 ? "gridDim" + dot + " * " + size : size + " * gridDim" + dot,
        kProduct, level);
  }
  if (e.text != "gid") return index_text(std::string(builtin.f32) + dot, kPostfix, level);
  const std::string local = "threadIdx" + dot;
  const std::string group = "blockIdx" + dot;
  if (style_.index_order == 1) return index_text(local + " + " + group + " * " + size, kSum, level);
  if (style_.index_order == 2) return index_text(size + " * " + group + " + " + local, kSum, level);
  index_text(group + " * " + size + " + " + local, kSum, level);
}

void Printer::math_call(const Expr& e) {
  const Builtin& builtin = *find_builtin(e.text);
  if (is_c()) return plain_call(builtin.opencl, e);
  const Scalar scalar = e.type.scalar;
  if (scalar == Scalar::Half) return plain_call(builtin.f16, e);
  const bool is_overloaded =
      std::find(std::begin(kOverloaded), std::end(kOverloaded), e.text) != std::end(kOverloaded);
  const bool is_plain_name = scalar == Scalar::Double || (style_.plain_math && is_overloaded);
  plain_call(is_plain_name ? builtin.f64 : builtin.f32, e);
}

// OpenCL's abs is unsigned.
void Printer::choice_call(const Expr& e, int level) {
  if (e.text != "abs") return plain_call(e.text, e);
  const bool is_long = e.type.scalar == Scalar::Long;
  if (!is_c()) return plain_call(is_long ? "llabs" : "abs", e);
  if (level > kUnary) text_ += '(';
  plain_call(is_long ? "(long)abs" : "(int)abs", e);
  if (level > kUnary) text_ += ')';
}

void Printer::bits_call(const Expr& e, int level) {
  const Builtin& builtin = *find_builtin(e.text);
  const Scalar scalar = e.args[0].type.scalar;
  if (is_c()) {
    // OpenCL counts in the type of the argument.
    const bool casts = scalar != e.type.scalar;
    if (casts && level > kUnary) text_ += '(';
    if (casts) text_ += "(int)";
    plain_call(builtin.opencl, e);
    if (casts && level > kUnary) text_ += ')';
    return;
  }
  if (scalar == Scalar::Long || scalar == Scalar::ULong) return plain_call(builtin.f64, e);
  plain_call(scalar == Scalar::UInt ? builtin.f16 : builtin.f32, e);
}

std::string Printer::mask_text() const {
  if (style_.mask == 2) return "FULL_MASK";
  return style_.mask == 1 ? "0xffffffffu" : "0xffffffff";
}

void Printer::warp_call(const Expr& e, int level) {
  const Builtin& builtin = *find_builtin(e.text);
  if (language_ == Language::Cuda) {
    text_ += std::string(builtin.f32) + "_sync(" + mask_text() + ", ";
    list(e.args);
    text_ += ')';
    return;
  }
  // HIP's ballot has 64 bits.
  const bool casts = e.text == "ballot";
  if (casts && level > kUnary) text_ += '(';
  if (casts) text_ += "(unsigned int)";
  plain_call(builtin.f32, e);
  if (casts && level > kUnary) text_ += ')';
}

void Printer::vector_memory(const Expr& e) {
  const Expr& place = e.args[0];
  const std::string vector = vector_name(place.type.scalar, e.text.back() - '0');
  const std::string constness = place.type.writable ? "" : "const ";
  const std::string star = style_.pointer_left ? "*" : " *";
  if (is_c()) {
    text_ += "((" + std::string(space_word(place.type.space)) + constness + vector + star + ")";
    expr(place, kPostfix);
    text_ += ')';
  } else if (style_.cast == 0) {
    text_ += "((" + constness + vector + star + ")";
    expr(place, kPostfix);
    text_ += ')';
  } else {
    text_ += "reinterpret_cast<" + constness + vector + star + ">(";
    expr(place, 0);
    text_ += ')';
  }
  text_ += '[';
  expr(e.args[1], 0);
  text_ += ']';
  if (e.args.size() < 3) return;
  text_ += " = ";
  expr(e.args[2], 0);
}

}  // namespace kcast::corpus
