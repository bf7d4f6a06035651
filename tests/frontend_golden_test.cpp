// Each case of tests/golden/frontend says exactly what its expectation says.
// KCAST_UPDATE_GOLDEN=1 rewrites the expectations; read the difference before
// you believe it, they were written by hand.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "base/files.h"
#include "frontend/frontend.h"
#include "golden_case.h"
#include "golden_print.h"

namespace kcast {
namespace {

frontend::Frontend* shared_frontend() {
  // As a server has it; frontend_ptxas_test asks one that has read nothing before.
  static const auto started = frontend::Frontend::start({}, /*warm=*/true);
  return started ? started->get() : nullptr;
}

class FrontendGolden : public testing::TestWithParam<GoldenCase> {};

TEST_P(FrontendGolden, says_what_is_expected) {
  const GoldenCase& golden = GetParam();
  frontend::Frontend* frontend = shared_frontend();
  ASSERT_NE(frontend, nullptr);
  ASSERT_FALSE(golden.request.files.empty()) << golden.name << " has no readable file";
  const auto inspection = frontend->inspect(golden.request);
  const std::string facts = inspection ? print_facts(*inspection, golden.ptx_prefixes)
                                       : "failed " + inspection.error().message + "\n";
  if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(write_file(golden.expected, facts));
    return;
  }
  const auto expected = read_file(golden.expected);
  ASSERT_TRUE(expected) << expected.error().message;
  EXPECT_EQ(facts, *expected) << "in " << golden.name;
}

INSTANTIATE_TEST_SUITE_P(Cases, FrontendGolden, testing::ValuesIn(load_golden_cases()),
                         [](const auto& test) { return test.param.name; });

// A folder that is not found would otherwise pass as "no cases".
TEST(FrontendGoldenCases, are_many_and_each_has_an_expectation) {
  size_t files = 0;
  for (const GoldenCase& golden : load_golden_cases()) {
    files += golden.request.files.size();
    EXPECT_TRUE(std::filesystem::exists(golden.expected)) << golden.expected;
  }
  EXPECT_GE(files, 75u);
}

}  // namespace
}  // namespace kcast
