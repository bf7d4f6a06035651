// The whole API behind a socket for tests, with an engine that answers at once, or as the words in
// the source tell it to: SLOW, BROKEN, LIMIT, BOOM.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "predict/gpus.h"
#include "schema/gpu/gpu_json.h"
#include "serve/api/service.h"
#include "serve/http/application.h"
#include "serve/http/page.h"
#include "serve/http/server.h"
#include "serve/http/test_client.h"

namespace kcast::http {

struct TestEngine {
  std::atomic<int> asked{0};
  std::atomic<int> running{0};
  std::atomic<int> cancelled{0};

  static bool says(const predict::PredictRequest& request, const char* word) {
    return request.source.files[0].text.find(word) != std::string::npos;
  }

  Result<predict::PredictReport> predict(const predict::PredictRequest& request,
                                         const std::atomic<bool>* flag) {
    ++asked;
    ++running;
    if (says(request, "SLOW")) {
      while (!*flag)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++cancelled;
    }
    --running;
    if (says(request, "SLOW")) return Error{ErrorCode::External, "cancelled"};
    if (says(request, "BROKEN")) return Error{ErrorCode::InvalidInput, "no kernel"};
    if (says(request, "LIMIT")) return Error{ErrorCode::External, "took too long"};
    if (says(request, "BOOM")) return Error{ErrorCode::Internal, "a bug"};
    predict::PredictReport report;
    for (const Gpu& gpu : request.gpus) {
      predict::LaunchPrediction entry;
      entry.name = "kernel";
      entry.launch.block = request.launch.block.value_or(std::array<int64_t, 3>{256, 1, 1});
      entry.prediction.gpu = gpu.id;
      entry.prediction.source = PredictionSource::Analytic;
      // Small blocks are slow here.
      const double time = 1000.0 / static_cast<double>(entry.launch.block[0]);
      entry.prediction.values = {.time_us = time, .flops_fp32 = 1e6, .l1_bytes = 1e6};
      entry.prediction.low = {.time_us = time / 2, .flops_fp32 = 1e6, .l1_bytes = 1e6};
      entry.prediction.high = {.time_us = time * 2, .flops_fp32 = 1e6, .l1_bytes = 1e6};
      report.predictions.push_back(std::move(entry));
    }
    return report;
  }

  api::Engine engine() {
    return {
        [this](const predict::PredictRequest& request, const std::atomic<bool>* flag) {
          return predict(request, flag);
        },
        [](const frontend::InspectRequest&, const std::atomic<bool>*) -> Result<Inspection> {
          Inspection inspection;
          inspection.diagnostics.push_back({Severity::Error, "kernel.cu", 3, 7, "expected ';'"});
          return inspection;
        }};
  }
};

struct TestAppOptions {
  ServerOptions server;
  AccessRules rules;
  api::ServiceOptions service;
};

class TestApp {
 public:
  explicit TestApp(TestAppOptions options = {})
      : service_(engine_.engine(), known_gpus(), options.service),
        application_(service_, options.rules, embedded_page(), embedded_openapi()),
        server_(*Server::listen(options.server, application_.handlers())) {
    application_.set_counts([this] { return server_->counts(); });
    thread_ = std::thread([this] { server_->run(stop_); });
  }
  TestApp(const TestApp&) = delete;
  TestApp& operator=(const TestApp&) = delete;
  ~TestApp() { stop(); }

  int port() const { return server_->port(); }
  TestEngine& engine() { return engine_; }
  ServerCounts counts() const { return server_->counts(); }
  void begin_stop() { stop_ = true; }
  void stop() {
    stop_ = true;
    {
      const TestClient wakes_it(port());
    }
    if (thread_.joinable()) thread_.join();
  }

  // Until something is so, or two seconds are over.
  template <typename Condition>
  static bool wait_until(Condition condition) {
    for (int i = 0; i < 2000 && !condition(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return condition();
  }

 private:
  static const std::vector<Gpu>& known_gpus() {
    static const std::vector<Gpu> gpus = *load_gpus(predict::embedded_gpus());
    return gpus;
  }

  TestEngine engine_;
  api::Service service_;
  Application application_;
  std::unique_ptr<Server> server_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace kcast::http
