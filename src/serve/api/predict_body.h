// The fields of a request for a prediction, as JSON: docs/openapi.json describes each.
#pragma once

#include <span>
#include <string>

#include "predict/predict.h"
#include "schema/gpu/gpu.h"
#include "serve/api/fields.h"

namespace kcast::api {

// What a body asks for.
struct PredictBody {
  predict::PredictRequest request;
};

// Reads the fields that are there; other members are left for the caller to ask for. Nothing that a
// field says makes the request read a file.
void read_predict_fields(Fields& fields, std::span<const Gpu> known, PredictBody& out);

// A whole request: sources are needed, other members are a problem, and where no GPU is named it is
// the default one. `path` is that of the object in the body.
PredictBody read_predict_body(const Json& json, const std::string& path, std::span<const Gpu> known,
                              std::optional<Problem>& problem);

// `common` with the members of `own` in the place of its own, but for those named in `without`:
// how candidates of a ranking share fields. Sources replace sources, and GPUs GPUs, however they
// were named.
Json with_fields(const Json& common, const Json& own, const std::vector<std::string>& without);

}  // namespace kcast::api
