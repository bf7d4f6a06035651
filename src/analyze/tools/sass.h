// Machine code of sm_90 as nvdisasm prints it, parsed into plain values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::tools {

enum class Kind : uint8_t {
  Register,   // R0 to R254; 255 is RZ
  Uniform,    // UR0 to UR62; 63 is URZ
  Predicate,  // P0 to P6; 7 is PT
  UniformPredicate,
  Immediate,
  Constant,  // c[bank][index + offset]
  Memory,    // [index + offset]
  Label,     // an instruction of the same function
  Special,   // SR_TID.X and the like, always zero here
  Other,     // barrier registers, PR, text that does not matter
};

struct Operand {
  Kind kind = Kind::Other;
  bool negative = false;    // -a
  bool absolute = false;    // |a|
  bool complement = false;  // ~a or !a
  char half = 0;            // of a packed pair: 'l', 'h', 'b' (both in order)
  int index = -1;           // register, base register of memory (-1: none), target of a label
  int bank = 0;
  int64_t offset = 0;
  uint64_t bits = 0;  // Immediate, as the instruction's type has it
  double number = 0;  // Immediate of a floating-point instruction
};

struct Instruction {
  std::string opcode;                  // the part before the first dot: "IMAD"
  std::vector<std::string> modifiers;  // the parts after it: "WIDE", "U32"
  std::vector<Operand> operands;
  Operand guard;  // Kind::Other: none
  int code = 0;   // row of its class

  bool has(std::string_view modifier) const;
  std::string full_name() const;
};

struct Function {
  std::string name;
  std::vector<Instruction> instructions;
};

struct Listing {
  std::vector<Function> functions;
  std::string global_bytes;                      // .nv.global.init
  std::map<int, int64_t> global_offsets;         // offset in bank 4 -> offset in global_bytes
  std::map<std::string, std::string> constants;  // bank 3 and bank 2 sections by name
  const Function* find(std::string_view name) const;
};

// `text` is the output of nvdisasm without options.
Result<Listing> parse_listing(std::string_view text);

}  // namespace kcast::tools
