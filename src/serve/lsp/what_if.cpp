#include "serve/lsp/what_if.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "predict/grammar.h"
#include "report/si_text.h"

namespace kcast::lsp {

namespace {

std::string block_text(const std::array<int64_t, 3>& block) {
  std::string text = std::to_string(block[0]);
  if (block[1] > 1 || block[2] > 1) text += "x" + std::to_string(block[1]);
  if (block[2] > 1) text += "x" + std::to_string(block[2]);
  return text;
}

std::string signed_percent(double change) {
  const auto percent = std::lround(100 * change);
  return (percent > 0 ? "+" : "") + std::to_string(percent) + " %";
}

Json set_launch_action(const std::string& title, const std::string& uri, const std::string& kernel,
                       const Json& settings) {
  return {{"title", title},
          {"kind", "refactor.rewrite.kernelcast"},
          {"command",
           {{"title", title},
            {"command", "kcast.setLaunch"},
            {"arguments", Json::array({uri, kernel, settings})}}}};
}

}  // namespace

std::optional<std::string> block_sweep(const predict::LaunchPrediction& entry) {
  const bool fixed_shared = entry.features.occupancy.shared_bytes > entry.launch.shared_bytes;
  if (fixed_shared || entry.launch.shared_bytes > 0) return std::nullopt;
  std::vector<std::string> blocks = {"64", "128", "256", "512", "1024"};
  if (entry.launch.block[2] > 1) return std::nullopt;
  if (entry.launch.block[1] > 1)
    blocks = {"8x8", "16x8", "16x16", "32x4", "32x8", "32x16", "32x32"};
  std::erase(blocks, block_text(entry.launch.block));
  return "block=" + join(blocks, ",");
}

Json block_actions(const predict::LaunchPrediction& now, const Answer& sweep,
                   const std::string& uri, const Json& kept) {
  struct Choice {
    std::string block;
    double time_us = 0;
  };
  std::vector<Choice> choices;
  for (const predict::LaunchPrediction& entry : sweep.report.predictions) {
    if (entry.prediction.gpu != now.prediction.gpu || entry.name != now.name) continue;
    if (entry.launch_line != now.launch_line || !(entry.prediction.values.time_us > 0)) continue;
    choices.push_back({block_text(entry.launch.block), entry.prediction.values.time_us});
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.time_us < b.time_us; });
  Json out = Json::array();
  for (const Choice& choice : choices) {
    const double change = choice.time_us / now.prediction.values.time_us - 1;
    const std::string title = "block " + choice.block + ": " +
                              report::si_text(choice.time_us, "us") + ", " + signed_percent(change);
    Json settings = kept;
    settings["block"] = choice.block;
    out.push_back(set_launch_action(title, uri, now.name, settings));
  }
  if (kept.contains("block")) {
    Json settings = kept;
    settings.erase("block");
    if (settings.empty()) settings = nullptr;
    out.push_back(set_launch_action("block as in host code", uri, now.name, settings));
  }
  return out;
}

}  // namespace kcast::lsp
