// Registers that are estimated from our own front end's PTX, beside those that ptxas takes for
// NVRTC's PTX of the same kernel (tests/data/registers_sm90.tsv: the open check kernels).
// KCAST_UPDATE_REGISTERS=1 writes that file, with the toolkit; KCAST_PRINT_REGISTERS=1 prints.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "analyze/cost/registers.h"
#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/wide_loads.h"
#include "base/files.h"
#include "base/text.h"
#include "check_run.h"
#include "frontend/toolkit/toolkit_programs.h"

namespace kcast {
namespace {

const std::string kSource = KCAST_SOURCE_DIR;
const std::string kRecorded = kSource + "/tests/data/registers_sm90.tsv";

std::map<std::string, int64_t> recorded() {
  std::map<std::string, int64_t> out;
  const auto text = read_file(kRecorded);
  if (!text) return out;
  for (const std::string& line : split(*text, '\n')) {
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() == 2 && !line.starts_with('#')) out[cells[0]] = std::stoll(cells[1]);
  }
  return out;
}

std::string name_of(const collect::CheckCase& check, const Kernel& kernel) {
  return check.name + ":" + kernel.mangled;
}

int64_t estimate(const Inspection& inspection, const Kernel& kernel) {
  for (const PtxModule& text : inspection.modules) {
    auto module = ptx::parse_ptx(text.text);
    if (!module) continue;
    ptx::join_shared_loads(*module);
    const ptx::Function* function = module->find(kernel.mangled);
    if (function == nullptr || !function->has_body) continue;
    return cost::estimate_registers(*function, cost::register_demand(*module, *function), 65536,
                                    255);
  }
  return 0;
}

// Of the open cases.
std::vector<collect::CheckCase> open_cases() {
  auto cases = load_check_cases(kSource + "/tests/checks");
  EXPECT_TRUE(cases) << cases.error().message;
  if (!cases) return {};
  std::erase_if(*cases,
                [](const collect::CheckCase& check) { return eval::is_held_out(check.name); });
  return *std::move(cases);
}

void update(frontend::Frontend& frontend, const frontend::Toolkit& toolkit) {
  std::string out = "# registers per thread by ptxas V13.0.88 for sm_90 of NVRTC's PTX\n";
  for (const collect::CheckCase& check : open_cases()) {
    const auto inspection = inspect_case(frontend, check, ".cu", &toolkit);
    if (!inspection) continue;
    for (const Kernel& kernel : inspection->kernels) {
      if (!kernel.resources) continue;
      out += name_of(check, kernel) + "\t" + std::to_string(kernel.resources->registers) + "\n";
    }
  }
  ASSERT_TRUE(write_file(kRecorded, out));
}

TEST(register_estimates, are_near_those_of_ptxas) {
  const auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  if (std::getenv("KCAST_UPDATE_REGISTERS") != nullptr) {
    const auto toolkit = frontend::find_toolkit("");
    ASSERT_TRUE(toolkit) << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
    update(**frontend, *toolkit);
  }
  const std::map<std::string, int64_t> truth = recorded();
  int near = 0;
  int same_step = 0;
  int all = 0;
  for (const collect::CheckCase& check : open_cases()) {
    const auto inspection = inspect_case(**frontend, check);
    if (!inspection) continue;
    for (const Kernel& kernel : inspection->kernels) {
      const auto found = truth.find(name_of(check, kernel));
      const int64_t said = found == truth.end() ? 0 : estimate(*inspection, kernel);
      if (said == 0) continue;
      ++all;
      near += std::abs(said - found->second) * 10 <= found->second ? 1 : 0;
      same_step += (said + 7) / 8 == (found->second + 7) / 8 ? 1 : 0;
      if (std::getenv("KCAST_PRINT_REGISTERS") != nullptr)
        std::cout << found->first << "\t" << found->second << "\t" << said << "\n";
    }
  }
  ASSERT_GE(all, 100);
  std::cout << all << " kernels, within 10 %: " << 100 * near / all
            << " %, in the same step of 8: " << 100 * same_step / all << " %\n";
  EXPECT_GE(near * 100, all * 50);
  EXPECT_GE(same_step * 100, all * 60);
}

}  // namespace
}  // namespace kcast

// This program is also the process that NVRTC runs in.
int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + 1, argv + argc);
  if (const auto status = kcast::frontend::run_as_nvrtc_worker(args)) return *status;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
