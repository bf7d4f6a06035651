#include "analyze/ptx/names.h"

#include <algorithm>
#include <array>

namespace kcast::ptx {
namespace {

// The first entry of an Op is the name that name_of gives.
constexpr OpName kOps[] = {
    {"add", Op::Add, "dss"},
    {"sub", Op::Sub, "dss"},
    {"mul", Op::Mul, "dss"},
    {"mad", Op::Mad, "dsss"},
    {"mul24", Op::Mul24, "dss"},
    {"mad24", Op::Mad24, "dsss"},
    {"sad", Op::Sad, "dsss"},
    {"div", Op::Div, "dss"},
    {"rem", Op::Rem, "dss"},
    {"abs", Op::Abs, "ds"},
    {"neg", Op::Neg, "ds"},
    {"min", Op::Min, "dss?s"},
    {"max", Op::Max, "dss?s"},
    {"fma", Op::Fma, "dsss"},
    {"addc", Op::AddC, "dss"},
    {"subc", Op::SubC, "dss"},
    {"madc", Op::MadC, "dsss"},
    {"rcp", Op::Rcp, "ds"},
    {"sqrt", Op::Sqrt, "ds"},
    {"rsqrt", Op::Rsqrt, "ds"},
    {"sin", Op::Sin, "ds"},
    {"cos", Op::Cos, "ds"},
    {"lg2", Op::Lg2, "ds"},
    {"ex2", Op::Ex2, "ds"},
    {"tanh", Op::Tanh, "ds"},
    {"copysign", Op::CopySign, "dss"},
    {"testp", Op::TestP, "ds"},
    {"popc", Op::Popc, "ds"},
    {"clz", Op::Clz, "ds"},
    {"bfind", Op::Bfind, "ds"},
    {"fns", Op::Fns, "dsss"},
    {"brev", Op::Brev, "ds"},
    {"bfe", Op::Bfe, "dsss"},
    {"bfi", Op::Bfi, "dssss"},
    {"bmsk", Op::Bmsk, "dss"},
    {"szext", Op::Szext, "dss"},
    {"dp4a", Op::Dp4a, "dsss"},
    {"dp2a", Op::Dp2a, "dsss"},
    {"set", Op::Set, "dss?s"},
    {"setp", Op::Setp, "dss?s|ddss?s"},
    {"selp", Op::Selp, "dsss"},
    {"slct", Op::Slct, "dsss"},
    {"and", Op::And, "dss"},
    {"or", Op::Or, "dss"},
    {"xor", Op::Xor, "dss"},
    {"not", Op::Not, "ds"},
    {"cnot", Op::CNot, "ds"},
    {"lop3", Op::Lop3, "dssss?s|ddssss?s"},
    {"shf", Op::Shf, "dsss"},
    {"shl", Op::Shl, "dss"},
    {"shr", Op::Shr, "dss"},
    {"prmt", Op::Prmt, "dsss"},
    {"mov", Op::Mov, "DS"},
    {"cvt", Op::Cvt, "dS?sss"},
    {"cvta", Op::Cvta, "ds"},
    {"isspacep", Op::IsSpace, "ds"},
    {"mapa", Op::MapA, "dss"},
    {"getctarank", Op::GetCtaRank, "ds"},
    {"ld", Op::Ld, "Da?s"},
    {"ldu", Op::Ldu, "Da"},
    {"st", Op::St, "aS?s"},
    {"prefetch", Op::Prefetch, "a*"},
    {"prefetchu", Op::Prefetch, "a*"},
    {"discard", Op::Discard, "as"},
    {"applypriority", Op::ApplyPriority, "as"},
    {"createpolicy", Op::CreatePolicy, "d*"},
    {"atom", Op::Atom, "DaS?ss"},
    {"red", Op::Red, "aS?s"},
    {"tex", Op::Tex, "Da*|DDa*|dda*|Dda*"},
    {"tld4", Op::Tld4, "Da*|Dda*"},
    {"txq", Op::Txq, "da*"},
    {"suq", Op::Txq, "da*"},
    {"suld", Op::Suld, "Da*|Dda*"},
    {"sust", Op::Sust, "a*"},
    {"sured", Op::Sured, "a*"},
    {"shfl", Op::Shfl, "dsss?s|ddsss?s"},
    {"vote", Op::Vote, "ds?s"},
    {"match", Op::Match, "dss|ddss"},
    {"redux", Op::Redux, "dss"},
    {"activemask", Op::ActiveMask, "d"},
    {"elect", Op::ElectSync, "ds|dds"},
    {"bar", Op::Bar, "?ss"},
    {"barrier", Op::Bar, "?ss"},
    {"fence", Op::Fence, "*"},
    {"membar", Op::Fence, "*"},
    {"mbarrier", Op::MBarrier, "*"},
    {"griddepcontrol", Op::GridDepControl, ""},
    {"setmaxnreg", Op::SetMaxNReg, "s"},
    {"mma", Op::Mma, "DSSS*"},
    {"ldmatrix", Op::LdMatrix, "Da"},
    {"stmatrix", Op::StMatrix, "aS"},
    {"movmatrix", Op::MovMatrix, "ds"},
    {"wgmma", Op::Wgmma, "*"},
    {"bra", Op::Bra, "l"},
    {"call", Op::Call, "*"},
    {"ret", Op::Ret, ""},
    {"exit", Op::Exit, ""},
    {"trap", Op::Trap, ""},
    {"brkpt", Op::Brkpt, ""},
    {"nanosleep", Op::NanoSleep, "s"},
    {"pmevent", Op::PmEvent, "s"},
    {"alloca", Op::AllocaOp, "ds?s"},
    {"stacksave", Op::StackSave, "d"},
    {"stackrestore", Op::StackRestore, "s"},
};

// Operations that take more than the first word to tell.
constexpr OpName kCompoundOps[] = {
    {"cvt.pack", Op::CvtPack, "dss?s"},
    {"red.async", Op::RedAsync, "aSa"},
    {"cp.async", Op::CpAsync, "aas?ss"},
    {"cp.async.commit_group", Op::CpAsyncCommit, ""},
    {"cp.async.wait_group", Op::CpAsyncWait, "?s"},
    {"cp.async.bulk", Op::CpAsyncBulk, "*"},
    {"bar.red", Op::BarRed, "dss?s"},
    {"barrier.cluster", Op::BarrierCluster, ""},
    {"bar.warp", Op::BarWarp, "s"},
    {"wmma.load", Op::WmmaLoad, "Da?s"},
    {"wmma.store", Op::WmmaStore, "aS?s"},
    {"wmma.mma", Op::WmmaMma, "DSSS"},
    {"brx.idx", Op::BrxIdx, "sl"},
};

constexpr auto names_by_op() {
  std::array<std::string_view, size_t(Op::StackRestore) + 1> names = {};
  names[0] = "unknown";
  for (const OpName& entry : kOps)
    if (names[size_t(entry.op)].empty()) names[size_t(entry.op)] = entry.name;
  for (const OpName& entry : kCompoundOps)
    names[size_t(entry.op)] = entry.name;
  return names;
}
constexpr auto kOpNames = names_by_op();

constexpr auto forms_by_op() {
  std::array<std::string_view, size_t(Op::StackRestore) + 1> forms = {};
  forms[0] = "*";
  for (const OpName& entry : kOps)
    forms[size_t(entry.op)] = entry.form;
  for (const OpName& entry : kCompoundOps)
    forms[size_t(entry.op)] = entry.form;
  return forms;
}
constexpr auto kForms = forms_by_op();

struct TypeInfo {
  std::string_view name;
  int bits;
  bool floating;
  bool has_sign;
};
constexpr TypeInfo kTypes[] = {
    {"none", 0, false, false},   {"pred", 1, false, false}, {"b8", 8, false, false},
    {"b16", 16, false, false},   {"b32", 32, false, false}, {"b64", 64, false, false},
    {"b128", 128, false, false}, {"u8", 8, false, false},   {"u16", 16, false, false},
    {"u32", 32, false, false},   {"u64", 64, false, false}, {"s8", 8, false, true},
    {"s16", 16, false, true},    {"s32", 32, false, true},  {"s64", 64, false, true},
    {"f16", 16, true, true},     {"f16x2", 32, true, true}, {"bf16", 16, true, true},
    {"bf16x2", 32, true, true},  {"tf32", 32, true, true},  {"f32", 32, true, true},
    {"f32x2", 64, true, true},   {"f64", 64, true, true},   {"other", 0, false, false},
};
static_assert(std::size(kTypes) == size_t(Type::Other) + 1);

constexpr std::string_view kSpecials[] = {"none",
                                          "tid",
                                          "ntid",
                                          "ctaid",
                                          "nctaid",
                                          "laneid",
                                          "warpid",
                                          "nwarpid",
                                          "smid",
                                          "nsmid",
                                          "gridid",
                                          "clock",
                                          "clock64",
                                          "globaltimer",
                                          "lanemask_eq",
                                          "lanemask_le",
                                          "lanemask_lt",
                                          "lanemask_ge",
                                          "lanemask_gt",
                                          "dynamic_smem_size",
                                          "total_smem_size",
                                          "clusterid",
                                          "nclusterid",
                                          "cluster_ctaid",
                                          "cluster_nctaid",
                                          "cluster_ctarank",
                                          "other"};
static_assert(std::size(kSpecials) == size_t(SpecialRegister::Other) + 1);

// Special registers that nothing here needs to tell apart.
constexpr std::string_view kOtherSpecials[] = {"clock_hi",
                                               "globaltimer_lo",
                                               "globaltimer_hi",
                                               "aggr_smem_size",
                                               "cluster_nctarank",
                                               "is_explicit_cluster",
                                               "current_graph_exec",
                                               "reserved_smem_offset_begin",
                                               "reserved_smem_offset_end",
                                               "reserved_smem_offset_cap",
                                               "reserved_smem_offset_0",
                                               "reserved_smem_offset_1"};

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_other_special(std::string_view name) {
  if (std::find(std::begin(kOtherSpecials), std::end(kOtherSpecials), name) !=
      std::end(kOtherSpecials))
    return true;
  if (name.starts_with("envreg")) return all_digits(name.substr(6));
  if (!name.starts_with("pm")) return false;
  name.remove_prefix(2);
  if (name.ends_with("_64")) name.remove_suffix(3);
  return all_digits(name);
}

}  // namespace

std::span<const OpName> op_names() {
  return kOps;
}

std::string_view forms_of(Op op) {
  return kForms[size_t(op)];
}

std::string_view name_of(Op op) {
  return kOpNames[size_t(op)];
}

std::string_view name_of(Type type) {
  return kTypes[size_t(type)].name;
}
std::string_view name_of(SpecialRegister special) {
  return kSpecials[size_t(special)];
}

int bits_of(Type type) {
  return kTypes[size_t(type)].bits;
}
bool is_float(Type type) {
  return kTypes[size_t(type)].floating;
}
bool is_signed(Type type) {
  return kTypes[size_t(type)].has_sign;
}

bool is_canonical_math(std::string_view callee) {
  return callee.starts_with("__kc_");
}

std::optional<SpecialName> parse_special(std::string_view name) {
  if (name.size() < 2 || name.front() != '%') return std::nullopt;
  name.remove_prefix(1);
  uint8_t dimension = 0;
  if (name.size() > 2 && name[name.size() - 2] == '.') {
    const size_t axis = std::string_view("xyzw").find(name.back());
    if (axis == std::string_view::npos) return std::nullopt;
    dimension = uint8_t(axis);
    name.remove_suffix(2);
  }
  for (size_t i = 1; i < size_t(SpecialRegister::Other); ++i)
    if (kSpecials[i] == name) return SpecialName{SpecialRegister(i), dimension};
  if (is_other_special(name)) return SpecialName{SpecialRegister::Other, dimension};
  return std::nullopt;
}

}  // namespace kcast::ptx
