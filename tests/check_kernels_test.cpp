// The analytic model against the readings of tests/checks/readings_h200.tsv.
//
//   KCAST_CHECK_REPORT=FILE check_kernels_test      writes docs/check-kernels.md's table
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "check_run.h"
#include "schema/gpu_json.h"

namespace kcast {
namespace {

Frontend* shared_frontend() {
  static const auto started = Frontend::start();
  return started ? started->get() : nullptr;
}

Gpu h200() {
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  EXPECT_TRUE(text);
  const auto gpu = gpu_from_json("h200.json", *text);
  EXPECT_TRUE(gpu) << (gpu ? "" : gpu.error().message);
  return *gpu;
}

TEST(check_kernels, reach_what_was_reached) {
  Frontend* frontend = shared_frontend();
  ASSERT_NE(frontend, nullptr);
  const std::string folder = std::string(KCAST_SOURCE_DIR) + "/tests/checks";
  const auto cases = load_check_cases(folder);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_GE(cases->size(), 90u);
  const auto readings = read_readings(folder + "/readings_h200.tsv");
  ASSERT_TRUE(readings) << readings.error().message;
  const Gpu gpu = h200();
  const CheckRun run = run_checks(*frontend, *cases, *readings, gpu);
  for (const std::string& failure : run.failures)
    ADD_FAILURE() << failure;
  if (const char* path = std::getenv("KCAST_CHECK_REPORT")) {
    ASSERT_TRUE(write_file(path, check_report(run.rows, gpu, false)));
  }
}

}  // namespace
}  // namespace kcast
