#include "analyze/machine/emit_warp.h"

#include <map>
#include <string>
#include <vector>

namespace kcast::machine {

namespace {

using WarpHandler = void (*)(Emitter&, const Instruction&);

void special(Emitter& out, const Instruction& i) {
  static const std::map<std::string, std::string, std::less<>> names = {
      {"SR_TID.X", "%tid.x"},        {"SR_TID.Y", "%tid.y"},        {"SR_TID.Z", "%tid.z"},
      {"SR_CTAID.X", "%ctaid.x"},    {"SR_CTAID.Y", "%ctaid.y"},    {"SR_CTAID.Z", "%ctaid.z"},
      {"SR_NTID.X", "%ntid.x"},      {"SR_NTID.Y", "%ntid.y"},      {"SR_NTID.Z", "%ntid.z"},
      {"SR_LANEID", "%laneid"},      {"SR_EQMASK", "%lanemask_eq"}, {"SR_LTMASK", "%lanemask_lt"},
      {"SR_LEMASK", "%lanemask_le"}, {"SR_GTMASK", "%lanemask_gt"}, {"SR_GEMASK", "%lanemask_ge"},
      {"SR_CLOCKLO", "%clock"},      {"SR_VIRTUALSMID", "%smid"},   {"SR_SMID", "%smid"},
      {"SR_WARPID", "%warpid"},      {"SR_NSMID", "%nsmid"}};
  const Operand& source = i.operands.back();
  const std::string& name = source.name;
  const bool is_pair = i.opcode == "CS2R" && !i.has("32");
  if (name == "SRZ" || name == "SR_SWINHI" || name == "SR_SWINLO" || name == "SR_LWINHI" ||
      name == "SR_LWINLO") {
    out.core("mov.b32 " + out.result(i.operands[0]) + ", 0");
    if (is_pair) out.put("mov.b32 " + out.result(i.operands[0], 1) + ", 0");
    return;
  }
  if (is_pair && (name == "SR_CLOCKLO" || name == "SR_GLOBALTIMERLO")) {
    const std::string wide = out.wide_temp();
    out.core("mov.u64 " + wide + (name == "SR_CLOCKLO" ? ", %clock64" : ", %globaltimer"));
    out.put_pair(i.operands[0], wide);
    return;
  }
  // The number of a block in its cluster is the upper part of addresses of shared memory, which
  // begin there for the interpreter.
  if (name == "SR_CgaCtaId") {
    out.uses_cluster_window = true;
    out.core("mov.b32 " + out.result(i.operands[0]) + ", 1");
    return;
  }
  const auto found = names.find(name);
  if (found == names.end()) {
    out.fail("the special register " + name);
    return;
  }
  out.core("mov.u32 " + out.result(i.operands[0]) + ", " + found->second);
}

void shuffle(Emitter& out, const Instruction& i) {
  const char* mode = i.has("UP")     ? "up"
                     : i.has("DOWN") ? "down"
                     : i.has("BFLY") ? "bfly"
                     : i.has("IDX")  ? "idx"
                                     : nullptr;
  if (mode == nullptr || i.operands.size() < 5) {
    out.fail(i.full_name());
    return;
  }
  const std::string value = out.word(i.operands[2]);
  const std::string by = out.word(i.operands[3]);
  const std::string clamp = out.word(i.operands[4]);
  out.core(std::string("shfl.sync.") + mode + ".b32 " + out.result(i.operands[1]) +
           (Emitter::is_true(i.operands[0]) ? "" : "|" + out.flag_result(i.operands[0])) + ", " +
           value + ", " + by + ", " + clamp + ", -1");
}

// VOTE.ANY [R,] P, P: the lanes that say yes, and whether any or all do.
void vote(Emitter& out, const Instruction& i) {
  const size_t flag_at = is_predicate(i.operands[0]) ? 0 : 1;
  if (flag_at + 1 >= i.operands.size()) {
    out.fail(i.full_name());
    return;
  }
  const std::string asked = out.flag(i.operands[flag_at + 1]);
  if (flag_at == 1 && !Emitter::is_zero(i.operands[0]))
    out.core("vote.sync.ballot.b32 " + out.result(i.operands[0]) + ", " + asked + ", -1");
  if (Emitter::is_true(i.operands[flag_at])) return;
  const char* mode = i.has("ALL") ? "all" : i.has("EQ") ? "uni" : "any";
  out.core(std::string("vote.sync.") + mode + ".pred " + out.flag_result(i.operands[flag_at]) +
           ", " + asked + ", -1");
}

void match(Emitter& out, const Instruction& i) {
  const size_t at = is_predicate(i.operands[0]) ? 1 : 0;
  if (!i.has("ANY") || at + 1 >= i.operands.size()) {
    out.fail(i.full_name());
    return;
  }
  const bool is_wide = i.has("U64");
  out.core(std::string("match.any.sync.") + (is_wide ? "b64 " : "b32 ") +
           out.result(i.operands[at]) + ", " +
           (is_wide ? out.raw_pair(i.operands[at + 1]) : out.word(i.operands[at + 1])) + ", -1");
}

void redux(Emitter& out, const Instruction& i) {
  std::string op = i.has("SUM")   ? "add."
                   : i.has("MIN") ? "min."
                   : i.has("MAX") ? "max."
                   : i.has("OR")  ? "or."
                   : i.has("XOR") ? "xor."
                                  : "and.";
  const bool is_bits = op == "or." || op == "xor." || op == "and.";
  op += is_bits ? "b32" : i.has("S32") ? "s32" : "u32";
  out.core("redux.sync." + op + " " + out.result(i.operands[0]) + ", " + out.word(i.operands[1]) +
           ", -1");
}

void barrier(Emitter& out, const Instruction& i) {
  if (i.operands.empty() || i.has("SCAN")) {
    out.fail(i.full_name());
    return;
  }
  std::string text = i.operands[0].kind == Kind::Immediate ? std::to_string(i.operands[0].bits)
                                                           : out.word(i.operands[0]);
  if (i.has("RED")) {
    std::string flag = "%true";
    for (const Operand& operand : i.operands)
      if (is_predicate(operand)) flag = out.flag(operand);
    if (i.has("POPC")) {
      out.core("bar.red.popc.u32 %barrier, " + text + ", " + flag);
      out.help("setp.ne.s32 %agreed, %barrier, 0");
    } else {
      out.core(std::string("bar.red.") + (i.has("AND") ? "and" : "or") + ".pred %agreed, " + text +
               ", " + flag);
      out.help("selp.b32 %barrier, 1, 0, %agreed");
    }
    return;
  }
  if (i.operands.size() > 1 && !is_predicate(i.operands[1])) text += ", " + out.word(i.operands[1]);
  out.core((i.has("ARV") ? "bar.arrive " : "bar.sync ") + text);
}

void barrier_result(Emitter& out, const Instruction& i) {
  for (const Operand& operand : i.operands) {
    if (is_predicate(operand)) out.put("mov.pred " + out.flag_result(operand) + ", %agreed");
    if (operand.kind == Kind::Register) out.put("mov.b32 " + out.result(operand) + ", %barrier");
  }
}

std::string registers(Emitter& out, const Operand& operand, int count, bool written) {
  std::string text = "{";
  for (int k = 0; k < count; ++k) {
    if (k > 0) text += ", ";
    text += written ? out.result(operand, k) : out.raw_word(operand, k);
  }
  return text + "}";
}

struct MatrixForm {
  const char* shape;
  const char* name;
  int a, b;
};

// HMMA.16816.F32 d, a, b, c
void matrix_product(Emitter& out, const Instruction& i) {
  static constexpr MatrixForm kForms[] = {{"16816", "m16n8k16", 4, 2}, {"1688", "m16n8k8", 2, 1}};
  const bool is_bfloat = i.has("BF16");
  for (const MatrixForm& form : kForms) {
    if (!i.has(form.shape) || i.has("TF32") || i.has("SP") || i.operands.size() < 4) continue;
    const bool is_single = i.has("F32");
    const int sums = is_single ? 4 : 2;
    const std::string factor = is_bfloat ? "bf16" : "f16";
    const std::string sum = is_single ? "f32" : "f16";
    out.core(std::string("mma.sync.aligned.") + form.name + ".row.col." + sum + "." + factor + "." +
             factor + "." + sum + " " + registers(out, i.operands[0], sums, true) + ", " +
             registers(out, i.operands[1], form.a, false) + ", " +
             registers(out, i.operands[2], form.b, false) + ", " +
             registers(out, i.operands[3], sums, false));
    return;
  }
  if (i.has("TF32") && i.operands.size() >= 4 && (i.has("1688") || i.has("1684"))) {
    const bool deep = i.has("1688");
    out.core(std::string("mma.sync.aligned.m16n8k") + (deep ? "8" : "4") +
             ".row.col.f32.tf32.tf32.f32 " + registers(out, i.operands[0], 4, true) + ", " +
             registers(out, i.operands[1], deep ? 4 : 2, false) + ", " +
             registers(out, i.operands[2], deep ? 2 : 1, false) + ", " +
             registers(out, i.operands[3], 4, false));
    return;
  }
  out.fail(i.full_name());
}

void integer_matrix_product(Emitter& out, const Instruction& i) {
  std::vector<std::string> types;
  for (const std::string& modifier : i.modifiers) {
    if (modifier == "S8") types.emplace_back("s8");
    if (modifier == "U8") types.emplace_back("u8");
  }
  const bool deep = i.has("16832");
  if ((!deep && !i.has("16816")) || types.size() != 2 || i.operands.size() < 4) {
    out.fail(i.full_name());
    return;
  }
  out.core(std::string("mma.sync.aligned.m16n8k") + (deep ? "32" : "16") + ".row.col.s32." +
           types[0] + "." + types[1] + ".s32 " + registers(out, i.operands[0], 4, true) + ", " +
           registers(out, i.operands[1], deep ? 4 : 2, false) + ", " +
           registers(out, i.operands[2], deep ? 2 : 1, false) + ", " +
           registers(out, i.operands[3], 4, false));
}

void double_matrix_product(Emitter& out, const Instruction& i) {
  if (!i.has("884") || i.operands.size() < 4) {
    out.fail(i.full_name());
    return;
  }
  const std::string a = out.raw_pair(i.operands[1]);
  const std::string b = out.raw_pair(i.operands[2]);
  Operand next = i.operands[3];
  const std::string c = out.raw_pair(next);
  if (!Emitter::is_zero(next)) next.index += 2;
  const std::string d = out.raw_pair(next);
  const std::string first = out.wide_temp();
  const std::string second = out.wide_temp();
  out.core("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {" + first + ", " + second + "}, {" +
           a + "}, {" + b + "}, {" + c + ", " + d + "}");
  out.put_pair(i.operands[0], first);
  Operand to = i.operands[0];
  if (!Emitter::is_zero(to)) to.index += 2;
  out.put_pair(to, second);
}

void sleep(Emitter& out, const Instruction&) {
  out.core("nanosleep.u32 20");
}

void no_effect(Emitter&, const Instruction&) {}

const std::map<std::string, WarpHandler, std::less<>>& warp_handlers() {
  static const std::map<std::string, WarpHandler, std::less<>> table = {
      {"S2R", special},
      {"S2UR", special},
      {"CS2R", special},
      {"SHFL", shuffle},
      {"VOTE", vote},
      {"VOTEU", vote},
      {"MATCH", match},
      {"REDUX", redux},
      {"BAR", barrier},
      {"B2R", barrier_result},
      {"HMMA", matrix_product},
      {"IMMA", integer_matrix_product},
      {"DMMA", double_matrix_product},
      {"NANOSLEEP", sleep},
      {"NOP", no_effect},
      {"YIELD", no_effect},
      {"BSSY", no_effect},
      {"BSYNC", no_effect},
      {"BREAK", no_effect},
      {"WARPSYNC", no_effect},
      {"BMOV", no_effect},
      {"PREEXIT", no_effect},
      {"ACQBULK", no_effect}};
  return table;
}

}  // namespace

bool emit_warp(Emitter& out, std::string_view opcode) {
  const auto found = warp_handlers().find(opcode);
  if (found == warp_handlers().end()) return false;
  found->second(out, out.instruction());
  return true;
}

}  // namespace kcast::machine
