// Plans: which launches of which kernels are to be measured, one a line, with what the analysis
// says of them. A collector needs the first three columns; the rest describes the corpus.
//
//   recipe            what makes the kernel (corpus/recipe.h)
//   language          cuda, hip, opencl
//   launch            schema/launch_point.h
//   blocks threads bytes shared        of the launch; bytes of its buffers
//   time_us flops int_ops l1_bytes l2_bytes hbm_bytes l1_hit l2_hit    predicted
//   instructions fma alu fp64 xu lsu   warp instructions, and the shares of the pipes
//   bound             compute or bandwidth
//   chosen            regime or time: what the launch was chosen for
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "schema/sample.h"

namespace kcast::plan {

struct PlannedLaunch {
  std::string recipe;
  std::string language;
  std::string launch;
  int64_t blocks = 0;
  int64_t threads = 0;
  int64_t bytes = 0;
  int64_t shared = 0;
  double time_us = 0;
  double flops = 0;
  double int_ops = 0;
  double l1_bytes = 0;
  double l2_bytes = 0;
  double hbm_bytes = 0;
  double l1_hit = 0;
  double l2_hit = 0;
  double instructions = 0;
  double fma = 0;
  double alu = 0;
  double fp64 = 0;
  double xu = 0;
  double lsu = 0;
  std::string bound;
  std::string chosen;

  bool operator==(const PlannedLaunch&) const = default;
};

PlannedLaunch planned(const Launch& launch, const analyze::Analysis& analysis);

std::string plan_header();
std::string plan_line(const PlannedLaunch& row);

// None: the line is damaged.
std::optional<PlannedLaunch> parse_plan_line(std::string_view line);

// An error names the line.
Result<std::vector<PlannedLaunch>> parse_plan(std::string_view text);

}  // namespace kcast::plan
