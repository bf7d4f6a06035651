// Writes a model of random weights and heads whose answers are known, for ask_command.sh.
//   tiny_model_main FOLDER
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "encode/safetensors.h"
#include "encode/targets.h"
#include "infer/language_model.h"
#include "infer/tiny_model.h"
#include "schema/feature_vector.h"

namespace kcast {
namespace {

struct HeadPlan {
  std::string kind;
  std::vector<std::string> targets;
  std::vector<std::string> features;
  std::vector<float> bias;  // every weight is 0, so that these are what it says
  std::string quantiles;
};

bool write_head(const std::filesystem::path& path, const HeadPlan& plan, int64_t hidden) {
  const auto inputs = hidden + static_cast<int64_t>(plan.features.size());
  const auto outputs = static_cast<int64_t>(plan.bias.size());
  const std::vector<float> zeros(static_cast<size_t>(inputs * outputs), 0);
  auto writer = encode::SafetensorsWriter::create(
      path, {{"mlp.0.weight", "F32", {outputs, inputs}}, {"mlp.0.bias", "F32", {outputs}}},
      {{"kind", plan.kind},
       {"pooling", "last"},
       {"targets", join(plan.targets, ",")},
       {"features", join(plan.features, ",")},
       {"loss", plan.quantiles.empty() ? "mse" : "quantile"},
       {"quantiles", plan.quantiles.empty() ? "0.05,0.5,0.95" : plan.quantiles}});
  return writer && writer->write(std::as_bytes(std::span(zeros))) &&
         writer->write(std::as_bytes(std::span(plan.bias))) && writer->finish();
}

int run(const std::filesystem::path& folder) {
  const auto gguf = infer::make_tiny_gguf(folder, 11);
  if (!gguf) {
    std::cerr << gguf.error().message << "\n";
    return 1;
  }
  const auto model = infer::LanguageModel::load({.gguf = *gguf, .threads = 1, .context = 512});
  if (!model) return 1;
  std::vector<std::string> targets;
  for (const std::string_view name : encode::target_names())
    targets.emplace_back(name);
  std::vector<float> residual(targets.size(), 0);
  residual[0] = 1;  // twice the analytic time, and everything else as the analysis has it
  std::vector<float> quantiles;
  for (size_t i = 0; i < targets.size(); ++i) {
    for (const float value : {8.0F, 10.0F, 12.0F})
      quantiles.push_back(i + 2 < targets.size() ? value : value / 16);
  }
  const HeadPlan plans[] = {
      {"hybrid", targets, feature_vector_names(), residual, ""},
      {"regression", targets, {}, quantiles, "0.05,0.5,0.95"},
      {"class", {}, {}, {0, 1}, ""},
      {"regression", {"time_us"}, {}, {10}, ""},
  };
  const char* names[] = {"hybrid", "regression", "class", "time"};
  for (size_t i = 0; i < std::size(plans); ++i) {
    const auto path = folder / (std::string(names[i]) + ".safetensors");
    if (!write_head(path, plans[i], model->hidden_size())) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  return argc == 2 ? kcast::run(argv[1]) : 2;
}
