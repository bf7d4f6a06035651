#include "workflow/collect/rank.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace kcast::workflow {
namespace {

Status make_folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (folder.empty()) return Unit{};
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  return Unit{};
}

}  // namespace

Result<CollectRank> collect_rank(const CollectOptions& requested, const Environment& environment) {
  CollectRank out{.options = requested, .devices = {}, .about = {}};
  CollectOptions& options = out.options;
  std::string& file = requested.jobs.empty() ? options.out : options.jobs;
  KCAST_TRY(const std::string shard, resolved_shard(requested.shard, file, environment));
  KCAST_TRY(const auto part, parse_shard(shard));
  options.shard = shard;
  options.own_plan = has_part(requested.plan);
  options.plan = with_part(requested.plan, part.first);
  if (has_part(file)) {
    file = with_part(file, part.first);
    KCAST_OK(make_folder_of(file));
  }
  if (requested.shard != "auto") return out;
  KCAST_TRY(const Rank rank, rank_of(environment));
  KCAST_TRY(const auto devices, visible_devices(environment, rank));
  out.devices = devices.value_or("");
  out.about = "part " + shard + " by " + rank.by + ", into " + file;
  if (devices) out.about += ", on CUDA_VISIBLE_DEVICES=" + *devices;
  return out;
}

Status check_part(const dataset::Store& store, const std::string& file, const std::string& shard) {
  KCAST_TRY(const std::vector<dataset::RunInfo> runs, store.runs());
  for (const dataset::RunInfo& run : runs) {
    const auto options = nlohmann::json::parse(run.options, nullptr, false);
    if (!options.is_object()) continue;
    const std::string before = options.value("shard", shard);
    if (before == shard) continue;
    return Error{ErrorCode::InvalidInput, file + " was begun as part " + before + " and this is " +
                                              shard + "; give --shard " + before +
                                              ", or other stores"};
  }
  return Unit{};
}

}  // namespace kcast::workflow
