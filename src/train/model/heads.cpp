#include "train/model/heads.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.h"
#include "train/device_tensor.h"
#include "train/model/projection.h"
#include "train/model/weights.h"

namespace kcast::train {

namespace {

// Mean and deviation of columns, over what is known.
class Columns {
 public:
  explicit Columns(size_t n) : count_(n), sum_(n), squares_(n) {}

  void add(size_t column, double value) {
    if (!std::isfinite(value)) return;
    count_[column] += 1;
    sum_[column] += value;
    squares_[column] += value * value;
  }
  std::vector<float> means() const {
    std::vector<float> result;
    for (size_t i = 0; i < count_.size(); ++i)
      result.push_back(static_cast<float>(count_[i] > 0 ? sum_[i] / count_[i] : 0));
    return result;
  }
  // 1 for a column that does not vary.
  std::vector<float> scales() const {
    std::vector<float> result;
    for (size_t i = 0; i < count_.size(); ++i) {
      const double mean = count_[i] > 0 ? sum_[i] / count_[i] : 0;
      const double variance = count_[i] > 0 ? squares_[i] / count_[i] - mean * mean : 0;
      result.push_back(variance > 1e-12 ? static_cast<float>(std::sqrt(variance)) : 1.0F);
    }
    return result;
  }

 private:
  std::vector<double> count_;
  std::vector<double> sum_;
  std::vector<double> squares_;
};

// The answer that the head is asked for, before it is standardised.
double answer_of(const Head& head, const SampleRef& ref, size_t column) {
  const double target = ref.shard->targets(ref.sample)[column];
  if (head.config.kind != HeadKind::Hybrid) return target;
  return target - ref.shard->origin(ref.sample)[column];
}

bool predicts_targets(const Head& head) {
  return head.config.kind == HeadKind::Regression || head.config.kind == HeadKind::Hybrid;
}

int64_t outputs_per_target(const Head& head) {
  return head.config.loss == "quantile" ? static_cast<int64_t>(head.config.quantiles.size()) : 1;
}

int64_t n_outputs(const Head& head) {
  return predicts_targets(head) ? head.n_targets * outputs_per_target(head) : 2;
}

// Whether some sample of the shard has it.
template <typename Known>
bool any_sample(const encode::TokenShard& shard, Known known) {
  for (size_t s = 0; s < shard.samples(); ++s) {
    if (known(s)) return true;
  }
  return false;
}

bool any_finite(std::span<const float> values) {
  return std::any_of(values.begin(), values.end(),
                     [](float value) { return std::isfinite(value); });
}

Status check_shards(const HeadConfig& config, const std::vector<encode::TokenShard>& shards) {
  for (const encode::TokenShard& shard : shards) {
    const auto lacks = [&](const std::string& what) {
      return Error{ErrorCode::InvalidInput, shard.path().string() + ": the head needs " + what +
                                                ", which this shard does not have"};
    };
    if (config.kind == HeadKind::Class) {
      if (!any_sample(shard, [&](size_t s) { return shard.label(s) >= 0; })) return lacks("label");
      continue;
    }
    if (!any_sample(shard, [&](size_t s) { return any_finite(shard.targets(s)); })) {
      return lacks("targets");
    }
    if (config.kind != HeadKind::Hybrid) continue;
    if (!any_sample(shard, [&](size_t s) { return any_finite(shard.origin(s)); })) {
      return lacks("origin");
    }
    if (shard.info().features.empty()) return lacks("features");
    if (shard.info().features != shards[0].info().features) {
      return lacks("the features of the first shard");
    }
  }
  return Unit{};
}

void standardise(Head& head, const std::vector<encode::TokenShard>& shards, at::Device device) {
  Columns features(static_cast<size_t>(head.n_features));
  Columns answers(static_cast<size_t>(head.n_targets));
  for (const encode::TokenShard& shard : shards) {
    for (size_t s = 0; s < shard.samples(); ++s) {
      for (size_t f = 0; f < static_cast<size_t>(head.n_features); ++f)
        features.add(f, shard.features(s)[f]);
      for (size_t t = 0; predicts_targets(head) && t < static_cast<size_t>(head.n_targets); ++t)
        answers.add(t, answer_of(head, {&shard, s}, t));
    }
  }
  head.feature_mean = device_tensor(features.means(), device);
  head.feature_scale = device_tensor(features.scales(), device);
  head.target_mean = device_tensor(answers.means(), device);
  head.target_scale = device_tensor(answers.scales(), device);
}

void add_layer(Head& head, int64_t in, int64_t out) {
  const std::string name = "mlp." + std::to_string(2 * head.weights.size());
  Parameter weight;
  weight.parts = {{name + ".weight", out}};
  weight.shape = {out, in};
  weight.decays = true;
  Parameter bias;
  bias.parts = {{name + ".bias", out}};
  bias.shape = {out};
  head.weights.push_back(std::move(weight));
  head.biases.push_back(std::move(bias));
}

const Tensor& used(const Parameter& parameter) {
  return parameter.trained() ? parameter.master : parameter.value;
}

std::string kind_name(HeadKind kind) {
  if (kind == HeadKind::Regression) return "regression";
  return kind == HeadKind::Hybrid ? "hybrid" : "class";
}

}  // namespace

Result<Head> make_head(const HeadConfig& config, const std::vector<encode::TokenShard>& shards,
                       int64_t width, at::Device device, uint64_t seed) {
  KCAST_OK(check_shards(config, shards));
  Head head;
  head.config = config;
  if (predicts_targets(head)) {
    head.n_targets = static_cast<int64_t>(encode::kTargets);
    const auto names = encode::target_names();
    head.target_names = join(std::vector<std::string>(names.begin(), names.end()), ",");
  }
  if (config.kind == HeadKind::Hybrid) {
    head.n_features = static_cast<int64_t>(shards[0].info().features.size());
    head.feature_names = join(shards[0].info().features, ",");
  }
  standardise(head, shards, device);
  int64_t in = width + head.n_features;
  for (const int64_t hidden : config.hidden) {
    add_layer(head, in, hidden);
    in = hidden;
  }
  add_layer(head, in, n_outputs(head));
  at::Generator generator = at::globalContext().defaultGenerator(at::kCPU);
  generator.set_current_seed(seed);
  for (size_t i = 0; i < head.weights.size(); ++i) {
    Parameter& weight = head.weights[i];
    const double bound = 1 / std::sqrt(static_cast<double>(weight.shape[1]));
    weight.value =
        at::empty(weight.shape, at::kFloat).uniform_(-bound, bound, generator).to(device);
    head.biases[i].value = at::zeros(head.biases[i].shape, at::kFloat).to(device);
  }
  return head;
}

void for_each_head_parameter(Head& head, const std::function<void(Parameter&)>& f) {
  for (size_t i = 0; i < head.weights.size(); ++i) {
    f(head.weights[i]);
    f(head.biases[i]);
  }
}

HeadRows head_rows(const Head& head, const std::vector<SampleRef>& samples) {
  std::vector<float> features;
  std::vector<float> answers;
  std::vector<int64_t> labels;
  for (const SampleRef& ref : samples) {
    for (size_t f = 0; f < static_cast<size_t>(head.n_features); ++f)
      features.push_back(ref.shard->features(ref.sample)[f]);
    for (size_t t = 0; t < static_cast<size_t>(head.n_targets); ++t)
      answers.push_back(static_cast<float>(answer_of(head, ref, t)));
    labels.push_back(ref.shard->label(ref.sample));
  }
  const at::Device device = head.target_mean.device();
  const auto n = static_cast<int64_t>(samples.size());
  HeadRows rows;
  if (head.n_features > 0) {
    // A feature that is not known is an average one.
    rows.features = device_tensor(features, device)
                        .view({n, head.n_features})
                        .sub(head.feature_mean)
                        .div(head.feature_scale)
                        .nan_to_num(0, 0, 0);
  }
  if (head.n_targets > 0) {
    rows.answers = device_tensor(answers, device)
                       .view({n, head.n_targets})
                       .sub(head.target_mean)
                       .div(head.target_scale);
  }
  rows.labels = device_tensor(labels, device);
  return rows;
}

int64_t known_answers(const Head& head, const std::vector<SampleRef>& samples) {
  int64_t known = 0;
  for (const SampleRef& ref : samples) {
    if (!predicts_targets(head)) {
      known += ref.shard->label(ref.sample) >= 0 ? 1 : 0;
      continue;
    }
    for (size_t t = 0; t < static_cast<size_t>(head.n_targets); ++t)
      known += std::isfinite(answer_of(head, ref, t)) ? 1 : 0;
  }
  return known;
}

Tensor head_outputs(const Head& head, const Decoder& decoder, const Stream& stream,
                    const Tensor& hidden, const Tensor& features) {
  Tensor x;
  if (head.config.pooling == "last") {
    const std::vector<int64_t> ends(stream.offsets.begin() + 1, stream.offsets.end());
    const Tensor last = device_tensor(ends, stream.ids.device()) - 1;
    x = apply_norm(decoder.final_norm, hidden.index_select(0, last)).to(at::kFloat);
  } else {
    const Tensor normed = apply_norm(decoder.final_norm, hidden).to(at::kFloat);
    std::vector<Tensor> means;
    for (size_t i = 0; i + 1 < stream.offsets.size(); ++i) {
      const int64_t begin = stream.offsets[i];
      means.push_back(normed.narrow(0, begin, stream.offsets[i + 1] - begin).mean(0));
    }
    x = at::stack(means);
  }
  if (features.defined()) x = at::cat({x, features}, 1);
  for (size_t i = 0; i < head.weights.size(); ++i) {
    if (i > 0) x = at::gelu(x);
    x = at::linear(x, used(head.weights[i]), used(head.biases[i]));
  }
  return x;
}

Tensor head_loss(const Head& head, const Tensor& outputs, const HeadRows& rows) {
  if (!predicts_targets(head)) {
    return at::cross_entropy_loss(outputs, rows.labels, {}, at::Reduction::Sum, -1);
  }
  const Tensor known = rows.answers.isfinite();
  const Tensor answers = rows.answers.nan_to_num(0, 0, 0);
  if (head.config.loss != "quantile") {
    return (outputs - answers).square().mul(known).sum();
  }
  const int64_t per_target = outputs_per_target(head);
  const std::vector<double>& quantiles = head.config.quantiles;
  const Tensor q =
      at::tensor(at::ArrayRef<double>(quantiles), at::TensorOptions().dtype(at::kDouble))
          .to(outputs.options());
  const Tensor above =
      answers.unsqueeze(2) - outputs.view({outputs.size(0), head.n_targets, per_target});
  const Tensor pinball = at::maximum(above * q, above * (q - 1));
  return pinball.mean(2).mul(known).sum();
}

Result<Head> load_class_head(const std::filesystem::path& file, at::Device device) {
  KCAST_TRY(WeightFiles files, WeightFiles::open_file(file));
  const auto said = [&](const char* key) {
    const auto found = files.metadata().find(key);
    return found != files.metadata().end() ? found->second : std::string();
  };
  if (said("kind") != "class") {
    return Error{ErrorCode::Unsupported, file.string() + ": a head of kind '" + said("kind") +
                                             "'; kcast-train answers with class heads alone"};
  }
  Head head;
  head.config.kind = HeadKind::Class;
  head.config.pooling = said("pooling");
  for (int i = 0; files.has("mlp." + std::to_string(i) + ".weight"); i += 2) {
    const std::string name = "mlp." + std::to_string(i);
    KCAST_TRY(const Tensor weight, files.take(name + ".weight"));
    KCAST_TRY(const Tensor bias, files.take(name + ".bias", {weight.size(0)}));
    add_layer(head, weight.size(1), weight.size(0));
    head.weights.back().value = weight.to(device, at::kFloat);
    head.biases.back().value = bias.to(device, at::kFloat);
  }
  if (head.weights.empty() || head.weights.back().shape[0] != n_outputs(head))
    return Error{ErrorCode::InvalidInput, file.string() + ": its last layer has not two outputs"};
  return head;
}

Status save_head(const Head& head, const std::filesystem::path& file) {
  std::vector<std::pair<std::string, Tensor>> tensors;
  for (size_t i = 0; i < head.weights.size(); ++i) {
    tensors.emplace_back(head.weights[i].parts[0].name, used(head.weights[i]));
    tensors.emplace_back(head.biases[i].parts[0].name, used(head.biases[i]));
  }
  if (head.n_features > 0) {
    tensors.emplace_back("feature_mean", head.feature_mean);
    tensors.emplace_back("feature_scale", head.feature_scale);
  }
  if (head.n_targets > 0) {
    tensors.emplace_back("target_mean", head.target_mean);
    tensors.emplace_back("target_scale", head.target_scale);
  }
  std::vector<std::string> quantiles;
  for (const double q : head.config.quantiles)
    quantiles.push_back(format_digits(q, 6));
  return write_tensors(file, tensors,
                       {{"format", "kcast-head-1"},
                        {"kind", kind_name(head.config.kind)},
                        {"pooling", head.config.pooling},
                        {"targets", head.target_names},
                        {"features", head.feature_names},
                        {"loss", head.config.loss},
                        {"quantiles", join(quantiles, ",")}});
}

}  // namespace kcast::train
