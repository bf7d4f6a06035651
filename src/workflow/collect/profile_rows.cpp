#include "workflow/collect/profile_rows.h"

#include <span>
#include <utility>

#include "base/files.h"
#include "collect/source_words.h"
#include "predict/classify.h"
#include "predict/gpus.h"
#include "predict/tools.h"
#include "workflow/collect/device_gpu.h"
#include "workflow/collect/profile_overlay.h"
#include "workflow/sources.h"

namespace kcast::workflow {
namespace {

std::optional<Gpu> gpu_of_rows(const ProfileQuestion& question,
                               std::span<const report::ProfileRow> rows) {
  if (!question.gpu.empty()) {
    const auto named = predict::gpus_named(question.gpu);
    return named && !named->empty() ? std::optional(named->front()) : std::nullopt;
  }
  for (const report::ProfileRow& row : rows) {
    if (!row.launch.gpu_name.empty()) return gpu_of_driver_name(row.launch.gpu_name);
  }
  return std::nullopt;
}

Status add_overlay(const ProfileQuestion& question, ProfileRows& out) {
  predict::PredictRequest request;
  KCAST_OK(read_sources(question.sources, request.source));
  request.source.flags = question.flags;
  if (question.argv) request.source.argv = *question.argv;
  KCAST_TRY(const predict::PredictTools tools, predict::start_tools());
  out.not_predicted = add_predictions(request, *out.gpu, tools, out.rows);
  return Unit{};
}

}  // namespace

Result<ProfileRows> profile_rows(const ProfileQuestion& question,
                                 std::vector<collect::ProfiledLaunch> launches) {
  ProfileRows out;
  for (collect::ProfiledLaunch& launch : launches)
    out.rows.push_back({std::move(launch), Bound::None, std::nullopt});
  out.gpu = gpu_of_rows(question, out.rows);
  for (report::ProfileRow& row : out.rows) {
    if (out.gpu && !row.launch.failure)
      row.bound = predict::classify(row.launch.reading.values, *out.gpu).bound;
  }
  if (question.sources.empty() || out.rows.empty()) return out;
  if (!out.gpu) {
    out.not_predicted = {"the GPU of the readings is not known; --gpu names one"};
  } else {
    KCAST_OK(add_overlay(question, out));
  }
  return out;
}

Result<bool> use_half_types(const std::vector<std::string>& files) {
  bool half = false;
  for (const std::string& file : files) {
    KCAST_TRY(const std::string text, read_file(file));
    half = half || collect::has_half_types(text);
  }
  return half;
}

}  // namespace kcast::workflow
