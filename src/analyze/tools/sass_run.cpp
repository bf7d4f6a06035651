#include "analyze/tools/sass_run.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "analyze/tools/sass_float.h"
#include "analyze/tools/sass_integer.h"
#include "analyze/tools/sass_machine.h"

namespace kcast::tools {

namespace {

int access_bytes(const Instruction& i) {
  if (i.has("U8") || i.has("S8")) return 1;
  if (i.has("U16") || i.has("S16")) return 2;
  if (i.has("64")) return 8;
  return i.has("128") ? 16 : 4;
}

const Operand* memory_operand(const Instruction& i) {
  for (const Operand& operand : i.operands) {
    if (operand.kind == Kind::Memory || operand.kind == Kind::Constant) return &operand;
  }
  return nullptr;
}

void load(Machine& m, const Instruction& i) {
  const Operand* from = memory_operand(i);
  if (from == nullptr) return;
  const int bytes = access_bytes(i);
  // The loaded registers may be those of the address.
  const uint64_t address = m.address(*from);
  for (int done = 0; done < bytes; done += 4) {
    uint32_t value = 0;
    if (from->kind == Kind::Constant) {
      value = m.raw(*from, done / 4);
    } else {
      value = m.load(address + static_cast<uint64_t>(done), std::min(bytes, 4));
    }
    if (i.has("S8")) value = static_cast<uint32_t>(static_cast<int8_t>(value));
    if (i.has("S16")) value = static_cast<uint32_t>(static_cast<int16_t>(value));
    m.set(i.operands[0], value, done / 4);
  }
}

void store(Machine& m, const Instruction& i) {
  const Operand* to = memory_operand(i);
  if (to == nullptr) return;
  const Operand& value = i.operands.back();
  const int bytes = access_bytes(i);
  for (int done = 0; done < bytes; done += 4) {
    m.store(m.address(*to) + static_cast<uint64_t>(done), std::min(bytes, 4),
            m.raw(value, done / 4));
  }
  if (i.opcode == "STG" || i.opcode == "ST") {
    m.stored.push_back(bytes >= 8 ? m.pair(value) : m.raw(value));
  }
}

bool execute_control(Machine& m, const Instruction& i) {
  if (i.opcode == "BRA" || i.opcode == "CALL") {
    int target = -1;
    for (const Operand& operand : i.operands) {
      if (operand.kind == Kind::Label) target = operand.index;
      // A branch may carry a second condition beside its guard.
      const bool condition =
          operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate;
      if (condition && !m.predicate(operand)) return true;
    }
    m.next = target;
    if (target < 0) m.failure = "a branch without a target";
    return true;
  }
  if (i.opcode == "RET") {
    m.next = static_cast<int>(m.raw(i.operands[0]) / 16);
    return true;
  }
  if (i.opcode == "EXIT") m.done = true;
  static constexpr std::string_view kNothing[] = {"EXIT",     "BSSY", "BSYNC", "BREAK",
                                                  "WARPSYNC", "NOP",  "YIELD", "DEPBAR"};
  return std::find(std::begin(kNothing), std::end(kNothing), i.opcode) != std::end(kNothing);
}

// When values become available.
class Clock {
 public:
  static constexpr double kInputs = 1000;

  void issue(const Instruction& i, double latency) {
    const bool from_input = i.opcode == "LDG" || i.opcode == "LD";
    double start = ready(i.guard);
    for (size_t at = 0; at < i.operands.size(); ++at) {
      if (at >= written(i)) start = std::max(start, ready(i.operands[at]));
    }
    if (i.opcode == "STG" || i.opcode == "ST") {
      finish = std::max(finish, ready(i.operands.back()));
    }
    // What decides a jump delays all that follows it.
    if (i.opcode == "BRA" || i.opcode == "CALL" || i.opcode == "RET") {
      floor_ = std::max(floor_, start + latency);
      return;
    }
    const double done = from_input ? std::max(start + latency, kInputs) : start + latency;
    for (size_t at = 0; at < written(i); ++at)
      set(i, i.operands[at], from_input ? kInputs : done);
  }

  double finish = 0;

 private:
  static bool is_predicate(const Operand& operand) {
    return operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate;
  }
  static size_t written(const Instruction& i) {
    if (i.opcode.starts_with("ST") || i.opcode == "BRA" || i.opcode == "CALL" ||
        i.opcode == "RET") {
      return 0;
    }
    if (i.opcode.ends_with("SETP") || i.opcode.ends_with("PLOP3") || i.opcode == "HSETP2") return 2;
    size_t count = 1;
    if (i.opcode == "LOP3" && is_predicate(i.operands[0])) return 2;
    while (count < i.operands.size() && is_predicate(i.operands[count]) &&
           (i.opcode == "IADD3" || i.opcode == "LEA" || i.opcode == "IMAD")) {
      ++count;
    }
    return std::min(count, i.operands.size());
  }
  std::array<double, 4>* slot(const Operand& operand) {
    const int number = operand.index;
    if (number < 0) return nullptr;
    switch (operand.kind) {
      case Kind::Register:
      case Kind::Memory:
        return number == 255 ? nullptr : &times_[static_cast<size_t>(number)];
      case Kind::Uniform:
        return number == 63 ? nullptr : &times_[static_cast<size_t>(260 + number)];
      case Kind::Predicate:
        return number == 7 ? nullptr : &times_[static_cast<size_t>(330 + number)];
      case Kind::UniformPredicate:
        return number == 7 ? nullptr : &times_[static_cast<size_t>(340 + number)];
      default:
        return nullptr;
    }
  }
  double ready(const Operand& operand) {
    const std::array<double, 4>* time = slot(operand);
    return time == nullptr ? floor_ : std::max(floor_, (*time)[0]);
  }
  void set(const Instruction& i, const Operand& operand, double time) {
    std::array<double, 4>* at = slot(operand);
    if (at == nullptr) return;
    const bool pair =
        operand.kind == Kind::Register && (i.opcode[0] == 'D' || i.has("WIDE") || i.has("64") ||
                                           i.has("F64") || i.has("128") || i.has("S64"));
    const int registers = pair ? (i.has("128") ? 4 : 2) : 1;
    for (int part = 0; part < registers; ++part) {
      const size_t index = static_cast<size_t>(at - times_.data()) + static_cast<size_t>(part);
      if (index < times_.size()) times_[index][0] = time;
    }
  }
  std::vector<std::array<double, 4>> times_ = std::vector<std::array<double, 4>>(350);
  double floor_ = 0;
};

// What every micro-kernel has whatever it computes: parameters, inputs, output, end.
bool is_frame(const Instruction& i) {
  if (i.opcode == "EXIT" || i.opcode == "STG") return true;
  // Tables of the math library are read as constants, inputs are not.
  if (i.opcode == "LDG") return !i.has("CONSTANT");
  for (const Operand& operand : i.operands) {
    if (operand.kind == Kind::Constant && operand.bank == 0) return true;
  }
  return false;
}

// Forms of one opcode that a counter might class differently.
std::string short_name(const Instruction& i) {
  static constexpr std::string_view kForms[] = {"MOV", "SHL", "IADD", "WIDE",
                                                "HI",  "X",   "EX",   "F32"};
  std::string name = i.opcode;
  if (i.opcode == "FFMA" || i.opcode == "F2F" || i.opcode == "MUFU" || i.opcode == "I2FP")
    return name;
  for (const std::string_view form : kForms) {
    if (i.has(form)) return name + "." + std::string(form);
  }
  return name;
}

// HFMA2 as a way to load a constant: -0 * 0 + immediate.
bool is_constant_move(const Instruction& i) {
  return i.opcode == "HFMA2" && i.operands.size() >= 3 && i.operands[1].index == 255 &&
         i.operands[2].index == 255;
}

// False when nobody knows the opcode.
bool execute(Machine& machine, const Instruction& i) {
  if (execute_control(machine, i)) return true;
  static constexpr std::string_view kLoads[] = {"LDG", "LD", "LDL", "LDC", "ULDC"};
  if (std::find(std::begin(kLoads), std::end(kLoads), i.opcode) != std::end(kLoads)) {
    load(machine, i);
    return true;
  }
  if (i.opcode == "STG" || i.opcode == "ST" || i.opcode == "STL") {
    store(machine, i);
    return true;
  }
  return execute_integer(machine, i) || execute_float(machine, i);
}

}  // namespace

Result<RunResult> run_function(const Listing& listing, const Function& function,
                               const Classes& classes, const std::vector<uint64_t>& arguments,
                               OpcodeCounts* opcodes) {
  constexpr int kMostSteps = 200000;
  Machine machine(listing, function, arguments);
  Clock clock;
  RunResult result;
  const auto count = static_cast<int>(function.instructions.size());
  for (int step = 0; !machine.done; ++step) {
    if (step == kMostSteps || machine.next < 0 || machine.next >= count) {
      return Error{ErrorCode::Internal, function.name + ": execution does not end"};
    }
    const Instruction& i = function.instructions[static_cast<size_t>(machine.next)];
    ++machine.next;
    const OpcodeClass& kind = classes.at(i);
    const bool framed = is_frame(i);
    ++result.all_slots;
    if (!framed) {
      ++result.tally.slots;
      result.tally.pipes[kind.pipe] += 1;
    }
    if (i.guard.kind != Kind::Other && !machine.predicate(i.guard)) continue;
    if (!framed) result.tally.counters[is_constant_move(i) ? kHmove : kind.counter] += 1;
    if (opcodes != nullptr) (*opcodes)[short_name(i)] += 1;
    clock.issue(i, kind.latency);
    if (!execute(machine, i)) {
      return Error{ErrorCode::Unsupported, function.name + ": no semantics for " + i.full_name()};
    }
    if (!machine.failure.empty()) {
      return Error{ErrorCode::Internal, function.name + ": " + machine.failure};
    }
  }
  result.tally.latency = std::max(0.0, clock.finish - Clock::kInputs);
  for (size_t at = 0; at < std::min<size_t>(2, machine.stored.size()); ++at) {
    result.stored[at] = machine.stored[at];
  }
  return result;
}

}  // namespace kcast::tools
