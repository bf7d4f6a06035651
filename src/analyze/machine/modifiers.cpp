#include "analyze/machine/modifiers.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace kcast::machine {

namespace {

struct Form {
  std::string_view opcode;
  std::string_view modifiers;
};

constexpr std::string_view kGlobal =
    "E 64 128 U8 S8 U16 S16 CONSTANT STRONG WEAK GPU SYS CTA SM EF LU EL NA LTC64B LTC128B "
    "LTC256B PRIVATE ";
constexpr std::string_view kNarrow = "64 128 U8 S8 U16 S16 LU ";
constexpr std::string_view kReal = "FTZ SAT RN RZ RM RP ";
constexpr std::string_view kCompare =
    "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU AND OR XOR FTZ ";
constexpr std::string_view kConvert =
    "FTZ F16 F32 F64 S8 U8 S16 U16 S32 U32 S64 U64 RN RZ RM RP TRUNC FLOOR CEIL NTZ ROUND ";
constexpr std::string_view kAtomic =
    "E ADD MIN MAX INC DEC AND OR XOR EXCH CAS CAST SPIN POPC 32 64 U32 S32 U64 S64 F32 F64 FTZ "
    "RN STRONG GPU SYS CTA SM ";

constexpr std::string_view kReconverge = "RELIABLE RECONVERGENT ";

// Opcodes without the letter of uniform instructions; others have no modifiers.
constexpr Form kForms[] = {
    {"IADD3", "X "},
    {"IMAD", "HI U32 IADD MOV SHL WIDE X "},
    {"LEA", "HI SX32 X "},
    {"SHF", "L R HI W U32 S32 U64 S64 "},
    {"LOP3", "LUT "},
    {"PLOP3", "LUT "},
    {"ISETP", "EQ NE LT LE GT GE AND OR XOR U32 EX "},
    {"VIMNMX", "U32 S32 "},
    {"IMNMX", "U32 S32 "},
    {"VIADDMNMX", "U32 S32 RELU "},
    {"FLO", "U32 SH "},
    {"SGXT", "U32 "},
    {"BMSK", "W C "},
    {"IDP", "4A U8 S8 "},
    {"VABSDIFF", "U32 S32 "},
    {"MOV", "64 "},
    {"FADD", kReal},
    {"FMUL", "FTZ SAT RN RZ RM RP D2 D4 D8 M2 M4 M8 "},
    {"FFMA", kReal},
    {"DADD", kReal},
    {"DMUL", kReal},
    {"DFMA", kReal},
    {"FSETP", kCompare},
    {"DSETP", "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU AND OR XOR MIN MAX "},
    {"FMNMX", "FTZ "},
    {"FSEL", "FTZ "},
    {"FSET", "BF FTZ LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU AND "},
    {"MUFU", "COS SIN EX2 LG2 RCP RSQ SQRT TANH RCP64H RSQ64H F16 "},
    {"F2I", kConvert},
    {"I2F", kConvert},
    {"I2FP", "F32 S32 U32 RN RZ RM RP "},
    {"F2F", kConvert},
    {"FRND", kConvert},
    {"F2FP", "F16 BF16 F32 PACK_AB RN RELU MERGE_C "},
    {"HADD2", "F32 MMA BF16_V2 SAT FTZ "},
    {"HMUL2", "MMA BF16_V2 SAT FTZ "},
    {"HFMA2", "MMA BF16_V2 SAT FTZ "},
    {"HSETP2", kCompare},
    {"HMNMX2", "BF16_V2 FTZ "},
    {"LDG", kGlobal},
    {"LD", kGlobal},
    {"STG", kGlobal},
    {"ST", kGlobal},
    {"LDS", kNarrow},
    {"STS", kNarrow},
    {"LDL", kNarrow},
    {"STL", kNarrow},
    {"LDC", "64 U8 S8 U16 S16 "},
    {"ATOM", kAtomic},
    {"ATOMG", kAtomic},
    {"ATOMS", kAtomic},
    {"RED", kAtomic},
    {"REDG", kAtomic},
    {"LDGSTS", "E BYPASS 64 128 LTC64B LTC128B LTC256B CONSTANT STRONG GPU "},
    {"LDSM", "16 M88 MT88 2 4 "},
    {"MEMBAR", "SC ALL GPU CTA SYS VC "},
    {"CCTL", "IVALL E "},
    {"DEPBAR", "LE "},
    {"CS2R", "32 "},
    {"SHFL", "UP DOWN BFLY IDX "},
    {"VOTE", "ANY ALL EQ "},
    {"VOTEU", "ANY ALL EQ "},
    {"MATCH", "ANY U64 "},
    {"REDUX", "SUM MIN MAX OR XOR AND S32 U32 "},
    {"BAR", "SYNC ARV RED POPC AND OR DEFER_BLOCKING "},
    {"B2R", "RESULT "},
    {"HMMA", "16816 1688 1684 F32 F16 BF16 TF32 "},
    {"IMMA", "16816 16832 S8 U8 "},
    {"DMMA", "884 "},
    {"BRA", "DIV U "},
    {"BSSY", kReconverge},
    {"BSYNC", kReconverge},
    {"BREAK", "RELIABLE "},
    {"CALL", "REL NOINC "},
    {"RET", "REL NODEC "},
    {"BRX", "REL "},
    {"WARPSYNC", "ALL "},
    {"BMOV", "32 64 CLEAR "},
};

const Form* form_of(std::string_view opcode) {
  const auto* found = std::find_if(std::begin(kForms), std::end(kForms),
                                   [&](const Form& form) { return form.opcode == opcode; });
  return found == std::end(kForms) ? nullptr : found;
}

bool has_word(std::string_view words, std::string_view word) {
  for (size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const bool starts = at == 0 || words[at - 1] == ' ';
    const size_t end = at + word.size();
    if (starts && end < words.size() && words[end] == ' ') return true;
  }
  return false;
}

bool takes_halves(const std::string& opcode) {
  return opcode == "HADD2" || opcode == "HMUL2" || opcode == "HFMA2" || opcode == "HSETP2" ||
         opcode == "HMNMX2" || opcode == "F2F" || opcode == "I2F";
}

}  // namespace

bool is_known_form(const Instruction& instruction) {
  const Form* form = form_of(instruction.opcode);
  if (form == nullptr && instruction.opcode.starts_with("U"))
    form = form_of(std::string_view(instruction.opcode).substr(1));
  for (const std::string& modifier : instruction.modifiers)
    if (form == nullptr || !has_word(form->modifiers, modifier)) return false;
  for (const Operand& operand : instruction.operands) {
    if (operand.suffix.empty()) continue;
    const bool is_half = operand.suffix == "H0_H0" || operand.suffix == "H1_H1";
    if (!is_half || !takes_halves(instruction.opcode)) return false;
  }
  return true;
}

}  // namespace kcast::machine
