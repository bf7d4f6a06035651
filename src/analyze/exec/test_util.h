// Hand-written PTX kernels for tests of the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/exec/exec.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::exec {

inline constexpr char kHead[] = ".version 8.5\n.target sm_90\n.address_size 64\n";

// A kernel "k" with the given parameters ("u64 a, u32 n") and body.
inline std::string kernel_text(const std::vector<std::string>& parameters, const std::string& body,
                               const std::string& before = "") {
  std::string text = kHead + before + ".visible .entry k(";
  for (size_t i = 0; i < parameters.size(); ++i) {
    const size_t space = parameters[i].find(' ');
    text += std::string(i == 0 ? "" : ",") + "\n.param ." + parameters[i].substr(0, space) + " " +
            parameters[i].substr(space + 1);
  }
  text +=
      "\n)\n{\n.reg .pred %p<16>;\n.reg .b16 %rs<16>;\n.reg .b32 %r<64>;\n.reg .f32 %f<32>;\n"
      ".reg .b64 %rd<64>;\n.reg .f64 %fd<16>;\n" +
      body + "\n}\n";
  return text;
}

inline LaunchArgument buffer(const std::string& name, const std::string& type, int64_t elements,
                             Fill fill = {}) {
  LaunchArgument argument;
  argument.name = name;
  argument.element_type = type;
  argument.elements = elements;
  argument.fill = std::move(fill);
  return argument;
}

inline LaunchArgument integer(const std::string& name, int64_t value,
                              const std::string& type = "int") {
  LaunchArgument argument;
  argument.name = name;
  argument.element_type = type;
  argument.integer = value;
  return argument;
}

inline Launch launch_of(std::array<int64_t, 3> grid, std::array<int64_t, 3> block,
                        std::vector<LaunchArgument> arguments) {
  Launch launch;
  launch.kernel = "k";
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

inline Result<ExecResult> try_run(const std::string& text, const Launch& launch,
                                  const ExecOptions& options = {}) {
  KCAST_TRY(const ptx::Module module, ptx::parse_ptx(text));
  const ptx::Function* kernel = module.find("k");
  if (kernel == nullptr) return Error{ErrorCode::NotFound, "no kernel"};
  return execute(module, *kernel, launch, options);
}

inline ExecResult run(const std::string& text, const Launch& launch,
                      const ExecOptions& options = {}) {
  Result<ExecResult> result = try_run(text, launch, options);
  if (result) return *std::move(result);
  ADD_FAILURE() << result.error().message;
  return {};
}

// Counts of the n-th instruction whose opcode starts with `mnemonic`.
inline InstructionCount count_of(const std::string& text, const ExecResult& result,
                                 const std::string& mnemonic, int n = 0) {
  const Result<ptx::Module> module = ptx::parse_ptx(text);
  if (!module) return {-1, -1};
  const ptx::Function* kernel = module->find("k");
  for (size_t i = 0; i < kernel->instructions.size() && i < result.counts.size(); ++i) {
    if (kernel->instructions[i].mnemonic.rfind(mnemonic, 0) == 0 && n-- == 0)
      return result.counts[i];
  }
  return {-1, -1};
}

inline double warp_instructions(const ExecResult& result) {
  double sum = 0;
  for (const InstructionCount& count : result.counts)
    sum += count.warps;
  return sum;
}

// Every request by itself: warp, time, site, address of the first lane, lanes.
using Request = std::tuple<uint32_t, uint64_t, uint32_t, uint64_t, std::vector<int32_t>>;
inline std::vector<Request> expanded(const ExecResult& result, size_t block) {
  std::vector<Request> requests;
  for (const Access& access : result.traces.blocks[block].accesses) {
    for (uint32_t k = 0; k < access.repeat; ++k) {
      requests.emplace_back(access.warp, uint64_t{access.time} + uint64_t{k} * access.time_step,
                            access.site, access.base + k * static_cast<uint64_t>(access.stride),
                            result.traces.patterns[access.pattern].offsets);
    }
  }
  std::sort(requests.begin(), requests.end());
  return requests;
}

}  // namespace kcast::exec
