// The check kernels through the whole analytic path: front end, interpreter, memory
// and time model, beside what was read on the GPU.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "collect/check_case.h"
#include "eval/checks.h"
#include "frontend/frontend.h"
#include "frontend/toolkit/toolkit.h"
#include "schema/gpu/gpu.h"

namespace kcast {

// Every case of a folder, by name.
Result<std::vector<collect::CheckCase>> load_check_cases(const std::filesystem::path& folder);

// Metric name -> value, per case and launch.
using Readings = std::map<std::pair<std::string, int>, std::map<std::string, double>>;

// A table of tab-separated columns: case, launch, then one metric each.
Result<Readings> read_readings(const std::filesystem::path& file);

// What ncu read, in the terms of the schema; or the column `time_us` alone.
BaseQuantities quantities_of(const std::map<std::string, double>& reading);

// The PTX of a case, by our own front end; with a toolkit NVRTC's, and ptxas's registers;
// with `machine` its machine code, too.
Result<Inspection> inspect_case(frontend::Frontend& frontend, const collect::CheckCase& check,
                                std::string_view ending = ".cu",
                                const frontend::Toolkit* toolkit = nullptr, bool machine = false);

struct CheckConditions {
  L2State l2 = L2State::Cold;
  const frontend::Toolkit* toolkit = nullptr;  // null: our own front end alone
  bool machine = false;                        // with it: machine code, not PTX, is analysed
};

// All launches that have a reading.
struct CheckRun {
  std::vector<eval::CheckRow> rows;
  std::vector<analyze::Analysis> analyses;  // beside the rows
  std::vector<Launch> launches;             // beside the rows
  std::vector<std::string> failures;        // "case/launch: message"
};
CheckRun run_checks(frontend::Frontend& frontend, const std::vector<collect::CheckCase>& cases,
                    const Readings& readings, const Gpu& gpu, std::string_view ending = ".cu",
                    const CheckConditions& conditions = {});

}  // namespace kcast
