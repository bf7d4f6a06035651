// What a worker of the predictor is asked: a whole prediction, or the reading of sources that
// another worker needs. What is kept (analyses, pieces that were lowered) is the task of other
// workers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/worker/fork_server.h"
#include "frontend/inspect_here.h"
#include "frontend/request.h"
#include "predict/predict.h"

namespace kcast::predict {

struct PredictTask {
  PredictRequest request;
  // Kernels not to analyse, by symbol, and why: workers died of them.
  std::vector<std::pair<std::string, std::string>> stopped;
  std::string rest_stopped;           // why nothing but `finished` is analysed; empty: all is
  std::vector<std::string> finished;  // kernels that were analysed before
  bool read_elsewhere = false;        // the sources end a worker that reads them
  bool keeps_analyses = false;  // the caller keeps them, and pieces: each is asked for (ask_once)
  // Otherwise: so many workers share what can be done side by side, the one that asks among them.
  int32_t workers = 1;
};

std::string predict_question(const PredictTask& task);
std::string inspect_question(const frontend::InspectRequest& request, frontend::ReadingKind kind);

// In the fork server: what answers them in a worker. `warm`: see frontend::prepare_worker.
WorkerHandler make_task_handler(bool warm);

// What answers analyses and lowers pieces: a fork server that never held Clang's trees forks in a
// fraction of the time.
WorkerHandler make_analysis_handler();

// What a worker says that it works on.
inline constexpr std::string_view kReading = "reading";
inline constexpr std::string_view kChoosing = "choosing";
inline constexpr std::string_view kAnalysing = "kernel ";  // and its symbol

}  // namespace kcast::predict
