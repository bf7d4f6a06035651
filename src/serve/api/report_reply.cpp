#include "serve/api/report_reply.h"

#include "predict/line_shares.h"
#include "predict/report_json.h"
#include "serve/api/fields.h"

namespace kcast::api {

namespace {

Json lines_json(const predict::LaunchPrediction& launch) {
  Json out = Json::array();
  for (const predict::LineShare& line : predict::line_shares(launch)) {
    out.push_back({{"file", line.file},
                   {"line", line.line},
                   {"share", line.share},
                   {"instructions", line.instructions},
                   {"l2", line.l2},
                   {"dram", line.dram},
                   {"shared", line.shared}});
  }
  return out;
}

}  // namespace

std::string report_body(const predict::PredictReport& report, std::span<const Gpu> gpus) {
  Json json = Json::parse(predict::report_to_json(report, gpus));
  for (size_t i = 0; i < report.predictions.size(); ++i)
    json["predictions"][i]["lines"] = lines_json(report.predictions[i]);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::api
