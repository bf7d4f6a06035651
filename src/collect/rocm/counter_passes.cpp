#include "collect/rocm/counter_passes.h"

#include <map>

#include "base/text.h"

namespace kcast::collect {

namespace {

// The instruction and scalar caches (SQC) count with the sequencer.
constexpr CounterLimit kLimits[] = {
    {"SQ", 8},  {"TCP", 4}, {"TCC", 4}, {"TA", 2},   {"TD", 2},
    {"SPI", 2}, {"CPC", 2}, {"CPF", 2}, {"GRBM", 2},
};

CounterGroup instruction_group(std::string_view type) {
  CounterGroup group;
  for (const char* kind : {"ADD", "MUL", "FMA", "TRANS"})
    group.push_back("SQ_INSTS_VALU_" + std::string(kind) + "_" + std::string(type));
  return group;
}

const CounterLimit* limit_of(std::string_view counter) {
  std::string_view block = counter.substr(0, counter.find('_'));
  if (block == "SQC") block = "SQ";
  for (const CounterLimit& limit : kLimits) {
    if (limit.block == block) return &limit;
  }
  return nullptr;
}

using Usage = std::map<std::string_view, int>;

// What a group takes of each block.
Result<Usage> usage_of(const CounterGroup& group) {
  Usage usage;
  for (const std::string& counter : group) {
    const CounterLimit* limit = limit_of(counter);
    if (limit == nullptr) {
      return Error{ErrorCode::InvalidInput,
                   "counter " + counter + ": it is not known how many of its block fit in a run"};
    }
    if (++usage[limit->block] > limit->counters) {
      return Error{ErrorCode::InvalidInput, "counter " + counter + ": a run takes " +
                                                std::to_string(limit->counters) + " of " +
                                                std::string(limit->block) + ", its group has more"};
    }
  }
  return usage;
}

bool has_room(const Usage& used, const Usage& wanted) {
  for (const auto& [block, count] : wanted) {
    const auto found = used.find(block);
    const int taken = found == used.end() ? 0 : found->second;
    if (taken + count > limit_of(block)->counters) return false;
  }
  return true;
}

}  // namespace

std::span<const CounterLimit> counter_limits() {
  return kLimits;
}

std::vector<CounterGroup> needed_counters(RocmArch arch) {
  const std::string fabric = arch == RocmArch::Gfx90a ? "TCC_EA_" : "TCC_EA0_";
  std::vector<CounterGroup> groups = {
      instruction_group("F16"),
      instruction_group("F32"),
      {"TCP_TOTAL_CACHE_ACCESSES_sum", "TCP_TCC_READ_REQ_sum", "TCP_TCC_WRITE_REQ_sum",
       "TCP_TCC_ATOMIC_WITH_RET_REQ_sum"},
      {"TCC_HIT_sum", "TCC_MISS_sum", "TCC_REQ_sum"},
  };
  if (arch == RocmArch::Gfx942) groups.push_back({"TCC_BUBBLE_sum"});
  groups.push_back(instruction_group("F64"));
  groups.push_back({"SQ_INSTS_VALU_MFMA_MOPS_F16", "SQ_INSTS_VALU_MFMA_MOPS_BF16",
                    "SQ_INSTS_VALU_MFMA_MOPS_F32", "SQ_INSTS_VALU_MFMA_MOPS_F64"});
  // A fifth counter of its block: the L1 hit rate takes it from another run than the rest.
  groups.push_back({"TCP_TCC_ATOMIC_WITHOUT_RET_REQ_sum"});
  groups.push_back({fabric + "RDREQ_sum", fabric + "RDREQ_32B_sum", fabric + "WRREQ_sum",
                    fabric + "WRREQ_64B_sum"});
  groups.push_back(
      {"SQ_INSTS_VALU_INT32", "SQ_INSTS_VALU_INT64", "SQ_INSTS_VALU_MFMA_MOPS_I8", "SQ_WAVES"});
  return groups;
}

Result<std::vector<std::vector<std::string>>> plan_passes(std::span<const CounterGroup> groups) {
  std::vector<std::vector<std::string>> passes;
  std::vector<Usage> used;
  for (const CounterGroup& group : groups) {
    KCAST_TRY(const Usage wanted, usage_of(group));
    size_t pass = 0;
    while (pass < passes.size() && !has_room(used[pass], wanted))
      ++pass;
    if (pass == passes.size()) {
      passes.emplace_back();
      used.emplace_back();
    }
    passes[pass].insert(passes[pass].end(), group.begin(), group.end());
    for (const auto& [block, count] : wanted)
      used[pass][block] += count;
  }
  return passes;
}

std::string pmc_lines(const std::vector<std::vector<std::string>>& passes) {
  std::string text;
  for (const std::vector<std::string>& pass : passes)
    text += "pmc: " + join(pass, " ") + "\n";
  return text;
}

}  // namespace kcast::collect
