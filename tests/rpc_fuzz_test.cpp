// Frames that nobody should send, to both servers: they answer, and go on. Few without
// KCAST_FUZZ_COUNT; 100,000 by hand.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <thread>

#include "base/rng.h"
#include "predict/predictor.h"
#include "serve/lsp/server.h"
#include "serve/mcp/server.h"
#include "serve/rpc/scripted_client.h"

namespace kcast::rpc {
namespace {

int64_t frame_count() {
  const char* count = std::getenv("KCAST_FUZZ_COUNT");
  return count != nullptr ? std::atoll(count) : 2000;
}

// What real clients say, to be spoiled.
std::vector<std::string> seeds(Framing framing) {
  const Json text = {{"uri", "file:///tmp/kcast-none/a.cu"},
                     {"languageId", "cuda"},
                     {"version", 1},
                     {"text", "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"}};
  const Json position = {{"line", 0}, {"character", 20}};
  const Json range = {{"start", position}, {"end", position}};
  const Json document = {{"uri", text["uri"]}, {"version", 2}};
  const Json meta = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
  if (framing == Framing::Lines) {
    return {request_text(1, "server/discover", {{"_meta", meta}}),
            request_text(2, "tools/list", {{"_meta", meta}}),
            request_text(3, "tools/call", {{"_meta", meta}, {"name", "gpus"}}),
            request_text(4, "tools/call",
                         {{"_meta", meta}, {"name", "rank"}, {"arguments", {{"candidates", {1}}}}}),
            request_text(5, "initialize", {{"protocolVersion", "2025-06-18"}}),
            notification_text("notifications/cancelled", {{"requestId", 3}})};
  }
  return {
      notification_text("textDocument/didOpen", {{"textDocument", text}}),
      notification_text("textDocument/didChange",
                        {{"textDocument", document},
                         {"contentChanges", Json::array({{{"range", range}, {"text", "x\n"}}})}}),
      request_text(1, "textDocument/codeLens", {{"textDocument", document}}),
      request_text(2, "textDocument/hover", {{"textDocument", document}, {"position", position}}),
      request_text(3, "textDocument/codeAction", {{"textDocument", document}, {"range", range}}),
      request_text("s", "kcast/report", {{"textDocument", document}, {"wait", false}}),
      request_text(5, "kcast/launch", {{"textDocument", document}, {"kernel", "k"}}),
      request_text(6, "workspace/executeCommand",
                   {{"command", "kcast.setLaunch"}, {"arguments", {text["uri"], "k", nullptr}}}),
      notification_text("workspace/didChangeConfiguration",
                        {{"settings", {{"kernelcast", {{"gpus", {"h200"}}}}}}}),
      notification_text("$/cancelRequest", {{"id", 2}}),
      notification_text("textDocument/didClose", {{"textDocument", document}})};
}

size_t below(Rng& rng, size_t count) {
  return static_cast<size_t>(rng.below(static_cast<uint64_t>(count)));
}

// A byte changed, a piece doubled or cut, a value replaced by another kind of value.
std::string spoiled(std::string text, Rng& rng) {
  constexpr std::array<const char*, 8> kValues = {
      "null", "-1", "1e999", "{}", "[[[[]]]]", "\"\\u0000\"", "99999999999999999999", "true"};
  for (size_t times = below(rng, 4); times > 0 && !text.empty(); --times) {
    const size_t at = below(rng, text.size());
    switch (below(rng, 4)) {
      case 0:
        text[at] = static_cast<char>(below(rng, 256));
        break;
      case 1:
        text.insert(at, text.substr(at, below(rng, 40)));
        break;
      case 2:
        text.erase(at, below(rng, 20));
        break;
      default:
        if (const size_t colon = text.find(':', at); colon != std::string::npos) {
          const size_t end = text.find_first_of(",}", colon);
          text.replace(colon + 1, end == std::string::npos ? 0 : end - colon - 1,
                       kValues[below(rng, kValues.size())]);
        }
    }
  }
  return text;
}

// The frame itself may be wrong, too.
std::string spoiled_frame(const std::string& message, Framing framing, Rng& rng) {
  const size_t kind = below(rng, 20);
  if (framing == Framing::Headers && kind == 0) return "Content-Length: x\r\n\r\n" + message;
  if (framing == Framing::Headers && kind == 1) {
    return "Content-Length: " + std::to_string(message.size() / 2) + "\r\n\r\n" + message;
  }
  if (framing == Framing::Headers && kind == 2) return "\r\n\r\n" + framed(message, framing);
  return framed(message, framing);
}

template <typename Run>
void fuzz(Framing framing, const Run& run_one) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  ASSERT_EQ(::pipe(in.data()), 0);
  ASSERT_EQ(::pipe(out.data()), 0);
  std::thread server([&] {
    run_one(in[0], out[1]);
    ::close(in[0]);
    ::close(out[1]);
  });
  ScriptedClient client(in[1], out[0], framing);
  const char* probe = framing == Framing::Headers ? "kcast/gpus" : "server/discover";
  if (framing == Framing::Headers) {
    client.request("initialize", {{"initializationOptions",
                                   {{"trusted", false}, {"settings", {{"trigger", "manual"}}}}}});
  }
  Rng rng(7);
  const std::vector<std::string> good = seeds(framing);
  for (int64_t i = 0; i < frame_count(); ++i) {
    client.send_bytes(spoiled_frame(spoiled(good[below(rng, good.size())], rng), framing, rng));
    if (i % 200 != 199) continue;
    // A frame that claims more bytes than it has swallows what follows; an empty line and a few
    // probes later it must answer again.
    bool alive = false;
    for (int probes = 0; probes < 5 && !alive; ++probes) {
      client.send_bytes(framing == Framing::Lines ? "\n" : "");
      client.patience = std::chrono::milliseconds(probes < 4 ? 2000 : 20000);
      alive = !client.request(probe, Json::object()).is_null();
    }
    ASSERT_TRUE(alive) << "after " << i + 1 << " frames";
  }
  client.hang_up();
  server.join();
}

class RpcFuzz : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::signal(SIGPIPE, SIG_IGN);
    auto started = predict::Predictor::start(false);
    ASSERT_TRUE(started);
    predictor = started->release();
  }
  static predict::Predictor* predictor;
};
predict::Predictor* RpcFuzz::predictor = nullptr;

TEST_F(RpcFuzz, LanguageServer) {
  fuzz(Framing::Headers, [](int input, int output) {
    static_cast<void>(lsp::run_server(*predictor, {input, output, 1}));
  });
}

TEST_F(RpcFuzz, AgentServer) {
  fuzz(Framing::Lines, [](int input, int output) {
    static_cast<void>(mcp::run_agent_server(*predictor, {input, output, 1}));
  });
}

}  // namespace
}  // namespace kcast::rpc
