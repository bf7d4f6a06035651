// Two versions side by side: what POST /v1/diff reads.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "predict/grammar.h"
#include "predict/report.h"
#include "schema/gpu/gpu.h"
#include "serve/api/fields.h"
#include "serve/api/predict_body.h"

namespace kcast::api {

// One side: something to predict, or a report that was kept.
struct DiffSide {
  std::string path;  // "before"
  Json request;      // its own fields over those of both
  std::optional<predict::PredictReport> report;
};

struct DiffBody {
  DiffSide before;
  DiffSide after;
  std::vector<predict::FailRule> rules;
};

// Fields beside "before" and "after" hold for both.
DiffBody read_diff_body(const Json& json, std::span<const Gpu> known,
                        std::optional<Problem>& problem);

}  // namespace kcast::api
