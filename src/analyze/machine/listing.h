// Machine code as nvdisasm prints it, parsed into plain values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::machine {

enum class Kind : uint8_t {
  Register,   // R0 to R254; 255 is RZ
  Uniform,    // UR0 to UR62; 63 is URZ
  Predicate,  // P0 to P6; 7 is PT
  UniformPredicate,
  Immediate,
  Constant,  // c[bank][index + offset]
  Memory,    // [index + offset]
  Label,     // an instruction of the same function
  Special,   // SR_TID.X and the like
  Other,     // barrier registers, PR, text that does not matter
};

struct Operand {
  Kind kind = Kind::Other;
  bool negative = false;         // -a
  bool absolute = false;         // |a|
  bool complement = false;       // ~a or !a
  char half = 0;                 // of a packed pair: 'l', 'h', 'b' (both in order)
  int index = -1;                // register, base register of memory (-1: none), target of a label
  int uniform = -1;              // uniform register that is added to an address; -1: none
  int scale = 1;                 // of the base register of memory
  bool is_narrow = false;        // the base register of memory is said to have 32 bits
  bool is_wide = false;          // the base register of memory has 64 bits
  bool is_uniform_wide = false;  // the same of the uniform register
  int bank = 0;
  int64_t offset = 0;
  uint64_t bits = 0;   // Immediate, as the instruction's type has it
  double number = 0;   // Immediate of a floating-point instruction
  std::string suffix;  // of a register: "H0_H0", without "reuse"
  std::string name;    // Special, Other: the text
};

struct Instruction {
  std::string opcode;                  // the part before the first dot: "IMAD"
  std::vector<std::string> modifiers;  // the parts after it: "WIDE", "U32"
  std::vector<Operand> operands;
  Operand guard;  // Kind::Other: none
  int code = 0;   // row of its class
  // Where the listing has them.
  int64_t address = 0;
  uint64_t low = 0, high = 0;  // the encoding
  int file = -1;               // in Listing::files
  int line = 0;
  std::string remark;  // "(*...*)"

  bool has(std::string_view modifier) const;
  std::string full_name() const;
};

// Bits of an encoding that say how the instruction is issued (sm_70 and later).
struct Control {
  int stall = 0;          // cycles until the warp issues the next one
  int write_barrier = 7;  // counted down when the result is there; 7: none
  int read_barrier = 7;   // counted down when the operands are read
  int wait_mask = 0;      // barriers that must be zero first
};
Control control_of(const Instruction& instruction);

struct Function {
  std::string name;
  std::vector<Instruction> instructions;
  std::map<std::string, int> labels;  // instructions by name
};

// A variable of constant bank 3.
struct ConstantVariable {
  std::string name;
  int64_t offset = 0;
};

struct Listing {
  std::vector<Function> functions;
  std::string global_bytes;                      // .nv.global.init
  std::map<int, int64_t> global_offsets;         // offset in bank 4 -> offset in global_bytes
  std::map<int, std::string> global_names;       // offset in bank 4 -> variable
  std::map<std::string, std::string> constants;  // bank 3 and bank 2 sections by name
  std::vector<ConstantVariable> variables;       // of bank 3, ascending
  std::map<std::string, int64_t> shared_bytes;   // by function, with what the system reserves
  std::vector<std::string> files;
  const Function* find(std::string_view name) const;
};

// `text` is the output of nvdisasm, with -hex and -gi or without.
Result<Listing> parse_listing(std::string_view text);

}  // namespace kcast::machine
