// Every operation on random and on special operands, against plain C++.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "analyze/exec/ops/lane_function.h"
#include "analyze/exec/ops/lanes.h"
#include "analyze/exec/ops/math_function.h"
#include "analyze/exec/test_util.h"
#include "analyze/ptx/parse/parse.h"
#include "base/rng.h"

namespace kcast::exec {
namespace {

using Expected = std::function<Lane(Lane, Lane, Lane)>;

struct Row {
  std::string opcode;  // "add.s32"
  std::string regs;    // of the destination and the sources: r (32), d (64), h (16), f, g (f64), p
  Expected expected;
};

std::string register_of(char kind, int number) {
  switch (kind) {
    case 'r':
      return "%r" + std::to_string(number);
    case 'd':
      return "%rd" + std::to_string(number);
    case 'h':
      return "%rs" + std::to_string(number);
    case 'f':
      return "%f" + std::to_string(number);
    case 'g':
      return "%fd" + std::to_string(number);
    default:
      return "%p" + std::to_string(number);
  }
}

int width_of(char kind) {
  return kind == 'd' || kind == 'g' ? 64 : (kind == 'h' ? 16 : (kind == 'p' ? 1 : 32));
}

// The instruction as the parser sees it.
ptx::Instruction parsed(const Row& row) {
  std::string line = row.opcode + " ";
  for (size_t i = 0; i < row.regs.size(); ++i)
    line += (i == 0 ? "" : ", ") + register_of(row.regs[i], static_cast<int>(i) + 1);
  if (row.opcode.rfind("lop3", 0) == 0) line += ", 0xCA";
  const Result<ptx::Module> module = ptx::parse_ptx(kernel_text({}, line + ";\nret;"));
  if (!module) {
    ADD_FAILURE() << row.opcode << ": " << module.error().message;
    return {};
  }
  return module->functions[0].instructions[0];
}

Lane random_operand(Rng& rng, char kind) {
  static constexpr Lane kSpecial[] = {0,
                                      1,
                                      2,
                                      31,
                                      32,
                                      33,
                                      63,
                                      64,
                                      0x7FFFFFFF,
                                      0x80000000,
                                      0xFFFFFFFF,
                                      0x7FFFFFFFFFFFFFFF,
                                      0x8000000000000000,
                                      ~Lane{0}};
  if (kind == 'f') return LaneType<float>::to(static_cast<float>(rng.unit() * 200 - 100));
  if (kind == 'g') return LaneType<double>::to(rng.unit() * 200 - 100);
  const Lane value = rng.chance(0.3) ? kSpecial[rng.below(std::size(kSpecial))] : rng.next();
  return low_bits(value, width_of(kind));
}

void check(const Row& row, Rng& rng) {
  const ptx::Instruction in = parsed(row);
  uint64_t imm = 0;
  const LaneFn fn = lane_function(in, imm);
  ASSERT_NE(fn, nullptr) << row.opcode;
  for (int round = 0; round < 20; ++round) {
    Lane values[4][kChunkLanes] = {};
    for (size_t k = 0; k + 1 < row.regs.size() && k < 4; ++k) {
      for (Lane& value : values[k])
        value = random_operand(rng, row.regs[k + 1]);
    }
    const Lane* sources[4] = {values[0], values[1], values[2], values[3]};
    Lane out[kChunkLanes];
    fn(out, sources, 1, imm);
    for (int i = 0; i < kChunkLanes; ++i) {
      const Lane want =
          low_bits(row.expected(values[0][i], values[1][i], values[2][i]), width_of(row.regs[0]));
      ASSERT_EQ(out[i], want) << row.opcode << std::hex << " of " << values[0][i] << ", "
                              << values[1][i] << ", " << values[2][i];
    }
  }
}

int32_t s32(Lane v) {
  return static_cast<int32_t>(v);
}
uint32_t u32(Lane v) {
  return static_cast<uint32_t>(v);
}
int64_t s64(Lane v) {
  return static_cast<int64_t>(v);
}
Lane lane(int64_t v) {
  return static_cast<Lane>(v);
}
float f32(Lane v) {
  return LaneType<float>::from(v);
}
Lane bits(float v) {
  return LaneType<float>::to(v);
}

void check_all(const std::vector<Row>& rows) {
  Rng rng(11);
  for (const Row& row : rows)
    check(row, rng);
}

TEST(exec_ops, adds_multiplies_and_divides_integers) {
  using U128 = unsigned __int128;
  check_all({
      {"add.s32", "rrr", [](Lane a, Lane b, Lane) { return a + b; }},
      {"add.s64", "ddd", [](Lane a, Lane b, Lane) { return a + b; }},
      {"add.s16", "hhh", [](Lane a, Lane b, Lane) { return a + b; }},
      {"sub.s32", "rrr", [](Lane a, Lane b, Lane) { return a - b; }},
      {"sub.s64", "ddd", [](Lane a, Lane b, Lane) { return a - b; }},
      {"mul.lo.s32", "rrr", [](Lane a, Lane b, Lane) { return a * b; }},
      {"mul.lo.u64", "ddd", [](Lane a, Lane b, Lane) { return a * b; }},
      {"mul.lo.s16", "hhh", [](Lane a, Lane b, Lane) { return a * b; }},
      {"mul.hi.s32", "rrr",
       [](Lane a, Lane b, Lane) { return lane((int64_t{s32(a)} * s32(b)) >> 32); }},
      {"mul.hi.u32", "rrr", [](Lane a, Lane b, Lane) { return (a * b) >> 32; }},
      {"mul.hi.u64", "ddd",
       [](Lane a, Lane b, Lane) { return static_cast<Lane>((U128{a} * b) >> 64); }},
      {"mul.hi.s64", "ddd",
       [](Lane a, Lane b, Lane) {
         return static_cast<Lane>((static_cast<__int128>(s64(a)) * s64(b)) >> 64);
       }},
      {"mul.wide.s32", "drr", [](Lane a, Lane b, Lane) { return lane(int64_t{s32(a)} * s32(b)); }},
      {"mul.wide.u32", "drr", [](Lane a, Lane b, Lane) { return a * b; }},
      {"mul.wide.s16", "rhh",
       [](Lane a, Lane b, Lane) {
         return lane(int64_t{static_cast<int16_t>(a)} * static_cast<int16_t>(b));
       }},
      {"mad.lo.s32", "rrrr", [](Lane a, Lane b, Lane c) { return a * b + c; }},
      {"mad.wide.s32", "drrd",
       [](Lane a, Lane b, Lane c) { return lane(int64_t{s32(a)} * s32(b)) + c; }},
      {"mad.wide.u32", "drrd", [](Lane a, Lane b, Lane c) { return a * b + c; }},
      {"mad.hi.u32", "rrrr", [](Lane a, Lane b, Lane c) { return ((a * b) >> 32) + c; }},
      {"div.u32", "rrr", [](Lane a, Lane b, Lane) { return b == 0 ? ~Lane{0} : a / b; }},
      {"div.s32", "rrr",
       [](Lane a, Lane b, Lane) {
         return b == 0 ? ~Lane{0} : lane(int64_t{s32(a)} / int64_t{s32(b)});
       }},
      {"rem.u32", "rrr", [](Lane a, Lane b, Lane) { return b == 0 ? a : a % b; }},
      {"rem.s32", "rrr",
       [](Lane a, Lane b, Lane) { return b == 0 ? a : lane(int64_t{s32(a)} % int64_t{s32(b)}); }},
      {"rem.u64", "ddd", [](Lane a, Lane b, Lane) { return b == 0 ? a : a % b; }},
      {"div.u64", "ddd", [](Lane a, Lane b, Lane) { return b == 0 ? ~Lane{0} : a / b; }},
      {"min.s32", "rrr", [](Lane a, Lane b, Lane) { return lane(std::min(s32(a), s32(b))); }},
      {"max.s32", "rrr", [](Lane a, Lane b, Lane) { return lane(std::max(s32(a), s32(b))); }},
      {"min.u32", "rrr", [](Lane a, Lane b, Lane) { return std::min(a, b); }},
      {"max.u64", "ddd", [](Lane a, Lane b, Lane) { return std::max(a, b); }},
      {"neg.s32", "rr", [](Lane a, Lane, Lane) { return Lane{0} - a; }},
      {"abs.s32", "rr", [](Lane a, Lane, Lane) { return s32(a) < 0 ? Lane{0} - a : a; }},
      {"sad.u32", "rrrr", [](Lane a, Lane b, Lane c) { return (a < b ? b - a : a - b) + c; }},
      {"add.sat.s32", "rrr",
       [](Lane a, Lane b, Lane) {
         const int64_t sum = int64_t{s32(a)} + s32(b);
         return lane(std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX));
       }},
      {"mul24.lo.s32", "rrr",
       [](Lane a, Lane b, Lane) { return lane(sign_extended(a, 24) * sign_extended(b, 24)); }},
  });
}

TEST(exec_ops, shifts_and_masks_bits) {
  check_all({
      {"and.b32", "rrr", [](Lane a, Lane b, Lane) { return a & b; }},
      {"or.b64", "ddd", [](Lane a, Lane b, Lane) { return a | b; }},
      {"xor.b32", "rrr", [](Lane a, Lane b, Lane) { return a ^ b; }},
      {"not.b32", "rr", [](Lane a, Lane, Lane) { return ~a; }},
      {"not.pred", "pp", [](Lane a, Lane, Lane) { return a ^ 1; }},
      {"and.pred", "ppp", [](Lane a, Lane b, Lane) { return a & b; }},
      {"cnot.b32", "rr", [](Lane a, Lane, Lane) { return a == 0 ? Lane{1} : Lane{0}; }},
      {"shl.b32", "rrr", [](Lane a, Lane b, Lane) { return b > 31 ? 0 : a << b; }},
      {"shl.b64", "ddr", [](Lane a, Lane b, Lane) { return b > 63 ? 0 : a << b; }},
      {"shr.u32", "rrr", [](Lane a, Lane b, Lane) { return b > 31 ? 0 : a >> b; }},
      {"shr.s32", "rrr",
       [](Lane a, Lane b, Lane) { return lane(s32(a) >> std::min<Lane>(b, 31)); }},
      {"shr.s64", "ddr",
       [](Lane a, Lane b, Lane) { return lane(s64(a) >> std::min<Lane>(b, 63)); }},
      // 0xCA chooses b where a is set and c elsewhere.
      {"lop3.b32", "rrrr", [](Lane a, Lane b, Lane c) { return (a & b) | (~a & c); }},
      {"popc.b32", "rr", [](Lane a, Lane, Lane) { return lane(__builtin_popcount(u32(a))); }},
      {"popc.b64", "rd", [](Lane a, Lane, Lane) { return lane(__builtin_popcountll(a)); }},
      {"clz.b32", "rr",
       [](Lane a, Lane, Lane) { return u32(a) == 0 ? 32 : lane(__builtin_clz(u32(a))); }},
      {"bfind.u32", "rr",
       [](Lane a, Lane, Lane) {
         return u32(a) == 0 ? ~Lane{0} : lane(31 - __builtin_clz(u32(a)));
       }},
      {"brev.b32", "rr",
       [](Lane a, Lane, Lane) {
         Lane out = 0;
         for (int i = 0; i < 32; ++i)
           out = (out << 1) | ((a >> i) & 1);
         return out;
       }},
      {"bfe.u32", "rrrr",
       [](Lane a, Lane b, Lane c) {
         const Lane at = b & 255;
         const Lane length = std::min<Lane>(c & 255, 32);
         return at > 31 ? 0 : low_bits(a >> at, static_cast<int>(length));
       }},
      {"bfe.s32", "rrrr",
       [](Lane a, Lane b, Lane c) {
         const Lane at = b & 255;
         const Lane length = c & 255;
         if (length == 0) return Lane{0};
         const Lane top = std::min<Lane>(31, at + length - 1);
         Lane out = 0;
         for (Lane i = 0; i < 32; ++i) {
           const bool inside = i < length && at + i <= 31;
           out |= ((a >> (inside ? at + i : top)) & 1) << i;
         }
         return out;
       }},
      {"shf.l.wrap.b32", "rrrr",
       [](Lane a, Lane b, Lane c) { return (((b << 32) | a) << (c & 31)) >> 32; }},
      {"shf.r.wrap.b32", "rrrr",
       [](Lane a, Lane b, Lane c) { return ((b << 32) | a) >> (c & 31); }},
      {"prmt.b32", "rrrr",
       [](Lane a, Lane b, Lane c) {
         const Lane pair = (b << 32) | a;
         Lane out = 0;
         for (int i = 0; i < 4; ++i) {
           const Lane selector = (c >> (4 * i)) & 15;
           Lane byte = (pair >> (8 * (selector & 7))) & 255;
           if (selector > 7) byte = byte > 127 ? 255 : 0;
           out |= byte << (8 * i);
         }
         return out;
       }},
      {"selp.b32", "rrrp", [](Lane a, Lane b, Lane c) { return c != 0 ? a : b; }},
      {"slct.s32.s32", "rrrr", [](Lane a, Lane b, Lane c) { return s32(c) >= 0 ? a : b; }},
  });
}

TEST(exec_ops, compares_with_the_sign_of_the_type) {
  check_all({
      {"setp.lt.s32", "prr", [](Lane a, Lane b, Lane) { return lane(s32(a) < s32(b)); }},
      {"setp.lt.u32", "prr", [](Lane a, Lane b, Lane) { return lane(a < b); }},
      {"setp.ge.s64", "pdd", [](Lane a, Lane b, Lane) { return lane(s64(a) >= s64(b)); }},
      {"setp.hi.u32", "prr", [](Lane a, Lane b, Lane) { return lane(a > b); }},
      {"setp.ne.b16", "phh", [](Lane a, Lane b, Lane) { return lane(a != b); }},
      {"setp.le.f32", "pff", [](Lane a, Lane b, Lane) { return lane(f32(a) <= f32(b)); }},
      {"setp.gtu.f32", "pff", [](Lane a, Lane b, Lane) { return lane(!(f32(a) <= f32(b))); }},
  });
}

TEST(exec_ops, computes_floats_as_ieee_does) {
  check_all({
      {"add.f32", "fff", [](Lane a, Lane b, Lane) { return bits(f32(a) + f32(b)); }},
      {"mul.f32", "fff", [](Lane a, Lane b, Lane) { return bits(f32(a) * f32(b)); }},
      {"fma.rn.f32", "ffff",
       [](Lane a, Lane b, Lane c) { return bits(std::fma(f32(a), f32(b), f32(c))); }},
      {"div.rn.f32", "fff", [](Lane a, Lane b, Lane) { return bits(f32(a) / f32(b)); }},
      {"neg.f32", "ff", [](Lane a, Lane, Lane) { return bits(-f32(a)); }},
      {"max.f32", "fff", [](Lane a, Lane b, Lane) { return bits(std::fmax(f32(a), f32(b))); }},
      {"sqrt.rn.f64", "gg",
       [](Lane a, Lane, Lane) {
         return LaneType<double>::to(std::sqrt(LaneType<double>::from(a)));
       }},
  });
}

TEST(exec_ops, converts_between_types) {
  check_all({
      {"cvt.s64.s32", "dr", [](Lane a, Lane, Lane) { return lane(s32(a)); }},
      {"cvt.u64.u32", "dr", [](Lane a, Lane, Lane) { return a; }},
      {"cvt.u32.u64", "rd", [](Lane a, Lane, Lane) { return a; }},
      {"cvt.s32.s16", "rh", [](Lane a, Lane, Lane) { return lane(static_cast<int16_t>(a)); }},
      {"cvt.s32.s8", "rr", [](Lane a, Lane, Lane) { return lane(static_cast<int8_t>(a)); }},
      {"cvt.sat.u8.s32", "rr", [](Lane a, Lane, Lane) { return lane(std::clamp(s32(a), 0, 255)); }},
      {"cvt.rn.f32.s32", "fr", [](Lane a, Lane, Lane) { return bits(static_cast<float>(s32(a))); }},
      {"cvt.rzi.s32.f32", "rf", [](Lane a, Lane, Lane) { return lane(static_cast<int>(f32(a))); }},
      {"cvt.rni.s32.f32", "rf",
       [](Lane a, Lane, Lane) { return lane(static_cast<int>(std::nearbyint(f32(a)))); }},
      {"cvt.rmi.f32.f32", "ff", [](Lane a, Lane, Lane) { return bits(std::floor(f32(a))); }},
      {"cvt.f64.f32", "gf",
       [](Lane a, Lane, Lane) { return LaneType<double>::to(static_cast<double>(f32(a))); }},
  });
}

TEST(exec_ops, clamps_conversions_that_leave_the_type) {
  ptx::Instruction in = parsed({"cvt.rzi.u32.f32", "rf", {}});
  uint64_t imm = 0;
  const LaneFn fn = lane_function(in, imm);
  Lane values[kChunkLanes] = {bits(-5.0F), bits(1e20F), bits(std::nanf("")), bits(7.9F)};
  const Lane* sources[4] = {values, values, values, values};
  Lane out[kChunkLanes];
  fn(out, sources, 1, imm);
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 0xFFFFFFFFU);
  EXPECT_EQ(out[2], 0U);
  EXPECT_EQ(out[3], 7U);
}

TEST(exec_ops, halves_survive_the_way_through_floats) {
  for (uint32_t h = 0; h < 0x10000; ++h) {
    const float value = half_to_float(static_cast<uint16_t>(h));
    if (std::isnan(value)) continue;
    ASSERT_EQ(float_to_half(static_cast<double>(value)), h);
  }
  EXPECT_EQ(float_to_half(65519.9), 0x7BFF);
  EXPECT_EQ(float_to_half(65520.0), 0x7C00);
  EXPECT_EQ(float_to_half(0x1p-25), 0);
  EXPECT_EQ(float_to_half(0x1.8p-24), 2);  // the tie goes to even
  EXPECT_EQ(float_to_bfloat(1.00390625), 0x3F80);
}

TEST(exec_ops, knows_the_math_functions_of_the_front_end) {
  const MathFunction sine = math_function("__kc_sin_f32");
  ASSERT_NE(sine.fn, nullptr);
  Lane values[kChunkLanes] = {bits(0.5F)};
  const Lane* sources[4] = {values, values, values, values};
  Lane out[2 * kMaxLanes] = {};
  sine.fn(out, sources, 1, 0);
  EXPECT_EQ(f32(out[0]), static_cast<float>(std::sin(0.5)));
  const MathFunction both = math_function("__kc_sincos_f32");
  EXPECT_EQ(both.results, 2);
  both.fn(out, sources, 1, 0);
  EXPECT_EQ(f32(out[kMaxLanes]), static_cast<float>(std::cos(0.5)));
  EXPECT_EQ(math_function("__kc_pow_f64").arguments, 2);
  EXPECT_EQ(math_function("helper").fn, nullptr);
}

}  // namespace
}  // namespace kcast::exec
