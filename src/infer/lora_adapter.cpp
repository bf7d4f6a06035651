#include "infer/lora_adapter.h"

#include <ggml.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "encode/safetensors.h"
#include "infer/gguf_writer.h"
#include "infer/model_shape.h"
#include "infer/tensor_copy.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct LoraConfig {
  double alpha = 0;
  bool rank_stabilised = false;
  std::map<std::string, double> alpha_of;  // by the end of a module's name
};

struct LoraPair {
  std::string a;  // names in the file
  std::string b;
};

Result<LoraConfig> read_config(const fs::path& path) {
  KCAST_TRY(const std::string text, read_file(path));
  const Json config = Json::parse(text, nullptr, false);
  if (!config.is_object())
    return Error{ErrorCode::InvalidInput, path.string() + ": no JSON object"};
  LoraConfig out;
  try {
    if (config.value("peft_type", "LORA") != "LORA") {
      return Error{ErrorCode::Unsupported, path.string() + ": not a LoRA adapter"};
    }
    if (config.value("use_dora", false)) {
      return Error{ErrorCode::Unsupported, path.string() + ": llama.cpp has no DoRA"};
    }
    const Json saved = config.value("modules_to_save", Json());
    if (saved.is_array() && !saved.empty()) {
      return Error{ErrorCode::Unsupported,
                   path.string() + ": modules_to_save: whole layers have no place in an adapter"};
    }
    out.alpha = config.at("lora_alpha").get<double>();
    out.rank_stabilised = config.value("use_rslora", false);
    const Json pattern = config.value("alpha_pattern", Json());
    if (pattern.is_object()) out.alpha_of = pattern.get<std::map<std::string, double>>();
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, path.string() + ": " + json_problem(error.what())};
  }
  if (out.alpha <= 0) {
    return Error{ErrorCode::InvalidInput, path.string() + ": lora_alpha is not positive"};
  }
  return out;
}

// By the base's name of each weight.
Result<std::map<std::string, LoraPair>> find_pairs(const encode::SafetensorsFile& file,
                                                   const ModelShape& shape) {
  constexpr std::string_view kPrefix = "base_model.model.";
  constexpr std::string_view kA = ".lora_A.weight";
  constexpr std::string_view kB = ".lora_B.weight";
  std::map<std::string, LoraPair> out;
  for (const auto& [name, info] : file.tensors()) {
    const bool is_a = name.ends_with(kA);
    const std::string where = file.path().string() + ": tensor '" + name + "'";
    if (!name.starts_with(kPrefix) || (!is_a && !name.ends_with(kB))) {
      return Error{ErrorCode::Unsupported, where + " is neither lora_A nor lora_B of a layer"};
    }
    const std::string module =
        name.substr(kPrefix.size(), name.size() - kPrefix.size() - kA.size());
    const auto gguf = gguf_name(shape, module + ".weight");
    if (!gguf || *gguf == "token_embd.weight") {
      return Error{ErrorCode::InvalidInput, where + " has no place in a " + shape.architecture +
                                                " model of " + std::to_string(shape.layers) +
                                                " layers; it was made for another base"};
    }
    (is_a ? out[*gguf].a : out[*gguf].b) = name;
  }
  return out;
}

// What PEFT multiplies B A with.
double scaling_of(const LoraConfig& config, const std::string& tensor, int64_t rank) {
  const std::string_view module = std::string_view(tensor).substr(0, tensor.find(".lora_"));
  double alpha = config.alpha;
  for (const auto& [key, value] : config.alpha_of) {
    if (module == key || module.ends_with("." + key)) alpha = value;
  }
  const auto r = static_cast<double>(rank);
  return alpha / (config.rank_stabilised ? std::sqrt(r) : r);
}

struct Planned {
  std::string name;
  TensorCopy copy;
  std::vector<int64_t> shape;
};

// A and B of one weight, checked against the base's.
Result<std::vector<Planned>> plan_pair(const encode::SafetensorsFile& file, const GgufFile& base,
                                       const ModelShape& shape, const LoraConfig& config,
                                       const std::pair<const std::string, LoraPair>& pair) {
  const auto& [name, names] = pair;
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::InvalidInput, file.path().string() + ": " + why};
  };
  const GgufTensor* weight = base.find(name);
  if (weight == nullptr) return wrong("the base has no tensor '" + name + "'");
  if (names.a.empty() || names.b.empty()) {
    return wrong("'" + names.a + names.b + "' lacks its other half");
  }
  KCAST_TRY(const encode::TensorInfo a, file.info(names.a));
  KCAST_TRY(const encode::TensorInfo b, file.info(names.b));
  if (a.shape.size() != 2 || b.shape.size() != 2 || a.shape[0] != b.shape[1] ||
      a.shape[1] != weight->shape[1] || b.shape[0] != weight->shape[0]) {
    return wrong("'" + names.a + "' does not fit " + name + " of " + base.path().string() +
                 "; it was made for another base");
  }
  if (!number_type(a.type) || !number_type(b.type)) return wrong("'" + names.a + "' is " + a.type);
  std::vector<Planned> out = {{name + ".lora_a", copy_of_shape(a.shape), a.shape},
                              {name + ".lora_b", copy_of_shape(b.shape), b.shape}};
  KCAST_TRY(out[0].copy.from, file.bytes(names.a));
  KCAST_TRY(out[1].copy.from, file.bytes(names.b));
  out[0].copy.from_type = *number_type(a.type);
  out[1].copy.from_type = *number_type(b.type);
  const int64_t rank = a.shape[0];
  // llama.cpp multiplies with alpha / rank.
  out[1].copy.scale = static_cast<float>(scaling_of(config, names.b, rank) /
                                         (config.alpha / static_cast<double>(rank)));
  if (const int64_t heads = interleaved_heads(shape, name); heads > 0) {
    const int64_t rows = b.shape[0];
    out[1].copy.source_row = [rows, heads](int64_t row) {
      return hugging_face_row_of(row, rows, heads);
    };
  }
  return out;
}

}  // namespace

Status convert_adapter(const fs::path& folder, const fs::path& base_path, const fs::path& gguf) {
  KCAST_TRY(const LoraConfig config, read_config(folder / "adapter_config.json"));
  KCAST_TRY(const encode::SafetensorsFile file,
            encode::SafetensorsFile::open(folder / "adapter_model.safetensors"));
  KCAST_TRY(const GgufFile base, GgufFile::open(base_path));
  KCAST_TRY(const ModelShape shape, shape_of_gguf(base));
  KCAST_TRY(const TokenizerData tokenizer, tokenizer_of_gguf(base));
  KCAST_TRY(const auto pairs, find_pairs(file, shape));
  if (pairs.empty()) {
    return Error{ErrorCode::InvalidInput, file.path().string() + ": no tensor of a LoRA adapter"};
  }
  std::vector<Planned> planned;
  for (const auto& pair : pairs) {
    KCAST_TRY(std::vector<Planned> both, plan_pair(file, base, shape, config, pair));
    std::ranges::move(both, std::back_inserter(planned));
  }
  GgufWriter writer(planned.size());
  writer.set_text("general.architecture", shape.architecture);
  writer.set_text("general.type", "adapter");
  writer.set_text("adapter.type", "lora");
  writer.set_number("adapter.lora.alpha", config.alpha);
  // Two bases may have the same shape; they seldom have the same vocabulary.
  writer.set_text("kcast.base.tokenizer", tokenizer_sha256(tokenizer));
  for (const Planned& tensor : planned)
    writer.add_tensor(tensor.name, GGML_TYPE_F32, tensor.shape);
  KCAST_OK(writer.begin(gguf));
  for (const Planned& tensor : planned) {
    KCAST_OK(copy_tensor(tensor.copy, 1,
                         [&](std::span<const std::byte> bytes) { return writer.write(bytes); }));
  }
  return writer.finish();
}

}  // namespace kcast::infer
