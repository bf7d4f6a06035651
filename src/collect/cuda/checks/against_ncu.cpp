#include "collect/cuda/checks/against_ncu.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>
#include <variant>

#include "base/files.h"
#include "base/text.h"
#include "collect/import/ncu.h"
#include "collect/job.h"

namespace kcast::collect {

namespace {

constexpr double kSameBytes = 0.02;
constexpr double kSameTime = 0.05;
constexpr double kSamePoints = 1;
constexpr double kLongUs = 10;

bool within(double ours, double theirs, double share) {
  return std::abs(ours - theirs) <= share * std::abs(theirs);
}

bool same_flops(const BaseQuantities& ours, const BaseQuantities& theirs) {
  return ours.flops_fp32 == theirs.flops_fp32 && ours.flops_fp64 == theirs.flops_fp64 &&
         (ours.flops_fp16 == 0 || ours.flops_fp16 == theirs.flops_fp16);
}

// In the order of the launches' numbers.
Result<std::vector<BaseQuantities>> worker_values(const std::string& file) {
  KCAST_TRY(const std::string text, read_file(file));
  std::map<int64_t, BaseQuantities> values;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) continue;
    auto message = parse_message(line);
    if (!message) return std::move(message).error().context(file);
    if (const auto* reading = std::get_if<WorkerReading>(&*message)) {
      values[reading->id] = reading->reading.values;
    }
  }
  std::vector<BaseQuantities> out;
  for (const auto& [id, each] : values)
    out.push_back(each);
  return out;
}

// Several files with commas between them are one run, of which each has some of the metrics.
Result<std::vector<BaseQuantities>> ncu_values(const std::string& file) {
  const std::vector<std::string> names = split(file, ',');
  const std::vector<std::filesystem::path> paths(names.begin(), names.end());
  KCAST_TRY(const std::vector<ProfiledLaunch> launches, import_ncu_files(paths));
  std::vector<BaseQuantities> out;
  for (const ProfiledLaunch& launch : launches) {
    if (launch.failure) {
      return Error{ErrorCode::InvalidInput,
                   file + ": a launch of " + launch.kernel + " has no reading"};
    }
    out.push_back(launch.reading.values);
  }
  return out;
}

}  // namespace

std::vector<Agreement> agreements(std::span<const BaseQuantities> ours,
                                  std::span<const BaseQuantities> theirs) {
  std::vector<Agreement> out;
  const auto rule = [&](std::string text, const auto& keeps, const auto& concerns) {
    Agreement agreement{.rule = std::move(text)};
    for (size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
      if (!concerns(theirs[i])) continue;
      ++agreement.launches;
      agreement.kept += keeps(ours[i], theirs[i]) ? 1 : 0;
    }
    out.push_back(std::move(agreement));
  };
  const auto all = [](const BaseQuantities&) { return true; };
  const auto bytes = [&](const char* text, double BaseQuantities::* value) {
    rule(
        std::string(text) + " within 2 %",
        [value](const BaseQuantities& a, const BaseQuantities& b) {
          return within(a.*value, b.*value, kSameBytes);
        },
        all);
  };
  const auto hits = [&](const char* text, double BaseQuantities::* value) {
    rule(
        std::string(text) + " within 1 point",
        [value](const BaseQuantities& a, const BaseQuantities& b) {
          return std::abs(a.*value - b.*value) <= kSamePoints;
        },
        all);
  };
  const auto same_time = [](const BaseQuantities& a, const BaseQuantities& b) {
    return within(a.time_us, b.time_us, kSameTime);
  };
  rule("FLOPs by type equal", same_flops, all);
  rule(
      "FLOPs and integer operations equal",
      [](const BaseQuantities& a, const BaseQuantities& b) {
        return same_flops(a, b) && a.int_ops == b.int_ops;
      },
      all);
  bytes("L1 bytes", &BaseQuantities::l1_bytes);
  hits("L1 hit rate", &BaseQuantities::l1_hit_rate_pct);
  bytes("L2 bytes", &BaseQuantities::l2_bytes);
  hits("L2 hit rate", &BaseQuantities::l2_hit_rate_pct);
  bytes("HBM bytes read", &BaseQuantities::hbm_read_bytes);
  bytes("HBM bytes written", &BaseQuantities::hbm_write_bytes);
  rule("time within 5 %", same_time, all);
  rule("time within 5 %, of 10 us and more", same_time,
       [](const BaseQuantities& b) { return b.time_us >= kLongUs; });
  return out;
}

Result<std::string> agreement_table(const std::string& worker_file,
                                    const std::vector<std::string>& run_files) {
  KCAST_TRY(const std::vector<BaseQuantities> ours, worker_values(worker_file));
  std::vector<std::vector<BaseQuantities>> ncu_runs;
  std::vector<std::pair<std::string, std::vector<Agreement>>> columns;
  for (const std::string& file : run_files) {
    const bool is_ours = file.ends_with(".jsonl");
    KCAST_TRY(std::vector<BaseQuantities> run, is_ours ? worker_values(file) : ncu_values(file));
    if (run.size() != ours.size()) {
      return Error{ErrorCode::InvalidInput,
                   file + " has " + std::to_string(run.size()) + " launches, " + worker_file +
                       " has " + std::to_string(ours.size()) + ": they are not of the same jobs"};
    }
    std::vector<Agreement> column = agreements(ours, run);
    if (!is_ours) ncu_runs.push_back(std::move(run));
    columns.emplace_back(is_ours ? "ours again" : "ncu " + std::to_string(ncu_runs.size()),
                         std::move(column));
  }
  if (ncu_runs.size() > 1) {
    columns.emplace_back("ncu 2 / ncu 1", agreements(ncu_runs[1], ncu_runs[0]));
  }
  constexpr size_t kWidth = 15;
  std::string out = pad_right("launches that keep the rule", 36);
  for (const auto& [title, column] : columns)
    out += pad_left(title, kWidth);
  out += "\n";
  for (size_t row = 0; row < columns.front().second.size(); ++row) {
    out += pad_right(columns.front().second[row].rule, 36);
    for (const auto& [title, column] : columns) {
      const Agreement& each = column[row];
      out += pad_left(std::to_string(each.kept) + " of " + std::to_string(each.launches), kWidth);
    }
    out += "\n";
  }
  return out;
}

}  // namespace kcast::collect
