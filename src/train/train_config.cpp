#include "train/train_config.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/files.h"
#include "base/text.h"

namespace kcast::train {

namespace {

using Json = nlohmann::json;

Error bad_config(const std::string& why) {
  return Error{ErrorCode::InvalidInput, why};
}

// An object whose keys are read one by one; what nobody asked for is unknown.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) failed_ = bad_config(where_ + "is not an object");
  }

  template <typename T>
  void take(const std::string& key, T& value) {
    known_.push_back(key);
    if (failed_ || !json_.contains(key)) return;
    try {
      value = json_[key].get<T>();
    } catch (const Json::exception&) {
      failed_ = bad_config("'" + where_ + key + "' has a value of the wrong kind");
    }
  }

  void take_path(const std::string& key, std::filesystem::path& path,
                 const std::filesystem::path& folder) {
    std::string text;
    take(key, text);
    if (!text.empty()) path = folder / text;
  }

  // One path or several.
  void take_paths(const std::string& key, std::vector<std::filesystem::path>& paths,
                  const std::filesystem::path& folder) {
    std::vector<std::string> texts;
    if (json_.is_object() && json_.contains(key) && json_[key].is_string()) {
      known_.push_back(key);
      texts = {json_[key].get<std::string>()};
    } else {
      take(key, texts);
    }
    for (const std::string& text : texts)
      paths.push_back(folder / text);
  }

  template <typename T>
  void take_choice(const std::string& key, T& value, const std::map<std::string, T>& choices) {
    std::string text;
    take(key, text);
    if (text.empty() || failed_) return;
    const auto found = choices.find(text);
    if (found != choices.end()) {
      value = found->second;
      return;
    }
    std::vector<std::string> names;
    for (const auto& [name, choice] : choices)
      names.push_back(name);
    failed_ =
        bad_config("'" + where_ + key + "' is '" + text + "'; it can be " + join(names, ", "));
  }

  // The object of a key, or an empty one.
  Json object(const std::string& key) {
    known_.push_back(key);
    if (!json_.is_object() || !json_.contains(key)) return Json::object();
    return json_[key];
  }

  Status finish() const {
    if (failed_) return *failed_;
    for (const auto& [key, value] : json_.items()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      const auto near = nearest(key, known_);
      return bad_config("unknown key '" + where_ + key + "'" +
                        (near ? "; did you mean '" + *near + "'?" : ""));
    }
    return Unit{};
  }

 private:
  const Json& json_;
  std::string where_;
  std::vector<std::string> known_;
  std::optional<Error> failed_;
};

const std::map<std::string, std::string>& same(std::initializer_list<const char*> names) {
  static std::map<std::string, std::map<std::string, std::string>> kept;
  std::string key;
  for (const char* name : names)
    key += std::string(name) + " ";
  auto& choices = kept[key];
  for (const char* name : names)
    choices[name] = name;
  return choices;
}

Status read_head(const Json& json, HeadConfig& head) {
  Reader reader(json, "head.");
  reader.take_choice<HeadKind>("kind", head.kind,
                               {{"language", HeadKind::Language},
                                {"regression", HeadKind::Regression},
                                {"hybrid", HeadKind::Hybrid},
                                {"class", HeadKind::Class}});
  reader.take_choice("pooling", head.pooling, same({"last", "mean"}));
  reader.take("hidden", head.hidden);
  reader.take_choice("loss", head.loss, same({"mse", "quantile"}));
  reader.take("quantiles", head.quantiles);
  KCAST_OK(reader.finish());
  for (const double q : head.quantiles) {
    if (!(q > 0 && q < 1)) return bad_config("'head.quantiles' must lie between 0 and 1");
  }
  return Unit{};
}

Status read_lora(const Json& json, TrainConfig& config) {
  Reader reader(json, "lora.");
  reader.take("rank", config.rank);
  reader.take("alpha", config.alpha);
  reader.take("dropout", config.dropout);
  reader.take("targets", config.targets);
  return reader.finish();
}

Status read_pretrain(const Json& json, PretrainConfig& pretrain,
                     const std::filesystem::path& folder) {
  Reader reader(json, "pretrain.");
  reader.take_paths("train", pretrain.train, folder);
  reader.take("epochs", pretrain.epochs);
  reader.take("max_steps", pretrain.max_steps);
  reader.take("learning_rate", pretrain.learning_rate);
  return reader.finish();
}

void read_numbers(Reader& reader, TrainConfig& config) {
  reader.take("max_length", config.max_length);
  reader.take("batch_size", config.batch_size);
  reader.take("micro_tokens", config.micro_tokens);
  reader.take("packing", config.packing);
  reader.take("epochs", config.epochs);
  reader.take("max_steps", config.max_steps);
  reader.take("learning_rate", config.learning_rate);
  reader.take("min_learning_rate", config.min_learning_rate);
  reader.take("warmup", config.warmup);
  reader.take("weight_decay", config.weight_decay);
  reader.take("beta1", config.beta1);
  reader.take("beta2", config.beta2);
  reader.take("eps", config.eps);
  reader.take("clip", config.clip);
  reader.take("recompute", config.recompute);
  reader.take("seed", config.seed);
  reader.take("validate_every", config.validate_every);
  reader.take("patience", config.patience);
  reader.take("save_every", config.save_every);
  reader.take("keep", config.keep);
}

Status check_run(const TrainConfig& config) {
  if (config.base.empty()) return bad_config("'base' is missing: the folder of the model");
  if (config.out.empty()) return bad_config("'out' is missing: the folder for the results");
  if (config.train.empty())
    return bad_config("'train' is missing: token shards, from kcast encode");
  const auto positive = [](std::string_view key, double value) -> Status {
    if (value > 0) return Unit{};
    return bad_config("'" + std::string(key) + "' must be positive");
  };
  const std::pair<std::string_view, double> numbers[] = {
      {"max_length", static_cast<double>(config.max_length)},
      {"batch_size", static_cast<double>(config.batch_size)},
      {"micro_tokens", static_cast<double>(config.micro_tokens)},
      {"epochs", config.epochs},
      {"learning_rate", config.learning_rate},
      {"save_every", static_cast<double>(config.save_every)},
      {"keep", static_cast<double>(config.keep)}};
  for (const auto& [key, value] : numbers) {
    if (auto status = positive(key, value); !status) return status;
  }
  if (config.warmup < 0 || config.warmup >= 1) return bad_config("'warmup' must lie in [0, 1)");
  if (config.dropout < 0 || config.dropout >= 1)
    return bad_config("'lora.dropout' must lie in [0, 1)");
  if (config.patience > 0 && config.validation.empty()) {
    return bad_config("'patience' needs 'validation'");
  }
  if (!config.adapter.empty() && config.mode != TrainMode::Lora) {
    return bad_config("'adapter' needs mode lora");
  }
  return Unit{};
}

}  // namespace

Result<TrainConfig> parse_train_config(const std::string& text,
                                       const std::filesystem::path& folder) {
  const Json json = Json::parse(text, nullptr, false, true);
  if (json.is_discarded()) return bad_config("not JSON");
  TrainConfig config;
  Reader reader(json, "");
  reader.take_choice<TrainMode>(
      "mode", config.mode,
      {{"lora", TrainMode::Lora}, {"full", TrainMode::Full}, {"scratch", TrainMode::Scratch}});
  reader.take_path("base", config.base, folder);
  reader.take_path("adapter", config.adapter, folder);
  reader.take_path("out", config.out, folder);
  reader.take_paths("train", config.train, folder);
  reader.take_paths("validation", config.validation, folder);
  reader.take_choice<bool>("loss_on", config.loss_on_everything,
                           {{"answer", false}, {"everything", true}});
  reader.take_choice<bool>("too_long", config.split_long, {{"drop", false}, {"split", true}});
  reader.take_choice<Schedule>("schedule", config.schedule,
                               {{"cosine", Schedule::Cosine},
                                {"linear", Schedule::Linear},
                                {"constant", Schedule::Constant}});
  reader.take_choice("device", config.device, same({"cpu", "cuda"}));
  reader.take_choice("type", config.type, same({"fp32", "bf16"}));
  read_numbers(reader, config);
  const Json lora = reader.object("lora");
  const Json head = reader.object("head");
  const Json pretrain = reader.object("pretrain");
  KCAST_OK(reader.finish());
  KCAST_OK(read_lora(lora, config));
  KCAST_OK(read_head(head, config.head));
  KCAST_OK(read_pretrain(pretrain, config.pretrain, folder));
  KCAST_OK(check_run(config));
  config.text = json.dump();
  return config;
}

Result<TrainConfig> read_train_config(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  auto config = parse_train_config(text, file.parent_path());
  if (!config) return std::move(config).error().context(file.string());
  return config;
}

double learning_rate_at(const TrainConfig& config, double peak, int64_t step, int64_t steps) {
  const double warm = std::floor(config.warmup * static_cast<double>(steps));
  const auto at = static_cast<double>(step);
  if (at < warm) return peak * (at + 1) / warm;
  const double progress =
      std::min(1.0, (at - warm) / std::max(1.0, static_cast<double>(steps) - warm));
  double part = 1;
  if (config.schedule == Schedule::Cosine) part = 0.5 * (1 + std::cos(std::numbers::pi * progress));
  if (config.schedule == Schedule::Linear) part = 1 - progress;
  return config.min_learning_rate + (peak - config.min_learning_rate) * part;
}

}  // namespace kcast::train
