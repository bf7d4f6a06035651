#include "schema/sample_json.h"

#include "base/io/json_problem.h"
#include "schema/fill_json.h"
#include "schema/json_codec.h"

namespace kcast {

KCAST_JSON(BaseQuantities, time_us, flops_fp16, flops_fp32, flops_fp64, flops_tensor, int_ops,
           l1_bytes, l2_bytes, hbm_read_bytes, hbm_write_bytes, l1_hit_rate_pct, l2_hit_rate_pct)
KCAST_JSON(KernelSource, name, language, source, flags, defines)
KCAST_JSON(LaunchArgument, name, element_type, elements, buffer, integer, real, element_bytes,
           offset_bytes, local_bytes, fill, fill_given, fill_from_host, fields, members,
           member_offset, size_bytes)
KCAST_JSON(Launch, kernel, grid, block, shared_bytes, arguments, seed)
KCAST_JSON(Provenance, collector, driver, toolkit, date, sm_clock_mhz, memory_clock_mhz,
           cache_state)
KCAST_JSON(Measurement, gpu, values, repeats, time_spread, provenance)
KCAST_JSON(Recipe, generator, seed, parameters, augmentations)
KCAST_JSON(Sample, recipe, family, launch, measurement)

template <typename Json>
void to_json(Json& json, const BottleneckTerm& term) {
  json = Json::object();
  json["name"] = to_text(term.part);
  json["time_us"] = term.time_us;
  json["share"] = term.share;
}
template <typename Json>
void from_json(const Json& json, BottleneckTerm& term) {
  if (json.contains("name")) {
    const std::string text = json.at("name").template get<std::string>();
    const auto part = time_part(text);
    if (!part) {
      throw nlohmann::json::type_error::create(302, "'" + text + "' is no part of the machine",
                                               &json);
    }
    term.part = *part;
  }
  if (json.contains("time_us")) json.at("time_us").get_to(term.time_us);
  if (json.contains("share")) json.at("share").get_to(term.share);
}

KCAST_JSON(Reason, file, line, text, share)
KCAST_JSON_ENUM(Bound, {Bound::None, ""}, {Bound::Bandwidth, "bandwidth"},
                {Bound::Compute, "compute"})
KCAST_JSON_ENUM(PredictionSource, {PredictionSource::None, ""},
                {PredictionSource::Analytic, "analytic"}, {PredictionSource::Hybrid, "hybrid"},
                {PredictionSource::Text, "text"})
KCAST_JSON_ENUM(WarpState, {WarpState::Issuing, "issuing"}, {WarpState::Memory, "memory"},
                {WarpState::Shared, "shared"}, {WarpState::Arithmetic, "arithmetic"},
                {WarpState::Barrier, "barrier"}, {WarpState::Throttled, "throttled"},
                {WarpState::NotSelected, "not selected"}, {WarpState::Other, "other"})
KCAST_JSON(WarpTime, state, share)
KCAST_JSON(Prediction, kernel, gpu, values, low, high, coverage, bound, near_ridge, source,
           bottleneck, warp_time, reasons, notes)

namespace {

using Json = nlohmann::ordered_json;

// A document with a field that the type does not have comes back shorter.
std::optional<std::string> unknown_field(const Json& given, const Json& known,
                                         const std::string& path) {
  if (given.is_object() && known.is_object()) {
    for (const auto& [key, value] : given.items()) {
      const std::string place = path.empty() ? key : path + "." + key;
      if (!known.contains(key)) return place;
      if (auto found = unknown_field(value, known.at(key), place)) return found;
    }
  } else if (given.is_array() && known.is_array() && given.size() == known.size()) {
    for (size_t i = 0; i < given.size(); ++i) {
      if (auto found = unknown_field(given[i], known[i], path + "[" + std::to_string(i) + "]")) {
        return found;
      }
    }
  }
  return std::nullopt;
}

template <typename T>
Result<T> strict(const Json& json, const char* what) {
  try {
    if (!json.is_object()) {
      return Error{ErrorCode::InvalidInput, std::string(what) + ": not a JSON object"};
    }
    T value = json.get<T>();
    if (const auto field = unknown_field(json, Json(value), "")) {
      return Error{ErrorCode::InvalidInput, std::string(what) + ": unknown field '" + *field + "'"};
    }
    return value;
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, std::string(what) + ": " + json_problem(error.what())};
  }
}

}  // namespace

Json to_json_document(const KernelSource& kernel) {
  return kernel;
}
Json to_json_document(const Launch& launch) {
  return launch;
}
Json to_json_document(const Sample& sample) {
  return sample;
}

Json to_json_document(const Prediction& prediction) {
  return prediction;
}

Result<KernelSource> kernel_source_from_json(const Json& json) {
  return strict<KernelSource>(json, "kernel");
}
Result<Launch> launch_from_json(const Json& json) {
  return strict<Launch>(json, "launch");
}
Result<Sample> sample_from_json(const Json& json) {
  return strict<Sample>(json, "sample");
}
Result<Prediction> prediction_from_json(const Json& json) {
  return strict<Prediction>(json, "prediction");
}

}  // namespace kcast
