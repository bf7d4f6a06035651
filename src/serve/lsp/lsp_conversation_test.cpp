// The language server as a client sees it: whole conversations over pipes.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <thread>

#include "base/files.h"
#include "predict/predictor.h"
#include "serve/lsp/server.h"
#include "serve/lsp/uri.h"
#include "serve/rpc/scripted_client.h"

namespace kcast::lsp {
namespace {

using namespace std::chrono_literals;
using rpc::Json;

constexpr const char* kSaxpy =
    "__global__ void saxpy(int n, float a, const float* x, float* y) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] = a * x[i] + y[i];\n"
    "}\n"
    "int main() {\n"
    "  const int n = 1 << 24;\n"
    "  float *x, *y;\n"
    "  cudaMalloc(&x, n * sizeof(float));\n"
    "  cudaMalloc(&y, n * sizeof(float));\n"
    "  saxpy<<<(n + 255) / 256, 256>>>(n, 3.0f, x, y);\n"
    "}\n";

// Columns of a matrix: neighbouring lanes are 16 KB apart.
constexpr const char* kColumns =
    "__global__ void columns(const float* in, float* out) {\n"
    "  const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  float sum = 0;\n"
    "  for (int i = 0; i < 4096; ++i)\n"
    "    sum += in[row * 4096 + i * 1];\n"
    "  out[row] = sum;\n"
    "}\n"
    "int main() {\n"
    "  float *in, *out;\n"
    "  cudaMalloc(&in, 4096 * 65536 * sizeof(float));\n"
    "  cudaMalloc(&out, 65536 * sizeof(float));\n"
    "  columns<<<256, 256>>>(in, out);\n"
    "}\n";

class Conversation : public ::testing::Test {
 protected:
  // The front end forks, so it starts before the first thread.
  static void SetUpTestSuite() {
    ::signal(SIGPIPE, SIG_IGN);
    auto started = predict::Predictor::start(true);
    ASSERT_TRUE(started);
    predictor = started->release();
  }

  void begin(const Json& options = Json::object(), const Json& capabilities = Json::object()) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    ASSERT_EQ(::pipe(in.data()), 0);
    ASSERT_EQ(::pipe(out.data()), 0);
    client_ = std::make_unique<rpc::ScriptedClient>(in[1], out[0], rpc::Framing::Headers);
    server_ = std::thread([this, input = in[0], output = out[1]] {
      const auto ended = run_server(*predictor, {input, output, 2});
      ended_well_ = ended && *ended;
      ::close(input);
      ::close(output);
    });
    auto dir = TempDir::make("kcast-lsp");
    ASSERT_TRUE(dir);
    dir_ = std::make_unique<TempDir>(*std::move(dir));
    const Json answer =
        client_->request("initialize", {{"processId", nullptr},
                                        {"rootUri", uri_of_path(dir_->path().string())},
                                        {"initializationOptions", options},
                                        {"capabilities", capabilities}});
    ASSERT_EQ(answer["result"]["serverInfo"]["name"], "kcast");
    ASSERT_EQ(answer["result"]["capabilities"]["experimental"]["kcast"]["protocol"], 1);
    client_->notify("initialized", Json::object());
  }

  void TearDown() override {
    if (client_) client_->hang_up();
    if (server_.joinable()) server_.join();
  }

  std::string uri(const std::string& name) const {
    return uri_of_path((dir_->path() / name).string());
  }

  std::string open(const std::string& name, const std::string& text) {
    client_->notify(
        "textDocument/didOpen",
        {{"textDocument",
          {{"uri", uri(name)}, {"languageId", "cuda"}, {"version", 1}, {"text", text}}}});
    return uri(name);
  }

  void edit(const std::string& at, int64_t version, const Json& start, const Json& end,
            const std::string& text) {
    client_->notify(
        "textDocument/didChange",
        {{"textDocument", {{"uri", at}, {"version", version}}},
         {"contentChanges",
          Json::array({{{"range", {{"start", start}, {"end", end}}}, {"text", text}}})}});
  }

  static Json at(int64_t line, int64_t character) {
    return {{"line", line}, {"character", character}};
  }

  Json status(const std::string& of, int64_t version, const char* state = "ready") {
    return client_->wait_for("kcast/status", [&](const Json& params) {
      return params["textDocument"]["uri"] == of && params["textDocument"]["version"] == version &&
             params["state"] == state;
    });
  }

  Json lenses(const std::string& of) {
    return client_->request("textDocument/codeLens", {{"textDocument", {{"uri", of}}}})["result"];
  }

  static predict::Predictor* predictor;
  std::unique_ptr<TempDir> dir_;
  std::unique_ptr<rpc::ScriptedClient> client_;
  std::thread server_;
  bool ended_well_ = false;
};

predict::Predictor* Conversation::predictor = nullptr;

TEST_F(Conversation, LensesFollowTheText) {
  begin();
  const std::string at_saxpy = open("a.cu", kSaxpy);
  const Json first = status(at_saxpy, 1);
  ASSERT_FALSE(first.is_null());
  ASSERT_EQ(first["kernels"].size(), 1u);
  EXPECT_EQ(first["kernels"][0]["name"], "saxpy");
  EXPECT_EQ(first["kernels"][0]["bound"], "bandwidth");
  EXPECT_EQ(first["kernels"][0]["range"]["end"], at(3, 1));
  const double before = first["kernels"][0]["time_us"].get<double>();

  const Json lens = lenses(at_saxpy);
  ASSERT_EQ(lens.size(), 1u);
  EXPECT_EQ(lens[0]["range"]["start"]["line"], 0);
  const std::string title = lens[0]["command"]["title"].get<std::string>();
  EXPECT_NE(title.find("us on H200, bandwidth-bound"), std::string::npos) << title;

  // A line above moves the lens at once; four times the elements take about four times as long.
  edit(at_saxpy, 2, at(0, 0), at(0, 0), "// new\n");
  EXPECT_EQ(lenses(at_saxpy)[0]["range"]["start"]["line"], 1);
  edit(at_saxpy, 3, at(6, 21), at(6, 23), "26");
  const Json second = status(at_saxpy, 3);
  ASSERT_FALSE(second.is_null());
  const double after = second["kernels"][0]["time_us"].get<double>();
  EXPECT_GT(after, 3 * before);
  EXPECT_LT(after, 5 * before);
  EXPECT_NE(lenses(at_saxpy)[0]["command"]["title"], title);
}

TEST_F(Conversation, BrokenTextKeepsTheLastGoodResult) {
  begin();
  const std::string where = open("a.cu", kSaxpy);
  const Json good = status(where, 1);
  ASSERT_FALSE(good.is_null());
  edit(where, 2, at(2, 13), at(2, 14), "(");
  const Json broken = status(where, 2, "error");
  ASSERT_FALSE(broken.is_null());
  EXPECT_NE(broken["message"].get<std::string>().find("line 3"), std::string::npos) << broken;
  ASSERT_EQ(broken["kernels"].size(), 1u);
  EXPECT_EQ(broken["kernels"][0]["time_us"], good["kernels"][0]["time_us"]);
  EXPECT_TRUE(broken["kernels"][0]["kept"].get<bool>());
  const std::string title = lenses(where)[0]["command"]["title"].get<std::string>();
  EXPECT_NE(title.find("last good"), std::string::npos) << title;
  edit(where, 3, at(2, 13), at(2, 14), "y");
  const Json mended = status(where, 3);
  ASSERT_FALSE(mended.is_null());
  EXPECT_FALSE(mended["kernels"][0]["kept"].get<bool>());
}

TEST_F(Conversation, CausesAreMarkedWhereTheyAre) {
  begin();
  const std::string where = open("c.cu", kColumns);
  const Json marks = client_->wait_for("textDocument/publishDiagnostics");
  ASSERT_FALSE(marks.is_null());
  ASSERT_FALSE(marks["diagnostics"].empty());
  EXPECT_EQ(marks["version"], 1);
  const Json& mark = marks["diagnostics"][0];
  EXPECT_EQ(mark["code"], "uncoalesced");
  EXPECT_EQ(mark["source"], "kernelcast");
  EXPECT_EQ(mark["range"]["start"], at(4, 4));
  EXPECT_NE(mark["message"].get<std::string>().find("16384 bytes between lanes"), std::string::npos)
      << mark;
  // A kernel without such a cause has no mark at all.
  open("a.cu", kSaxpy);
  ASSERT_FALSE(status(uri("a.cu"), 1).is_null());
  EXPECT_FALSE(client_->comes("textDocument/publishDiagnostics", 100ms));
  client_->notify("textDocument/didClose", {{"textDocument", {{"uri", where}}}});
  EXPECT_EQ(client_->wait_for("textDocument/publishDiagnostics")["diagnostics"], Json::array());
}

// As Helix is: it asks when a document was opened, and cannot be told to ask again.
TEST_F(Conversation, FirstHintsAndLensesAreWaitedFor) {
  begin({{"settings", {{"inlayHints", true}}}});
  const Json document = {{"uri", open("a.cu", kSaxpy)}};
  const Json hints = client_->request(
      "textDocument/inlayHint",
      {{"textDocument", document}, {"range", {{"start", at(0, 0)}, {"end", at(99, 0)}}}});
  EXPECT_EQ(hints["result"].size(), 1u) << hints;
  const Json other = {{"uri", open("b.cu", kColumns)}};
  const Json lenses = client_->request("textDocument/codeLens", {{"textDocument", other}});
  EXPECT_EQ(lenses["result"].size(), 1u) << lenses;
}

TEST_F(Conversation, HoverHintsAndActions) {
  begin({{"settings", {{"inlayHints", true}, {"gpus", {"h200", "a100-80gb"}}}}});
  const std::string where = open("a.cu", kSaxpy);
  ASSERT_FALSE(status(where, 1).is_null());
  const Json document = {{"uri", where}};
  const auto hover = [&](int64_t line) {
    return client_->request("textDocument/hover",
                            {{"textDocument", document}, {"position", at(line, 3)}})["result"];
  };
  const std::string table = hover(0)["contents"]["value"].get<std::string>();
  EXPECT_NE(table.find("| time |"), std::string::npos) << table;
  EXPECT_NE(table.find("| A100-80GB |"), std::string::npos) << table;
  EXPECT_NE(hover(9)["contents"]["value"].get<std::string>().find("launched in line 10"),
            std::string::npos);
  EXPECT_NE(hover(2)["contents"]["value"].get<std::string>().find("of the cost of"),
            std::string::npos);
  EXPECT_TRUE(hover(5).is_null());
  const Json hints = client_->request(
      "textDocument/inlayHint",
      {{"textDocument", document}, {"range", {{"start", at(0, 0)}, {"end", at(99, 0)}}}})["result"];
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0]["position"]["line"], 9);

  const Json actions = client_->request("textDocument/codeAction",
                                        {{"textDocument", document},
                                         {"range", {{"start", at(2, 0)}, {"end", at(2, 0)}}},
                                         {"context", {{"diagnostics", Json::array()}}}})["result"];
  ASSERT_EQ(actions.size(), 4u);
  EXPECT_EQ(actions[0]["title"].get<std::string>().substr(0, 6), "block ");
  // Choosing one writes it down, and the prediction follows.
  const Json set = client_->request("workspace/executeCommand", actions[3]["command"]);
  ASSERT_TRUE(set["result"].contains("file")) << set;
  const Json changed = status(where, 1);
  ASSERT_FALSE(changed.is_null());
  const Json launch =
      client_->request("kcast/launch", {{"textDocument", document}, {"kernel", "saxpy"}})["result"];
  EXPECT_EQ(launch["settings"], actions[3]["command"]["arguments"][2]);
  EXPECT_NE(launch["block"][0], 256);
}

TEST_F(Conversation, ABlockIsChosenBesideWhatIsKeptAndTakenBack) {
  begin();
  ASSERT_TRUE(write_file(dir_->path() / ".kernelcast.json",
                         R"({"files": {"a.cu": {"kernels": {"saxpy": {"grid": 4096}}}}})"));
  const std::string where = open("a.cu", kSaxpy);
  const Json document = {{"uri", where}};
  ASSERT_FALSE(status(where, 1).is_null());
  const auto actions = [&] {
    return client_->request("textDocument/codeAction",
                            {{"textDocument", document},
                             {"range", {{"start", at(2, 0)}, {"end", at(2, 0)}}},
                             {"context", {{"diagnostics", Json::array()}}}})["result"];
  };
  const auto kept = [&] {
    return client_->request(
        "kcast/launch", {{"textDocument", document}, {"kernel", "saxpy"}})["result"]["settings"];
  };
  client_->request("workspace/executeCommand", actions()[0]["command"]);
  ASSERT_FALSE(status(where, 1).is_null());
  EXPECT_EQ(kept()["grid"], 4096) << kept();
  EXPECT_TRUE(kept().contains("block")) << kept();
  const Json last = actions().back();
  EXPECT_EQ(last["title"], "block as in host code");
  client_->request("workspace/executeCommand", last["command"]);
  EXPECT_EQ(kept(), Json({{"grid", 4096}}));
}

TEST_F(Conversation, ViewsGetWhatTheyDraw) {
  begin();
  const std::string where = open("a.cu", kSaxpy);
  const Json document = {{"uri", where}};
  const Json report = client_->request(
      "kcast/report", {{"textDocument", document}, {"position", at(2, 0)}})["result"];
  ASSERT_EQ(report["report"]["format"], "kcast-prediction-1") << report;
  EXPECT_EQ(report["textDocument"]["version"], 1);
  EXPECT_FALSE(report["stale"].get<bool>());
  EXPECT_EQ(report["kernels"][0]["name"], "saxpy");
  ASSERT_EQ(report["rooflines"].size(), 1u);
  EXPECT_EQ(report["rooflines"][0]["points"].size(), 3u);
  double shares = 0;
  for (const Json& line : report["lines"])
    shares += line["share"].get<double>();
  EXPECT_GT(shares, 0.5);
  EXPECT_LE(shares, 1.0001);

  const Json other = client_->request("kcast/report", {{"textDocument", document},
                                                       {"gpus", {"a100-80gb"}},
                                                       {"launch", {{"block", 128}}}})["result"];
  EXPECT_EQ(other["report"]["predictions"][0]["gpu"], "a100-80gb");
  EXPECT_EQ(other["report"]["predictions"][0]["launch"]["block"][0], 128);

  const Json sweep = client_->request(
      "kcast/sweep", {{"textDocument", document}, {"sweeps", {"n=1e6,4e6"}}})["result"];
  EXPECT_EQ(sweep["report"]["predictions"].size(), 2u);

  std::string slower(kSaxpy);
  slower.replace(slower.find("1 << 24"), 7, "1 << 26");
  const Json diff = client_->request(
      "kcast/diff",
      {{"textDocument", document}, {"baseline", {{"text", slower}, {"label", "HEAD"}}}})["result"];
  ASSERT_EQ(diff["changes"].size(), 1u) << diff;
  EXPECT_LT(diff["changes"][0]["metrics"]["time_us"]["change"].get<double>(), -0.6);
  EXPECT_EQ(diff["label"], "HEAD");

  open("b.cu", slower);
  const Json rank = client_->request("kcast/rank", Json::object())["result"];
  ASSERT_EQ(rank["ranking"].size(), 2u) << rank;
  EXPECT_EQ(rank["ranking"][0]["uri"], where);
  EXPECT_EQ(client_->request("kcast/gpus", Json::object())["result"]["default"], "h200");
}

TEST_F(Conversation, WhatIsCancelledIsAnsweredAtOnce) {
  begin();
  const std::string where = open("a.cu", kSaxpy);
  ASSERT_FALSE(status(where, 1).is_null());
  const int64_t id = client_->ask(
      "kcast/sweep",
      {{"textDocument", {{"uri", where}}}, {"sweeps", {"n=1e6..1e8:x1.05", "block=64,128"}}});
  client_->notify("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(client_->response(id)["error"]["code"], -32800);
  // The next question is answered while the old one ends.
  EXPECT_TRUE(client_->request("kcast/gpus", Json::object()).contains("result"));
}

TEST_F(Conversation, AnUntrustedWorkspaceReadsNoFiles) {
  begin({{"trusted", false}});
  const auto write = [&](const char* name, const char* text) {
    ASSERT_TRUE(write_file(dir_->path() / name, text));
  };
  write("size.h", "#define N (1 << 20)\n");
  write(".kernelcast.json", R"({"files": {"a.cu": {"kernels": {"saxpy": {"block": 32}}}}})");
  std::string text(kSaxpy);
  text.replace(text.find("1 << 24"), 7, "N");
  const std::string where = open("a.cu", "#include \"size.h\"\n" + text);
  const Json report =
      client_->request("kcast/report", {{"textDocument", {{"uri", where}}}})["result"];
  ASSERT_TRUE(report["report"].is_object()) << report;
  EXPECT_EQ(report["report"]["predictions"][0]["launch"]["block"][0], 256);
  const std::string all = report["report"]["diagnostics"].dump();
  EXPECT_NE(all.find("size.h"), std::string::npos) << all;
  const Json refused = client_->request(
      "workspace/executeCommand", {{"command", "kcast.setLaunch"},
                                   {"arguments", Json::array({where, "saxpy", {{"block", 64}}})}});
  EXPECT_EQ(refused["error"]["code"], -32803);
}

TEST_F(Conversation, TheProjectAndOpenHeadersCount) {
  begin();
  ASSERT_TRUE(write_file(dir_->path() / "size.h", "#define N (1 << 20)\n"));
  ASSERT_TRUE(write_file(dir_->path() / ".kernelcast.json",
                         R"({"files": {"a.cu": {"kernels": {"saxpy": {"block": 128}}}}})"));
  std::string text(kSaxpy);
  text.replace(text.find("1 << 24"), 7, "N");
  const std::string where = open("a.cu", "#include \"size.h\"\n" + text);
  const auto entry = [&] {
    return client_->request(
        "kcast/report", {{"textDocument", {{"uri", where}}}})["result"]["report"]["predictions"][0];
  };
  const Json first = entry();
  EXPECT_EQ(first["launch"]["block"][0], 128);
  EXPECT_EQ(first["launch"]["arguments"][0]["integer"], 1 << 20) << first["launch"];
  // The editor's text of the header is newer than the file.
  open("size.h", "#define N (1 << 22)\n");
  edit(uri("size.h"), 2, at(0, 11), at(0, 13), " ");
  client_->notify("kcast/none", Json::object());
  const Json second = client_->wait_for("kcast/status", [&](const Json& params) {
    return params["textDocument"]["uri"] == where && params["state"] == "ready";
  });
  ASSERT_FALSE(second.is_null());
}

TEST_F(Conversation, AnEditThatChangesNothingIsMarkedUntilItIsPredicted) {
  client_.reset();
  begin({{"settings", {{"trigger", "save"}}}},
        {{"workspace", {{"codeLens", {{"refreshSupport", true}}}}}});
  const std::string where = open("a.cu", kSaxpy);
  ASSERT_FALSE(status(where, 1).is_null());
  const Json first = lenses(where);
  ASSERT_EQ(first.size(), 1U);
  edit(where, 2, at(3, 1), at(3, 1), " // the end");
  const Json stale = lenses(where);
  EXPECT_NE(stale, first);
  while (client_->comes("workspace/codeLens/refresh", 200ms)) {
  }
  client_->notify("textDocument/didSave", {{"textDocument", {{"uri", where}}}});
  // The words are those of before, but the client has others.
  EXPECT_TRUE(client_->comes("workspace/codeLens/refresh", 20s));
  EXPECT_EQ(lenses(where), first);
}

TEST_F(Conversation, SettingsCauseANewPrediction) {
  client_.reset();
  begin(Json::object(), {{"workspace", {{"configuration", true}}}});
  client_->settings = {{"gpus", {"a100-80gb"}}, {"trigger", "manual"}, {"debounceMs", "x"}};
  const Json problem = client_->wait_for("window/logMessage");
  EXPECT_NE(problem["message"].get<std::string>().find("debounceMs"), std::string::npos);
  const std::string where = open("a.cu", kSaxpy);
  EXPECT_FALSE(client_->comes("kcast/status", 200ms));
  EXPECT_EQ(lenses(where), Json::array());
  client_->request("workspace/executeCommand",
                   {{"command", "kcast.predict"}, {"arguments", Json::array({where})}});
  const Json ready = status(where, 1);
  ASSERT_FALSE(ready.is_null());
  EXPECT_EQ(ready["kernels"][0]["gpu"], "a100-80gb");
}

TEST_F(Conversation, EndsAsTheProtocolSays) {
  begin();
  EXPECT_EQ(client_->request("shutdown", nullptr)["result"], nullptr);
  EXPECT_TRUE(client_->request("kcast/gpus", Json::object()).contains("error"));
  client_->notify("exit", nullptr);
  server_.join();
  EXPECT_TRUE(ended_well_);
  begin();
  client_->notify("exit", nullptr);
  server_.join();
  EXPECT_FALSE(ended_well_);
}

TEST_F(Conversation, NonsenseIsAnsweredAndForgotten) {
  begin();
  EXPECT_EQ(client_->request("textDocument/none", Json::object())["error"]["code"], -32601);
  EXPECT_EQ(client_->request("kcast/report", Json::object())["error"]["code"], -32602);
  client_->send_bytes("Content-Length: 3\r\n\r\n{,}");
  client_->notify("textDocument/didChange", {{"textDocument", 3}});
  client_->notify("textDocument/didOpen", Json::object());
  client_->notify("$/cancelRequest", {{"id", {1}}});
  EXPECT_TRUE(client_->request("kcast/gpus", Json::object()).contains("result"));
}

}  // namespace
}  // namespace kcast::lsp
