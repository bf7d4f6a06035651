#include "workflow/trees/trees_config.h"

#include <nlohmann/json.hpp>

#include "base/files.h"

namespace kcast::workflow {
namespace {

using Json = nlohmann::ordered_json;

std::map<std::string, RowLimit> limits_in(const Json& side) {
  std::map<std::string, RowLimit> out;
  for (const auto& [source, limit] : side.items())
    out[source] = {limit.at("launches").get<size_t>(), limit.value("per_kernel", size_t{0})};
  return out;
}

ForestSettings forest_in(const Json& json, ForestSettings usual) {
  usual.leaves = json.value("leaves", usual.leaves);
  usual.rounds = json.value("rounds", usual.rounds);
  usual.patience = json.value("patience", usual.patience);
  usual.least_in_leaf = json.value("least_in_leaf", usual.least_in_leaf);
  usual.rate = json.value("rate", usual.rate);
  usual.features = json.value("features", usual.features);
  return usual;
}

TreesConfig config_of(const Json& json) {
  TreesConfig out;
  out.set = json.at("set").get<std::string>();
  out.gpu = json.at("gpu").get<std::string>();
  const Json& rows = json.at("rows");
  out.rows.train = limits_in(rows.at("train"));
  out.rows.validation = limits_in(rows.at("val"));
  out.rows.test = limits_in(rows.at("test"));
  out.rows.test_launches = rows.value("test_launches", size_t{0});
  const Json fit = json.value("fit", Json::object());
  out.fit.center = forest_in(fit.value("center", Json::object()), out.fit.center);
  out.fit.bounds = forest_in(fit.value("bounds", Json::object()), out.fit.bounds);
  out.fit.program_weight = fit.value("program_weight", out.fit.program_weight);
  out.fit.coverage = fit.value("coverage", out.fit.coverage);
  return out;
}

}  // namespace

Result<TreesConfig> read_trees_config(const std::filesystem::path& file) {
  KCAST_TRY(std::string text, read_file(file));
  try {
    TreesConfig out = config_of(Json::parse(text));
    out.text = std::move(text);
    return out;
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + error.what()};
  }
}

}  // namespace kcast::workflow
