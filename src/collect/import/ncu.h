// Reads what NVIDIA's Nsight Compute prints with `ncu --csv --page raw`.
//
// The text is: lines of ncu (==PROF==, ==WARNING==) and of the program, a header, a row of units,
// and a row for each launch. Numbers have commas between thousands; without `--print-units base`
// they are scaled to the units that the row says. Several texts may describe the same launches,
// say one with all metrics and further ones with the time alone: they are joined by kernel, grid,
// block and how often that came before. Their times become the repeats; a metric is taken from
// the first text that has it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "collect/import/profiled_launch.h"

namespace kcast::collect {

struct NcuImportOptions {
  // ptxas moves constants with half-precision instructions, so kernels without any half
  // arithmetic have millions of them. Say false where the sources are known to use no half
  // types: flops_fp16 is 0 then. Otherwise they are counted, and a note says so.
  bool half_types = true;
};

struct NcuText {
  std::string name;  // for errors: the file
  std::string text;
};

// The metrics that a reading needs, for --metrics: names joined by commas.
std::string ncu_metrics_argument();

Result<std::vector<ProfiledLaunch>> import_ncu(std::span<const NcuText> texts,
                                               const NcuImportOptions& options = {});
Result<std::vector<ProfiledLaunch>> import_ncu_files(std::span<const std::filesystem::path> files,
                                                     const NcuImportOptions& options = {});

}  // namespace kcast::collect
