// Every authored program as a job for a collector: NVRTC compiles its device code for sm_90, and
// the machine code has the kernels of all its launches. No GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <mutex>
#include <set>
#include <vector>

#include "base/files.h"
#include "base/parallel.h"
#include "collect/cuda/nvrtc.h"
#include "corpus/authored/authored.h"
#include "frontend/frontend.h"
#include "plan/program_job.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {

namespace {

struct JobCounts {
  size_t kernels = 0;   // that host code launches
  size_t compiled = 0;  // with their symbol in the machine code
  size_t refused = 0;   // of programs that cannot run without host code
  std::vector<std::string> reasons;
};

// What NVRTC makes of all kernels of a program: they share one device text.
void count_jobs(const plan::ReadProgram& program, const std::string& name, JobCounts& counts) {
  std::set<std::string> symbols;
  for (const plan::ProgramLaunch& launch : program.launches)
    symbols.insert(launch.launch.kernel);
  counts.kernels = symbols.size();
  if (!program.refusal.empty()) {
    counts.refused = symbols.size();
    counts.reasons.push_back(name + ": " + program.refusal);
    return;
  }
  if (symbols.empty()) return counts.reasons.push_back(name + ": no launches");
  collect::CompileRequest request;
  request.name = name;
  request.source = program.device_text;
  request.kernel = *symbols.begin();
  request.target = "sm_90";
  const auto compiled = collect::compile_kernel(request);
  if (!compiled) return counts.reasons.push_back(compiled.error().message);
  for (const std::string& symbol : symbols) {
    const std::string section = ".text." + symbol;
    // Names of sections end in a zero.
    const bool found = compiled->cubin.find(section + '\0') != std::string::npos;
    counts.compiled += found ? 1 : 0;
    if (!found) counts.reasons.push_back(name + ": the machine code has no " + symbol);
  }
}

TEST(AuthoredJobs, compile_with_NVRTC) {
  if (!collect::nvrtc_version()) GTEST_SKIP() << "there is no NVRTC; `scripts/fetch cuda` gets one";
  auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  ASSERT_TRUE(text);
  const auto gpu = gpu_from_json("h200.json", *text);
  ASSERT_TRUE(gpu);
  const auto programs = corpus::authored_programs();
  ASSERT_TRUE(programs) << programs.error().message;
  JobCounts all;
  std::mutex mutex;
  parallel_for(hardware_jobs(), programs->size(), 1, [&](size_t i) {
    corpus::KernelRecipe recipe;
    recipe.generator = corpus::Generator::Authored;
    recipe.name = (*programs)[i].name;
    const auto program = plan::read_program(
        recipe, corpus::Language::Cuda,
        [&](const frontend::InspectRequest& request) { return (*frontend)->inspect(request); },
        *gpu);
    JobCounts counts;
    if (program) {
      count_jobs(*program, recipe.name, counts);
    } else {
      counts.reasons.push_back(program.error().message);
    }
    const std::scoped_lock lock(mutex);
    all.kernels += counts.kernels;
    all.compiled += counts.compiled;
    all.refused += counts.refused;
    all.reasons.insert(all.reasons.end(), counts.reasons.begin(), counts.reasons.end());
  });
  std::sort(all.reasons.begin(), all.reasons.end());
  for (const std::string& reason : all.reasons)
    std::cout << reason << "\n";
  std::cout << all.compiled << " of " << all.kernels << " kernels compile, " << all.refused
            << " cannot run without host code\n";
  EXPECT_GE(all.kernels, 550U);
  EXPECT_EQ(all.compiled + all.refused, all.kernels);
  EXPECT_LE(all.refused * 50, all.kernels);  // at most 2 %
}

}  // namespace
}  // namespace kcast
