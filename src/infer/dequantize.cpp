#include "infer/dequantize.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "encode/safetensors.h"
#include "infer/gguf_file.h"
#include "infer/model_shape.h"
#include "infer/tensor_copy.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string hugging_face;
  const GgufTensor* tensor = nullptr;
};

// Every tensor of the file under its other name; one without is an error, so that no weight is
// lost.
Result<std::vector<Named>> named_tensors(const GgufFile& file, const ModelShape& shape) {
  std::vector<Named> out;
  for (const GgufTensor& tensor : file.tensors()) {
    if (tensor.name == "rope_freqs.weight") continue;  // it is in config.json
    const auto name = hugging_face_name(shape, tensor.name);
    if (!name) {
      return Error{ErrorCode::Unsupported, file.path().string() + ": tensor '" + tensor.name +
                                               "' has no place in a " + shape.architecture +
                                               " model"};
    }
    out.push_back({*name, &tensor});
  }
  return out;
}

TensorCopy plan_copy(const GgufFile& file, const ModelShape& shape, const GgufTensor& tensor,
                     int type) {
  TensorCopy copy = copy_of_shape(tensor.shape);
  copy.from = file.bytes(tensor);
  copy.from_type = tensor.type;
  copy.to_type = type;
  if (const int64_t heads = interleaved_heads(shape, tensor.name); heads > 0) {
    if (tensor.shape.size() == 1) std::swap(copy.rows, copy.row_elements);
    const int64_t rows = copy.rows;
    copy.source_row = [rows, heads](int64_t row) { return gguf_row_of(row, rows, heads); };
  }
  return copy;
}

Status interrupted() {
  return Error{ErrorCode::External, "interrupted; nothing was written"};
}

Status write_weights(const GgufFile& file, const ModelShape& shape, const fs::path& path,
                     const DequantizeOptions& options) {
  KCAST_TRY(const std::vector<Named> tensors, named_tensors(file, shape));
  const int type = *number_type(options.type);
  std::string type_name = options.type;
  std::ranges::transform(type_name, type_name.begin(), [](char c) {
    return c == 'f' ? 'F' : c == 'b' ? 'B' : c;
  });
  std::vector<encode::SafetensorsWriter::Planned> planned;
  uint64_t total = 0;
  for (const Named& named : tensors) {
    planned.push_back({named.hugging_face, type_name, named.tensor->shape});
    total += static_cast<uint64_t>(named.tensor->elements() * encode::element_bytes_of(type_name));
  }
  KCAST_TRY(encode::SafetensorsWriter writer,
            encode::SafetensorsWriter::create(path, planned, {{"format", "pt"}}));
  uint64_t done = 0;
  for (const Named& named : tensors) {
    const auto write = [&](std::span<const std::byte> bytes) -> Status {
      done += bytes.size();
      if (options.progress && !options.progress(done, total)) return interrupted();
      return writer.write(bytes);
    };
    Status copied = copy_tensor(plan_copy(file, shape, *named.tensor, type), options.jobs, write);
    if (!copied) return std::move(copied).error().context(named.tensor->name);
  }
  return writer.finish();
}

}  // namespace

Status dequantize(const fs::path& gguf, const fs::path& folder, const DequantizeOptions& options) {
  const std::map<std::string, std::string> torch_types = {
      {"bf16", "bfloat16"}, {"f16", "float16"}, {"f32", "float32"}};
  const auto torch_type = torch_types.find(options.type);
  if (torch_type == torch_types.end()) {
    return Error{ErrorCode::InvalidInput,
                 "--type " + options.type + ": there are bf16, f16 and f32"};
  }
  KCAST_TRY(const GgufFile file, GgufFile::open(gguf));
  KCAST_TRY(const ModelShape shape, shape_of_gguf(file));
  KCAST_TRY(const TokenizerData tokenizer, tokenizer_of_gguf(file));
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  KCAST_OK(write_weights(file, shape, folder / "model.safetensors", options));
  KCAST_OK(write_tokenizer_folder(tokenizer, folder));
  return write_file(folder / "config.json", config_of_shape(shape, torch_type->second));
}

}  // namespace kcast::infer
