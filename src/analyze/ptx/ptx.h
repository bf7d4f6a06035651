// PTX as plain values: what the front end and NVRTC emit (ISA 8.x), parsed, with
// control flow. Instructions are decoded once here; nobody else looks at text.
//
// An instruction that the parser does not know keeps its name in `mnemonic`, has
// op == Op::Unknown and its operands as far as they parse: it is counted and
// opaque, never fatal.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::ptx {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F32x2,
  F64,
  Other,  // fp8 and the like
};
int bits_of(Type type);  // 1 for Pred, 0 for None
bool is_float(Type type);
bool is_signed(Type type);

enum class Space : uint8_t { None, Generic, Global, Shared, Local, Const, Param, Texture };

enum class Op : uint8_t {
  Unknown,
  // Arithmetic.
  Add,
  Sub,
  Mul,
  Mad,
  Mul24,
  Mad24,
  Sad,
  Div,
  Rem,
  Abs,
  Neg,
  Min,
  Max,
  Fma,
  AddC,
  SubC,
  MadC,  // with carry in; carry out is the flag `carry_out`
  Rcp,
  Sqrt,
  Rsqrt,
  Sin,
  Cos,
  Lg2,
  Ex2,
  Tanh,
  CopySign,
  TestP,
  Popc,
  Clz,
  Bfind,
  Fns,
  Brev,
  Bfe,
  Bfi,
  Bmsk,
  Szext,
  Dp4a,
  Dp2a,
  // Comparison and selection.
  Set,
  Setp,
  Selp,
  Slct,
  // Logic.
  And,
  Or,
  Xor,
  Not,
  CNot,
  Lop3,
  Shf,
  Shl,
  Shr,
  Prmt,
  // Movement.
  Mov,
  Cvt,
  CvtPack,
  Cvta,
  IsSpace,
  MapA,
  GetCtaRank,
  Ld,
  Ldu,
  St,
  Prefetch,
  Discard,
  ApplyPriority,
  CreatePolicy,
  Atom,
  Red,
  RedAsync,
  CpAsync,
  CpAsyncCommit,
  CpAsyncWait,
  CpAsyncBulk,
  Tex,
  Tld4,
  Txq,
  Suld,
  Sust,
  Sured,
  // Warp and block.
  Shfl,
  Vote,
  Match,
  Redux,
  ActiveMask,
  ElectSync,
  Bar,
  BarRed,
  BarrierCluster,
  BarWarp,
  Fence,
  MBarrier,
  GridDepControl,
  SetMaxNReg,
  // Matrix units.
  WmmaLoad,
  WmmaStore,
  WmmaMma,
  Mma,
  LdMatrix,
  StMatrix,
  MovMatrix,
  Wgmma,
  // Control.
  Bra,
  BrxIdx,
  Call,
  Ret,
  Exit,
  Trap,
  Brkpt,
  NanoSleep,
  PmEvent,
  AllocaOp,
  StackSave,
  StackRestore,
};

enum class Compare : uint8_t {
  None,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};
enum class BoolOp : uint8_t { None, And, Or, Xor };
enum class Rounding : uint8_t { None, Rn, Rz, Rm, Rp, Rna, Rni, Rzi, Rmi, Rpi };
enum class AtomicOp : uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };
enum class ShuffleMode : uint8_t { None, Up, Down, Bfly, Idx };
enum class VoteMode : uint8_t { None, All, Any, Uni, Ballot };
enum class SpecialRegister : uint8_t {
  None,
  Tid,
  NTid,
  CtaId,
  NCtaId,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  Clock,
  Clock64,
  GlobalTimer,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  DynamicSharedSize,
  TotalSharedSize,
  ClusterId,
  NClusterId,
  ClusterCtaId,
  ClusterNCtaId,
  ClusterCtaRank,
  Other,
};

enum class OperandKind : uint8_t {
  None,       // absent
  Register,   // index into Function::registers
  Immediate,  // bits
  Special,    // special + dimension
  Symbol,     // address of Module/Function variable `index`, plus offset
  Address,    // [register or symbol + offset]
  Vector,     // {a, b, c, d}: count elements from Function::elements[index]
  Label,      // index is a block
  Sink,       // "_"
  Function,   // callee: index into Module::functions
};

struct Operand {
  OperandKind kind = OperandKind::None;
  bool negated = false;  // "!%p" as a source
  SpecialRegister special = SpecialRegister::None;
  uint8_t dimension = 0;        // 0 to 2 for x, y, z
  bool base_is_symbol = false;  // Address
  uint8_t count = 0;            // Vector
  int32_t index = -1;           // register, symbol, block, function, or first element
  int64_t offset = 0;           // Symbol, Address
  uint64_t bits = 0;  // Immediate: raw bits in the instruction's type (f32 in the low half)
};

struct Instruction {
  Op op = Op::Unknown;
  Type type = Type::None;  // of the operation; of a conversion, the result
  // Of a conversion, set, mul.wide or mad.wide: the source ("mul.wide.s32" has type S64 and
  // type2 S32). Of a matrix product: of the factors; of a texture read: of the coordinates.
  Type type2 = Type::None;
  Space space = Space::None;
  Compare compare = Compare::None;
  BoolOp bool_op = BoolOp::None;
  Rounding rounding = Rounding::None;
  AtomicOp atomic = AtomicOp::None;  // also of redux and bar.red (popc is Add)
  ShuffleMode shuffle = ShuffleMode::None;
  VoteMode vote = VoteMode::None;  // also of match
  uint8_t vector = 1;              // components of a vector load or store
  // lop3: its table. prmt: 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16. testp: 1 finite,
  // 2 infinite, 3 number, 4 notanumber, 5 normal, 6 subnormal.
  uint8_t lut = 0;
  bool wide = false, high = false, low = false;
  bool saturate = false, flush = false, approx = false, full = false;
  bool carry_out = false, uniform = false, non_coherent = false, is_volatile = false;
  bool relaxed = false;              // any .relaxed/.acquire/.release form
  bool left = false;                 // shf.l
  bool clamp = false;                // shf.clamp; otherwise wrap
  bool warp_sync = false;            // .sync form of a warp operation
  bool from_generic = false;         // cvta.to: generic to `space`; otherwise the other way
  bool shift_amount = false;         // bfind.shiftamt
  bool carry_in = false;             // addc, subc, madc: reads the carry
  Space source_space = Space::None;  // of a copy (cp.async): `space` is the destination
  // 0 default, otherwise a letter code: 'a','g','s','l','v','w' (wt), 'n' (L1::no_allocate);
  // of a prefetch 'a' is L1 and 'g' L2.
  int8_t cache = 0;
  int32_t predicate = -1;  // register of the guard; -1: none
  bool predicate_negated = false;
  int32_t line = 0;  // of the source; 0 when not known
  int32_t file = 0;  // index into Module::files
  // Destinations first, as in the text. Calls: results, callee, arguments. An address
  // with more parts ("[%rd1, {%r1, %r2}]") is an Address and then its other parts;
  // brx.idx has the index, then a Label per target.
  std::vector<Operand> operands;
  uint8_t destinations = 0;                          // how many leading operands are written
  std::string mnemonic;                              // the whole opcode text: "ld.global.nc.f32"
  int32_t tensor_m = 0, tensor_n = 0, tensor_k = 0;  // matrix instructions
};

struct Register {
  Type type = Type::None;
  std::string name;
};

// An address that a variable holds from the start.
struct AddressValue {
  int64_t at = 0;         // byte within the variable
  int32_t symbol = -1;    // index into Module::variables; -1: a function or not known
  int32_t function = -1;  // index into Module::functions
  int64_t addend = 0;
};

// .shared, .const, .global, .local variables and parameters.
struct Variable {
  std::string name;
  Space space = Space::None;
  Type type = Type::None;
  int64_t bytes = 0;  // 0 for extern .shared arrays
  int64_t align = 1;
  bool is_extern = false;
  int64_t offset = 0;   // within its space (of the function, for local, shared and param)
  std::string initial;  // bytes, may be shorter than `bytes` (rest zero); const and global only
  std::vector<AddressValue> addresses;  // pointers within `initial`, zero there
};

// Instructions [first, last) of a function. The last one may branch.
struct Block {
  int32_t first = 0, last = 0;
  std::string label;
  std::vector<int32_t> successors;  // taken target first, then fall-through
  std::vector<int32_t> predecessors;
  int32_t immediate_post_dominator = -1;  // -1: the exit
  int32_t immediate_dominator = -1;       // -1: the entry or unreachable
  // Where lanes that part at the end of this block meet again, -1: nowhere. Lanes that
  // leave the kernel at once (a guarded ret, a branch to a lone ret) are not waited for,
  // so it can be nearer than the post-dominator.
  int32_t reconvergence = -1;
  int32_t loop = -1;  // innermost loop, index into Function::loops
};

// A natural loop (back edges to one header are one loop).
struct Loop {
  int32_t header = 0;
  int32_t parent = -1;
  int32_t depth = 1;
  std::vector<int32_t> blocks;   // ascending, header included
  std::vector<int32_t> latches;  // blocks with a back edge
};

// What a machine instruction asks of the unit that issues it.
struct MachineCode {
  std::string opcode;      // "IMAD.WIDE"; empty: none, the instruction only helps another one
  int32_t stall = 0;       // cycles until the warp issues the next one
  int32_t barrier = -1;    // that counts until its result is there; -1: the stalls see to it
  uint32_t wait_mask = 0;  // barriers that must have come to their end
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  std::vector<Variable> parameters;  // space Param, offsets as the ABI lays them out
  std::vector<Variable> results;
  std::vector<Register> registers;
  std::vector<Variable> variables;  // local to the function: .local, .shared, .param of calls
  std::vector<Operand> elements;    // of vector operands
  std::vector<Instruction> instructions;
  std::vector<Block> blocks;          // in text order; block 0 is the entry
  std::vector<Loop> loops;            // outer before inner
  std::vector<int32_t> not_unrolled;  // instructions after a .pragma "nounroll": of their loop
  bool irreducible = false;           // has a cycle that is no natural loop
  std::array<int32_t, 3> max_threads = {0, 0, 0};       // .maxntid
  std::array<int32_t, 3> required_threads = {0, 0, 0};  // .reqntid
  int32_t min_blocks = 0;
  int64_t shared_bytes = 0;  // static, of this function alone
  int64_t local_bytes = 0;
  // Beside the instructions, where they were lifted from machine code; otherwise empty.
  std::vector<MachineCode> machine;

  bool is_machine() const { return !machine.empty(); }
  // Whether it is an instruction of the code that runs, and not a helper.
  bool is_issued(size_t instruction) const {
    return machine.empty() || !machine[instruction].opcode.empty();
  }
};

struct Module {
  std::string version;              // "8.5"
  std::string target;               // "sm_90"
  std::vector<std::string> files;   // .file, by their number; 0 is empty
  std::vector<Variable> variables;  // module scope
  std::vector<Function> functions;
  std::vector<std::string> unknown;  // opcodes that are not known, each once

  // Symbol operands: index < variables.size() is module scope, otherwise
  // index - variables.size() counts through Function::variables, then parameters, then
  // results of the function they occur in. `symbol` looks them up; nullptr: no such.
  const Variable* symbol(const Function& function, int32_t index) const;
  const Function* find(std::string_view name) const;
};

std::string_view name_of(Op op);  // "add"; "unknown"
std::string_view name_of(Type type);
std::string_view name_of(SpecialRegister special);

// "__kc_sinf" and the like: counted by a table, evaluated by the host's function.
bool is_canonical_math(std::string_view callee);

// Calls back with the index of every register that the instruction reads: guard,
// sources, bases of addresses.
template <typename Callback>
void for_each_read(const Function& function, const Instruction& instruction, Callback callback) {
  if (instruction.predicate >= 0) callback(instruction.predicate);
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    const bool source = i >= instruction.destinations;
    if (operand.kind == OperandKind::Register && source) callback(operand.index);
    if (operand.kind == OperandKind::Address && !operand.base_is_symbol && operand.index >= 0)
      callback(operand.index);
    if (operand.kind != OperandKind::Vector || !source) continue;
    for (int32_t e = operand.index; e < operand.index + operand.count; ++e)
      if (function.elements[e].kind == OperandKind::Register) callback(function.elements[e].index);
  }
}

// The same for every register that it writes.
template <typename Callback>
void for_each_write(const Function& function, const Instruction& instruction, Callback callback) {
  for (size_t i = 0; i < instruction.destinations && i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    if (operand.kind == OperandKind::Register) callback(operand.index);
    if (operand.kind != OperandKind::Vector) continue;
    for (int32_t e = operand.index; e < operand.index + operand.count; ++e)
      if (function.elements[e].kind == OperandKind::Register) callback(function.elements[e].index);
  }
}

}  // namespace kcast::ptx
