#include "infer/import_model.h"

#include <ggml.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/files.h"
#include "encode/safetensors.h"
#include "infer/gguf_writer.h"
#include "infer/model_shape.h"
#include "infer/tensor_copy.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The files of a folder's weights: those that the index names, or model.safetensors.
Result<std::vector<encode::SafetensorsFile>> open_weights(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code ignored;
  const fs::path index = folder / "model.safetensors.index.json";
  if (fs::exists(index, ignored)) {
    KCAST_TRY(const std::string text, read_file(index));
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("weight_map")) {
      return Error{ErrorCode::InvalidInput, index.string() + ": no weight_map"};
    }
    for (const auto& [tensor, file] : json["weight_map"].items())
      names.insert(file.is_string() ? file.get<std::string>() : "");
  } else {
    names.insert("model.safetensors");
  }
  std::vector<encode::SafetensorsFile> out;
  for (const std::string& name : names) {
    // A name that leads out of the folder is nobody's weights.
    if (fs::path(name).filename() != name) {
      return Error{ErrorCode::InvalidInput, index.string() + ": '" + name + "' is no file name"};
    }
    KCAST_TRY(encode::SafetensorsFile file, encode::SafetensorsFile::open(folder / name));
    out.push_back(std::move(file));
  }
  return out;
}

struct Source {
  const encode::SafetensorsFile* file = nullptr;
  std::string name;
  encode::TensorInfo info;
};
// Keyed by GGUF's name.
using Sources = std::map<std::string, Source>;

std::vector<int64_t> expected_shape(const ModelShape& shape, const std::string& gguf) {
  const int64_t q = shape.heads * shape.head_dim;
  const int64_t kv = shape.kv_heads * shape.head_dim;
  const bool bias = gguf.ends_with(".bias");
  const auto is = [&](std::string_view stem) {
    return gguf.find("." + std::string(stem) + ".") != std::string::npos ||
           gguf.starts_with(std::string(stem) + ".");
  };
  const auto matrix = [&](int64_t rows, int64_t columns) {
    return bias ? std::vector<int64_t>{rows} : std::vector<int64_t>{rows, columns};
  };
  if (is("token_embd") || is("output")) return matrix(shape.vocabulary, shape.hidden);
  if (is("attn_q")) return matrix(q, shape.hidden);
  if (is("attn_k") || is("attn_v")) return matrix(kv, shape.hidden);
  if (is("attn_output")) return matrix(shape.hidden, q);
  if (is("ffn_gate") || is("ffn_up")) return matrix(shape.feed_forward, shape.hidden);
  if (is("ffn_down")) return matrix(shape.hidden, shape.feed_forward);
  return {shape.hidden};  // norms
}

// The weights that every model of the shape has.
std::vector<std::string> needed_tensors(const ModelShape& shape) {
  std::vector<std::string> out = {"token_embd.weight", "output_norm.weight"};
  if (!shape.tied) out.emplace_back("output.weight");
  std::vector<std::string> stems = {"attn_norm",   "attn_q",   "attn_k", "attn_v",
                                    "attn_output", "ffn_norm", "ffn_up", "ffn_down"};
  if (shape.architecture != "starcoder2") stems.emplace_back("ffn_gate");
  for (int64_t layer = 0; layer < shape.layers; ++layer) {
    for (const std::string& stem : stems)
      out.push_back("blk." + std::to_string(layer) + "." + stem + ".weight");
  }
  return out;
}

Result<Sources> find_sources(const std::vector<encode::SafetensorsFile>& files,
                             const ModelShape& shape, const fs::path& folder) {
  Sources out;
  for (const encode::SafetensorsFile& file : files) {
    for (const auto& [name, info] : file.tensors()) {
      // Frequencies that old checkpoints carry along, and a copy of the embedding.
      if (name.ends_with(".rotary_emb.inv_freq")) continue;
      if (name == "lm_head.weight" && shape.tied) continue;
      const auto gguf = gguf_name(shape, name);
      const std::string where = file.path().string() + ": tensor '" + name + "'";
      if (!gguf) {
        return Error{ErrorCode::Unsupported,
                     where + " has no place in a " + shape.architecture + " model"};
      }
      if (!number_type(info.type)) {
        return Error{ErrorCode::Unsupported,
                     where + " is " + info.type + "; there are F32, F16 and BF16"};
      }
      if (info.shape != expected_shape(shape, *gguf)) {
        return Error{ErrorCode::InvalidInput, where + " has another shape than config.json says"};
      }
      out[*gguf] = {&file, name, info};
    }
  }
  for (const std::string& name : needed_tensors(shape)) {
    if (!out.contains(name)) {
      return Error{ErrorCode::InvalidInput, folder.string() + ": tensor '" +
                                                hugging_face_name(shape, name).value_or(name) +
                                                "' is missing"};
    }
  }
  return out;
}

// Vectors stay exact, and a row that does not divide into blocks stays half precision.
int stored_type(const encode::TensorInfo& info, int wanted) {
  if (info.shape.size() < 2) return GGML_TYPE_F32;
  if (info.shape.back() % ggml_blck_size(static_cast<ggml_type>(wanted)) != 0) return GGML_TYPE_F16;
  return wanted;
}

// llama.cpp's number of the most common type of a file.
int64_t file_type(int wanted) {
  switch (wanted) {
    case GGML_TYPE_F32:
      return 0;
    case GGML_TYPE_F16:
      return 1;
    case GGML_TYPE_Q8_0:
      return 7;
    default:
      return 32;  // bf16
  }
}

Result<TensorCopy> plan_copy(const Source& source, const ModelShape& shape, const std::string& gguf,
                             int wanted) {
  TensorCopy copy = copy_of_shape(source.info.shape);
  KCAST_TRY(copy.from, source.file->bytes(source.name));
  copy.from_type = *number_type(source.info.type);
  copy.to_type = stored_type(source.info, wanted);
  if (const int64_t heads = interleaved_heads(shape, gguf); heads > 0) {
    if (source.info.shape.size() == 1) std::swap(copy.rows, copy.row_elements);
    const int64_t rows = copy.rows;
    copy.source_row = [rows, heads](int64_t row) { return hugging_face_row_of(row, rows, heads); };
  }
  return copy;
}

Status write_tensors(const Sources& sources, const ModelShape& shape, int wanted,
                     const ImportOptions& options, GgufWriter& writer) {
  uint64_t total = 0;
  for (const auto& [name, source] : sources) {
    total += ggml_row_size(static_cast<ggml_type>(stored_type(source.info, wanted)),
                           source.info.shape.back()) *
             static_cast<uint64_t>(copy_of_shape(source.info.shape).rows);
  }
  uint64_t done = 0;
  const auto write = [&](std::span<const std::byte> bytes) -> Status {
    done += bytes.size();
    if (options.progress && !options.progress(done, total)) {
      return Error{ErrorCode::External, "interrupted; nothing was written"};
    }
    return writer.write(bytes);
  };
  for (const auto& [name, source] : sources) {
    KCAST_TRY(const TensorCopy copy, plan_copy(source, shape, name, wanted));
    KCAST_OK(copy_tensor(copy, options.jobs, write));
  }
  return Unit{};
}

}  // namespace

Status import_model(const fs::path& folder, const fs::path& gguf, const ImportOptions& options) {
  const auto wanted = number_type(options.type);
  if (!wanted) {
    return Error{ErrorCode::InvalidInput,
                 "--type " + options.type + ": there are f32, f16, bf16 and q8_0"};
  }
  const fs::path config_path = folder / "config.json";
  KCAST_TRY(const std::string config, read_file(config_path));
  KCAST_TRY(const ModelShape shape, shape_of_config(config, config_path.string()));
  KCAST_TRY(TokenizerData tokenizer, tokenizer_of_folder(folder, shape.vocabulary));
  if (!tokenizer.bos) tokenizer.bos = shape.bos;
  if (!tokenizer.eos) tokenizer.eos = shape.eos;
  // Llama models and StarCoder2 split the same way under two names.
  if (tokenizer.pre == "smollm" && shape.architecture == "starcoder2") tokenizer.pre = "starcoder";
  KCAST_TRY(const std::vector<encode::SafetensorsFile> files, open_weights(folder));
  KCAST_TRY(const Sources sources, find_sources(files, shape, folder));

  GgufWriter writer(sources.size() + 1);
  write_shape(shape, writer);
  writer.set_text("general.name", folder.filename().string());
  writer.set_integer("general.file_type", file_type(*wanted));
  writer.set_integer("general.quantization_version", 2);
  write_tokenizer(tokenizer, writer);
  const std::vector<float> factors = rope_factors(shape);
  if (!factors.empty()) {
    writer.add_tensor("rope_freqs.weight", GGML_TYPE_F32, {static_cast<int64_t>(factors.size())});
  }
  for (const auto& [name, source] : sources)
    writer.add_tensor(name, stored_type(source.info, *wanted), source.info.shape);
  KCAST_OK(writer.begin(gguf));
  if (!factors.empty()) {
    KCAST_OK(writer.write(std::as_bytes(std::span(factors))));
  }
  KCAST_OK(write_tensors(sources, shape, *wanted, options, writer));
  return writer.finish();
}

}  // namespace kcast::infer
