#include "analyze/ptx/names.h"

#include <algorithm>
#include <array>

namespace kcast::ptx {
namespace {

// The first entry of an Op is the name that name_of gives.
constexpr OpName kOps[] = {
    {"add", Op::Add},
    {"sub", Op::Sub},
    {"mul", Op::Mul},
    {"mad", Op::Mad},
    {"mul24", Op::Mul24},
    {"mad24", Op::Mad24},
    {"sad", Op::Sad},
    {"div", Op::Div},
    {"rem", Op::Rem},
    {"abs", Op::Abs},
    {"neg", Op::Neg},
    {"min", Op::Min},
    {"max", Op::Max},
    {"fma", Op::Fma},
    {"addc", Op::AddC},
    {"subc", Op::SubC},
    {"madc", Op::MadC},
    {"rcp", Op::Rcp},
    {"sqrt", Op::Sqrt},
    {"rsqrt", Op::Rsqrt},
    {"sin", Op::Sin},
    {"cos", Op::Cos},
    {"lg2", Op::Lg2},
    {"ex2", Op::Ex2},
    {"tanh", Op::Tanh},
    {"copysign", Op::CopySign},
    {"testp", Op::TestP},
    {"popc", Op::Popc},
    {"clz", Op::Clz},
    {"bfind", Op::Bfind},
    {"fns", Op::Fns},
    {"brev", Op::Brev},
    {"bfe", Op::Bfe},
    {"bfi", Op::Bfi},
    {"bmsk", Op::Bmsk},
    {"szext", Op::Szext},
    {"dp4a", Op::Dp4a},
    {"dp2a", Op::Dp2a},
    {"set", Op::Set},
    {"setp", Op::Setp},
    {"selp", Op::Selp},
    {"slct", Op::Slct},
    {"and", Op::And},
    {"or", Op::Or},
    {"xor", Op::Xor},
    {"not", Op::Not},
    {"cnot", Op::CNot},
    {"lop3", Op::Lop3},
    {"shf", Op::Shf},
    {"shl", Op::Shl},
    {"shr", Op::Shr},
    {"prmt", Op::Prmt},
    {"mov", Op::Mov},
    {"cvt", Op::Cvt},
    {"cvta", Op::Cvta},
    {"isspacep", Op::IsSpace},
    {"mapa", Op::MapA},
    {"getctarank", Op::GetCtaRank},
    {"ld", Op::Ld},
    {"ldu", Op::Ldu},
    {"st", Op::St},
    {"prefetch", Op::Prefetch},
    {"prefetchu", Op::Prefetch},
    {"discard", Op::Discard},
    {"applypriority", Op::ApplyPriority},
    {"createpolicy", Op::CreatePolicy},
    {"atom", Op::Atom},
    {"red", Op::Red},
    {"tex", Op::Tex},
    {"tld4", Op::Tld4},
    {"txq", Op::Txq},
    {"suq", Op::Txq},
    {"suld", Op::Suld},
    {"sust", Op::Sust},
    {"sured", Op::Sured},
    {"shfl", Op::Shfl},
    {"vote", Op::Vote},
    {"match", Op::Match},
    {"redux", Op::Redux},
    {"activemask", Op::ActiveMask},
    {"elect", Op::ElectSync},
    {"bar", Op::Bar},
    {"barrier", Op::Bar},
    {"fence", Op::Fence},
    {"membar", Op::Fence},
    {"mbarrier", Op::MBarrier},
    {"griddepcontrol", Op::GridDepControl},
    {"setmaxnreg", Op::SetMaxNReg},
    {"mma", Op::Mma},
    {"ldmatrix", Op::LdMatrix},
    {"stmatrix", Op::StMatrix},
    {"movmatrix", Op::MovMatrix},
    {"wgmma", Op::Wgmma},
    {"bra", Op::Bra},
    {"call", Op::Call},
    {"ret", Op::Ret},
    {"exit", Op::Exit},
    {"trap", Op::Trap},
    {"brkpt", Op::Brkpt},
    {"nanosleep", Op::NanoSleep},
    {"pmevent", Op::PmEvent},
    {"alloca", Op::AllocaOp},
    {"stacksave", Op::StackSave},
    {"stackrestore", Op::StackRestore},
};

// Operations that take more than the first word to tell.
constexpr OpName kCompoundOps[] = {
    {"cvt.pack", Op::CvtPack},
    {"red.async", Op::RedAsync},
    {"cp.async", Op::CpAsync},
    {"cp.async.commit_group", Op::CpAsyncCommit},
    {"cp.async.wait_group", Op::CpAsyncWait},
    {"cp.async.bulk", Op::CpAsyncBulk},
    {"bar.red", Op::BarRed},
    {"barrier.cluster", Op::BarrierCluster},
    {"bar.warp", Op::BarWarp},
    {"wmma.load", Op::WmmaLoad},
    {"wmma.store", Op::WmmaStore},
    {"wmma.mma", Op::WmmaMma},
    {"brx.idx", Op::BrxIdx},
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
