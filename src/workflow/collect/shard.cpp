#include "workflow/collect/shard.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace kcast::workflow {
namespace {

constexpr std::string_view kPart = "{part}";

Error rank_error(const std::string& what) {
  return Error{ErrorCode::InvalidInput, "--shard auto: " + what};
}

// Nothing where it is not set.
Result<std::optional<uint64_t>> number_of(const Environment& environment, const char* name) {
  const char* text = environment(name);
  if (text == nullptr || *text == '\0') return std::optional<uint64_t>();
  const auto value = parse_int(text);
  if (!value || *value < 0) {
    return rank_error(std::string(name) + " is '" + text + "', which is no number; give i/n");
  }
  return std::optional<uint64_t>(*value);
}

// Who starts processes within a job, and how it tells them apart.
struct Launcher {
  const char* rank;
  const char* size;
  const char* local;
};

// An MPI within Slurm starts its daemons with srun, so that Slurm's ranks are those of daemons.
constexpr std::array<Launcher, 2> kMpi = {
    {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
     {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"}}};
constexpr Launcher kSrun = {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"};

Result<std::optional<Rank>> rank_by(const Launcher& launcher, const Environment& environment) {
  KCAST_TRY(const auto part, number_of(environment, launcher.rank));
  KCAST_TRY(const auto of, number_of(environment, launcher.size));
  if (!part || !of) return std::optional<Rank>();
  KCAST_TRY(auto local, number_of(environment, launcher.local));
  if (!local) {
    KCAST_TRY(local, number_of(environment, kSrun.local));
  }
  if (*part >= *of) {
    return rank_error(std::string(launcher.rank) + " is " + std::to_string(*part) + " of " +
                      std::to_string(*of) + "; give i/n");
  }
  return std::optional<Rank>({*part, *of, local, launcher.rank});
}

Result<std::optional<Rank>> rank_in_job(const Environment& environment) {
  for (const Launcher& launcher : kMpi) {
    KCAST_TRY(auto rank, rank_by(launcher, environment));
    if (rank) return rank;
  }
  KCAST_TRY(auto rank, rank_by(kSrun, environment));
  // In a job's script itself, which runs once, Slurm sets the ranks of a step that is not there.
  if (rank && environment("SLURM_STEP_ID") == nullptr) {
    if (rank->of > 1) {
      return rank_error("this job has " + std::to_string(rank->of) +
                        " tasks and its script runs once; start kcast with srun");
    }
    return std::optional<Rank>();
  }
  return rank;
}

Result<std::optional<Rank>> rank_in_array(const Environment& environment) {
  KCAST_TRY(const auto id, number_of(environment, "SLURM_ARRAY_TASK_ID"));
  KCAST_TRY(const auto count, number_of(environment, "SLURM_ARRAY_TASK_COUNT"));
  if (!id || !count) return std::optional<Rank>();
  KCAST_TRY(const auto first, number_of(environment, "SLURM_ARRAY_TASK_MIN"));
  KCAST_TRY(const auto step, number_of(environment, "SLURM_ARRAY_TASK_STEP"));
  const uint64_t ahead = *id - std::min(first.value_or(0), *id);
  const uint64_t stride = std::max<uint64_t>(step.value_or(1), 1);
  if (ahead % stride != 0 || ahead / stride >= *count) {
    return rank_error("array task " + std::to_string(*id) + " is of " + std::to_string(*count) +
                      " that are no regular range; give --shard i/n");
  }
  return std::optional<Rank>({ahead / stride, *count, std::nullopt, "SLURM_ARRAY_TASK_ID"});
}

}  // namespace

Result<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  const auto part = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto of = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!part || !of || *of < 1 || *part < 0 || *part >= *of) {
    return Error{ErrorCode::InvalidInput, "--shard '" + text + "': give 0/4 to 3/4, or auto"};
  }
  return std::pair<uint64_t, uint64_t>{*part, *of};
}

Result<Rank> rank_of(const Environment& environment) {
  KCAST_TRY(const auto job, rank_in_job(environment));
  KCAST_TRY(const auto array, rank_in_array(environment));
  if (!job && !array) {
    return rank_error("neither Slurm nor MPI started this process; give --shard i/n");
  }
  if (!job) return *array;
  if (!array) return *job;
  return Rank{array->part * job->of + job->part, array->of * job->of, job->local,
              array->by + ", " + job->by};
}

Result<std::optional<std::string>> visible_devices(const Environment& environment,
                                                   const Rank& rank) {
  if (!rank.local) return std::optional<std::string>();
  const char* given = environment("CUDA_VISIBLE_DEVICES");
  if (given == nullptr) return std::optional<std::string>(std::to_string(*rank.local));
  const std::vector<std::string> devices = split(given, ',');
  if (devices.size() <= 1) return std::optional<std::string>();
  if (*rank.local < devices.size()) return std::optional<std::string>(devices[*rank.local]);
  return rank_error("local rank " + std::to_string(*rank.local) + " has none of the " +
                    std::to_string(devices.size()) + " GPUs of CUDA_VISIBLE_DEVICES=" + given +
                    "; start a rank for each GPU");
}

std::string with_part(std::string text, uint64_t part) {
  for (size_t at = text.find(kPart); at != std::string::npos; at = text.find(kPart))
    text.replace(at, kPart.size(), std::to_string(part));
  return text;
}

bool has_part(const std::string& text) {
  return text.find(kPart) != std::string::npos;
}

Result<std::string> resolved_shard(const std::string& text, const std::string& out,
                                   const Environment& environment) {
  if (text != "auto") {
    KCAST_TRY([[maybe_unused]] const auto checked, parse_shard(text));
    return text;
  }
  KCAST_TRY(const Rank rank, rank_of(environment));
  if (rank.of > 1 && !has_part(out)) {
    return rank_error("all " + std::to_string(rank.of) + " ranks would write " + out +
                      "; put {part} into its name");
  }
  return std::to_string(rank.part) + "/" + std::to_string(rank.of);
}

}  // namespace kcast::workflow
