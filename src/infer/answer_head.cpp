#include "infer/answer_head.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <numbers>

#include "base/text.h"
#include "encode/safetensors.h"
#include "infer/tensor_copy.h"

namespace kcast::infer {
namespace {

// A tensor as floats, whatever it is stored as; empty when there is none.
Result<std::vector<float>> read_floats(const encode::SafetensorsFile& file,
                                       const std::string& name) {
  std::vector<float> out;
  if (!file.tensors().contains(name)) return out;
  KCAST_TRY(const encode::TensorInfo info, file.info(name));
  const auto type = number_type(info.type);
  if (!type) {
    return Error{ErrorCode::Unsupported,
                 file.path().string() + ": tensor '" + name + "' is " + info.type};
  }
  TensorCopy copy = copy_of_shape(info.shape);
  KCAST_TRY(copy.from, file.bytes(name));
  copy.from_type = *type;
  copy.to_type = *number_type("f32");
  KCAST_OK(copy_tensor(copy, 1, [&](std::span<const std::byte> bytes) -> Status {
    const size_t at = out.size();
    out.resize(at + bytes.size() / sizeof(float));
    std::memcpy(out.data() + at, bytes.data(), bytes.size());
    return Unit{};
  }));
  return out;
}

std::vector<std::string> names_in(const encode::SafetensorsFile& file, const std::string& key) {
  const auto found = file.metadata().find(key);
  if (found == file.metadata().end() || found->second.empty()) return {};
  return split(found->second, ',');
}

float gelu(float x) {
  return 0.5F * x * (1 + std::erf(x / std::numbers::sqrt2_v<float>));
}

}  // namespace

Result<AnswerHead> AnswerHead::open(const std::filesystem::path& path) {
  KCAST_TRY(const encode::SafetensorsFile file, encode::SafetensorsFile::open(path));
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::InvalidInput, path.string() + ": " + why};
  };
  const auto text = [&](const char* key) {
    const auto found = file.metadata().find(key);
    return found == file.metadata().end() ? std::string() : found->second;
  };
  AnswerHead head;
  head.path_ = path;
  head.info_.kind = text("kind");
  if (head.info_.kind != "regression" && head.info_.kind != "hybrid" && head.info_.kind != "class")
    return wrong("kind '" + head.info_.kind + "'; there are regression, hybrid and class");
  head.pooling_ = text("pooling") == "mean" ? Pooling::Mean : Pooling::Last;
  head.info_.targets = names_in(file, "targets");
  head.info_.features = names_in(file, "features");
  if (text("loss") == "quantile") {
    for (const std::string& quantile : names_in(file, "quantiles"))
      head.info_.quantiles.push_back(std::strtof(quantile.c_str(), nullptr));
  }
  for (int i = 0; file.tensors().contains("mlp." + std::to_string(i) + ".weight"); i += 2) {
    const std::string name = "mlp." + std::to_string(i);
    KCAST_TRY(const encode::TensorInfo info, file.info(name + ".weight"));
    if (info.shape.size() != 2) return wrong(name + ".weight is no matrix");
    Layer layer{.inputs = static_cast<size_t>(info.shape[1]),
                .outputs = static_cast<size_t>(info.shape[0])};
    KCAST_TRY(layer.weight, read_floats(file, name + ".weight"));
    KCAST_TRY(layer.bias, read_floats(file, name + ".bias"));
    layer.bias.resize(layer.outputs, 0);
    if (!head.layers_.empty() && head.layers_.back().outputs != layer.inputs)
      return wrong(name + ".weight does not fit the layer before it");
    head.layers_.push_back(std::move(layer));
  }
  if (head.layers_.empty()) return wrong("no layer mlp.0.weight");
  const size_t each = std::max<size_t>(head.info_.quantiles.size(), 1);
  if (head.info_.kind != "class" && head.layers_.back().outputs != head.info_.targets.size() * each)
    return wrong("its last layer does not give one value for each target and quantile");
  KCAST_TRY(head.feature_mean_, read_floats(file, "feature_mean"));
  KCAST_TRY(head.feature_scale_, read_floats(file, "feature_scale"));
  KCAST_TRY(head.target_mean_, read_floats(file, "target_mean"));
  KCAST_TRY(head.target_scale_, read_floats(file, "target_scale"));
  const size_t n = head.info_.features.size();
  const size_t m = head.info_.targets.size();
  if ((!head.feature_mean_.empty() && head.feature_mean_.size() != n) ||
      head.feature_scale_.size() != head.feature_mean_.size() ||
      (!head.target_mean_.empty() && head.target_mean_.size() != m) ||
      head.target_scale_.size() != head.target_mean_.size()) {
    return wrong("its means and scales do not fit its targets and features");
  }
  return head;
}

Result<std::vector<float>> AnswerHead::apply(std::span<const float> hidden,
                                             std::span<const float> features,
                                             std::span<const float> origin) const {
  if (hidden.size() + info_.features.size() != layers_.front().inputs ||
      features.size() != info_.features.size()) {
    return Error{ErrorCode::InvalidInput,
                 path_.string() + ": wants " + std::to_string(layers_.front().inputs) +
                     " numbers, " + std::to_string(info_.features.size()) +
                     " of them features; the model gives " + std::to_string(hidden.size()) +
                     " (it was trained on another base)"};
  }
  if (info_.kind == "hybrid" && origin.size() != info_.targets.size()) {
    return Error{ErrorCode::InvalidInput, path_.string() + ": wants an estimate for each of its " +
                                              std::to_string(info_.targets.size()) + " targets"};
  }
  std::vector<float> values(hidden.begin(), hidden.end());
  for (size_t i = 0; i < features.size(); ++i) {
    float value = features[i];
    if (!feature_mean_.empty()) value = (value - feature_mean_[i]) / feature_scale_[i];
    values.push_back(std::isfinite(value) ? value : 0);
  }
  for (size_t k = 0; k < layers_.size(); ++k) {
    const Layer& layer = layers_[k];
    std::vector<float> next = layer.bias;
    for (size_t row = 0; row < layer.outputs; ++row) {
      const float* weights = layer.weight.data() + row * layer.inputs;
      double sum = 0;
      for (size_t i = 0; i < layer.inputs; ++i)
        sum += static_cast<double>(weights[i]) * static_cast<double>(values[i]);
      next[row] += static_cast<float>(sum);
      if (k + 1 < layers_.size()) next[row] = gelu(next[row]);
    }
    values = std::move(next);
  }
  if (info_.kind == "class") return values;
  const bool hybrid = info_.kind == "hybrid";
  const size_t each = std::max<size_t>(info_.quantiles.size(), 1);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t target = i / each;
    if (!target_mean_.empty()) values[i] = values[i] * target_scale_[target] + target_mean_[target];
    if (hybrid) values[i] += origin[target];
  }
  return values;
}

}  // namespace kcast::infer
