// Every PTX that the front end makes of the golden sources is accepted by ptxas.
// It needs a CUDA toolkit (scripts/fetch cuda) and no GPU.
#include <gtest/gtest.h>

#include <optional>

#include "frontend/frontend.h"
#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "golden_case.h"

namespace kcast {
namespace {

frontend::Frontend* shared_frontend() {
  static const auto started = frontend::Frontend::start();
  return started ? started->get() : nullptr;
}

const std::optional<frontend::Toolkit>& shared_toolkit() {
  static const std::optional<frontend::Toolkit> found = frontend::find_toolkit("");
  return found;
}

class FrontendPtxas : public testing::TestWithParam<GoldenCase> {};

TEST_P(FrontendPtxas, accepts_the_ptx) {
  // Before anything that may start a thread or a program.
  frontend::Frontend* frontend = shared_frontend();
  ASSERT_NE(frontend, nullptr);
  const std::optional<frontend::Toolkit>& toolkit = shared_toolkit();
  if (!toolkit || toolkit->ptxas.empty()) {
    GTEST_SKIP() << "no ptxas: run scripts/fetch cuda, or set CUDA_HOME";
  }
  const GoldenCase& golden = GetParam();
  const auto inspection = frontend->inspect(golden.request);
  ASSERT_TRUE(inspection) << inspection.error().message;
  for (const PtxModule& module : inspection->modules) {
    if (module.text.empty()) continue;
    const auto report = frontend::ptxas_resources(*toolkit, module.text, module.arch, 0);
    ASSERT_TRUE(report) << golden.name << ": " << report.error().message;
    for (const Kernel& kernel : inspection->kernels) {
      const auto found = report->find(kernel.mangled);
      if (found == report->end()) continue;
      // Variables of OpenMP's runtime come in another order than ptxas's; what the GPU hands out,
      // pieces of 128 bytes, is the same.
      const int64_t piece = kernel.language == "openmp" ? 128 : 1;
      const auto pieces = [&](int64_t bytes) { return (bytes + piece - 1) / piece; };
      EXPECT_EQ(pieces(found->second.static_shared_bytes), pieces(kernel.static_shared_bytes))
          << golden.name << ": shared memory of " << kernel.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, FrontendPtxas, testing::ValuesIn(load_golden_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace kcast
