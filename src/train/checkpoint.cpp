#include "train/checkpoint.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "train/model/weights.h"

namespace kcast::train {

namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view kCheckpointPrefix = "checkpoint-";

struct Found {
  int64_t step;
  fs::path path;
};

// Complete checkpoints, oldest first.
std::vector<Found> list_checkpoints(const fs::path& out) {
  std::vector<Found> found;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(out, failed)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kCheckpointPrefix)) continue;
    if (const auto step = parse_int(name.substr(kCheckpointPrefix.size())))
      found.push_back({*step, entry.path()});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.step < b.step; });
  return found;
}

OrderedJson state_json(const RunState& state, const std::string& config_text, int world,
                       int64_t size) {
  return {{"format", "kcast-checkpoint-1"},
          {"total_steps", state.total_steps},
          {"phase", state.phase},
          {"step", state.step},
          {"best_loss", state.best_loss},
          {"validations", state.validations},
          {"worse", state.worse},
          {"finished", state.finished},
          {"world", world},
          {"size", size},
          {"config", config_text}};
}

Result<Tensor> averages(const fs::path& folder, const std::string& name, int world, int64_t size) {
  std::vector<Tensor> parts;
  for (int rank = 0; rank < world; ++rank) {
    KCAST_TRY(WeightFiles file,
              WeightFiles::open_file(folder / ("rank-" + std::to_string(rank) + ".safetensors")));
    KCAST_TRY(Tensor part, file.take(name));
    parts.push_back(std::move(part));
  }
  Tensor whole = at::cat(parts);
  if (whole.numel() < size) {
    return Error{ErrorCode::InvalidInput, folder.string() + ": " + name + " is too short"};
  }
  return whole.narrow(0, 0, size);
}

// This rank's part of a vector that is padded with zeros to the ranks' number of parts.
void take_own(Tensor& own, const Tensor& whole, int rank) {
  own.zero_();
  const int64_t begin = own.numel() * rank;
  const int64_t count = std::clamp<int64_t>(whole.numel() - begin, 0, own.numel());
  if (count > 0) own.narrow(0, 0, count).copy_(whole.narrow(0, begin, count));
}

Status write_parts(const fs::path& folder, Optimizer& optimizer, ProcessGroup& group) {
  const std::string name = "rank-" + std::to_string(group.rank()) + ".safetensors";
  KCAST_OK(write_tensors(folder / name, {{"first", optimizer.first_average()},
                                         {"second", optimizer.second_average()}}));
  if (group.rank() != 0) return Unit{};
  return write_tensors(folder / "weights.safetensors",
                       {{"weights", optimizer.weights().narrow(0, 0, optimizer.size())}});
}

Status finish_folder(const fs::path& out, const fs::path& unfinished, const RunState& state,
                     int64_t keep) {
  const fs::path folder =
      out / (std::string(kCheckpointPrefix) + std::to_string(state.total_steps));
  std::error_code failed;
  fs::remove_all(folder, failed);
  fs::rename(unfinished, folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  std::vector<Found> found = list_checkpoints(out);
  while (static_cast<int64_t>(found.size()) > keep) {
    fs::remove_all(found.front().path, failed);
    found.erase(found.begin());
  }
  return Unit{};
}

}  // namespace

Status save_checkpoint(const fs::path& out, const RunState& state, const std::string& config_text,
                       Optimizer& optimizer, ProcessGroup& group, int64_t keep) {
  const fs::path unfinished = out / "unfinished-checkpoint";
  std::error_code failed;
  if (group.rank() == 0) {
    fs::remove_all(unfinished, failed);
    fs::create_directories(unfinished, failed);
    if (failed) return Error{ErrorCode::Io, unfinished.string() + ": " + failed.message()};
  }
  group.barrier();
  KCAST_OK(write_parts(unfinished, optimizer, group));
  group.barrier();
  if (group.rank() == 0) {
    OrderedJson json = state_json(state, config_text, group.world(), optimizer.size());
    json["adam_steps"] = optimizer.steps();
    KCAST_OK(write_file(unfinished / "state.json", json.dump(2) + "\n"));
    KCAST_OK(finish_folder(out, unfinished, state, keep));
  }
  group.barrier();
  return Unit{};
}

Result<std::optional<RunState>> load_checkpoint(const fs::path& out, const std::string& config_text,
                                                Optimizer& optimizer, const ProcessGroup& group) {
  const std::vector<Found> found = list_checkpoints(out);
  if (found.empty()) return std::optional<RunState>();
  const fs::path folder = found.back().path;
  KCAST_TRY(const std::string text, read_file(folder / "state.json"));
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  RunState state;
  int world = 1;
  try {
    if (json.at("config") != config_text) {
      return Error{ErrorCode::InvalidInput, out.string() +
                                                " holds a run of another configuration; name "
                                                "another 'out' or remove its checkpoints"};
    }
    state.total_steps = json.at("total_steps");
    state.phase = json.at("phase");
    state.step = json.at("step");
    state.best_loss = json.at("best_loss");
    state.validations = json.at("validations");
    state.worse = json.at("worse");
    state.finished = json.at("finished");
    world = json.at("world");
    optimizer.steps() = json.at("adam_steps");
    if (json.at("size") != optimizer.size()) {
      return Error{ErrorCode::InvalidInput, folder.string() + ": it is of another model"};
    }
  } catch (const OrderedJson::exception& error) {
    return Error{ErrorCode::InvalidInput, (folder / "state.json").string() + ": " + error.what()};
  }
  KCAST_TRY(WeightFiles file, WeightFiles::open_file(folder / "weights.safetensors"));
  KCAST_TRY(const Tensor weights, file.take("weights", {optimizer.size()}));
  optimizer.weights().narrow(0, 0, optimizer.size()).copy_(weights);
  optimizer.refresh_values();
  KCAST_TRY(const Tensor first, averages(folder, "first", world, optimizer.size()));
  KCAST_TRY(const Tensor second, averages(folder, "second", world, optimizer.size()));
  take_own(optimizer.first_average(), first, group.rank());
  take_own(optimizer.second_average(), second, group.rank());
  return std::optional<RunState>(state);
}

}  // namespace kcast::train
