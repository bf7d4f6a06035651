// Machine code of the check kernels, lifted into PTX, beside NVRTC's PTX of them: both leave the
// same in the buffers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "analyze/exec/run_launch.h"
#include "base/files.h"
#include "buffer_compare.h"
#include "check_run.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "schema/ptx_text.h"

namespace kcast {
namespace {

constexpr int64_t kMostInstructions = 400'000;  // of PTX; longer launches are left out
constexpr int64_t kMostMachineInstructions = 8'000'000;
constexpr int64_t kBlocks = 3;  // in each direction

// Of a large launch the first blocks.
Launch first_blocks(Launch launch) {
  for (int64_t& blocks : launch.grid)
    blocks = std::min(blocks, kBlocks);
  return launch;
}

// The PTX alone, and with machine code behind it.
struct Codes {
  std::string ptx, machine;
  std::string why;  // it is not lifted
};

Result<Codes> codes_of(frontend::Frontend& frontend, const frontend::Toolkit& toolkit,
                       const collect::CheckCase& check) {
  KCAST_TRY(const Inspection inspection, inspect_case(frontend, check, ".cu", &toolkit, true));
  if (inspection.modules.empty()) return Error{ErrorCode::InvalidInput, "no PTX"};
  Codes out;
  out.machine = inspection.modules[0].text;
  const size_t lifted = find_ptx_entry(out.machine, check.kernel + std::string(kMachineSuffix));
  const size_t head = out.machine.rfind("\n.visible", lifted);
  out.ptx = out.machine.substr(0, lifted == std::string::npos ? lifted : head);
  for (const Diagnostic& diagnostic : inspection.diagnostics)
    out.why += (out.why.empty() ? "" : "; ") + diagnostic.message;
  if (lifted != std::string::npos) out.why.clear();
  return out;
}

Result<exec::LaunchOutput> run(const std::string& text, const collect::CheckCase& check,
                               const Launch& launch, int64_t most) {
  KCAST_TRY(const auto kernel, analyze::prepare_kernel(text, check.kernel));
  exec::RunLimits limits;
  limits.warp_instructions = most;
  limits.buffer_bytes = int64_t{24} << 20;
  return exec::run_whole_launch(*kernel, launch, limits);
}

std::string difference(const Launch& launch, const exec::LaunchOutput& ptx,
                       const exec::LaunchOutput& machine) {
  if (ptx.lost != machine.lost) return "lost: '" + machine.lost + "', not '" + ptx.lost + "'";
  if (ptx.fault != machine.fault) return "fault: '" + machine.fault + "'";
  if (ptx.buffers.size() != machine.buffers.size()) return "other buffers";
  for (size_t b = 0; b < ptx.buffers.size(); ++b) {
    const exec::BufferBytes& theirs = ptx.buffers[b];
    std::vector<uint8_t> known = machine.buffers[b].known;
    for (size_t i = 0; i < known.size() && i < theirs.known.size(); ++i)
      known[i] &= theirs.known[i];
    const auto compared = compare_buffer(launch.arguments[static_cast<size_t>(theirs.argument)],
                                         machine.buffers[b].bytes, known, theirs.bytes);
    if (!compared) return compared.error().message;
    if (compared->worst == Agreement::Wrong) return compared->where;
  }
  return "";
}

TEST(machine_code, leaves_what_ptx_leaves) {
  const auto toolkit = frontend::find_toolkit("");
  if (!toolkit) GTEST_SKIP() << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
  const auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto cases = load_check_cases(std::string(KCAST_SOURCE_DIR) + "/tests/checks");
  ASSERT_TRUE(cases) << cases.error().message;
  const char* only = std::getenv("KCAST_ONLY");
  const char* folder = std::getenv("KCAST_KEEP_PTX");
  int seen = 0;
  int lifted = 0;
  int compared = 0;
  for (const collect::CheckCase& check : *cases) {
    if (only != nullptr && check.name.find(only) == std::string::npos) continue;
    if (!std::filesystem::exists(check.source(".cu"))) continue;
    ++seen;
    const auto codes = codes_of(**frontend, *toolkit, check);
    ASSERT_TRUE(codes) << check.name << ": " << codes.error().message;
    if (folder != nullptr)
      EXPECT_TRUE(write_file(std::string(folder) + "/" + check.name + ".ptx", codes->machine));
    if (!codes->why.empty()) {
      std::cout << check.name << "\tnot lifted: " << codes->why << std::endl;
      continue;
    }
    ++lifted;
    for (const Launch& whole : check.launches) {
      const Launch launch = first_blocks(whole);
      const auto ptx = run(codes->ptx, check, launch, kMostInstructions);
      if (!ptx) continue;  // too large to be run whole
      const auto machine = run(codes->machine, check, launch, kMostMachineInstructions);
      if (!machine) {
        std::cout << check.name << "\t" << machine.error().message << std::endl;
        continue;
      }
      ++compared;
      EXPECT_EQ(difference(launch, *ptx, *machine), "") << check.name;
    }
  }
  std::cout << lifted << " of " << seen << " kernels lifted, " << compared
            << " launches compared\n";
  EXPECT_GE(lifted, 0.97 * seen);
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
