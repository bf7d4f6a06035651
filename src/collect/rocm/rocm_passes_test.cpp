#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "collect/rocm/counter_passes.h"

namespace kcast::collect {
namespace {

std::vector<std::vector<std::string>> passes_of(RocmArch arch) {
  const std::vector<CounterGroup> groups = needed_counters(arch);
  const auto passes = plan_passes(groups);
  EXPECT_TRUE(passes) << passes.error().message;
  return passes ? *passes : std::vector<std::vector<std::string>>{};
}

// Worked out by hand from the limits of the blocks.
TEST(RocmPasses, three_runs_of_gfx90a) {
  EXPECT_EQ(
      pmc_lines(passes_of(RocmArch::Gfx90a)),
      "pmc: SQ_INSTS_VALU_ADD_F16 SQ_INSTS_VALU_MUL_F16 SQ_INSTS_VALU_FMA_F16 "
      "SQ_INSTS_VALU_TRANS_F16 SQ_INSTS_VALU_ADD_F32 SQ_INSTS_VALU_MUL_F32 SQ_INSTS_VALU_FMA_F32 "
      "SQ_INSTS_VALU_TRANS_F32 TCP_TOTAL_CACHE_ACCESSES_sum TCP_TCC_READ_REQ_sum "
      "TCP_TCC_WRITE_REQ_sum TCP_TCC_ATOMIC_WITH_RET_REQ_sum TCC_HIT_sum TCC_MISS_sum "
      "TCC_REQ_sum\n"
      "pmc: SQ_INSTS_VALU_ADD_F64 SQ_INSTS_VALU_MUL_F64 SQ_INSTS_VALU_FMA_F64 "
      "SQ_INSTS_VALU_TRANS_F64 SQ_INSTS_VALU_MFMA_MOPS_F16 SQ_INSTS_VALU_MFMA_MOPS_BF16 "
      "SQ_INSTS_VALU_MFMA_MOPS_F32 SQ_INSTS_VALU_MFMA_MOPS_F64 "
      "TCP_TCC_ATOMIC_WITHOUT_RET_REQ_sum TCC_EA_RDREQ_sum TCC_EA_RDREQ_32B_sum "
      "TCC_EA_WRREQ_sum TCC_EA_WRREQ_64B_sum\n"
      "pmc: SQ_INSTS_VALU_INT32 SQ_INSTS_VALU_INT64 SQ_INSTS_VALU_MFMA_MOPS_I8 SQ_WAVES\n");
}

TEST(RocmPasses, gfx942_has_its_own_names_and_one_counter_more) {
  const auto passes = passes_of(RocmArch::Gfx942);
  ASSERT_EQ(passes.size(), 3U);
  EXPECT_EQ(passes[0].back(), "TCC_BUBBLE_sum");
  const std::vector<std::string> fabric(passes[1].end() - 4, passes[1].end());
  EXPECT_EQ(fabric, (std::vector<std::string>{"TCC_EA0_RDREQ_sum", "TCC_EA0_RDREQ_32B_sum",
                                              "TCC_EA0_WRREQ_sum", "TCC_EA0_WRREQ_64B_sum"}));
}

TEST(RocmPasses, every_counter_is_read_once_and_no_block_is_overfull) {
  const std::map<std::string, int> limits = {{"SQ", 8}, {"TCP", 4}, {"TCC", 4}};
  for (const RocmArch arch : {RocmArch::Gfx90a, RocmArch::Gfx942}) {
    std::set<std::string> counters_of_all;
    size_t planned = 0;
    for (const auto& pass : passes_of(arch)) {
      std::map<std::string, int> used;
      for (const std::string& counter : pass) {
        EXPECT_TRUE(counters_of_all.insert(counter).second) << counter;
        const std::string block = counter.substr(0, counter.find('_'));
        EXPECT_LE(++used[block], limits.at(block)) << counter;
        ++planned;
      }
    }
    size_t needed = 0;
    for (const CounterGroup& group : needed_counters(arch))
      needed += group.size();
    EXPECT_EQ(planned, needed);
    EXPECT_EQ(planned, arch == RocmArch::Gfx90a ? 32U : 33U);
  }
}

TEST(RocmPasses, a_group_stays_in_one_run) {
  const std::vector<CounterGroup> groups = {
      {"TCC_A", "TCC_B", "TCC_C"}, {"TCC_D", "TCC_E"}, {"TCC_F"}, {"SQ_1", "SQC_2", "GRBM_3"}};
  const auto passes = plan_passes(groups);
  ASSERT_TRUE(passes) << passes.error().message;
  EXPECT_EQ(pmc_lines(*passes),
            "pmc: TCC_A TCC_B TCC_C TCC_F SQ_1 SQC_2 GRBM_3\npmc: TCC_D TCC_E\n");
}

TEST(RocmPasses, what_cannot_be_counted_is_an_error) {
  const std::vector<CounterGroup> wide = {{"TA_A", "TA_B", "TA_C"}};
  EXPECT_EQ(plan_passes(wide).error().message,
            "counter TA_C: a run takes 2 of TA, its group has more");
  const std::vector<CounterGroup> unknown = {{"FOO_BAR"}};
  EXPECT_EQ(plan_passes(unknown).error().message,
            "counter FOO_BAR: it is not known how many of its block fit in a run");
  // The scalar caches count with the sequencer.
  const std::vector<CounterGroup> shared = {
      {"SQ_1", "SQ_2", "SQ_3", "SQ_4", "SQ_5", "SQ_6", "SQ_7", "SQ_8"}, {"SQC_9"}};
  EXPECT_EQ(plan_passes(shared)->size(), 2U);
}

TEST(RocmArch, targets_and_products_are_known) {
  for (const char* name :
       {"gfx90a", "GFX90A", "gfx90a:sramecc+:xnack-", "mi250", "MI250X", "MI200"})
    EXPECT_EQ(*parse_rocm_arch(name), RocmArch::Gfx90a) << name;
  for (const char* name : {"gfx942", "MI300X", "mi300a", "MI300X_A1", "MI325X"})
    EXPECT_EQ(*parse_rocm_arch(name), RocmArch::Gfx942) << name;
  EXPECT_EQ(parse_rocm_arch("gfx1100").error().message,
            "no formulas for AMD's 'gfx1100': known are gfx90a (MI200 series) and gfx942 (MI300 "
            "series)");
}

TEST(RocmArch, releases_follow_from_rocm) {
  EXPECT_EQ(*parse_tool_version("3.0.0"), (RocmToolVersion{3, 0, 0}));
  EXPECT_EQ(*parse_tool_version("v3.7"), kWideLines);
  EXPECT_FALSE(parse_tool_version("3"));  // sysinfo.csv has the first number alone
  EXPECT_FALSE(parse_tool_version("three.0"));
  EXPECT_EQ(*tool_version_of_rocm("6.3.1-48"), (RocmToolVersion{3, 0, 0}));
  EXPECT_EQ(*tool_version_of_rocm("7.1.0"), (RocmToolVersion{3, 3, 0}));
  EXPECT_EQ(*tool_version_of_rocm("7.13.0"), (RocmToolVersion{3, 6, 0}));
  EXPECT_LT(*tool_version_of_rocm("7.13.0"), kWideLines);
  EXPECT_EQ(*tool_version_of_rocm("7.14.0"), kWideLines);
  EXPECT_GT(*tool_version_of_rocm("10.1"), kWideLines);
  EXPECT_FALSE(tool_version_of_rocm(""));
}

// The kernel's driver lists CPUs as nodes, too.
TEST(RocmArchHere, is_that_of_the_first_gpu_that_is_known) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  EXPECT_FALSE(rocm_arch_here(folder->path()));
  const auto add_node = [&](const char* node, const char* version) {
    std::filesystem::create_directory(folder->path() / node);
    const std::string text = "cpu_cores_count 0\ngfx_target_version " + std::string(version) + "\n";
    EXPECT_TRUE(write_file(folder->path() / node / "properties", text));
  };
  add_node("0", "0");
  add_node("1", "110000");
  EXPECT_FALSE(rocm_arch_here(folder->path()));
  add_node("2", "90402");
  EXPECT_EQ(*rocm_arch_here(folder->path()), RocmArch::Gfx942);
  add_node("1", "90010");
  EXPECT_EQ(*rocm_arch_here(folder->path()), RocmArch::Gfx90a);
}

}  // namespace
}  // namespace kcast::collect
