#include "eval/checks.h"

#include <gtest/gtest.h>

namespace kcast::eval {
namespace {

CheckRow row_of(const std::string& kernel) {
  CheckRow row;
  row.kernel = kernel;
  row.predicted.time_us = 12;
  row.measured.time_us = 10;
  return row;
}

// Whoever reads a report may tune by it next, so that held-out kernels must not be in it.
TEST(CheckReport, shows_aggregates_of_the_held_out_third_and_no_row) {
  std::vector<CheckRow> rows;
  for (int i = 0; i < 30; ++i)
    rows.push_back(row_of("kernel_" + std::to_string(i) + "_"));
  const std::vector<CheckRow> held_out = rows_of_part(rows, true);
  ASSERT_FALSE(held_out.empty());
  ASSERT_LT(held_out.size(), rows.size());
  for (const std::string& report : {check_report(rows, Gpu{}, {}), time_report(rows)}) {
    EXPECT_NE(report.find("| time: median error | <= 20.0 % | 20.0 % | " +
                          std::to_string(held_out.size()) + " |"),
              std::string::npos)
        << report;
    for (const CheckRow& row : rows) {
      EXPECT_EQ(report.find(row.kernel) == std::string::npos, row.held_out()) << row.kernel;
    }
  }
}

}  // namespace
}  // namespace kcast::eval
