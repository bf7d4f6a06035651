// How long an editor waits: from a keystroke to the new line above the kernel, debounce included;
// for a text that was predicted before; and how soon work stops that a newer text supersedes.
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
