#include "check_run.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "predict/toolkit/inspect_with_toolkit.h"

namespace kcast {

namespace fs = std::filesystem;

Result<std::vector<collect::CheckCase>> load_check_cases(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (error) return Error{ErrorCode::NotFound, "cannot list " + folder.string()};
  std::sort(files.begin(), files.end());
  std::vector<collect::CheckCase> out;
  for (const fs::path& file : files) {
    KCAST_TRY(collect::CheckCase check, collect::read_check_case(file));
    out.push_back(std::move(check));
  }
  return out;
}

Result<Readings> read_readings(const fs::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  Readings out;
  std::vector<std::string> header;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string> cells = split(line, '\t');
    if (header.empty()) {
      header = std::move(cells);
      continue;
    }
    if (cells.size() != header.size()) {
      return Error{ErrorCode::InvalidInput, file.string() + ": a row of " + cells[0] + " has " +
                                                std::to_string(cells.size()) + " cells"};
    }
    std::map<std::string, double>& row = out[{cells[0], std::stoi(cells[1])}];
    for (size_t i = 2; i < cells.size(); ++i) {
      if (!cells[i].empty()) row[header[i]] = std::stod(cells[i]);
    }
  }
  return out;
}

BaseQuantities quantities_of(const std::map<std::string, double>& reading) {
  const auto get = [&reading](const std::string& name) {
    const auto found = reading.find(name);
    return found == reading.end() ? 0.0 : found->second;
  };
  const auto op = [&get](const char* name) {
    return get(std::string("smsp__sass_thread_inst_executed_op_") + name + "_pred_on.sum");
  };
  BaseQuantities out;
  out.time_us = reading.contains("time_us") ? get("time_us") : get("gpu__time_duration.sum") / 1000;
  out.flops_fp32 = op("fadd") + op("fmul") + 2 * op("ffma");
  out.flops_fp64 = op("dadd") + op("dmul") + 2 * op("dfma");
  out.flops_fp16 = 2 * (op("hadd") + op("hmul")) + 4 * op("hfma");
  out.int_ops = op("integer");
  out.l1_bytes = get("l1tex__t_bytes.sum");
  out.l2_bytes = get("lts__t_bytes.sum");
  out.hbm_read_bytes = get("dram__bytes_read.sum");
  out.hbm_write_bytes = get("dram__bytes_write.sum");
  out.l1_hit_rate_pct = get("l1tex__t_sector_hit_rate.pct");
  out.l2_hit_rate_pct = std::min(100.0, get("lts__t_sector_hit_rate.pct"));
  for (const auto& [name, value] : reading) {
    if (name.starts_with("sm__ops_path_tensor")) out.flops_tensor += value;
  }
  return out;
}

Result<Inspection> inspect_case(frontend::Frontend& frontend, const collect::CheckCase& check,
                                std::string_view ending, const frontend::Toolkit* toolkit,
                                bool machine) {
  KCAST_TRY(std::string text, read_file(check.source(ending)));
  frontend::InspectRequest request;
  request.files.push_back({check.name + std::string(ending), std::move(text)});
  request.flags = check.flags;
  if (toolkit == nullptr) return frontend.inspect(request);
  return predict::inspect_with_toolkit(frontend, std::move(request), *toolkit, machine);
}

namespace {

eval::CheckRow row_of(const collect::CheckCase& check, int launch,
                      const analyze::Analysis& analysis,
                      const std::map<std::string, double>& reading, const Gpu& gpu) {
  eval::CheckRow row;
  row.kernel = check.name;
  row.launch = launch;
  const ControlFeatures& control = analysis.features.control;
  row.estimated = control.unknown_values > 0 || control.estimated_share > 0;
  row.predicted = analysis.prediction.values;
  row.measured = quantities_of(reading);
  const MemoryFeatures& memory = analysis.features.memory;
  row.unique_read_bytes = memory.unique_read_bytes;
  row.unique_write_bytes = memory.unique_write_bytes;
  const double footprint = memory.unique_read_bytes + memory.unique_write_bytes;
  const double l2 = static_cast<double>(gpu.l2.size_bytes);
  row.irregular = memory.affine_share < 0.9 && footprint > 0.25 * l2 && footprint < 4 * l2;
  if (!analysis.prediction.bottleneck.empty()) {
    row.decided_by = to_text(analysis.prediction.bottleneck.front().part);
  }
  return row;
}

std::optional<ResourceUse> resources_of(const Inspection& inspection, const std::string& symbol) {
  for (const Kernel& kernel : inspection.kernels)
    if (kernel.mangled == symbol) return kernel.resources;
  return std::nullopt;
}

}  // namespace

CheckRun run_checks(frontend::Frontend& frontend, const std::vector<collect::CheckCase>& cases,
                    const Readings& readings, const Gpu& gpu, std::string_view ending,
                    const CheckConditions& conditions) {
  CheckRun out;
  for (const collect::CheckCase& check : cases) {
    if (!readings.contains({check.name, 0})) continue;
    const auto inspection =
        inspect_case(frontend, check, ending, conditions.toolkit, conditions.machine);
    if (!inspection || inspection->modules.empty()) {
      out.failures.push_back(check.name + ": " +
                             (inspection ? "no PTX" : inspection.error().message));
      continue;
    }
    const auto kernel = analyze::prepare_kernel(inspection->modules.front().text, check.kernel);
    for (size_t i = 0; i < check.launches.size(); ++i) {
      const std::string place = check.name + "/" + std::to_string(i) + ": ";
      const auto reading = readings.find({check.name, static_cast<int>(i)});
      if (reading == readings.end()) continue;
      analyze::AnalysisOptions options;
      options.l2 = conditions.l2;
      const auto analysis = kernel
                                ? analyze::analyze(**kernel, check.launches[i], gpu,
                                                   resources_of(*inspection, check.kernel), options)
                                : Result<analyze::Analysis>(kernel.error());
      if (!analysis) {
        out.failures.push_back(place + analysis.error().message);
        continue;
      }
      out.rows.push_back(row_of(check, static_cast<int>(i), *analysis, reading->second, gpu));
      out.analyses.push_back(*analysis);
      out.launches.push_back(check.launches[i]);
    }
  }
  return out;
}

}  // namespace kcast
