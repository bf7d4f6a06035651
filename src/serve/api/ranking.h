// Several versions of a kernel, the best first: what POST /v1/rank reads and answers.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "predict/report.h"
#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "serve/api/fields.h"
#include "serve/api/predict_body.h"

namespace kcast::api {

struct Candidate {
  std::string name;
  std::string path;  // "candidates[3]"
  Json request;      // its own fields over those of all
  std::vector<Gpu> gpus;
};

struct RankBody {
  std::vector<Candidate> candidates;
  const Metric* by = nullptr;
  bool full = false;  // each candidate's whole report, too
};

// Fields beside "candidates" hold for all of them; a candidate's own take their place.
RankBody read_rank_body(const Json& json, std::span<const Gpu> known, size_t most,
                        std::optional<Problem>& problem);

// What became of a candidate: its report, as value and as JSON, or why there is none.
struct Outcome {
  std::optional<predict::PredictReport> report;
  std::shared_ptr<const std::string> body;
  std::string reason;
};

// A candidate on one GPU with one combination of a sweep.
struct Ranked {
  std::string name;
  std::string gpu;
  std::vector<std::pair<std::string, std::string>> settings;
  double value = 0;  // of time_us: all launches together, else of the longest one
  double low = 0;
  double high = 0;
  size_t launches = 0;

  bool operator==(const Ranked&) const = default;
};

// Best first.
std::vector<Ranked> rank(const RankBody& body, std::span<const Outcome> outcomes);

std::string ranking_body(const RankBody& body, std::span<const Outcome> outcomes);

}  // namespace kcast::api
