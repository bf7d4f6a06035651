#include "corpus/neutral/print/print_call.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/print/spelling.h"

namespace kcast::corpus {
namespace {

// The names without an f that C++ overloads for float everywhere.
constexpr std::string_view kOverloaded[] = {"sqrt", "exp",   "log",  "sin",  "cos",  "tan",
                                            "fabs", "floor", "ceil", "pow",  "fmin", "fmax",
                                            "fma",  "exp2",  "log2", "tanh", "atan2"};

class CallPrinter {
 public:
  explicit CallPrinter(ExprPrinter& out) : out_(out), spelling_(out.spelling()) {}

  void call(const Expr& expr, int level);

 private:
  void index_call(const Expr& expr, int level);
  void index_text(std::string text, int own_level, int level);
  void plain_call(std::string_view function, const Expr& expr);
  void math_call(const Expr& expr, int level);
  void c_math_call(const Expr& expr, int level);
  void c_choice_call(const Expr& expr);
  void c_bits_call(const Expr& expr, int level);
  void bits_call(const Expr& expr, int level);
  void choice_call(const Expr& expr, int level);
  void warp_call(const Expr& expr, int level);
  void vector_memory(const Expr& expr);
  std::string mask_text() const;

  ExprPrinter& out_;
  const Spelling& spelling_;
};

void CallPrinter::plain_call(std::string_view function, const Expr& e) {
  out_.append(function);
  out_.append("(");
  out_.list(e.args);
  out_.append(")");
}

void CallPrinter::call(const Expr& e, int level) {
  const Builtin* builtin = find_builtin(e.text);
  if (builtin == nullptr) return plain_call(e.text, e);
  switch (builtin->kind) {
    case BuiltinKind::Index:
      return index_call(e, level);
    case BuiltinKind::Math:
    case BuiltinKind::Fast:
      return math_call(e, level);
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
      if (spelling_.is_c()) {
        out_.append("mem_fence(CLK_GLOBAL_MEM_FENCE)");
      } else if (e.text == "syncwarp" && spelling_.language == Language::Hip) {
        out_.append("__builtin_amdgcn_wave_barrier()");
      } else {
        plain_call(builtin->f32, e);
      }
      return;
    case BuiltinKind::Reinterpret: {
      const bool from_unsigned = e.args[0].type.scalar == Scalar::UInt;
      const std::string_view cuda = from_unsigned ? builtin->f16 : builtin->f32;
      return plain_call(spelling_.is_c() ? builtin->opencl : cuda, e);
    }
    case BuiltinKind::Atomic:
    case BuiltinKind::Swap:
      return plain_call(spelling_.is_c() ? builtin->opencl : builtin->f32, e);
  }
}

void CallPrinter::index_text(std::string text, int own_level, int level) {
  out_.append(own_level < level ? "(" + std::move(text) + ")" : std::move(text));
}

void CallPrinter::index_call(const Expr& e, int level) {
  const std::string axis = e.args.empty() ? "0" : e.args[0].text;
  const std::string thread = spelling_.is_c() ? "get_local_id(0)" : "threadIdx.x";
  if (e.text == "warpsize") return index_text("warpSize", kPostfixLevel, level);
  if (e.text == "lane") {
    if (spelling_.style.lane_by_mask)
      return index_text(thread + " & 31", kAndLevel, std::max(level, kAndLevel + 1));
    return index_text(thread + " % 32", kProductLevel, level);
  }
  if (e.text == "warp") {
    if (spelling_.style.lane_by_mask) return index_text(thread + " >> 5", kShiftLevel, level);
    return index_text(thread + " / 32", kProductLevel, level);
  }
  const Builtin& builtin = *find_builtin(e.text);
  if (spelling_.is_c())
    return index_text(std::string(builtin.opencl) + "(" + axis + ")", kPostfixLevel, level);
  const std::string dot = std::string(".") + "xyz"[axis[0] - '0'];
  const std::string size = "blockDim" + dot;
  if (e.text == "gsize") {
    return index_text(spelling_.style.index_order == 0 ? "gridDim" + dot + " * " + size
                                                       : size + " * gridDim" + dot,
                      kProductLevel, level);
  }
  if (e.text != "gid") return index_text(std::string(builtin.f32) + dot, kPostfixLevel, level);
  const std::string local = "threadIdx" + dot;
  const std::string group = "blockIdx" + dot;
  if (spelling_.style.index_order == 1)
    return index_text(local + " + " + group + " * " + size, kSumLevel, level);
  if (spelling_.style.index_order == 2)
    return index_text(size + " * " + group + " + " + local, kSumLevel, level);
  index_text(group + " * " + size + " + " + local, kSumLevel, level);
}

void CallPrinter::math_call(const Expr& e, int level) {
  const Builtin& builtin = *find_builtin(e.text);
  if (spelling_.language == Language::OpenMp) return c_math_call(e, level);
  if (spelling_.is_c()) return plain_call(builtin.opencl, e);
  const Scalar scalar = e.type.scalar;
  if (scalar == Scalar::Half) return plain_call(builtin.f16, e);
  const bool is_overloaded =
      std::find(std::begin(kOverloaded), std::end(kOverloaded), e.text) != std::end(kOverloaded);
  const bool is_plain_name =
      scalar == Scalar::Double || (spelling_.style.plain_math && is_overloaded);
  plain_call(is_plain_name ? builtin.f64 : builtin.f32, e);
}

// C's names, which have an f for floats; no rsqrt.
void CallPrinter::c_math_call(const Expr& e, int level) {
  const bool is_float = e.type.scalar == Scalar::Float;
  if (e.text != "rsqrt") {
    const Builtin& builtin = *find_builtin(e.text);
    return plain_call(is_float ? builtin.f32 : builtin.f64, e);
  }
  if (level > kProductLevel) out_.append("(");
  out_.append(is_float ? "1.0f / " : "1.0 / ");
  plain_call(is_float ? "sqrtf" : "sqrt", e);
  if (level > kProductLevel) out_.append(")");
}

// Of reals the functions of math.h; std::min wants both of one type, which promotion may undo.
void CallPrinter::c_choice_call(const Expr& e) {
  const Scalar scalar = e.type.scalar;
  if (is_real(scalar)) {
    const std::string name = e.text == "abs" ? "fabs" : "f" + e.text;
    return plain_call(scalar == Scalar::Float ? name + "f" : name, e);
  }
  if (e.text == "abs") return plain_call(scalar == Scalar::Long ? "llabs" : "abs", e);
  const bool is_settled = std::all_of(e.args.begin(), e.args.end(), [&](const Expr& arg) {
    return arg.kind == Expr::Kind::Name && arg.type.scalar == scalar;
  });
  const std::string type = spelling_.type_name(e.type);
  plain_call("std::" + e.text + (is_settled ? "" : "<" + type + ">"), e);
}

// What CUDA has functions for.
void CallPrinter::c_bits_call(const Expr& e, int level) {
  const Scalar scalar = e.args[0].type.scalar;
  const bool is_long = scalar == Scalar::Long || scalar == Scalar::ULong;
  if (e.text == "popc") {
    return plain_call(is_long ? "__builtin_popcountll" : "__builtin_popcount", e);
  }
  if (level > kUnaryLevel) out_.append("(");
  if (e.text == "mul24") {
    out_.append("(");
    out_.expr(e.args[0], kProductLevel);
    out_.append(" * ");
    out_.expr(e.args[1], kProductLevel + 1);
    out_.append(")");
  } else {
    const bool is_unsigned = scalar == Scalar::UInt || scalar == Scalar::ULong;
    const std::string wide = is_long ? (is_unsigned ? "unsigned __int128" : "__int128")
                                     : (is_unsigned ? "unsigned long long" : "long long");
    out_.append("(" + spelling_.type_name(e.type) + ")((" + wide + ")");
    out_.expr(e.args[0], kUnaryLevel);
    out_.append(" * ");
    out_.expr(e.args[1], kProductLevel + 1);
    out_.append(is_long ? " >> 64)" : " >> 32)");
  }
  if (level > kUnaryLevel) out_.append(")");
}

// OpenCL's abs is unsigned.
void CallPrinter::choice_call(const Expr& e, int level) {
  if (spelling_.language == Language::OpenMp) return c_choice_call(e);
  if (e.text != "abs") return plain_call(e.text, e);
  const bool is_long = e.type.scalar == Scalar::Long;
  if (!spelling_.is_c()) return plain_call(is_long ? "llabs" : "abs", e);
  if (level > kUnaryLevel) out_.append("(");
  plain_call(is_long ? "(long)abs" : "(int)abs", e);
  if (level > kUnaryLevel) out_.append(")");
}

void CallPrinter::bits_call(const Expr& e, int level) {
  if (spelling_.language == Language::OpenMp) return c_bits_call(e, level);
  const Builtin& builtin = *find_builtin(e.text);
  const Scalar scalar = e.args[0].type.scalar;
  if (spelling_.is_c()) {
    // OpenCL counts in the type of the argument.
    const bool casts = scalar != e.type.scalar;
    if (casts && level > kUnaryLevel) out_.append("(");
    if (casts) out_.append("(int)");
    plain_call(builtin.opencl, e);
    if (casts && level > kUnaryLevel) out_.append(")");
    return;
  }
  if (scalar == Scalar::Long || scalar == Scalar::ULong) return plain_call(builtin.f64, e);
  plain_call(scalar == Scalar::UInt ? builtin.f16 : builtin.f32, e);
}

std::string CallPrinter::mask_text() const {
  if (spelling_.style.mask == 2) return "FULL_MASK";
  return spelling_.style.mask == 1 ? "0xffffffffu" : "0xffffffff";
}

void CallPrinter::warp_call(const Expr& e, int level) {
  const Builtin& builtin = *find_builtin(e.text);
  if (spelling_.language == Language::Cuda) {
    out_.append(std::string(builtin.f32) + "_sync(" + mask_text() + ", ");
    out_.list(e.args);
    out_.append(")");
    return;
  }
  // HIP's ballot has 64 bits.
  const bool casts = e.text == "ballot";
  if (casts && level > kUnaryLevel) out_.append("(");
  if (casts) out_.append("(unsigned int)");
  plain_call(builtin.f32, e);
  if (casts && level > kUnaryLevel) out_.append(")");
}

void CallPrinter::vector_memory(const Expr& e) {
  const Expr& place = e.args[0];
  const std::string vector = spelling_.vector_name(place.type.scalar, e.text.back() - '0');
  const std::string constness = place.type.writable ? "" : "const ";
  const std::string star = spelling_.style.pointer_left ? "*" : " *";
  if (spelling_.is_c()) {
    out_.append("((" + std::string(spelling_.space_word(place.type.space)) + constness + vector +
                star + ")");
    out_.expr(place, kPostfixLevel);
    out_.append(")");
  } else if (spelling_.style.cast == 0) {
    out_.append("((" + constness + vector + star + ")");
    out_.expr(place, kPostfixLevel);
    out_.append(")");
  } else {
    out_.append("reinterpret_cast<" + constness + vector + star + ">(");
    out_.expr(place, 0);
    out_.append(")");
  }
  out_.append("[");
  out_.expr(e.args[1], 0);
  out_.append("]");
  if (e.args.size() < 3) return;
  out_.append(" = ");
  out_.expr(e.args[2], 0);
}

}  // namespace

void print_call(const Expr& call, int level, ExprPrinter& printer) {
  CallPrinter(printer).call(call, level);
}

}  // namespace kcast::corpus
