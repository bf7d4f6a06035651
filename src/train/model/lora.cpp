#include "train/model/lora.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"
#include "train/model/weights.h"

namespace kcast::train {

namespace {

using Json = nlohmann::json;  // sorted by key, as PEFT writes it

constexpr std::string_view kPeftPrefix = "base_model.model.";
constexpr std::string_view kAllLinear = "all-linear";

bool is_target(const std::string& module, const std::string& target) {
  return module == target || module.ends_with("." + target);
}

bool is_targeted(const std::string& module, const LoraConfig& config) {
  return std::any_of(config.targets.begin(), config.targets.end(), [&](const std::string& target) {
    return target == kAllLinear || is_target(module, target);
  });
}

std::string last_name(const std::string& module) {
  return module.substr(module.rfind('.') + 1);
}

std::set<std::string> module_names(Decoder& decoder) {
  std::set<std::string> names;
  for_each_linear(decoder, [&](Linear& linear) {
    for (const Module& module : linear.modules)
      names.insert(last_name(module.name));
  });
  return names;
}

Status check_config(Decoder& decoder, const LoraConfig& config) {
  if (config.rank <= 0) {
    return Error{ErrorCode::InvalidInput, "lora: the rank must be positive"};
  }
  if (config.targets.empty()) {
    return Error{ErrorCode::InvalidInput, "lora: there are no targets; name modules or all-linear"};
  }
  for (const std::string& target : config.targets) {
    bool found = target == kAllLinear;
    for_each_linear(decoder, [&](Linear& linear) {
      for (const Module& module : linear.modules)
        found = found || is_target(module.name, target);
    });
    if (found) continue;
    const std::set<std::string> names = module_names(decoder);
    return Error{ErrorCode::InvalidInput,
                 "lora: '" + target + "' is no linear module of the layers; there are: " +
                     join(std::vector<std::string>(names.begin(), names.end()), ", ")};
  }
  return Unit{};
}

// The places of the adapters of a linear layer, zeros for now.
void place_adapters(Linear& linear, const LoraConfig& config) {
  const auto options = linear.weight.value.options();
  const int64_t columns = linear.weight.shape[1];
  linear.rank = config.rank;
  linear.scaling = config.alpha / static_cast<double>(config.rank);
  linear.dropout = config.dropout;
  for (const Module& module : linear.modules) {
    if (!is_targeted(module.name, config)) continue;
    const std::string prefix = std::string(kPeftPrefix) + module.name;
    Adapter adapter{.module = module, .b = {}};
    adapter.b.parts = {{prefix + ".lora_B.weight", module.rows}};
    adapter.b.shape = {module.rows, config.rank};
    adapter.b.decays = true;
    adapter.b.value = at::zeros(adapter.b.shape, options);
    linear.adapters.push_back(std::move(adapter));
    linear.lora_a.parts.push_back({prefix + ".lora_A.weight", config.rank});
  }
  if (linear.adapters.empty()) return;
  linear.lora_a.shape = {static_cast<int64_t>(linear.adapters.size()) * config.rank, columns};
  linear.lora_a.decays = true;
  linear.lora_a.value = at::zeros(linear.lora_a.shape, options);
}

Json adapter_json(const Decoder& decoder, const LoraConfig& config, const std::string& base) {
  Json json = Json::parse(R"({
    "alora_invocation_tokens": null, "alpha_pattern": {}, "auto_mapping": null, "bias": "none",
    "corda_config": null, "eva_config": null, "exclude_modules": null, "fan_in_fan_out": false,
    "inference_mode": true, "init_lora_weights": true, "layer_replication": null,
    "layers_pattern": null, "layers_to_transform": null, "loftq_config": {}, "lora_bias": false,
    "megatron_config": null, "megatron_core": "megatron.core", "modules_to_save": null,
    "peft_type": "LORA", "qalora_group_size": 16, "rank_pattern": {}, "revision": null,
    "target_parameters": null, "task_type": "CAUSAL_LM", "trainable_token_indices": null,
    "use_dora": false, "use_qalora": false, "use_rslora": false})");
  json["base_model_name_or_path"] = base;
  json["r"] = config.rank;
  json["lora_alpha"] = config.alpha;
  if (config.alpha == std::floor(config.alpha)) {
    json["lora_alpha"] = static_cast<int64_t>(config.alpha);
  }
  json["lora_dropout"] = config.dropout;
  // The names of modules and not "all-linear", as PEFT writes them.
  std::set<std::string> names;
  for (const Layer& layer : decoder.layers) {
    for (const Linear* linear : {&layer.qkv, &layer.out, &layer.up, &layer.down}) {
      for (const Adapter& adapter : linear->adapters)
        names.insert(last_name(adapter.module.name));
    }
  }
  json["target_modules"] = names;
  return json;
}

Error bad_adapter(const std::filesystem::path& folder, const std::string& why) {
  return Error{ErrorCode::InvalidInput, (folder / "adapter_config.json").string() + ": " + why};
}

bool is_set(const Json& json, const char* key) {
  if (!json.contains(key)) return false;
  const Json& value = json[key];
  if (value.is_boolean()) return value.get<bool>();
  return !value.is_null() && !(value.is_structured() && value.empty());
}

Result<LoraConfig> read_lora_config(const std::filesystem::path& folder) {
  KCAST_TRY(const std::string text, read_file(folder / "adapter_config.json"));
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return bad_adapter(folder, "not a JSON object");
  if (json.value("peft_type", "") != "LORA") return bad_adapter(folder, "peft_type is not LORA");
  for (const char* key : {"use_rslora", "use_dora", "use_qalora", "lora_bias", "fan_in_fan_out",
                          "rank_pattern", "alpha_pattern", "modules_to_save", "layer_replication",
                          "target_parameters", "trainable_token_indices"}) {
    if (is_set(json, key)) {
      return Error{ErrorCode::Unsupported,
                   (folder / "adapter_config.json").string() + ": " + key + " is not supported"};
    }
  }
  LoraConfig config;
  try {
    config.rank = json.at("r");
    config.alpha = json.at("lora_alpha");
    config.dropout = json.value("lora_dropout", 0.0);
    const Json& targets = json.at("target_modules");
    if (targets.is_string()) {
      config.targets = {targets.get<std::string>()};
    } else {
      config.targets = targets.get<std::vector<std::string>>();
    }
  } catch (const Json::exception& error) {
    return bad_adapter(folder, json_problem(error.what()));
  }
  return config;
}

}  // namespace

void for_each_lora(Decoder& decoder, const std::function<void(Parameter&)>& f) {
  for_each_linear(decoder, [&](Linear& linear) {
    if (linear.adapters.empty()) return;
    f(linear.lora_a);
    for (Adapter& adapter : linear.adapters)
      f(adapter.b);
  });
}

Status add_lora(Decoder& decoder, const LoraConfig& config, uint64_t seed) {
  KCAST_OK(check_config(decoder, config));
  at::Generator generator = at::globalContext().defaultGenerator(at::kCPU);
  generator.set_current_seed(seed);
  for_each_linear(decoder, [&](Linear& linear) {
    place_adapters(linear, config);
    if (linear.adapters.empty()) return;
    const double bound = 1 / std::sqrt(static_cast<double>(linear.weight.shape[1]));
    linear.lora_a.value.copy_(
        at::empty(linear.lora_a.shape, at::kFloat).uniform_(-bound, bound, generator));
  });
  return Unit{};
}

Status save_lora(Decoder& decoder, const LoraConfig& config, const std::string& base,
                 const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, Tensor>> tensors;
  for_each_lora(decoder, [&](Parameter& parameter) {
    const Tensor& value = parameter.trained() ? parameter.master : parameter.value;
    int64_t begin = 0;
    for (const Part& part : parameter.parts) {
      tensors.emplace_back(part.name, value.narrow(0, begin, part.rows).to(at::kFloat));
      begin += part.rows;
    }
  });
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  KCAST_OK(write_tensors(folder / "adapter_model.safetensors", tensors, {{"format", "pt"}}));
  return write_file(folder / "adapter_config.json",
                    adapter_json(decoder, config, base).dump(2) + "\n");
}

Result<LoraConfig> load_lora(Decoder& decoder, const std::filesystem::path& folder) {
  KCAST_TRY(const LoraConfig config, read_lora_config(folder));
  if (auto fits = check_config(decoder, config); !fits) {
    return std::move(fits).error().context(folder.string() + " is for another base");
  }
  KCAST_TRY(WeightFiles files, WeightFiles::open_file(folder / "adapter_model.safetensors"));
  for_each_linear(decoder, [&](Linear& linear) { place_adapters(linear, config); });
  std::optional<Error> failed;
  for_each_lora(decoder, [&](Parameter& parameter) {
    int64_t begin = 0;
    for (const Part& part : parameter.parts) {
      if (failed) return;
      auto tensor = files.take(part.name, {part.rows, parameter.shape[1]});
      if (!tensor) {
        failed = tensor.error();
        return;
      }
      parameter.value.narrow(0, begin, part.rows).copy_(*tensor);
      begin += part.rows;
    }
  });
  if (failed) return std::move(*failed).context("is the adapter for another base?");
  if (const auto unused = files.unused(); !unused.empty()) {
    return bad_adapter(folder, "tensor " + unused.front() + " is not expected by it");
  }
  return config;
}

}  // namespace kcast::train
