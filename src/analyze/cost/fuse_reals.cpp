#include "analyze/cost/fuse_reals.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/cost/expansions_plain.h"

namespace kcast::cost {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

constexpr uint32_t kSmallestNormal = 0x00800000;  // of a single
constexpr uint64_t kOne = 0x3f800000;

constexpr MachineCost part_of_function(float fadd, float fmul, float ffma, float conversion,
                                       float mufu) {
  MachineCost cost;
  cost.fadd = fadd;
  cost.fmul = fmul;
  cost.ffma = ffma;
  cost.conversion = conversion;
  cost.mufu = mufu;
  cost.pipe_fma = fadd + fmul + ffma;
  cost.pipe_xu = conversion + mufu;
  cost.slots = cost.pipe_fma + cost.pipe_xu;
  return cost;
}

// What nvcc does once where a function is called with the same value again: the rest of the
// function is what listings of ptxas have the other times.
constexpr MachineCost kReductionOfAngle = part_of_function(0, 1, 3, 2, 0);
constexpr MachineCost kLogarithmOfPower = part_of_function(10, 6, 10, 1, 1);

class RealFusion {
 public:
  RealFusion(const ptx::Module& module, const RegisterUses& uses, std::vector<MachineCost>& costs)
      : uses_(uses), module_(module), costs_(costs) {}

  void run() {
    fold_powers_of_two();
    share_reductions();
    share_angles();
    hoist_logarithms();
    fuse_products();
    for (size_t at = 0; at < costs_.size(); ++at) {
      fold_sign(static_cast<int32_t>(at));
      fold_ones(static_cast<int32_t>(at));
      fold_saturation(static_cast<int32_t>(at));
      skip_denormals(static_cast<int32_t>(at));
    }
  }

 private:
  MachineCost& cost(int32_t at) { return costs_[static_cast<size_t>(at)]; }

  // A product scaled by 2, 4, 8 or a half, quarter, eighth is one instruction.
  void fold_powers_of_two() {
    for (size_t at = 0; at < costs_.size(); ++at) {
      const Instruction& i = uses_.function().instructions[at];
      if (i.op != Op::Mul || i.type != Type::F32 || !is_immediate(i, 2)) continue;
      const auto bits = static_cast<uint32_t>(i.operands[2].bits);
      const uint32_t exponent = bits >> 23;
      if ((bits & 0x7fffff) != 0 || exponent < 124 || exponent > 130 || exponent == 127) continue;
      const int32_t from = uses_.definition(source(i, 1));
      if (from < 0 || !uses_.used_once(source(i, 1))) continue;
      const Instruction& product = uses_.instruction(from);
      const bool folds = product.op == Op::Mul && product.type == Type::F32 &&
                         uses_.block_of(from) == uses_.block_of(static_cast<int32_t>(at));
      if (folds) costs_[at] = {};
    }
  }

  // sin.approx and cos.approx of one angle scale it once.
  void share_reductions() {
    std::set<std::pair<int32_t, int32_t>> seen;  // block and angle
    for (size_t at = 0; at < costs_.size(); ++at) {
      const Instruction& i = uses_.function().instructions[at];
      if (i.op != Op::Sin && i.op != Op::Cos) continue;
      const int32_t block = uses_.block_of(static_cast<int32_t>(at));
      if (source(i, 1) < 0 || seen.insert({block, source(i, 1)}).second) continue;
      costs_[at].slots -= costs_[at].fmul;
      costs_[at].pipe_fma -= costs_[at].fmul;
      costs_[at].fmul = 0;
    }
  }

  // In one block, or the product was only moved in front of the loop of the sum.
  bool is_beside(int32_t product, int32_t sum) const {
    return uses_.block_of(product) == uses_.block_of(sum) ||
           (uses_.loop_of(sum) >= 0 && !uses_.inside(product, uses_.loop_of(sum)));
  }

  // mul + add -> fma: when every use of the product is an add or sub beside it,
  // products with the fewest uses first; an add takes one product at most.
  void fuse_products() {
    std::vector<int32_t> products;
    for (size_t at = 0; at < uses_.function().instructions.size(); ++at) {
      const Instruction& i = uses_.function().instructions[at];
      const bool contractible = i.op == Op::Mul && ptx::is_float(i.type) &&
                                i.rounding == ptx::Rounding::None && !i.saturate;
      if (contractible) products.push_back(static_cast<int32_t>(at));
    }
    std::stable_sort(products.begin(), products.end(),
                     [&](int32_t a, int32_t b) { return uses_.use_count(a) < uses_.use_count(b); });
    std::vector<bool> taken(costs_.size(), false);
    for (const int32_t product : products) {
      const int32_t value = result(uses_.instruction(product));
      const Type type = uses_.instruction(product).type;
      const bool fits = uses_.all_uses(value, [&](const RegisterUses::Use& use) {
        const Instruction& i = uses_.instruction(use.instruction);
        return (i.op == Op::Add || i.op == Op::Sub) && i.type == type &&
               i.rounding == ptx::Rounding::None && !taken[static_cast<size_t>(use.instruction)] &&
               is_beside(product, use.instruction);
      });
      if (!fits || uses_.definition(value) != product) continue;
      for (const RegisterUses::Use& use : uses_.readers(value)) {
        taken[static_cast<size_t>(use.instruction)] = true;
        MachineCost& sum = cost(use.instruction);
        sum.ffma += sum.fadd;
        sum.dfma += sum.dadd;
        sum.hfma += sum.hadd;
        sum.fadd = sum.dadd = sum.hadd = 0;
      }
      cost(product) = {};
    }
  }

  // neg and abs are operand modifiers of everything that computes in the type; those that
  // flush, of everything that flushes its operands itself.
  void fold_sign(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    if ((i.op != Op::Neg && i.op != Op::Abs) || !ptx::is_float(i.type)) return;
    if (takes_sign(result(i), i.type, i.flush, 0)) cost(at) = {};
  }
  bool takes_sign(int32_t value, Type type, bool flushed, int depth) const {
    return uses_.all_uses(value, [&](const RegisterUses::Use& use) {
      const Instruction& user = uses_.instruction(use.instruction);
      switch (user.op) {
        case Op::St:  // an argument of a function that becomes inline code
          return user.space == ptx::Space::Param;
        case Op::Mov:
          return depth < 4 && takes_sign(result(user), type, flushed, depth + 1);
        case Op::Cvt:
        case Op::Set:
          return type == Type::F16 && user.type2 == Type::F16;
        case Op::Add:
        case Op::Sub:
        case Op::Mul:
        case Op::Fma:
        case Op::Setp:
        case Op::Min:
        case Op::Max:
          return !flushed || user.flush;
        case Op::Rcp:
        case Op::Rsqrt:
        case Op::Selp:
          return !flushed;
        default:
          return false;
      }
    });
  }

  // Whether the register holds a one that was converted or moved there. ptxas sees through it
  // where nvcc, which writes conversions of halves as text, does not.
  bool is_one(int32_t value, int depth) const {
    const int32_t from = uses_.definition(value);
    if (from < 0 || depth > 4) return false;
    const Instruction& i = uses_.instruction(from);
    if (i.op == Op::Mov && is_immediate(i, 1)) return i.operands[1].bits == kOne;
    const bool halves = i.op == Op::Cvt && !i.saturate &&
                        ((i.type == Type::F16 && i.type2 == Type::F32) ||
                         (i.type == Type::F32 && i.type2 == Type::F16));
    return (i.op == Op::Mov || halves) && is_one(source(i, 1), depth + 1);
  }
  void fold_ones(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const bool product = i.op == Op::Mul && i.type == Type::F32 &&
                         (is_one(source(i, 1), 0) || is_one(source(i, 2), 0));
    const bool conversion = i.op == Op::Cvt && is_one(result(i), 0);
    if (product || conversion) cost(at) = {};
  }

  // sinf, cosf and tanf of one angle reduce it once.
  void share_angles() {
    std::map<int32_t, std::vector<int32_t>> calls;  // by angle
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      if (!reduces_angle(at)) continue;
      const int32_t angle = argument(at, 0);
      if (angle < 0) continue;
      std::vector<int32_t>& before = calls[angle];
      const bool reduced = std::any_of(before.begin(), before.end(),
                                       [&](int32_t first) { return uses_.dominates(first, at); });
      before.push_back(at);
      if (!reduced) continue;
      add_cost(cost(at), kReductionOfAngle, -1);
    }
  }
  bool reduces_angle(int32_t at) const {
    const Instruction& i = uses_.instruction(at);
    if (i.op != Op::Call || costs_[static_cast<size_t>(at)].ffma <= 3) return false;
    const std::string_view name = callee(i);
    return name == "__kc_sin_f32" || name == "__kc_cos_f32" || name == "__kc_tan_f32";
  }
  std::string_view callee(const Instruction& call) const {
    for (const Operand& operand : call.operands) {
      if (operand.kind == OperandKind::Function && operand.index >= 0)
        return module_.functions[static_cast<size_t>(operand.index)].name;
    }
    return "";
  }
  // The register that was stored as a parameter before the call, counted from the last one.
  int32_t argument(int32_t call, int32_t from_the_last) const {
    for (int32_t at = call - 1; at >= 0 && uses_.block_of(at) == uses_.block_of(call); --at) {
      const Instruction& i = uses_.instruction(at);
      if (i.op == Op::Call) break;
      const bool stores = i.op == Op::St && i.space == ptx::Space::Param;
      if (stores && from_the_last-- == 0) return source(i, 1);
    }
    return -1;
  }

  // powf of a base that a loop does not change: nvcc takes the logarithm in front of the loop,
  // here where the base is made.
  void hoist_logarithms() {
    std::set<int32_t> hoisted;
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const bool is_precise = costs_[static_cast<size_t>(at)].ffma > kLogarithmOfPower.ffma;
      if (i.op != Op::Call || uses_.loop_of(at) < 0 || !is_precise || callee(i) != "__kc_pow_f32")
        continue;
      const int32_t made = uses_.definition(argument(at, 1));
      if (made < 0 || uses_.inside(made, uses_.loop_of(at))) continue;
      add_cost(cost(at), kLogarithmOfPower, -1);
      if (hoisted.insert(made).second) add_cost(cost(made), kLogarithmOfPower, 1);
    }
  }
  // Everything that computes in singles can clamp its result to [0, 1].
  void fold_saturation(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const bool clamps =
        i.op == Op::Cvt && i.saturate && i.type == Type::F32 && i.type2 == Type::F32;
    const int32_t from = clamps ? uses_.definition(source(i, 1)) : -1;
    if (from < 0 || !uses_.used_once(source(i, 1)) || uses_.block_of(from) != uses_.block_of(at))
      return;
    const Op op = uses_.instruction(from).op;
    if (op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Fma) cost(at) = {};
  }

  // x < smallest normal ? x * 2^n : x is a product under a guard, which ordinary numbers skip:
  // math functions scale denormals so.
  void skip_denormals(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    if (i.op != Op::Mul || i.type != Type::F32 || !is_immediate(i, 2)) return;
    if (!uses_.used_once(result(i)) || uses_.definition(result(i)) != at) return;
    const Instruction& chosen = uses_.instruction(uses_.readers(result(i))[0].instruction);
    if (chosen.op != Op::Selp || source(chosen, 2) != source(i, 1)) return;
    // A magnitude is an operand, not a register that a guard could leave as it is.
    const int32_t from = uses_.definition(source(i, 1));
    if (from >= 0 && uses_.instruction(from).op == Op::Abs) return;
    const int32_t tested = uses_.definition(source(chosen, 3));
    if (tested < 0) return;
    const Instruction& test = uses_.instruction(tested);
    const bool is_denormal = test.op == Op::Setp && test.compare == ptx::Compare::Lt &&
                             source(test, 1) == source(i, 1) && is_immediate(test, 2) &&
                             static_cast<uint32_t>(test.operands[2].bits) == kSmallestNormal;
    if (is_denormal) cost(at).fmul = 0;
  }

  const RegisterUses& uses_;
  const ptx::Module& module_;
  std::vector<MachineCost>& costs_;
};

}  // namespace

void fuse_reals(const ptx::Module& module, const RegisterUses& uses,
                std::vector<MachineCost>& costs) {
  RealFusion(module, uses, costs).run();
}

}  // namespace kcast::cost
