#include "train/model/model_config.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "train/model/architectures.h"

namespace kcast::train {

namespace {

using Json = nlohmann::json;

Error bad_model(const std::string& why) {
  return Error{ErrorCode::InvalidInput, "config.json: " + why};
}

}  // namespace

std::vector<double> Rotary::frequencies() const {
  std::vector<double> result;
  const double low_wavelength = original_positions / low_freq_factor;
  const double high_wavelength = original_positions / high_freq_factor;
  for (int64_t pair = 0; pair < dim / 2; ++pair) {
    double f = 1.0 / std::pow(theta, 2.0 * static_cast<double>(pair) / static_cast<double>(dim));
    if (factor != 1) {
      const double wavelength = 2 * std::numbers::pi / f;
      if (wavelength > low_wavelength) {
        f /= factor;
      } else if (wavelength > high_wavelength) {
        const double smooth = (original_positions / wavelength - low_freq_factor) /
                              (high_freq_factor - low_freq_factor);
        f = (1 - smooth) * f / factor + smooth * f;
      }
    }
    result.push_back(f);
  }
  return result;
}

Result<ModelConfig> parse_model_config(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return bad_model("not a JSON object");
  const std::string type = json.value("model_type", "");
  try {
    const Result<ModelConfig> config = architecture_config(type, json);
    if (config && (config->vocab <= 0 || config->width <= 0 || config->n_layers <= 0 ||
                   config->n_heads <= 0 || config->head_dim <= 0 || config->mlp_width <= 0)) {
      return bad_model("sizes must be positive");
    }
    if (config && (config->rotary.dim <= 0 || config->rotary.dim % 2 != 0 ||
                   config->rotary.dim > config->head_dim)) {
      return bad_model("the rotary dimension must be even and at most the head's");
    }
    return config;
  } catch (const Json::exception& error) {
    return bad_model(json_problem(error.what()));
  }
}

Result<ModelConfig> read_model_config(const std::filesystem::path& folder) {
  KCAST_TRY(const std::string text, read_file(folder / "config.json"));
  auto config = parse_model_config(text);
  if (!config) return std::move(config).error().context(folder.string());
  return config;
}

}  // namespace kcast::train
