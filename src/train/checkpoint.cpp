#include "train/checkpoint.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/files.h"
#include "base/io/checksum_words.h"
#include "base/io/crc32c.h"
#include "base/io/json_at.h"
#include "base/text.h"
#include "train/model/weights.h"

namespace kcast::train {

namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view kCheckpointPrefix = "checkpoint-";
constexpr int kMostRanks = 65536;

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
          {"checksum", zero_checksum_words()},
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

// The text with its own checksum in it; the tensors have theirs.
std::string sealed(std::string text) {
  const std::string zeros = zero_checksum_words();
  return text.replace(text.find(zeros), zeros.size(), checksum_words(crc32c(text), text.size()));
}

bool is_whole(std::string text, const std::string& words) {
  const size_t at = text.find(words);
  if (at == std::string::npos) return false;
  text.replace(at, words.size(), zero_checksum_words());
  return words == checksum_words(crc32c(text), text.size());
}

// What state.json says.
struct SavedState {
  RunState state;
  std::string config;
  int world = 1;
  int64_t size = 0;
  int64_t adam_steps = 0;
};

Result<SavedState> read_state(const fs::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  const auto wrong = [&file](const std::string& why) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + why};
  };
  const OrderedJson document = OrderedJson::parse(text, nullptr, false);
  if (!document.is_object()) return wrong("it is cut off or no JSON");
  try {
    const JsonAt json(document);
    // Those of older versions have none.
    if (json.contains("checksum") && !is_whole(text, json.value("checksum", ""))) {
      return Error{ErrorCode::InvalidInput, damage_text(file.string())};
    }
    SavedState out;
    out.config = json.at("config").get<std::string>();
    out.state.total_steps = json.at("total_steps").get<int64_t>();
    out.state.phase = json.at("phase").get<int>();
    out.state.step = json.at("step").get<int64_t>();
    out.state.best_loss = json.at("best_loss").get<double>();
    out.state.validations = json.at("validations").get<int64_t>();
    out.state.worse = json.at("worse").get<int64_t>();
    out.state.finished = json.at("finished").get<bool>();
    out.world = json.at("world").get<int>();
    out.size = json.at("size").get<int64_t>();
    out.adam_steps = json.at("adam_steps").get<int64_t>();
    if (out.world < 1 || out.world > kMostRanks) return wrong("world is no number of ranks");
    return out;
  } catch (const JsonError& error) {
    return wrong(error.what());
  }
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
    KCAST_OK(write_file(unfinished / "state.json", sealed(json.dump(2) + "\n")));
    KCAST_OK(finish_folder(out, unfinished, state, keep));
  }
  group.barrier();
  return Unit{};
}

namespace {

// What a checkpoint holds, read as a whole before any of it is used.
struct Checkpoint {
  SavedState saved;
  Tensor weights;
  Tensor first;
  Tensor second;
};

Result<Checkpoint> read_checkpoint(const fs::path& folder) {
  Checkpoint out;
  KCAST_TRY(out.saved, read_state(folder / "state.json"));
  KCAST_TRY(WeightFiles file, WeightFiles::open_file(folder / "weights.safetensors"));
  KCAST_TRY(out.weights, file.take("weights", {out.saved.size}));
  KCAST_TRY(out.first, averages(folder, "first", out.saved.world, out.saved.size));
  KCAST_TRY(out.second, averages(folder, "second", out.saved.world, out.saved.size));
  return out;
}

}  // namespace

Result<std::optional<RunState>> load_checkpoint(
    const fs::path& out, const std::string& config_text, Optimizer& optimizer,
    const ProcessGroup& group, const std::function<void(const std::string&)>& say) {
  std::vector<Found> found = list_checkpoints(out);
  std::string why;
  for (; !found.empty(); found.pop_back()) {
    const fs::path folder = found.back().path;
    Result<Checkpoint> read = read_checkpoint(folder);
    if (!read) {
      why = read.error().message;
      say("left out, " + why);
      continue;
    }
    const SavedState& saved = read->saved;
    if (saved.config != config_text) {
      return Error{ErrorCode::InvalidInput, out.string() +
                                                " holds a run of another configuration; name "
                                                "another 'out' or remove its checkpoints"};
    }
    if (saved.size != optimizer.size()) {
      return Error{ErrorCode::InvalidInput, folder.string() + ": it is of another model"};
    }
    optimizer.steps() = saved.adam_steps;
    optimizer.weights().narrow(0, 0, optimizer.size()).copy_(read->weights);
    optimizer.refresh_values();
    take_own(optimizer.first_average(), read->first, group.rank());
    take_own(optimizer.second_average(), read->second, group.rank());
    return std::optional<RunState>(saved.state);
  }
  if (why.empty()) return std::optional<RunState>();
  return Error{ErrorCode::InvalidInput,
               why + "; no older checkpoint is left: remove the folder to begin again"};
}

}  // namespace kcast::train
