#include "workflow/trees/family_errors.h"

#include <gtest/gtest.h>

#include "trees/launch_row.h"

namespace kcast::workflow {
namespace {

Example example_of(const std::string& family, double parts_us, double analytic_us,
                   double measured_us) {
  Example out;
  out.source = "auth";
  out.family = family;
  out.row.resize(trees::launch_row_names().size());
  out.row[static_cast<size_t>(trees::launch_row_index("control.parts_us"))] =
      static_cast<float>(parts_us);
  out.analytic.time_us = analytic_us;
  out.measured.time_us = measured_us;
  return out;
}

TEST(FamilyErrors, are_means_of_each_family_the_worst_first) {
  std::vector<Example> examples = {
      example_of("sums", 110, 100, 100), example_of("sorts", 300, 200, 100),
      example_of("sorts", 100, 25, 50),  example_of("seen by nobody", 900, 900, 1),
      example_of("sorts", 900, 900, 1),
  };
  examples[3].use = ExampleUse::Test;
  examples[4].steady = false;
  const std::vector<FamilyError> errors = family_errors({}, {}, examples);
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].family, "sorts");
  EXPECT_EQ(errors[0].launches, 2U);
  EXPECT_DOUBLE_EQ(errors[0].parts, 1.5);      // 2 and 1
  EXPECT_DOUBLE_EQ(errors[0].analytic, 0.75);  // 1 and 0.5
  EXPECT_DOUBLE_EQ(errors[0].hybrid, 0.75);    // no trees
  EXPECT_DOUBLE_EQ(errors[0].bias, 0);         // one binary order too long, one too short
  EXPECT_EQ(family_table(errors),
            "source\tfamily\tlaunches\tparts\tanalysis\ttrees\tbias_log2\n"
            "auth\tsorts\t2\t1.500\t0.750\t0.750\t0.00\n"
            "auth\tsums\t1\t0.100\t0.000\t0.000\t0.00\n");
}

}  // namespace
}  // namespace kcast::workflow
