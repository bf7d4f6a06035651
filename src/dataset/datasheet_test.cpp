#include "dataset/datasheet.h"

#include <gtest/gtest.h>

#include <string>

namespace kcast::dataset {
namespace {

void add_row(SampleSet& set, const std::string& recipe, const std::string& family,
             double time_us = 10) {
  Row row;
  row.kernel = {recipe, "cuda", family, std::string(64, 'a')};
  row.launch = "n=" + std::to_string(set.labels.size());
  row.gpu = "h200";
  row.collector = "cuda";
  row.reading.values.time_us = time_us;
  row.reading.values.flops_fp32 = 1228.8e4;  // 1228.8 GFLOP/s, a tenth of Table 2
  row.reading.values.l1_bytes = 1e6;
  row.reading.sm_clock_mhz = 1980;
  set.labels.push_back(row);
  set.numbers.push_back({.repeats = 5, .spread = 0.2});
}

SampleSet small_set() {
  SampleSet set;
  for (int i = 0; i < 1234; ++i)
    add_row(set, "syn-1:" + std::to_string(i), "syn-1:" + std::to_string(i));
  add_row(set, "motif-1:stencil/naive:1", "motif-1:stencil");
  add_row(set, "motif-1:stencil/shared:2+5", "motif-1:stencil");
  add_row(set, "motif-1:reduction/shared:3", "motif-1:reduction");
  add_row(set, "auth-1:sparse/spmv", "auth-1:sparse/spmv");
  Row repeat_reading = set.labels[0];
  repeat_reading.attempt = 1;
  repeat_reading.reading.values.time_us = 10.1;
  set.repeats.push_back(repeat_reading);
  set.failures.push_back({set.labels[0].kernel, "n=1", {"timeout", ""}});
  set.failures.push_back({set.labels[0].kernel, "n=2", {"timeout", ""}});
  const RunInfo run{.collector = "cuda",
                    .gpu = "h200",
                    .gpu_name = "NVIDIA H200",
                    .driver = "580.1",
                    .toolkit = "13.0",
                    .kcast_version = "kcast 0.1.0",
                    .started = "2026-11-15T23:00:00Z"};
  set.runs = {run, run};
  set.runs[1].started = "2026-11-17T01:00:00Z";
  return set;
}

std::string sheet_of(const SampleSet& set, const DatasheetOptions& options) {
  const SetSummary summary =
      summarize(set, *SplitRules::current(),
                [](const BaseQuantities&, const std::string&) { return RowClass{true, false}; });
  return datasheet_text(set, summary, options);
}

TEST(Datasheet, says_what_is_in_the_set) {
  const std::string text = sheet_of(
      small_set(), {.title = "A set", .about = "Made on **one** GPU.", .pictures = {"f4.svg"}});
  for (const char* part :
       {"# A set\n", "1,238 launches of 1,238 kernels in 1,237 families", "Made on **one** GPU.",
        "then 5 times",
        "| NVIDIA H200 | cuda | 580.1 | 13.0 | kcast 0.1.0 | 2 | 2026-11-15 to "
        "2026-11-17 |\n",
        "| syn | 1,234 | 1,234 | 1,234 |\n", "| motif | 3 | 3 | 2 |\n", "| shared | 2 | 2 | 2 |\n",
        "| naive | 1 | 1 | 1 |\n", "| stencil | 2 | 2 | 1 |\n", "| sparse | 1 | 1 | 1 |\n",
        "100.0 % of the launches are compute-bound", "| timeout | 2 |\n", "0.16 % of all",
        "| `time_us` | 1 | 1.00 % | 1.00 % | 0.1 us |\n", "`sm_clock_mhz`, MHz | 1,238 | 1980 |",
        "100.0 % of the launches spread", "![f4](f4.svg)", "Apache-2.0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(text.find("made up for tests"), std::string::npos);
}

TEST(Datasheet, admits_what_is_not_known) {
  SampleSet set;
  add_row(set, "syn-1:1", "syn-1:1");
  set.labels[0].collector = "fake";
  const std::string text = sheet_of(set, {});
  for (const char* part : {"does not say which runs", "Every launch was measured",
                           "No launch was measured twice", "made up for tests"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(text.find("CUPTI"), std::string::npos);
}

TEST(OmniwiseFigures, are_shares_of_the_ceilings) {
  const auto figures = omniwise_figures(small_set());
  ASSERT_EQ(figures.size(), 5U);
  EXPECT_EQ(figures[0].number, 4);
  EXPECT_EQ(figures[0].panels.size(), 2U);  // hit rates are shares in their own unit
  ASSERT_EQ(figures[4].panels.size(), 4U);
  const HistogramPanel& rate = figures[4].panels[2];
  EXPECT_EQ(rate.unit, "/ 12288 GFLOP/s");
  EXPECT_NEAR(rate.values[0], 0.1, 1e-12);
  EXPECT_NEAR(figures[4].panels[3].values[0], 1228.8, 1e-9);
  // 1e6 bytes in 10 us are 100 GB/s of 16384.
  EXPECT_NEAR(figures[1].panels[0].values[0], 100 / 16384.0, 1e-12);
}

}  // namespace
}  // namespace kcast::dataset
