// Memory instructions as steps, and the program as a whole.
#include <algorithm>

#include "analyze/cost/registers.h"
#include "analyze/exec/decode.h"
#include "analyze/exec/ops/lane_function.h"
#include "analyze/ptx/taint.h"

namespace kcast::exec {

using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::Type;

namespace {

const ptx::Operand* nth_address(const ptx::Instruction& in, int n) {
  for (const ptx::Operand& operand : in.operands)
    if (operand.kind == ptx::OperandKind::Address && n-- == 0) return &operand;
  return nullptr;
}

AccessKind kind_of(ptx::Op op) {
  switch (op) {
    case ptx::Op::St:
    case ptx::Op::StMatrix:
    case ptx::Op::WmmaStore:
      return AccessKind::Store;
    case ptx::Op::Atom:
      return AccessKind::Atomic;
    case ptx::Op::Red:
      return AccessKind::Reduction;
    default:
      return AccessKind::Load;
  }
}

// Lines of a matrix fragment as they lie in memory, and their length in elements.
std::pair<int32_t, int32_t> fragment_shape(const ptx::Instruction& in) {
  const std::string& name = in.mnemonic;
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  int32_t rows = in.tensor_m;
  int32_t columns = in.tensor_n;
  if (has(".load.a")) columns = in.tensor_k;
  if (has(".load.b")) rows = in.tensor_k;
  return has(".col") ? std::pair(columns, rows) : std::pair(rows, columns);
}

FragmentForm fragment_form(const ptx::Instruction& in) {
  if (in.tensor_m != 16 || in.tensor_n != 16 || in.tensor_k != 16) return FragmentForm::Other;
  switch (ptx::bits_of(in.type)) {
    case 16:
      return FragmentForm::Halves;
    case 32:
      return in.mnemonic.find(".col") == std::string::npos ? FragmentForm::Singles
                                                           : FragmentForm::SinglesByColumn;
    default:
      return FragmentForm::Other;
  }
}

}  // namespace

int32_t Decoder::site_of(const ptx::Instruction& in, int32_t instruction, AccessKind kind,
                         ptx::Space space, int32_t bytes) {
  Site site;
  site.instruction = instruction;
  site.function = code_.function;
  site.line = in.line;
  site.file = in.file;
  site.kind = kind;
  site.space = space;
  site.bytes = bytes;
  site.bypass_l1 = in.is_volatile || in.relaxed || in.cache == 'g' || in.cache == 'v' ||
                   kind == AccessKind::Atomic || kind == AccessKind::Reduction;
  program_.sites.push_back(site);
  return static_cast<int32_t>(program_.sites.size()) - 1;
}

// A parameter of the kernel is a constant of the launch.
void Decoder::decode_parameter_load(const ptx::Instruction& in, Step& step) {
  const ptx::Operand* address = nth_address(in, 0);
  const std::vector<Slot> to = elements(in.operands[0], in.type, true);
  const int bytes = std::max(1, ptx::bits_of(in.type) / 8);
  for (size_t k = 0; k < to.size(); ++k) {
    if (to[k] == kNoSlot) continue;
    const int64_t at = static_cast<int64_t>(symbol_address(address->index) - kParamBase) +
                       address->offset + static_cast<int64_t>(k) * bytes;
    const Known known = program_.memory->parameter(at, bytes);
    Lane value = known.value;
    if (ptx::is_signed(in.type))
      value = low_bits(static_cast<Lane>(sign_extended(value, 8 * bytes)), code_.slot_bits[to[k]]);
    Step move = step;
    move.kind = StepKind::Alu;
    ptx::Instruction copy;
    copy.op = ptx::Op::Mov;
    copy.type = ptx::Type::B64;
    move.fn = lane_function(copy, move.imm);
    move.change = Change::Copy;
    move.d = to[k];
    move.bits = code_.slot_bits[to[k]];
    const ptx::Variable* variable = program_.module->symbol(function_, address->index);
    const auto first = static_cast<size_t>(variable - function_.parameters.data());
    const std::string name = first < program_.launch->arguments.size()
                                 ? program_.launch->arguments[first].name
                                 : variable->name;
    move.a = known.known ? pool_.value(value) : pool_.unknown("argument '" + name + "'");
    add(move);
    step.guard_counter = -1;  // counted once
  }
}

// What the forms of memory instructions add to the address. False: not understood.
bool Decoder::decode_operands(const ptx::Instruction& in, Step& step, MemoryInfo& info) {
  if (in.op == ptx::Op::CpAsync) {
    const ptx::Operand* from = nth_address(in, 1);
    if (from == nullptr) return false;
    step.kind = StepKind::AsyncCopy;
    info.space = ptx::Space::Shared;
    info.source_space = ptx::Space::Global;
    info.source = from->base_is_symbol
                      ? pool_.value(symbol_address(from->index))
                      : (from->index >= 0 ? code_.slots[from->index] : pool_.value(0));
    info.source_offset = from->offset;
    info.element_bytes = 16;
    info.elements = 1;
    for (const ptx::Operand& operand : in.operands) {
      if (operand.kind != ptx::OperandKind::Immediate) continue;
      info.element_bytes = static_cast<int32_t>(std::clamp<uint64_t>(operand.bits, 1, 16));
      break;
    }
  } else if (in.op == ptx::Op::LdMatrix || in.op == ptx::Op::StMatrix) {
    step.kind = in.op == ptx::Op::LdMatrix ? StepKind::MatrixLoad : StepKind::MatrixStore;
    info.element_bytes = 16;
    info.lines = 8 * std::max<int32_t>(1, in.mnemonic.find(".x4") != std::string::npos   ? 4
                                          : in.mnemonic.find(".x2") != std::string::npos ? 2
                                                                                         : 1);
    info.elements = 1;
  } else if (in.op == ptx::Op::WmmaLoad || in.op == ptx::Op::WmmaStore) {
    step.kind = in.op == ptx::Op::WmmaLoad ? StepKind::MatrixLoad : StepKind::MatrixStore;
    const auto [lines, length] = fragment_shape(in);
    const int32_t bits = std::max(4, ptx::bits_of(in.type));
    info.form = fragment_form(in);
    info.is_factor = in.mnemonic.find(".load.a") != std::string::npos ||
                     in.mnemonic.find(".load.b") != std::string::npos;
    info.lines = std::max(1, lines);
    info.line_bytes = std::max(1, length * bits / 8);
    info.elements = 1;
    for (auto it = in.operands.rbegin(); it != in.operands.rend(); ++it) {
      if (it->kind != ptx::OperandKind::Register && it->kind != ptx::OperandKind::Immediate)
        continue;
      info.source = operand(*it, ptx::Type::U32);
      break;
    }
    info.source_offset = bits;
  } else if (step.kind == StepKind::Load) {
    info.values = elements(in.operands[0], in.type, true);
  } else if (step.kind == StepKind::Store) {
    info.values = elements(in.operands.back(), in.type, false);
  } else {
    if (in.destinations > 0) step.d = destination(in.operands[0]);
    size_t first = in.destinations;
    while (first < in.operands.size() && in.operands[first].kind != ptx::OperandKind::Address)
      ++first;
    if (first + 1 < in.operands.size())
      info.values = elements(in.operands[first + 1], in.type, false);
    if (in.atomic == ptx::AtomicOp::Cas && first + 2 < in.operands.size())
      step.c = operand(in.operands[first + 2], in.type);
  }
  return true;
}

void Decoder::decode_memory(const ptx::Instruction& in, Step& step, bool needed) {
  const ptx::Operand* address = nth_address(in, 0);
  const bool guarded_only = address == nullptr;
  const bool own_parameter = in.space == ptx::Space::Param && in.op == ptx::Op::Ld &&
                             function_.is_entry && address != nullptr && address->base_is_symbol &&
                             symbol_address(address->index) < kCallBase;
  const bool untraced = in.space == ptx::Space::Param || in.space == ptx::Space::Const;
  if (guarded_only || own_parameter || (untraced && !needed)) {
    if (own_parameter && needed) decode_parameter_load(in, step);
    if (step.guard != kNoSlot && step.guard_counter >= 0) {
      step.kind = StepKind::Guarded;
      add(step);
    }
    return;
  }
  MemoryInfo info;
  info.space = in.space;
  info.kind = kind_of(in.op);
  info.atomic = in.atomic;
  info.type = in.type;
  info.line = in.line;
  info.element_bytes = std::max(1, ptx::bits_of(in.type) / 8);
  info.elements = std::max<int32_t>(1, in.vector);
  info.needed = needed;
  info.one_lane = cost::is_added_up(in, uniform_);
  // NVIDIA's shared memory adds integers of 32 bits, and compares and swaps.
  info.swaps = in.space == ptx::Space::Shared &&
               (ptx::is_float(in.type) || ptx::bits_of(in.type) == 64) &&
               (in.op == ptx::Op::Atom || in.op == ptx::Op::Red) &&
               in.atomic != ptx::AtomicOp::Exch && in.atomic != ptx::AtomicOp::Cas;
  info.draws_work = needed && ptx::draws_work(*program_.module, function_, step.instruction);
  info.offset = address->offset;
  info.address = address->base_is_symbol ? pool_.value(symbol_address(address->index))
                 : address->index >= 0   ? code_.slots[address->index]
                                         : pool_.value(0);
  step.kind = info.kind == AccessKind::Load    ? StepKind::Load
              : info.kind == AccessKind::Store ? StepKind::Store
                                               : StepKind::Atomic;
  if (!decode_operands(in, step, info)) {
    add_opaque(in, step);
    return;
  }
  const ptx::Space site_space = in.op == ptx::Op::CpAsync ? ptx::Space::Global : in.space;
  if (!untraced) {
    const int32_t bytes = info.element_bytes * info.elements;
    info.site = site_of(in, step.instruction, info.kind, site_space, bytes);
  }
  info.counter = static_cast<int32_t>(program_.memories.size());
  step.info = info.counter;
  step.is_signed = ptx::is_signed(in.type);
  program_.memories.push_back(std::move(info));
  add(step);
  // Results that the interpreter does not compute must not look known.
  if (step.kind == StepKind::MatrixLoad) {
    Step opaque = step;
    opaque.guard_counter = -1;
    add_opaque(in, opaque);
  }
}

namespace {

// Functions that the kernel can reach through calls, itself first.
std::vector<int32_t> reachable(const ptx::Module& module, int32_t kernel) {
  std::vector<bool> seen(module.functions.size(), false);
  std::vector<int32_t> order = {kernel};
  seen[kernel] = true;
  for (size_t k = 0; k < order.size(); ++k) {
    for (const ptx::Instruction& in : module.functions[order[k]].instructions) {
      for (const ptx::Operand& operand : in.operands) {
        if (operand.kind != ptx::OperandKind::Function || operand.index < 0 || seen[operand.index])
          continue;
        const ptx::Function& callee = module.functions[operand.index];
        if (!callee.has_body || ptx::is_canonical_math(callee.name)) continue;
        seen[operand.index] = true;
        order.push_back(operand.index);
      }
    }
  }
  return order;
}

// Room for what calls pass and for local memory; without recursion each function has
// its own, so that addresses are constants.
void lay_out_frames(Program& program, const std::vector<int32_t>& functions) {
  for (const int32_t f : functions) {
    const ptx::Function& function = program.module->functions[f];
    FunctionCode& code = program.functions[f];
    const auto place = [&](const std::vector<ptx::Variable>& variables) {
      for (const ptx::Variable& variable : variables) {
        const int64_t align = std::clamp<int64_t>(variable.align, 1, 128);
        program.call_bytes = (program.call_bytes + align - 1) / align * align;
        code.parameter_at.push_back(program.call_bytes);
        if (variable.space == ptx::Space::Param)
          program.call_bytes += std::clamp<int64_t>(variable.bytes, 0, 65536);
      }
    };
    place(function.variables);
    if (!function.is_entry) place(function.parameters);
    if (!function.is_entry) place(function.results);
    program.local_bytes = (program.local_bytes + 15) / 16 * 16;
    code.local_base = program.local_bytes;
    program.local_bytes += std::max<int64_t>(function.local_bytes, 0);
  }
}

void lay_out_counters(Program& program) {
  CounterLayout& layout = program.counters;
  const auto memories = static_cast<int32_t>(program.memories.size());
  layout.block_lanes = program.n_blocks;
  layout.guarded = 2 * program.n_blocks;
  layout.shared_requests = layout.guarded + static_cast<int32_t>(program.guarded.size());
  layout.shared_wavefronts = layout.shared_requests + memories;
  layout.swap_rounds = layout.shared_wavefronts + memories;
  layout.swap_attempts = layout.swap_rounds + memories;
  layout.requests = layout.swap_attempts + memories;
  layout.branches = layout.requests + static_cast<int32_t>(program.sites.size());
  layout.divergent = layout.branches + 1;
  layout.barriers = layout.divergent + 1;
  layout.out_of_range = layout.barriers + 1;
  layout.instructions = layout.out_of_range + 1;
  layout.estimated = layout.instructions + 1;
  layout.unknowns = layout.estimated + 1;
  layout.size = layout.unknowns + kMaxUnknowns;
}

}  // namespace

Result<Program> prepare_program(const ptx::Module& module, const ptx::Function& kernel,
                                const Launch& launch, const LaunchMemory& memory,
                                const ExecOptions& options) {
  Program program;
  program.module = &module;
  program.launch = &launch;
  program.memory = &memory;
  program.functions.resize(module.functions.size());
  const auto index = &kernel - module.functions.data();
  if (index < 0 || static_cast<size_t>(index) >= module.functions.size())
    return Error{ErrorCode::Internal, "kernel '" + kernel.name + "' is not of this module"};
  program.kernel = static_cast<int32_t>(index);
  program.shared = lay_out_shared(module, launch.shared_bytes);
  const std::vector<int32_t> functions = reachable(module, program.kernel);
  lay_out_frames(program, functions);
  if (program.shared.bytes > static_cast<int64_t>(kParamBase - kSharedBase) ||
      program.local_bytes > static_cast<int64_t>(kLocalEnd - kLocalBase) ||
      program.call_bytes > static_cast<int64_t>(kConstBase - kCallBase)) {
    return Error{ErrorCode::InvalidInput,
                 "kernel '" + kernel.name + "' asks for more memory than any GPU has"};
  }
  ConstantPool pool(program);
  pool.value(0);  // the first constant: what an absent operand reads
  for (const int32_t f : functions)
    Decoder(program, pool, options, f).run();
  lay_out_counters(program);
  return program;
}

}  // namespace kcast::exec
