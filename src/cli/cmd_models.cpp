// kcast models: the trees inside this program; language models are kcast-llm's.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "trees/embedded.h"

namespace kcast::cli {
namespace {

using Json = nlohmann::json;

std::string percent(const Json& share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share.get<double>());
  return text;
}

std::string score_line(const Json& score) {
  char width[32];
  std::snprintf(width, sizeof width, "%.2f", score.at("width").get<double>());
  return "    " + score.at("part").get<std::string>() + ", " +
         std::to_string(score.at("launches").get<size_t>()) + " launches: time MAPE " +
         percent(score.at("hybrid_mape")) + " (analysis alone " +
         percent(score.at("analytic_mape")) + "), median " + percent(score.at("hybrid_median")) +
         " (" + percent(score.at("analytic_median")) + "), 90 % intervals hold " +
         percent(score.at("covered")) + ", as wide as a factor of " + width + "\n";
}

// Where the embedded trees came from: what they were fitted to, what they correct, how well.
std::string model_text(const trees::Model& model, std::string_view what, size_t bytes,
                       const Json& from) {
  std::string out = "trees for " + std::string(what) + " (embedded, " +
                    std::to_string(bytes / 1024) +
                    " KiB): correct the analysis, kcast predict --predictor hybrid\n";
  out += "    fitted with " + from.at("library").get<std::string>() + " to " +
         from.at("set").get<std::string>() + ", readings of " + model.gpu + ", by " +
         from.at("kcast").get<std::string>() + ", analysis " +
         from.at("analysis").get<std::string>() + "\n    launches:";
  for (const auto& [use, count] : from.at("launches").items())
    out += " " + std::to_string(count.get<size_t>()) + " to " + use;
  out += "\n    corrects:";
  for (const trees::QuantityModel& quantity : model.quantities) {
    out += " " + quantity.name;
    if (!quantity.where_exact) out += " (where estimated)";
    if (!quantity.where_estimated) out += " (where nothing is estimated)";
  }
  out += "\n";
  for (const Json& score : from.at("scores"))
    out += score_line(score);
  return out;
}

Status print_trees(std::string_view language, std::string_view what, size_t bytes) {
  const trees::Model* model = trees::embedded_model(language);
  if (model == nullptr) {
    std::cout << "no trees for " << what << " and the analysis of this kcast; kcast train --trees "
              << "makes some\n";
    return Unit{};
  }
  try {
    std::cout << model_text(*model, what, bytes, Json::parse(model->provenance));
  } catch (const Json::exception& error) {
    return Error{ErrorCode::Internal, std::string("the embedded trees: ") + error.what()};
  }
  return Unit{};
}

}  // namespace

Status cmd_models(Args args) {
  if (!args.empty()) return run_executable("kcast-llm", "models", args);
  KCAST_OK(print_trees("cuda", "CUDA, HIP and OpenCL", trees::embedded_trees().size()));
  KCAST_OK(print_trees("openmp", "OpenMP", trees::embedded_openmp_trees().size()));
  std::cout << "language models: kcast models list\n";
  return Unit{};
}

}  // namespace kcast::cli
