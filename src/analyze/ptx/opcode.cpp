#include "analyze/ptx/opcode.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

#include "analyze/ptx/names.h"

namespace kcast::ptx {
namespace {

template <typename Value>
struct Named {
  std::string_view name;
  Value value;
};

template <typename Value, size_t N>
const Value* look_up(const Named<Value> (&table)[N], std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const Named<Value>& entry) { return entry.name == name; });
  return found == std::end(table) ? nullptr : &found->value;
}

constexpr Named<Type> kOtherTypes[] = {
    {"e4m3", Type::Other},       {"e5m2", Type::Other},    {"e4m3x2", Type::Other},
    {"e5m2x2", Type::Other},     {"e2m1x2", Type::Other},  {"e2m3x2", Type::Other},
    {"e3m2x2", Type::Other},     {"ue8m0x2", Type::Other}, {"e2m1", Type::Other},
    {"e2m3", Type::Other},       {"e3m2", Type::Other},    {"b1", Type::Other},
    {"u4", Type::Other},         {"s4", Type::Other},      {"texref", Type::Other},
    {"samplerref", Type::Other}, {"surfref", Type::Other}, {"e4m3x4", Type::Other},
    {"e5m2x4", Type::Other},     {"u16x2", Type::Other},   {"s16x2", Type::Other},
};

constexpr Named<Space> kSpaces[] = {
    {"global", Space::Global},      {"shared", Space::Shared},
    {"shared::cta", Space::Shared}, {"shared::cluster", Space::Shared},
    {"local", Space::Local},        {"const", Space::Const},
    {"param", Space::Param},        {"param::entry", Space::Param},
    {"param::func", Space::Param},
};

constexpr Named<Rounding> kRoundings[] = {
    {"rn", Rounding::Rn},   {"rz", Rounding::Rz},   {"rm", Rounding::Rm},
    {"rp", Rounding::Rp},   {"rna", Rounding::Rna}, {"rni", Rounding::Rni},
    {"rzi", Rounding::Rzi}, {"rmi", Rounding::Rmi}, {"rpi", Rounding::Rpi},
};

constexpr Named<Compare> kCompares[] = {
    {"eq", Compare::Eq},   {"ne", Compare::Ne},   {"lt", Compare::Lt},   {"le", Compare::Le},
    {"gt", Compare::Gt},   {"ge", Compare::Ge},   {"lo", Compare::Lo},   {"ls", Compare::Ls},
    {"hi", Compare::Hi},   {"hs", Compare::Hs},   {"equ", Compare::Equ}, {"neu", Compare::Neu},
    {"ltu", Compare::Ltu}, {"leu", Compare::Leu}, {"gtu", Compare::Gtu}, {"geu", Compare::Geu},
    {"num", Compare::Num}, {"nan", Compare::Nan},
};

constexpr Named<BoolOp> kBoolOps[] = {
    {"and", BoolOp::And}, {"or", BoolOp::Or}, {"xor", BoolOp::Xor}};

constexpr Named<AtomicOp> kAtomicOps[] = {
    {"add", AtomicOp::Add}, {"min", AtomicOp::Min},  {"max", AtomicOp::Max},
    {"inc", AtomicOp::Inc}, {"dec", AtomicOp::Dec},  {"and", AtomicOp::And},
    {"or", AtomicOp::Or},   {"xor", AtomicOp::Xor},  {"exch", AtomicOp::Exch},
    {"cas", AtomicOp::Cas}, {"popc", AtomicOp::Add},
};

constexpr Named<ShuffleMode> kShuffles[] = {{"up", ShuffleMode::Up},
                                            {"down", ShuffleMode::Down},
                                            {"bfly", ShuffleMode::Bfly},
                                            {"idx", ShuffleMode::Idx}};

constexpr Named<VoteMode> kVotes[] = {{"all", VoteMode::All},
                                      {"any", VoteMode::Any},
                                      {"uni", VoteMode::Uni},
                                      {"ballot", VoteMode::Ballot}};

// wb is what stores do anyway.
constexpr Named<char> kCaches[] = {
    {"ca", 'a'}, {"cg", 'g'}, {"cs", 's'}, {"lu", 'l'}, {"cv", 'v'},
    {"wt", 'w'}, {"wb", 0},   {"L1", 'a'}, {"L2", 'g'}, {"L1::no_allocate", 'n'},
};

constexpr Named<uint8_t> kPermutes[] = {{"f4e", 1}, {"b4e", 2}, {"rc8", 3},
                                        {"ecl", 4}, {"ecr", 5}, {"rc16", 6}};
constexpr Named<uint8_t> kTests[] = {{"finite", 1},     {"infinite", 2}, {"number", 3},
                                     {"notanumber", 4}, {"normal", 5},   {"subnormal", 6}};

constexpr Named<uint8_t> kCounts[] = {{"v2", 2}, {"v4", 4}, {"v8", 8},
                                      {"x1", 1}, {"x2", 2}, {"x4", 4}};

constexpr Named<bool Instruction::*> kFlags[] = {
    {"approx", &Instruction::approx},
    {"full", &Instruction::full},
    {"ftz", &Instruction::flush},
    {"sat", &Instruction::saturate},
    {"satfinite", &Instruction::saturate},
    {"wide", &Instruction::wide},
    {"hi", &Instruction::high},
    {"lo", &Instruction::low},
    {"cc", &Instruction::carry_out},
    {"uni", &Instruction::uniform},
    {"nc", &Instruction::non_coherent},
    {"volatile", &Instruction::is_volatile},
    {"relaxed", &Instruction::relaxed},
    {"acquire", &Instruction::relaxed},
    {"release", &Instruction::relaxed},
    {"acq_rel", &Instruction::relaxed},
    {"l", &Instruction::left},
    {"clamp", &Instruction::clamp},
    {"sync", &Instruction::warp_sync},
    {"to", &Instruction::from_generic},
    {"shiftamt", &Instruction::shift_amount},
};

// Takes the next part of "a.b.c" off the front.
std::string_view take_part(std::string_view& rest) {
  const size_t dot = rest.find('.');
  const std::string_view part = rest.substr(0, dot);
  rest.remove_prefix(dot == std::string_view::npos ? rest.size() : dot + 1);
  return part;
}

bool has_part(std::string_view rest, std::string_view wanted) {
  while (!rest.empty())
    if (take_part(rest) == wanted) return true;
  return false;
}

Op copy_op(std::string_view rest) {
  if (!has_part(rest, "async")) return Op::Unknown;
  if (has_part(rest, "commit_group")) return Op::CpAsyncCommit;
  if (has_part(rest, "wait_group") || has_part(rest, "wait_all")) return Op::CpAsyncWait;
  if (has_part(rest, "prefetch")) return Op::Prefetch;
  if (has_part(rest, "bulk")) return Op::CpAsyncBulk;
  return has_part(rest, "mbarrier") ? Op::MBarrier : Op::CpAsync;
}

Op barrier_op(std::string_view rest) {
  if (has_part(rest, "warp")) return Op::BarWarp;
  if (has_part(rest, "cluster")) return Op::BarrierCluster;
  return has_part(rest, "red") ? Op::BarRed : Op::Bar;
}

Op wmma_op(std::string_view rest) {
  if (rest.starts_with("load")) return Op::WmmaLoad;
  if (rest.starts_with("store")) return Op::WmmaStore;
  return rest.starts_with("mma") ? Op::WmmaMma : Op::Unknown;
}

Op find_op(std::string_view first, std::string_view rest) {
  if (first == "cp") return copy_op(rest);
  if (first == "bar" || first == "barrier") return barrier_op(rest);
  if (first == "wmma") return wmma_op(rest);
  if (first == "brx") return rest.starts_with("idx") ? Op::BrxIdx : Op::Unknown;
  if (first == "cvt" && rest.starts_with("pack")) return Op::CvtPack;
  if (first == "red" && rest.starts_with("async")) return Op::RedAsync;
  for (const OpName& entry : op_names())
    if (entry.name == first) return entry.op;
  return Op::Unknown;
}

// "m16n8k16" sets the three sizes, "m8n8" two.
bool parse_shape(std::string_view part, Instruction& out) {
  if (part.size() < 4 || part.front() != 'm') return false;
  int32_t* const sizes[] = {&out.tensor_m, &out.tensor_n, &out.tensor_k};
  const std::string_view letters = "mnk";
  const char* at = part.data();
  const char* const end = at + part.size();
  for (size_t i = 0; i < 3 && at != end; ++i) {
    if (*at != letters[i]) return false;
    const auto [stop, error] = std::from_chars(at + 1, end, *sizes[i]);
    if (error != std::errc()) return false;
    at = stop;
  }
  return at == end;
}

// Modifiers whose meaning depends on the operation.
bool apply_special(std::string_view part, Instruction& out) {
  switch (out.op) {
    case Op::Set:
    case Op::Setp:
      if (const Compare* compare = look_up(kCompares, part)) return out.compare = *compare, true;
      [[fallthrough]];
    case Op::Lop3:
      if (const BoolOp* op = look_up(kBoolOps, part)) return out.bool_op = *op, true;
      return false;
    case Op::Atom:
    case Op::Red:
    case Op::RedAsync:
    case Op::Redux:
    case Op::BarRed:
    case Op::Sured:
    case Op::CpAsyncBulk:
      if (const AtomicOp* op = look_up(kAtomicOps, part)) return out.atomic = *op, true;
      return false;
    case Op::Shfl:
      if (const ShuffleMode* mode = look_up(kShuffles, part)) return out.shuffle = *mode, true;
      return false;
    case Op::Vote:
    case Op::Match:
      if (const VoteMode* mode = look_up(kVotes, part)) return out.vote = *mode, true;
      return false;
    case Op::Prmt:
      if (const uint8_t* mode = look_up(kPermutes, part)) return out.lut = *mode, true;
      return false;
    case Op::TestP:
      if (const uint8_t* mode = look_up(kTests, part)) return out.lut = *mode, true;
      return false;
    default:
      return false;
  }
}

void apply_modifier(std::string_view part, Instruction& out, int& types) {
  if (apply_special(part, out)) return;
  if (const std::optional<Type> type = parse_type(part)) {
    if (types == 0) out.type = *type;
    if (types == 1) out.type2 = *type;
    ++types;
  } else if (const std::optional<Space> space = parse_space(part)) {
    if (out.space == Space::None) {
      out.space = *space;
    } else if (out.source_space == Space::None) {
      out.source_space = *space;
    }
  } else if (const Rounding* rounding = look_up(kRoundings, part)) {
    out.rounding = *rounding;
  } else if (const auto* flag = look_up(kFlags, part)) {
    out.** flag = true;
  } else if (const char* cache = look_up(kCaches, part)) {
    if (*cache != 0) out.cache = int8_t(*cache);
  } else if (const uint8_t* count = look_up(kCounts, part)) {
    out.vector = *count;
  } else {
    parse_shape(part, out);
  }
}

Type widened(Type type) {
  switch (type) {
    case Type::U16:
      return Type::U32;
    case Type::S16:
      return Type::S32;
    case Type::U32:
      return Type::U64;
    case Type::S32:
      return Type::S64;
    default:
      return type;
  }
}

Space default_space(Op op) {
  switch (op) {
    case Op::Ld:
    case Op::Ldu:
    case Op::St:
    case Op::Atom:
    case Op::Red:
    case Op::RedAsync:
    case Op::Prefetch:
    case Op::Discard:
    case Op::ApplyPriority:
    case Op::MBarrier:
    case Op::WmmaLoad:
    case Op::WmmaStore:
    case Op::LdMatrix:
    case Op::StMatrix:
      return Space::Generic;
    case Op::Tex:
    case Op::Tld4:
    case Op::Txq:
    case Op::Suld:
    case Op::Sust:
    case Op::Sured:
      return Space::Texture;
    default:
      return Space::None;
  }
}

bool writes_nothing(const Instruction& out) {
  switch (out.op) {
    case Op::St:
    case Op::Prefetch:
    case Op::Discard:
    case Op::ApplyPriority:
    case Op::Red:
    case Op::RedAsync:
    case Op::CpAsync:
    case Op::CpAsyncCommit:
    case Op::CpAsyncWait:
    case Op::CpAsyncBulk:
    case Op::Sust:
    case Op::Sured:
    case Op::Bar:
    case Op::BarrierCluster:
    case Op::BarWarp:
    case Op::Fence:
    case Op::GridDepControl:
    case Op::SetMaxNReg:
    case Op::WmmaStore:
    case Op::StMatrix:
    case Op::Bra:
    case Op::BrxIdx:
    case Op::Call:
    case Op::Ret:
    case Op::Exit:
    case Op::Trap:
    case Op::Brkpt:
    case Op::NanoSleep:
    case Op::PmEvent:
    case Op::StackRestore:
      return true;
    case Op::Wgmma:
      return out.mnemonic.find("mma_async") == std::string::npos;
    default:
      return false;
  }
}

}  // namespace

std::optional<Type> parse_type(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (size_t i = size_t(Type::Pred); i < size_t(Type::Other); ++i)
    if (name_of(Type(i)) == name) return Type(i);
  if (look_up(kOtherTypes, name)) return Type::Other;
  return std::nullopt;
}

std::optional<Space> parse_space(std::string_view name) {
  if (const Space* space = look_up(kSpaces, name)) return *space;
  return std::nullopt;
}

Instruction decode_opcode(std::string_view mnemonic) {
  Instruction out;
  out.mnemonic = mnemonic;
  std::string_view rest = mnemonic;
  const std::string_view first = take_part(rest);
  out.op = find_op(first, rest);
  int types = 0;
  while (!rest.empty())
    apply_modifier(take_part(rest), out, types);

  out.carry_in = out.op == Op::AddC || out.op == Op::SubC || out.op == Op::MadC;
  if (out.wide) {
    out.type2 = out.type;
    out.type = widened(out.type);
  }
  if (out.space == Space::None) out.space = default_space(out.op);
  // Two types are those of the sums; the factors are half precision then.
  if (out.op == Op::WmmaMma && types == 2) out.type2 = Type::F16;
  out.destinations = writes_nothing(out) ? 0 : 1;
  return out;
}

}  // namespace kcast::ptx
