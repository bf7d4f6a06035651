#include "collect/cuda/checks/against_ncu.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "collect/import/ncu.h"
#include "collect/job.h"

namespace kcast::collect {
namespace {

const std::string kNcu = KCAST_SOURCE_DIR "/tests/data/profilers/ncu_base.csv";

size_t kept(const std::vector<Agreement>& all, const std::string& rule) {
  for (const Agreement& each : all) {
    if (each.rule == rule) return each.kept;
  }
  ADD_FAILURE() << "no rule " << rule;
  return 0;
}

TEST(AgainstNcu, rules_hold_up_to_their_ends) {
  const BaseQuantities ncu{.time_us = 100,
                           .flops_fp16 = 64,  // constants that are moved
                           .flops_fp32 = 1000,
                           .int_ops = 7,
                           .l1_bytes = 1000,
                           .l2_bytes = 1000,
                           .hbm_read_bytes = 0,
                           .hbm_write_bytes = 1000,
                           .l1_hit_rate_pct = 50,
                           .l2_hit_rate_pct = 50};
  BaseQuantities near = ncu;
  near.flops_fp16 = 0;
  near.time_us = 95;
  near.l1_bytes = 1020;
  near.l2_bytes = 980;
  near.l1_hit_rate_pct = 51;
  BaseQuantities far = ncu;
  far.flops_fp16 = 32;
  far.int_ops = 8;
  far.time_us = 94.9;
  far.l1_bytes = 1021;
  far.l2_bytes = 979;
  far.hbm_read_bytes = 1;
  far.l1_hit_rate_pct = 48.9;
  BaseQuantities brief = ncu;
  brief.time_us = 9;
  const std::vector<Agreement> all =
      agreements(std::vector{near, far, brief}, std::vector{ncu, ncu, brief});
  for (const Agreement& each : all) {
    EXPECT_EQ(each.launches, each.rule == "time within 5 %, of 10 us and more" ? 2U : 3U);
  }
  EXPECT_EQ(kept(all, "FLOPs by type equal"), 2U);
  EXPECT_EQ(kept(all, "FLOPs and integer operations equal"), 2U);
  EXPECT_EQ(kept(all, "L1 bytes within 2 %"), 2U);
  EXPECT_EQ(kept(all, "L2 bytes within 2 %"), 2U);
  EXPECT_EQ(kept(all, "HBM bytes read within 2 %"), 2U);
  EXPECT_EQ(kept(all, "HBM bytes written within 2 %"), 3U);
  EXPECT_EQ(kept(all, "L1 hit rate within 1 point"), 2U);
  EXPECT_EQ(kept(all, "L2 hit rate within 1 point"), 3U);
  EXPECT_EQ(kept(all, "time within 5 %"), 2U);
  EXPECT_EQ(kept(all, "time within 5 %, of 10 us and more"), 1U);
}

// Readings made from ncu's own file agree with it in everything.
TEST(AgainstNcu, launches_are_compared_in_order) {
  const std::filesystem::path csv = kNcu;
  const auto launches = import_ncu_files({&csv, 1});
  ASSERT_TRUE(launches) << launches.error().message;
  std::string lines = message_line(WorkerHello{}) + "\n";
  for (size_t i = launches->size(); i > 0; --i) {
    lines +=
        message_line(WorkerReading{static_cast<int64_t>(i), (*launches)[i - 1].reading}) + "\n";
  }
  const std::filesystem::path file = testing::TempDir() + "against_ncu.jsonl";
  ASSERT_TRUE(write_file(file, lines));
  const auto table = agreement_table(file.string(), {kNcu, kNcu});
  ASSERT_TRUE(table) << table.error().message;
  const std::string all = std::to_string(launches->size());
  EXPECT_NE(table->find("L2 bytes within 2 %"), std::string::npos);
  size_t whole = 0;
  for (size_t at = 0; (at = table->find(all + " of " + all, at)) != std::string::npos; ++at)
    ++whole;
  EXPECT_GE(whole, 27U);  // nine rules, three columns

  const auto second_table = agreement_table(file.string(), {kNcu, file.string()});
  ASSERT_TRUE(second_table) << second_table.error().message;
  EXPECT_NE(second_table->find("ours again"), std::string::npos);
  EXPECT_EQ(second_table->find("ncu 2"), std::string::npos);

  // Metrics of one run in two files: the first without the hit rates of L2, the second with them.
  const std::string whole_csv = *read_file(kNcu);
  const std::string rate = "lts__t_sector_hit_rate.pct";
  std::string without = whole_csv;
  without.replace(without.find(rate), rate.size(), "lts__t_sector_other.pct___");
  const std::filesystem::path part = testing::TempDir() + "against_ncu_part.csv";
  ASSERT_TRUE(write_file(part, without));
  EXPECT_FALSE(agreement_table(file.string(), {part.string()}));
  const auto joined = agreement_table(file.string(), {part.string() + "," + kNcu});
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_NE(joined->find("L2 hit rate within 1 point"), std::string::npos);

  ASSERT_TRUE(write_file(file, lines + message_line(WorkerReading{99, {}}) + "\n"));
  const auto more = agreement_table(file.string(), {kNcu});
  ASSERT_FALSE(more);
  EXPECT_NE(more.error().message.find("not of the same jobs"), std::string::npos);
}

}  // namespace
}  // namespace kcast::collect
