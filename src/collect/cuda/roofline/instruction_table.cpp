#include "collect/cuda/roofline/instruction_table.h"

#include <vector>

namespace kcast::collect {

namespace {

constexpr auto kRate = InstructionUse::RateOnly;
constexpr auto kLatency = InstructionUse::LatencyOnly;

// clang-format off
const InstructionRow kRows[] = {
    {.name = "add.f32", .registers = 'f', .text = "add.rn.f32 @x, @x, @b;", .limit = &GpuRates::fp32, .opcode = "FADD"},
    {.name = "mul.f32", .registers = 'f', .text = "mul.rn.f32 @x, @x, @b;", .limit = &GpuRates::fp32, .opcode = "FMUL"},
    {.name = "fma.f32", .registers = 'f', .text = "fma.rn.f32 @x, @x, @b, @c;", .limit = &GpuRates::fp32, .opcode = "FFMA"},
    {.name = "min_max.f32", .registers = 'f', .text = "min.f32 @x, @x, @b;", .other = "max.f32 @x, @x, @c;", .opcode = "FMNMX"},
    {.name = "add.f64", .registers = 'd', .text = "add.rn.f64 @x, @x, @b;", .limit = &GpuRates::fp64, .opcode = "DADD"},
    {.name = "mul.f64", .registers = 'd', .text = "mul.rn.f64 @x, @x, @b;", .limit = &GpuRates::fp64, .opcode = "DMUL"},
    {.name = "fma.f64", .registers = 'd', .text = "fma.rn.f64 @x, @x, @b, @c;", .limit = &GpuRates::fp64, .opcode = "DFMA"},
    {.name = "add.f16x2", .text = "add.rn.f16x2 @x, @x, @b;", .limit = &GpuRates::fp16, .opcode = "HADD2", .lanes = 2},
    {.name = "mul.f16x2", .text = "mul.rn.f16x2 @x, @x, @b;", .limit = &GpuRates::fp16, .opcode = "HMUL2", .lanes = 2},
    {.name = "fma.f16x2", .text = "fma.rn.f16x2 @x, @x, @b, @c;", .limit = &GpuRates::fp16, .opcode = "HFMA2", .lanes = 2},
    {.name = "fma.bf16x2", .text = "fma.rn.bf16x2 @x, @x, @b, @c;", .limit = &GpuRates::fp16, .opcode = "HFMA2", .lanes = 2},
    {.name = "add.s32", .text = "add.s32 @x, @x, @y;"},
    {.name = "mul.lo.s32", .text = "mul.lo.s32 @x, @x, @y;", .limit = &GpuRates::int32_mul, .opcode = "IMAD"},
    {.name = "mad.lo.s32", .text = "mad.lo.s32 @x, @x, @y, @c;", .limit = &GpuRates::int32_mul, .opcode = "IMAD"},
    {.name = "mul.hi.u32", .text = "mul.hi.u32 @x, @x, @y;", .limit = &GpuRates::int32_mul, .opcode = "IMAD"},
    {.name = "mul.wide.u32", .registers = 'l', .text = "{.reg .u32 t, u; cvt.u32.u64 t, @x; cvt.u32.u64 u, @y; mul.wide.u32 @x, t, u;}", .limit = &GpuRates::int32_mul, .opcode = "IMAD"},
    {.name = "lop3", .text = "lop3.b32 @x, @x, @b, @c, 0xE8;", .other = "lop3.b32 @x, @x, @d, @e, 0xE8;", .limit = &GpuRates::int32_add, .opcode = "LOP3"},
    {.name = "shf", .text = "shf.l.wrap.b32 @x, @x, @y, @b;", .limit = &GpuRates::shift, .opcode = "SHF"},
    {.name = "prmt", .text = "prmt.b32 @x, @x, @y, @b;", .limit = &GpuRates::int32_add, .opcode = "PRMT"},
    {.name = "bfe.u32", .text = "bfe.u32 @x, @x, @b, @c;"},
    {.name = "min_max", .text = "min.s32 @x, @x, @b;", .other = "max.s32 @x, @x, @c;", .opcode = "VIMNMX"},
    {.name = "setp_selp", .text = "{.reg .pred p; setp.lt.s32 p, @x, @b; selp.b32 @x, @y, @c, p;}", .use = kRate, .operations = 2},
    {.name = "add.s64", .registers = 'l', .text = "add.s64 @x, @x, @y;"},
    {.name = "mul.lo.s64", .registers = 'l', .text = "mul.lo.s64 @x, @x, @y;"},
    {.name = "mad.lo.s64", .registers = 'l', .text = "mad.lo.s64 @x, @x, @y, @c;"},
    {.name = "mad.wide.u32", .registers = 'l', .text = "{.reg .u32 t, u; cvt.u32.u64 t, @x; cvt.u32.u64 u, @y; mad.wide.u32 @x, t, u, @c;}", .limit = &GpuRates::int32_mul, .opcode = "IMAD"},
    {.name = "dp4a", .text = "dp4a.s32.s32 @x, @x, @y, @c;", .limit = &GpuRates::int32_mul, .opcode = "IDP"},
    {.name = "popc", .text = "popc.b32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "POPC"},
    {.name = "clz", .text = "clz.b32 @x, @x;"},
    {.name = "brev", .text = "{.reg .u32 t; brev.b32 t, @x; add.u32 @x, t, @b;}"},
    {.name = "cvt.f32.s32", .text = "{.reg .f32 t; cvt.rn.f32.s32 t, @x; mov.b32 @x, t;}"},
    {.name = "cvt.s32.f32", .text = "{.reg .f32 t; mov.b32 t, @x; cvt.rzi.s32.f32 @x, t;}", .limit = &GpuRates::sfu},
    {.name = "cvt.f16.f32", .registers = 'f', .text = "{.reg .b16 h; .reg .b32 t; cvt.rn.f16.f32 h, @x; mov.b32 t, {h, h}; mov.b32 @x, t;}"},
    {.name = "cvt.f32.f16", .registers = 'f', .text = "{.reg .b16 h, g; .reg .b32 t; mov.b32 t, @x; mov.b32 {h, g}, t; cvt.f32.f16 @x, h;}"},
    {.name = "cvt.f64.f32", .registers = 'd', .text = "{.reg .b32 h, g; .reg .f32 t; mov.b64 {h, g}, @x; mov.b32 t, g; cvt.f64.f32 @x, t;}"},
    {.name = "cvt.f32.f64", .registers = 'd', .text = "{.reg .b32 h; .reg .f32 t; cvt.rn.f32.f64 t, @x; mov.b32 h, t; mov.b64 @x, {h, h};}"},
    {.name = "cvt.f64.s32", .registers = 'd', .text = "{.reg .b32 h, g; mov.b64 {h, g}, @x; cvt.rn.f64.s32 @x, g;}"},
    {.name = "cvt.s32.f64", .registers = 'd', .text = "{.reg .b32 h; cvt.rzi.s32.f64 h, @x; mov.b64 @x, {h, h};}"},
    {.name = "shfl", .text = "shfl.sync.idx.b32 @x, @x, @y, 31, 0xffffffff;", .limit = &GpuRates::load_store, .opcode = "SHFL"},
    {.name = "ballot", .text = "{.reg .pred p; setp.ne.u32 p, @x, @b; vote.sync.ballot.b32 @x, p, 0xffffffff;}"},
    {.name = "redux.add", .text = "redux.sync.add.s32 @x, @x, 0xffffffff;"},
    {.name = "match.any", .text = "match.any.sync.b32 @x, @x, 0xffffffff;", .steps = 16},
    {.name = "rcp.approx", .registers = 'f', .text = "rcp.approx.ftz.f32 @x, @x;", .other = "lg2.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "rsqrt.approx", .registers = 'f', .text = "rsqrt.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "sqrt.approx", .registers = 'f', .text = "sqrt.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "ex2.approx", .registers = 'f', .text = "ex2.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "lg2.approx", .registers = 'f', .text = "lg2.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "sin.approx", .registers = 'f', .text = "sin.approx.ftz.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "tanh.approx", .registers = 'f', .text = "tanh.approx.f32 @x, @x;", .limit = &GpuRates::sfu, .opcode = "MUFU"},
    {.name = "sqrt.rn.f32", .registers = 'f', .text = "sqrt.rn.f32 @x, @x;", .steps = 16},
    {.name = "rcp.rn.f32", .registers = 'f', .text = "rcp.rn.f32 @x, @x;", .steps = 16},
    {.name = "div.rn.f32", .registers = 'f', .text = "div.rn.f32 @x, @b, @x;", .steps = 16},
    {.name = "div.approx.f32", .registers = 'f', .text = "div.approx.ftz.f32 @x, @b, @x;", .steps = 16},
    {.name = "rcp.rn.f64", .registers = 'd', .text = "rcp.rn.f64 @x, @x;", .steps = 16},
    {.name = "sqrt.rn.f64", .registers = 'd', .text = "sqrt.rn.f64 @x, @x;", .steps = 16},
    {.name = "div.rn.f64", .registers = 'd', .text = "div.rn.f64 @x, @b, @x;", .steps = 16},
    {.name = "div.s32", .text = "div.s32 @x, @d, @x;", .steps = 16},
    {.name = "div.u32", .text = "div.u32 @x, @d, @x;", .steps = 16},
    {.name = "rem.u32", .text = "rem.u32 @x, @d, @x;", .steps = 16},
    {.name = "div.u64", .registers = 'l', .text = "div.u64 @x, @d, @x;", .steps = 16},
    {.name = "ld.shared", .text = "ld.shared.u32 @x, [@x];", .limit = &GpuRates::load_store, .opcode = "LDS"},
    {.name = "st.shared", .text = "st.volatile.shared.u32 [@a], @b;", .limit = &GpuRates::load_store, .use = kRate, .opcode = "STS"},
    {.name = "atom.shared.add.u32", .text = "atom.shared.add.u32 @x, [@a], @x;", .steps = 16, .opcode = "ATOMS"},
    {.name = "red.shared.add.u32", .text = "red.shared.add.u32 [@a], @b;", .use = kRate, .steps = 16},
    {.name = "atom.shared.add.f32", .text = "{.reg .f32 t; mov.b32 t, @x; atom.shared.add.f32 t, [@a], t; mov.b32 @x, t;}", .steps = 16},
    {.name = "atom.shared.cas", .text = "atom.shared.cas.b32 @x, [@a], @x, @b;", .steps = 16},
    {.name = "bar.sync.1_warp", .text = "bar.sync 0;", .use = kLatency, .opcode = "BAR"},
    {.name = "bar.sync.8_warps", .text = "bar.sync 0;", .use = kLatency, .threads = 256, .opcode = "BAR"},
    {.name = "bar.sync.32_warps", .text = "bar.sync 0;", .use = kLatency, .threads = 1024, .opcode = "BAR"},
    {.name = "bar.warp", .text = "bar.warp.sync 0xffffffff;", .use = kLatency},
    {.name = "membar.cta", .text = "membar.cta;", .use = kLatency, .steps = 16, .opcode = "MEMBAR"},
    {.name = "membar.gl", .text = "membar.gl;", .use = kLatency, .steps = 16, .opcode = "MEMBAR"},
};
// clang-format on

// The C++ type behind a constraint, and its run-time values in kcast_timing's struct.
std::string_view type_of(char registers) {
  switch (registers) {
    case 'f':
      return "float";
    case 'd':
      return "double";
    case 'l':
      return "unsigned long long";
    default:
      return "unsigned";
  }
}

std::string with_operands(std::string_view text) {
  static constexpr std::string_view kNames = "xybcdea";
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t operand =
        text[i] == '@' && i + 1 < text.size() ? kNames.find(text[i + 1]) : std::string::npos;
    if (operand == std::string::npos) {
      result += text[i];
    } else {
      result += "%" + std::to_string(operand);
      ++i;
    }
  }
  return result;
}

std::string step_source(const InstructionRow& row, int step, int chains) {
  const bool ring = row.text.find("@y") != std::string_view::npos ||
                    row.other.find("@y") != std::string_view::npos;
  // One chain in a ring is two registers that feed each other in turn.
  const int registers = ring && chains == 1 ? 2 : chains;
  const int x = step % registers;
  const int y = registers == 1 ? 1 : (x + 1) % registers;
  const bool second = !row.other.empty() && (step / registers) % 2 == 1;
  const std::string constraint(1, row.registers);
  const auto input = [&](const std::string& name) {
    return "\"" + constraint + "\"(" + name + ")";
  };
  std::string text = "asm volatile(\"" + with_operands(second ? row.other : row.text) + "\" : \"+" +
                     constraint + "\"(x" + std::to_string(x) +
                     ") : " + input("x" + std::to_string(y));
  for (const char* name : {"b", "c", "d", "e"})
    text += ", " + input(name);
  return "    " + text + ", \"r\"(a) : \"memory\");\n";
}

// What the registers hold at first: reals near 1, pairs of halves near 1, or integers.
std::string initial_values(const InstructionRow& row) {
  const std::string name(row.name);
  std::string text;
  const bool pairs = name.ends_with("16x2");
  const bool address = row.text.find("[@x]") != std::string_view::npos;
  for (int i = 0; i < kRateChains; ++i) {
    const std::string number = std::to_string(i);
    std::string value = "(T)(threadIdx.x * 7 + values.seed + " + number + ")";
    if (row.registers == 'f' || row.registers == 'd') {
      value = "(T)(1.0 + 0.001 * (threadIdx.x + " + number + ")) * (T)values.real[0]";
    } else if (pairs) {
      value = "0x3C003C00u + ((threadIdx.x & 31) + values.seed) * 0x10001u + " + number;
    } else if (address) {
      value = "a + 4096 * " + number;
    }
    text += "  T x" + number + " = " + value + ";\n";
  }
  return text;
}

}  // namespace

std::span<const InstructionRow> instruction_table() {
  return kRows;
}

std::string instruction_source(const InstructionRow& row, int chains) {
  const bool real = row.registers == 'f' || row.registers == 'd';
  const bool pairs = row.name.ends_with("16x2");
  const std::string field = real ? "real" : pairs ? "pair" : "integer";
  std::string source =
      "struct Values { double real[4]; unsigned long long integer[4];\n"
      "  unsigned pair[4]; unsigned seed; };\nusing T = ";
  source += type_of(row.registers);
  source +=
      ";\nextern \"C\" __global__ void kcast_timing(T* out, long long* cycles, Values values,\n"
      "                                         int rounds) {\n"
      "  __shared__ unsigned table[8192];\n"
      "  __shared__ unsigned long long first, last;\n"
      "  if (threadIdx.x == 0) { first = ~0ULL; last = 0; }\n"
      "  const unsigned base = (unsigned)__cvta_generic_to_shared(table);\n"
      "  for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x) table[i] = base + 4 * i;\n"
      "  const unsigned a = base + 4 * threadIdx.x;\n";
  const char* names = "bcde";
  for (int i = 0; i < 4; ++i) {
    source += "  const T ";
    source += names[i];
    source += " = (T)values." + field + "[" + std::to_string(i) + "];\n";
  }
  source += initial_values(row);
  source +=
      "  __syncthreads();\n  const long long start = clock64();\n#pragma unroll 1\n"
      "  for (int i = 0; i < rounds; ++i) {\n";
  for (int step = 0; step < row.steps; ++step)
    source += step_source(row, step, chains);
  // Warps do not start together: the time is from the first start to the last end.
  source +=
      "  }\n  const long long end = clock64();\n"
      "  if (threadIdx.x % 32 == 0) { atomicMin(&first, start); atomicMax(&last, end); }\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x == 0) cycles[blockIdx.x] = last - first;\n"
      "  out[blockIdx.x * blockDim.x + threadIdx.x] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7;\n"
      "}\n";
  return source;
}

}  // namespace kcast::collect
