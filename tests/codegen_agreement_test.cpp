// Clang's PTX and NVIDIA's of the same check kernels, both interpreted: how often FLOPs and
// sectors agree. tests/checks/codegen_differences.tsv says where they do not, and why.
//
//   KCAST_KEEP_PTX=FOLDER codegen_agreement_test    also leaves both texts of each kernel there
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "check_run.h"
#include "frontend/toolkit/apply_toolkit.h"
#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/checks";
constexpr double kTolerance = 0.02;  // of NVIDIA's figure

struct Quantity {
  const char* name;
  std::function<double(const analyze::Analysis&)> of;
};

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> all = {
      {"fp32", [](const analyze::Analysis& a) { return a.prediction.values.flops_fp32; }},
      {"fp64", [](const analyze::Analysis& a) { return a.prediction.values.flops_fp64; }},
      {"fp16", [](const analyze::Analysis& a) { return a.prediction.values.flops_fp16; }},
      {"sectors",
       [](const analyze::Analysis& a) {
         const MemoryFeatures& m = a.features.memory;
         return m.global_load_requests * m.sectors_per_load +
                m.global_store_requests * m.sectors_per_store + m.atomic_sectors;
       }},
  };
  return all;
}

// Both PTX texts of a case.
struct Texts {
  std::string clang, nvrtc;
};

Result<Texts> texts_of(frontend::Frontend& frontend, const frontend::Toolkit& toolkit,
                       const collect::CheckCase& check) {
  frontend::InspectRequest request;
  KCAST_TRY(std::string source, read_file(check.source(".cu")));
  request.files.push_back({check.name + ".cu", std::move(source)});
  request.flags = check.flags;
  request.slice = true;
  KCAST_TRY(const frontend::BuildSettings settings, frontend::read_flags(request));
  KCAST_TRY(Inspection inspection, frontend.inspect(request));
  if (inspection.modules.empty()) return Error{ErrorCode::InvalidInput, "no PTX"};
  Texts out;
  out.clang = inspection.modules[0].text;
  KCAST_OK(frontend::apply_toolkit(request, settings, toolkit, inspection, /*take_ptx=*/true));
  if (inspection.modules[0].route != "nvrtc") {
    return Error{ErrorCode::External, inspection.diagnostics.empty()
                                          ? "no PTX of NVRTC"
                                          : inspection.diagnostics.back().message};
  }
  out.nvrtc = inspection.modules[0].text;
  return out;
}

void keep(const collect::CheckCase& check, const Texts& texts) {
  const char* folder = std::getenv("KCAST_KEEP_PTX");
  if (folder == nullptr) return;
  const std::string stem = std::string(folder) + "/" + check.name;
  EXPECT_TRUE(write_file(stem + ".clang.ptx", texts.clang));
  EXPECT_TRUE(write_file(stem + ".nvrtc.ptx", texts.nvrtc));
}

Result<analyze::Analysis> analysis_of(const std::string& ptx, const collect::CheckCase& check,
                                      const Gpu& gpu) {
  KCAST_TRY(const auto kernel, analyze::prepare_kernel(ptx, check.kernel));
  return analyze::analyze(*kernel, check.launches.at(0), gpu);
}

// The quantities that differ, each with "ours of theirs".
Result<std::map<std::string, std::string>> differences(const Texts& texts,
                                                       const collect::CheckCase& check,
                                                       const Gpu& gpu) {
  KCAST_TRY(const analyze::Analysis clang, analysis_of(texts.clang, check, gpu));
  KCAST_TRY(const analyze::Analysis nvrtc, analysis_of(texts.nvrtc, check, gpu));
  std::map<std::string, std::string> out;
  for (const Quantity& quantity : quantities()) {
    const double ours = quantity.of(clang);
    const double theirs = quantity.of(nvrtc);
    if (std::abs(ours - theirs) <= kTolerance * theirs) continue;
    out[quantity.name] = format_number(ours, 6) + " of " + format_number(theirs, 6);
  }
  return out;
}

// kernel -> quantities, of the lines "kernel<tab>quantity<tab>reason".
std::map<std::string, std::set<std::string>> listed_differences() {
  std::map<std::string, std::set<std::string>> out;
  const auto text = read_file(kFolder + "/codegen_differences.tsv");
  if (!text) return out;
  for (const std::string& line : split(*text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> cells = split(line, '\t');
    EXPECT_EQ(cells.size(), 3U) << line;
    if (cells.size() != 3) continue;
    EXPECT_FALSE(cells[2].empty()) << line;
    out[cells[0]].insert(cells[1]);
  }
  return out;
}

TEST(codegen_agreement, flops_and_sectors_are_those_of_nvcc) {
  const std::optional<frontend::Toolkit> toolkit = frontend::find_toolkit("");
  if (!toolkit) GTEST_SKIP() << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
  const auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto cases = load_check_cases(kFolder);
  ASSERT_TRUE(cases) << cases.error().message;
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  ASSERT_TRUE(text);
  const auto gpu = gpu_from_json("h200.json", *text);
  ASSERT_TRUE(gpu) << gpu.error().message;
  std::map<std::string, std::set<std::string>> found;
  for (const collect::CheckCase& check : *cases) {
    const auto texts = texts_of(**frontend, *toolkit, check);
    ASSERT_TRUE(texts) << check.name << ": " << texts.error().message;
    keep(check, *texts);
    const auto differs = differences(*texts, check, *gpu);
    ASSERT_TRUE(differs) << check.name << ": " << differs.error().message;
    for (const auto& [quantity, figures] : *differs) {
      found[check.name].insert(quantity);
      std::cout << check.name << "\t" << quantity << "\t" << figures << std::endl;
    }
  }
  const double share = 1 - static_cast<double>(found.size()) / static_cast<double>(cases->size());
  std::cout << "agree: " << cases->size() - found.size() << " of " << cases->size() << "\n";
  EXPECT_GE(share, 0.95);
  EXPECT_EQ(found, listed_differences());
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
