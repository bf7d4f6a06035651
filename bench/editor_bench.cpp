// How long an editor waits: from a keystroke to the new line above the kernel, debounce included;
// for a text that was predicted before; how soon work stops that a newer text supersedes; and what
// is saved by keeping the analyses of kernels that an edit did not change.
//
//   editor_bench KCAST FILE [ROUNDS]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/process/child.h"
#include "predict/gpus.h"
#include "predict/predictor.h"
#include "serve/rpc/scripted_client.h"

namespace kcast {
namespace {

using Clock = std::chrono::steady_clock;
using rpc::Json;

double milliseconds_from(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void print_times(const char* what, std::vector<double> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
  };
  std::printf("| %-44s | %5zu | %7.1f | %7.1f | %7.1f |\n", what, times.size(), at(0.5), at(0.95),
              times.back());
  std::fflush(stdout);
}

// A server of its own, and one open document in it.
class Editor {
 public:
  Editor(const std::string& kcast, const std::string& file, std::string text)
      : uri_("file://" + std::filesystem::absolute(file).string()), text_(std::move(text)) {
    Pipe in;
    Pipe out;
    if (!in.open() || !out.open()) std::exit(1);
    ChildStart start;
    start.command = {kcast, "lsp"};
    start.input = in.reading();
    start.output = out.writing();
    const auto child = start_child(start);
    if (!child) std::exit(1);
    in.close_reading();
    out.close_writing();
    client_ = std::make_unique<rpc::ScriptedClient>(in.take_writing(), out.take_reading(),
                                                    rpc::Framing::Headers);
    client_->request("initialize", {{"rootUri", nullptr}, {"capabilities", Json::object()}});
    client_->notify("initialized", Json::object());
    client_->notify(
        "textDocument/didOpen",
        {{"textDocument",
          {{"uri", uri_}, {"languageId", "cuda"}, {"version", version_}, {"text", text_}}}});
    wait_lens();
  }

  // The time until the line above the kernel is that of the new text.
  double change_to(const std::string& text) {
    const auto start = Clock::now();
    send(text);
    wait_lens();
    return milliseconds_from(start);
  }

  void send(const std::string& text) {
    client_->notify("textDocument/didChange",
                    {{"textDocument", {{"uri", uri_}, {"version", ++version_}}},
                     {"contentChanges", Json::array({{{"text", text}}})}});
  }

  void wait_lens() {
    client_->wait_for("kcast/status", [&](const Json& params) {
      return params["state"] != "computing" && params["textDocument"]["version"] == version_;
    });
    client_->request("textDocument/codeLens", {{"textDocument", {{"uri", uri_}}}});
  }

 private:
  std::string uri_;
  std::string text_;
  int64_t version_ = 1;
  std::unique_ptr<rpc::ScriptedClient> client_;
};

// A different program with each number: the loop of the kernel changes.
std::string edited(const std::string& text, int number) {
  const size_t body = text.find("{\n", text.find("__global__"));
  std::string out = text;
  return out.insert(body + 2,
                    "  if (threadIdx.x == 100000 + " + std::to_string(number) + ") return;\n");
}

void time_cancellation(const std::string& file, const std::string& text, int rounds) {
  auto predictor = predict::Predictor::start(true);
  const auto gpus = predict::gpus_named("");
  if (!predictor || !gpus) return;
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    predict::PredictRequest request;
    request.source.files = {{std::filesystem::path(file).filename().string(), edited(text, round)}};
    request.gpus = *gpus;
    std::atomic<bool> cancelled{false};
    Clock::time_point ended;
    std::thread work([&] {
      static_cast<void>((*predictor)->predict(request, &cancelled));
      ended = Clock::now();
    });
    // At another moment each time, so that every stage is met.
    std::this_thread::sleep_for(std::chrono::milliseconds(1 + 3 * (round % 20)));
    const auto start = Clock::now();
    cancelled = true;
    work.join();
    times.push_back(
        std::max(0.0, std::chrono::duration<double, std::milli>(ended - start).count()));
  }
  print_times("superseded work has stopped", times);
}

// What keeping analyses saves: the same edits with a predictor that keeps them, and with one that
// has no room for any.
void time_reuse(const std::string& file, const std::string& text, int rounds) {
  predict::PredictorLimits nothing;
  nothing.max_kept_bytes = 0;
  const auto keeping = predict::Predictor::start(true);
  const auto forgetting = predict::Predictor::start(nothing, true);
  const auto gpus = predict::gpus_named("");
  if (!keeping || !forgetting || !gpus) return;
  const auto time = [&](predict::Predictor& predictor, const std::string& version) {
    predict::PredictRequest request;
    request.source.files = {{std::filesystem::path(file).filename().string(), version}};
    request.gpus = *gpus;
    const auto start = Clock::now();
    if (!predictor.predict(request)) std::exit(1);
    return milliseconds_from(start);
  };
  const double first = time(**keeping, text);
  std::vector<double> kernel[2];
  std::vector<double> comment[2];
  for (int round = 0; round < rounds; ++round) {
    const std::string one = edited(text, round);
    const std::string none =
        "// " + std::to_string(round) + std::string(1 + round % 5, '\n') + text;
    kernel[0].push_back(time(**forgetting, one));
    kernel[1].push_back(time(**keeping, one));
    comment[0].push_back(time(**forgetting, none));
    comment[1].push_back(time(**keeping, none));
  }
  print_times("the first request", {first});
  print_times("one kernel edited, all analysed", kernel[0]);
  print_times("one kernel edited, the others kept", kernel[1]);
  print_times("lines of comment added, all analysed", comment[0]);
  print_times("lines of comment added, all kept", comment[1]);
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: editor_bench KCAST FILE [ROUNDS]\n");
    return 2;
  }
  const std::string file = argv[2];
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 50;
  const auto text = read_file(file);
  if (!text) {
    std::fprintf(stderr, "%s\n", text.error().message.c_str());
    return 1;
  }
  std::printf("%s\n| ms | times | median | 95 %% | most |\n|---|---|---|---|---|\n", file.c_str());
  time_cancellation(file, *text, rounds);
  time_reuse(file, *text, rounds);
  std::vector<double> fresh;
  std::vector<double> known;
  Editor editor(argv[1], file, *text);
  for (int round = 0; round < rounds; ++round) {
    fresh.push_back(editor.change_to(edited(*text, round)));
    known.push_back(editor.change_to(*text));
  }
  print_times("keystroke to new line (40 ms debounce)", fresh);
  print_times("back to a text that was predicted before", known);
  return 0;
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  return kcast::run(argc, argv);
}
