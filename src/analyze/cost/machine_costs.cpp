#include "analyze/cost/machine_costs.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "analyze/cost/dead_code.h"
#include "analyze/cost/expansions_plain.h"
#include "analyze/cost/fuse_reals.h"
#include "analyze/cost/lifted_costs.h"
#include "analyze/cost/register_uses.h"
#include "analyze/cost/registers.h"
#include "analyze/cost/uniform_registers.h"
#include "analyze/cost/word_halves.h"

namespace kcast::cost {

using ptx::Function;
using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

// What making a reciprocal takes of a 32-bit integer division.
constexpr float kReciprocalIntegers = 6;
constexpr float kReciprocalSlots = 10;
constexpr float kLongestUnrolled = 130;  // machine instructions of a body after unrolling

MachineCost scaled(MachineCost cost, float factor) {
  for (float* count : {&cost.integer, &cost.branch, &cost.slots, &cost.pipe_alu, &cost.pipe_fma})
    *count *= factor;
  return cost;
}

class Fusion {
 public:
  Fusion(const ptx::Module& module, const Function& function, bool fast_math)
      : uses_(function), module_(module), fast_(fast_math || flushes_denormals(function)) {
    costs_.resize(function.instructions.size());
  }

  std::vector<MachineCost> run() {
    for (size_t at = 0; at < costs_.size(); ++at) {
      const Instruction& i = uses_.function().instructions[at];
      costs_[at] = plain_cost(module_, i, uses_.is_merged(result(i)), fast_);
    }
    drop_unused(module_, uses_, costs_);
    fuse_reals(module_, uses_, costs_);
    join_halves(uses_, costs_);
    for (size_t at = 0; at < costs_.size(); ++at)
      fuse(static_cast<int32_t>(at));
    add_up_lanes();
    drop_repeated();
    add_frames();
    move_uniform();
    share_reciprocals();
    sink_past_exits();
    guard_choices();
    keep_predicates();
    hoist();
    for (size_t loop = 0; loop < uses_.function().loops.size(); ++loop)
      unroll(static_cast<int32_t>(loop));
    // Every kernel starts with the stack pointer and the descriptor of global memory.
    if (uses_.function().is_entry && !costs_.empty()) {
      costs_[0].slots += 2;
      costs_[0].pipe_uniform += 2;
    }
    return std::move(costs_);
  }

  const std::vector<GuardedCost>& guarded() const { return guarded_; }

 private:
  const MachineCost& cost(int32_t at) const { return costs_[static_cast<size_t>(at)]; }
  MachineCost& cost(int32_t at) { return costs_[static_cast<size_t>(at)]; }
  // What is made of parameters, sizes and the block's number alone is computed by the
  // uniform datapath, which the counters leave out: shifts always, the rest half the time.
  void move_uniform() {
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      if (i.op == Op::Setp || uses_.loop_of(at) >= 0 || !uses_.is_uniform(at, 0)) continue;
      const float kept = i.op == Op::Shl ? 0.0F : 0.5F;
      cost(at).pipe_uniform += (1 - kept) * cost(at).integer;
      cost(at).pipe_alu *= kept;
      cost(at).integer *= kept;
    }
  }

  // Where lanes are added up before they go to memory: a vote, who is first, the sum.
  void add_up_lanes() {
    const std::vector<bool> uniform = uniform_registers(uses_.function());
    for (size_t at = 0; at < costs_.size(); ++at) {
      if (!is_added_up(uses_.function().instructions[at], uniform)) continue;
      costs_[at].integer += 1;
      costs_[at].slots += 6;
      costs_[at].pipe_alu += 3;
    }
  }

  // Divisions by one divisor share its reciprocal.
  void share_reciprocals() {
    std::map<std::pair<int32_t, Type>, int32_t> first;
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const bool divides = (i.op == Op::Div || i.op == Op::Rem) && !ptx::is_float(i.type) &&
                           ptx::bits_of(i.type) == 32 && source(i, 2) >= 0;
      if (!divides) continue;
      const auto [known, added] = first.try_emplace({source(i, 2), i.type}, at);
      if (added || uses_.block_of(known->second) != uses_.block_of(at)) continue;
      cost(at).integer -= std::min(cost(at).integer, kReciprocalIntegers);
      cost(at).slots -= std::min(cost(at).slots, kReciprocalSlots);
      cost(at).conversion = cost(at).mufu = cost(at).pipe_xu = 0;
    }
  }

  // What only the lanes need that stay when others end is computed after the others have
  // ended: the last sum of a reduction of which one lane stores the result, and what leads to
  // it alone.
  void sink_past_exits() {
    std::vector<int32_t> home;  // block in which an instruction's cost arises
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at)
      home.push_back(uses_.block_of(at));
    for (int32_t at = static_cast<int32_t>(costs_.size()) - 1; at >= 0; --at) {
      if (!can_sink(at)) continue;
      const int32_t block = home[static_cast<size_t>(at)];
      const int32_t target = block < 0 ? -1 : branch_of_all_uses(at, block, home);
      if (target < 0) continue;
      const ptx::Block& there = uses_.function().blocks[static_cast<size_t>(target)];
      MachineCost& first = cost(there.first);
      add_cost(first, cost(at), 1);
      first.latency_cycles = std::max(first.latency_cycles, cost(at).latency_cycles);
      cost(at) = {};
      home[static_cast<size_t>(at)] = target;
    }
  }
  bool can_sink(int32_t at) const {
    const Instruction& i = uses_.instruction(at);
    if (i.predicate >= 0 || uses_.definition(result(i)) != at || joins_loads(i)) return false;
    switch (i.op) {
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Fma:
      case Op::Min:
      case Op::Max:
      case Op::Rsqrt:
      case Op::Neg:
      case Op::Abs:
        return ptx::is_float(i.type);
      case Op::Div:
      case Op::Rcp:
      case Op::Sqrt:
        return ptx::is_float(i.type) && i.approx;
      case Op::Ld:
        return i.space == ptx::Space::Shared && !memory_changes_after(at);
      default:
        return false;
    }
  }
  // What makes one value of several loaded ones stays with the loads: their registers become
  // free.
  bool joins_loads(const Instruction& i) const {
    int32_t loaded = -1;
    for (size_t operand = i.destinations; operand < i.operands.size(); ++operand) {
      const int32_t from = uses_.definition(source(i, operand));
      if (from < 0 || from == loaded) continue;
      const Instruction& maker = uses_.instruction(from);
      const bool loads = maker.op == Op::Ld && maker.space != ptx::Space::Shared &&
                         maker.space != ptx::Space::Param;
      if (loads && loaded >= 0) return true;
      if (loads) loaded = from;
    }
    return false;
  }
  // Whether something behind the instruction, in its block, may write what it reads.
  bool memory_changes_after(int32_t at) const {
    const int32_t last =
        uses_.function().blocks[static_cast<size_t>(std::max(0, uses_.block_of(at)))].last;
    for (int32_t next = at + 1; next < last; ++next) {
      switch (uses_.instruction(next).op) {
        case Op::St:
        case Op::Atom:
        case Op::Red:
        case Op::Bar:
        case Op::BarRed:
        case Op::BarWarp:
        case Op::Call:
          return true;
        default:
          break;
      }
    }
    return false;
  }
  // The way out of the block that only it leads to and that every use is on; -1: there is none.
  int32_t branch_of_all_uses(int32_t at, int32_t block, const std::vector<int32_t>& home) const {
    const ptx::Block& from = uses_.function().blocks[static_cast<size_t>(block)];
    if (from.successors.size() != 2) return -1;
    for (const size_t stays : {0, 1}) {
      const int32_t next = from.successors[stays];
      const ptx::Block& target = uses_.function().blocks[static_cast<size_t>(next)];
      if (target.predecessors.size() != 1 || target.first >= target.last) continue;
      if (!uses_.ends_kernel(from.successors[1 - stays]) || next <= block) continue;
      const auto is_there = [&](const RegisterUses::Use& use) {
        return uses_.is_within(home[static_cast<size_t>(use.instruction)], next);
      };
      if (uses_.all_uses(result(uses_.instruction(at)), is_there)) return next;
    }
    return -1;
  }
  // c ? f(x) : x is f under a guard where x is not needed any more, so that f can take its
  // place: only some lanes compute it. Doubles are chosen by their words and halves by SEL,
  // behind the computation.
  void guard_choices() {
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const int32_t value = result(i);
      const bool computes =
          i.type == Type::F32 && (i.op == Op::Add || i.op == Op::Sub || i.op == Op::Mul);
      if (!computes || !uses_.used_once(value) || uses_.definition(value) != at) continue;
      const int32_t user = uses_.readers(value)[0].instruction;
      const Instruction& choice = uses_.instruction(user);
      if (choice.op != Op::Selp || uses_.block_of(user) != uses_.block_of(at)) continue;
      const int32_t other = source(choice, source(choice, 1) == value ? 2 : 1);
      const bool in_place =
          other >= 0 && (other == source(i, 1) || other == source(i, 2) || other == source(i, 3));
      const auto is_past = [&](const RegisterUses::Use& use) {
        return use.instruction <= user && uses_.block_of(use.instruction) == uses_.block_of(at);
      };
      if (!in_place || !uses_.all_uses(other, is_past)) continue;
      scale_flops(cost(at), 0.5F);
      guarded_.push_back({at, user, source(choice, 1) == value});
      cost(user) = {};
    }
  }

  // Truth that goes through a register as 0 or 1 stays a predicate.
  void keep_predicates() {
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const bool tests = i.op == Op::Setp && is_immediate(i, 2) && i.operands[2].bits == 0 &&
                         source(i, 1) >= 0 && uses_.used_once(source(i, 1));
      if (!tests) continue;
      const auto& list = uses_.writers(source(i, 1));
      const bool truth = std::all_of(list.begin(), list.end(), [&](const RegisterUses::Use& use) {
        const Instruction& from = uses_.instruction(use.instruction);
        return (from.op == Op::Mov && is_immediate(from, 1)) ||
               (from.op == Op::Selp && is_immediate(from, 1) && is_immediate(from, 2));
      });
      if (!truth) continue;
      cost(at) = {};
      for (const RegisterUses::Use& use : list)
        cost(use.instruction) = {};
    }
  }

  // What was computed before on every way here is not computed again; front ends repeat
  // reads of special registers and what follows from them.
  void drop_repeated() {
    std::map<std::string, int32_t> first;    // expression to instruction
    std::map<int32_t, std::string> same_as;  // register to the expression it repeats
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const int32_t value = result(i);
      if (!is_pure_integer(i) || i.predicate >= 0 || uses_.definition(value) != at) continue;
      const std::string text = expression(i, same_as);
      if (text.empty()) continue;
      const auto [known, added] = first.try_emplace(text, at);
      same_as[value] = text;
      if (!added && uses_.dominates(known->second, at)) cost(at) = {};
    }
  }
  // Lanes that part meet again by BSSY and BSYNC; the address of shared memory is made
  // of the block's number in its cluster.
  void add_frames() {
    bool has_shared = false;
    for (int32_t at = 0; at < static_cast<int32_t>(costs_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      const ptx::Block& block =
          uses_.function().blocks[static_cast<size_t>(std::max(0, uses_.block_of(at)))];
      const bool forward = i.op == Op::Bra && i.predicate >= 0 && block.successors.size() == 2 &&
                           block.successors[0] > uses_.block_of(at) &&
                           !uses_.ends_kernel(block.successors[0]);
      if (forward) cost(at).slots += 1;
      // Of two branches in a row one becomes the fall-through.
      if (i.op == Op::Bra && i.predicate < 0 && block.last - block.first == 1) cost(at) = {};
      const bool shared = i.space == ptx::Space::Shared && !has_shared;
      if (!shared) continue;
      has_shared = true;
      costs_[0].slots += 3;
    }
  }
  // Arithmetic on values that do not change in a loop moves in front of it.
  void hoist() {
    for (size_t at = 0; at < costs_.size(); ++at) {
      const Instruction& i = uses_.function().instructions[at];
      const int32_t loop = uses_.loop_of(static_cast<int32_t>(at));
      if (loop < 0 || i.predicate >= 0) continue;
      if (uses_.counted_step(loop) == 0) continue;
      if (is_pure_integer(i) && uses_.is_loop_constant(static_cast<int32_t>(at), loop, 0))
        costs_[at] = {};
    }
  }
  void fuse(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    if (ptx::is_float(i.type)) {
      if (i.op == Op::Cvt) fuse_conversion(at);
      return;
    }
    switch (i.op) {
      case Op::Add:
      case Op::Sub:
        fuse_add(at);
        break;
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Not:
        fuse_logic(at);
        break;
      case Op::Cvt:
        fuse_conversion(at);
        break;
      case Op::Mul:
      case Op::Shl:
        fuse_scaled(at);
        break;
      case Op::Bfe:
        fuse_byte(at);
        break;
      case Op::Neg:
        if (uses_.all_uses(result(i),
                           [&](const RegisterUses::Use& use) { return uses_.is_adder(use); }))
          cost(at) = {};
        break;
      default:
        break;
    }
  }

  void fuse_add(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const int32_t value = result(i);
    const bool wide = ptx::bits_of(i.type) == 64;
    const bool constant = is_immediate(i, 2);
    if (constant && uses_.all_uses(value, [&](const RegisterUses::Use& use) {
          return uses_.is_address_use(use);
        })) {
      cost(at) = {};
      return;
    }
    if (wide) {
      if (uses_.is_shared_pointer(value, at, 0) || uses_.is_truncated(value, at)) {
        cost(at) = integer_cost(1);
      } else {
        cost(at) = integer_cost(wide_sum(i));
      }
      return;
    }
    cost(at) = integer_cost(1);
    if (is_stepped_index(at)) {
      cost(at) = {};
      return;
    }
    // A sum used once by another sum of the block: IADD3 adds three.
    if (uses_.used_once(value) && uses_.definition(value) == at) {
      const RegisterUses::Use& use = uses_.readers(value)[0];
      const Instruction& next = uses_.instruction(use.instruction);
      const bool sum = (next.op == Op::Add || next.op == Op::Sub) && next.type == i.type &&
                       !ptx::is_float(next.type);
      if (sum && !adds_scaled(i) && !adds_scaled(next) &&
          uses_.block_of(use.instruction) == uses_.block_of(at) && !joined_[use.instruction]) {
        joined_[use.instruction] = true;
        cost(at) = {};
      }
    }
  }

  // base + scaled index is one IMAD.WIDE; two sums of 32 bits otherwise, and the sign of a
  // second extended term is an instruction of its own.
  float wide_sum(const Instruction& i) const {
    if (uses_.is_scaled(source(i, 1)) || uses_.is_scaled(source(i, 2))) return 1;
    return uses_.is_extended(source(i, 1)) && uses_.is_extended(source(i, 2)) ? 3 : 2;
  }

  // One of the terms is a shift or product that the sum takes in: LEA and IMAD add two.
  bool adds_scaled(const Instruction& i) const {
    for (const size_t operand : {1, 2}) {
      const int32_t from = uses_.definition(source(i, operand));
      if (from < 0) continue;
      const Instruction& term = uses_.instruction(from);
      const bool scales = term.op == Op::Shl ? is_immediate(term, 2) : term.op == Op::Mul;
      if (scales && cost(from).slots == 0) return true;
    }
    return false;
  }

  // i + invariant in a loop, where only addresses are made of it: the compilers keep a
  // pointer and step that.
  bool is_stepped_index(int32_t at) const {
    const int32_t loop = uses_.loop_of(at);
    const Instruction& i = uses_.instruction(at);
    if (loop < 0 || i.operands.size() < 3 || source(i, 1) == result(i)) return false;
    const int32_t step = uses_.register_step(source(i, 1), loop);
    const int32_t other = uses_.register_step(source(i, 2), loop);
    const bool follows = (step >= 0 && uses_.root(step) == uses_.root(source(i, 2))) ||
                         (other >= 0 && uses_.root(other) == uses_.root(source(i, 1)));
    if (!follows) return false;
    return uses_.feeds_addresses(result(i), at, 0);
  }
  // Counted innermost loops are unrolled by nvcc and, when short, further by ptxas: their
  // counters, tests and branches are paid once for that many iterations, and addresses that
  // advance evenly are offsets of the first.
  void unroll(int32_t loop) {
    const ptx::Loop& body = uses_.function().loops[static_cast<size_t>(loop)];
    float slots = 0;
    float instructions = 0;
    int exits = 0;
    int loads = 0;
    std::vector<int32_t> overhead;
    std::vector<int32_t> even;
    for (const int32_t block : body.blocks) {
      const ptx::Block& range = uses_.function().blocks[static_cast<size_t>(block)];
      if (range.loop != loop) return;
      exits += static_cast<int>(
          std::count_if(range.successors.begin(), range.successors.end(), [&](int32_t next) {
            return !std::binary_search(body.blocks.begin(), body.blocks.end(), next);
          }));
      for (int32_t at = range.first; at < range.last; ++at) {
        const Op op = uses_.instruction(at).op;
        if (op == Op::Call || op == Op::Bar) return;
        slots += cost(at).slots;
        instructions += 1;
        loads += op == Op::Ld ? 1 : 0;
        const bool counts =
            op == Op::Add && uses_.step_of(result(uses_.instruction(at)), loop) != 0;
        if (counts || uses_.is_stepped_address(at, loop) || op == Op::Bra ||
            uses_.tested_step(at, loop) != 0) {
          overhead.push_back(at);
        } else if (uses_.advances_evenly(at, loop, 0)) {
          even.push_back(at);
        }
      }
    }
    if (exits > 1) return;
    const int64_t rounds = body.blocks.size() == 1 ? uses_.constant_rounds(loop) : 0;
    if (rounds > 0) {
      const float factor = rounds_joined(static_cast<float>(rounds), instructions, loads);
      overhead.insert(overhead.end(), even.begin(), even.end());
      for (const int32_t at : overhead)
        cost(at) = scaled(cost(at), factor == static_cast<float>(rounds) ? 0 : 1 / factor);
      return;
    }
    const int64_t step = uses_.counted_step(loop);
    if (step != 1 && step != 2 && step != 4 && step != 8) return;
    const float each = slots / static_cast<float>(step);
    float target = each * 4 <= kLongestUnrolled ? 4 : 1;
    if (step > 1 && each * 16 <= kLongestUnrolled) target = 16;
    const float factor = target / static_cast<float>(step);
    if (factor <= 1) return;
    for (const int32_t at : overhead)
      cost(at) = scaled(cost(at), 1 / factor);
  }

  // How many rounds of a loop of known length ptxas makes one of, as read from what it makes
  // of 150 loops.
  static float rounds_joined(float rounds, float instructions, int loads) {
    if (rounds * instructions <= 560 || (rounds <= 4 && instructions <= 80)) return rounds;
    if (loads >= 32 || instructions > 70) return 1;
    if (instructions <= 12) return 32;
    return instructions <= 22 ? 8 : 4;
  }

  // Products and shifts that only feed adds of their width: IMAD and LEA do both.
  void fuse_scaled(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const bool scale = i.op == Op::Mul ? (i.wide || i.low) : is_immediate(i, 2);
    if (!scale) return;
    const int32_t bits = ptx::bits_of(i.type);  // of the result
    if (i.op == Op::Mul && !i.wide && bits == 64) return;
    const bool folds = uses_.all_uses(result(i), [&](const RegisterUses::Use& use) {
      const Instruction& next = uses_.instruction(use.instruction);
      return (next.op == Op::Add || (next.op == Op::Sub && i.op == Op::Mul)) &&
             !ptx::is_float(next.type) && ptx::bits_of(next.type) == bits;
    });
    if (!folds) return;
    // Several sums share a 64-bit shift, which is two instructions; one sum is a LEA pair.
    if (i.op == Op::Shl && bits == 64 && uses_.use_count(at) > 1 &&
        !uses_.is_index(source(i, 1), 0)) {
      cost(at) = integer_cost(2);
      return;
    }
    cost(at) = {};
  }

  // A byte of a word is picked by one PRMT, which also widens it.
  void fuse_byte(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const bool byte = i.type == Type::U32 && is_immediate(i, 2) && is_immediate(i, 3) &&
                      i.operands[2].bits % 8 == 0 && i.operands[3].bits == 8;
    if (!byte) return;
    cost(at) = integer_cost(1);
    cost(at).integer = 0;
    cost(at).bit = 1;
  }

  // Two logic operations become one LOP3 when the first is used once.
  void fuse_logic(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    const bool widens_byte = i.op == Op::And && ptx::bits_of(i.type) == 16 && is_immediate(i, 2) &&
                             i.operands[2].bits == 255;
    if (i.type == Type::Pred || widens_byte) {
      cost(at) = {};
      return;
    }
    const int32_t value = result(i);
    if (!uses_.used_once(value) || uses_.definition(value) != at) return;
    const RegisterUses::Use& use = uses_.readers(value)[0];
    const Instruction& next = uses_.instruction(use.instruction);
    const bool logic =
        next.op == Op::And || next.op == Op::Or || next.op == Op::Xor || next.op == Op::Not;
    if (logic && ptx::bits_of(next.type) == ptx::bits_of(i.type) && !joined_[use.instruction]) {
      joined_[use.instruction] = true;
      cost(at) = {};
    }
  }

  void fuse_conversion(int32_t at) {
    const Instruction& i = uses_.instruction(at);
    if (i.type == Type::F32 && i.type2 == Type::BF16) cost(at) = integer_cost(1);
    if (ptx::is_float(i.type2) || ptx::is_float(i.type)) return;
    const int32_t to = ptx::bits_of(i.type);
    const int32_t from = ptx::bits_of(i.type2);
    // Truncation and zero extension rename registers; sign extension to 64 bits is a shift.
    if (to <= from || !ptx::is_signed(i.type2)) {
      // The upper half of an extended value that is added is a register of its own.
      if (to == 64 && from == 32 && uses_.all_uses(result(i), [&](const RegisterUses::Use& use) {
            return uses_.is_adder(use) && !is_immediate(uses_.instruction(use.instruction), 2);
          })) {
        cost(at) = integer_cost(1);
        return;
      }
      const bool small = from < 32 && to > from;
      cost(at) =
          small && !feeds_only_conversions(at) && from == 8 ? integer_cost(0.5F) : MachineCost();
      return;
    }
    // An extended index disappears in the sum that scales it.
    const bool index = to == 64 && uses_.all_uses(result(i), [&](const RegisterUses::Use& use) {
      const Op op = uses_.instruction(use.instruction).op;
      return op == Op::Add || op == Op::Shl;
    });
    cost(at) = integer_cost(index ? 0 : 1);
  }

  bool feeds_only_conversions(int32_t at) const {
    return uses_.all_uses(result(uses_.instruction(at)), [&](const RegisterUses::Use& use) {
      return uses_.instruction(use.instruction).op == Op::Cvt;
    });
  }

  const RegisterUses uses_;
  const ptx::Module& module_;
  bool fast_;
  std::vector<MachineCost> costs_;
  std::vector<GuardedCost> guarded_;
  std::map<int32_t, bool> joined_;
};

}  // namespace

std::vector<MachineCost> machine_costs(const ptx::Module& module, const ptx::Function& function,
                                       bool fast_math, std::vector<GuardedCost>* guarded) {
  if (function.is_machine()) return lifted_costs(function);
  Fusion fusion(module, function, fast_math);
  std::vector<MachineCost> costs = fusion.run();
  if (guarded != nullptr) *guarded = fusion.guarded();
  return costs;
}

}  // namespace kcast::cost
