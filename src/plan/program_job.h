// A launch that a program's host code makes, as something that a collector can run: the kernel's
// device code without the host's, and the launch with all its buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "corpus/neutral/language.h"
#include "corpus/recipe.h"
#include "launch/ready_kernel.h"
#include "plan/kernel_needs.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::plan {

struct ProgramLaunch {
  launch::ReadyKernel kernel;
  size_t kernel_number = 0;  // among the names of the program's kernels, in the order of the text
  Launch launch;             // with the fills of its buffers
  KernelNeeds needs;
};

// A program as the front end and the host analysis read it.
struct ReadProgram {
  std::string language;
  std::string device_text;  // for NVRTC: no host code, all kernels; OpenMP: the whole text
  std::string ptx;          // OpenMP: what runs, with all regions
  std::vector<std::string> flags;
  std::vector<std::string> kernels;     // their names
  std::vector<ProgramLaunch> launches;  // "host:0", "host:1", ...: as predict() takes them
  // Why a collector cannot run the device text, one line; empty: it can.
  std::string refusal;
};

// `recipe` is of an authored program, with its constants and augmentation. What the GPU's
// variables are given by host code is in the device text. An error where the program does not
// compile; programs without launches have none.
Result<ReadProgram> read_program(const corpus::KernelRecipe& recipe, corpus::Language language,
                                 const launch::Inspect& inspect, const Gpu& gpu);

// A program with target regions of OpenMP: the launches that its host code makes, and PTX whose
// kernels take their launch environment as libomptarget hands it to them. An error where the
// program does not compile.
Result<ReadProgram> read_offloaded(const frontend::InspectRequest& request,
                                   const launch::Inspect& inspect, const Gpu& gpu);

// The PTX alone, of the module with this kernel.
Result<std::string> offloaded_ptx(frontend::InspectRequest request, const std::string& kernel,
                                  const launch::Inspect& inspect);

// A program as collectors get it: kernels can be found by name, and variables of the GPU that host
// code sets begin with their values. What cannot be found out stays as it is. OpenCL is left alone.
frontend::InspectRequest as_collected(frontend::InspectRequest request,
                                      const launch::Inspect& inspect, const Gpu& gpu);

// What host code does, without compiling the kernels: much faster.
Result<Inspection> host_inspection(const corpus::KernelRecipe& recipe,
                                   const launch::Inspect& inspect, const Gpu& gpu);

struct AuthoredJob {
  KernelSource source;   // its name is the symbol
  std::string ptx = {};  // OpenMP: what runs
  Launch launch;
};

// The launch of a program that was read; an error where it has none of that number or cannot be
// run without its host code.
Result<AuthoredJob> job_of(const ReadProgram& program, std::string_view launch);

// Both at once, for a row of a plan: "auth-1:physics/nbody:n=4096", "host:0". The launch depends
// on the GPU where host code asks for its properties.
Result<AuthoredJob> authored_job(std::string_view recipe, std::string_view launch,
                                 const launch::Inspect& inspect, const Gpu& gpu);

// "host:12" and back.
std::string host_launch_text(size_t number);
Result<size_t> parse_host_launch(std::string_view text);

}  // namespace kcast::plan
