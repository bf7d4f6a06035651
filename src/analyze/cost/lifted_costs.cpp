#include "analyze/cost/lifted_costs.h"

#include <string>

#include "analyze/machine/classes.h"
#include "base/check.h"
#include "base/text.h"

namespace kcast::cost {

namespace {

const machine::Classes& classes() {
  static const machine::Classes table = [] {
    auto parsed = machine::Classes::parse(embedded_classes());
    KCAST_CHECK(parsed.has_value(), "the embedded classes can be read");
    return *std::move(parsed);
  }();
  return table;
}

bool jumps(const ptx::Instruction& i) {
  return i.op == ptx::Op::Bra || i.op == ptx::Op::Exit;
}

MachineCost cost_of(const ptx::Instruction& instruction, const ptx::MachineCode& code) {
  MachineCost out;
  out.slots = 1;
  if (code.opcode == "HMOVE") {
    out.hmove = 1;
    out.pipe_fma = 1;
    return out;
  }
  machine::Instruction named;
  const std::vector<std::string> words = split(code.opcode, '.');
  named.opcode = words[0];
  named.modifiers.assign(words.begin() + 1, words.end());
  const machine::OpcodeClass& known = classes().of(named);
  // In the order of machine::kCounters and kPipes.
  static constexpr float MachineCost::* kCounts[] = {
      &MachineCost::fadd,       &MachineCost::fmul,  &MachineCost::ffma,    &MachineCost::dadd,
      &MachineCost::dmul,       &MachineCost::dfma,  &MachineCost::hadd,    &MachineCost::hmul,
      &MachineCost::hfma,       &MachineCost::hmove, &MachineCost::integer, &MachineCost::bit,
      &MachineCost::conversion, &MachineCost::mufu,  &MachineCost::branch,  &MachineCost::memory,
      &MachineCost::other};
  static_assert(std::size(kCounts) == machine::kCounters.size());
  out.*kCounts[known.counter] = 1;
  if (!jumps(instruction)) out.branch = 0;
  const std::string_view pipe = machine::kPipes[known.pipe];
  if (pipe == "fma") out.pipe_fma = 1;
  if (pipe == "fma_heavy") out.pipe_fma = 2;
  if (pipe == "alu") out.pipe_alu = 1;
  if (pipe == "fp64") out.pipe_fp64 = 1;
  if (pipe == "xu") out.pipe_xu = 1;
  if (pipe == "lsu") out.pipe_lsu = 1;
  if (pipe == "uniform") out.pipe_uniform = 1;
  out.latency_cycles = static_cast<float>(known.latency);
  return out;
}

}  // namespace

std::vector<MachineCost> lifted_costs(const ptx::Function& function) {
  std::vector<MachineCost> out(function.instructions.size());
  for (size_t i = 0; i < out.size(); ++i) {
    if (function.is_issued(i)) out[i] = cost_of(function.instructions[i], function.machine[i]);
  }
  return out;
}

}  // namespace kcast::cost
