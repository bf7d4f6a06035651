// The server for agents as a client of the published protocol sees it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <thread>

#include "predict/predictor.h"
#include "serve/mcp/server.h"
#include "serve/rpc/scripted_client.h"

namespace kcast::mcp {
namespace {

using rpc::Json;

constexpr const char* kScale =
    "__global__ void scale(int n, float* x) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] *= 2;\n"
    "}\n";

// Whether a value fits a schema, for the words that our schemas use.
bool fits(const Json& value, const Json& schema) {
  const auto is_type = [&](const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == "null" && value.is_null();
  };
  if (schema.contains("type")) {
    const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
    if (std::none_of(types.begin(), types.end(), [&](const Json& t) { return is_type(t); }))
      return false;
  }
  for (const Json& name : schema.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) return false;
  }
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [name, member] : schema["properties"].items()) {
      if (value.contains(name) && !fits(value[name], member)) return false;
    }
  }
  if (value.is_array() && schema.contains("items")) {
    return std::all_of(value.begin(), value.end(),
                       [&](const Json& item) { return fits(item, schema["items"]); });
  }
  return true;
}

class AgentConversation : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::signal(SIGPIPE, SIG_IGN);
    auto started = predict::Predictor::start(true);
    ASSERT_TRUE(started);
    predictor = started->release();
  }

  void SetUp() override {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    ASSERT_EQ(::pipe(in.data()), 0);
    ASSERT_EQ(::pipe(out.data()), 0);
    client_ = std::make_unique<rpc::ScriptedClient>(in[1], out[0], rpc::Framing::Lines);
    server_ = std::thread([input = in[0], output = out[1]] {
      EXPECT_TRUE(run_agent_server(*predictor, {input, output, 2}));
      ::close(input);
      ::close(output);
    });
  }

  void TearDown() override {
    client_->hang_up();
    server_.join();
  }

  // As the newest revision wants it: each request speaks for itself.
  static Json with_meta(Json params, const char* revision = "2026-07-28") {
    params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", revision},
                       {"io.modelcontextprotocol/clientInfo", {{"name", "test"}, {"version", "1"}}},
                       {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
    return params;
  }

  Json call(const std::string& tool, const Json& arguments) {
    return client_->request("tools/call",
                            with_meta({{"name", tool}, {"arguments", arguments}}))["result"];
  }

  // Calls a tool and checks its answer against the schema that the server itself published.
  Json checked_call(const std::string& tool, const Json& arguments) {
    const Json result = call(tool, arguments);
    EXPECT_EQ(result.value("isError", false), false) << result;
    const Json tools = client_->request("tools/list", with_meta(Json::object()))["result"]["tools"];
    for (const Json& item : tools) {
      if (item["name"] != tool) continue;
      EXPECT_TRUE(fits(result["structuredContent"], item["outputSchema"]))
          << result["structuredContent"].dump(2);
      EXPECT_TRUE(fits(arguments, item["inputSchema"])) << arguments;
    }
    EXPECT_EQ(result["content"][0]["type"], "text");
    return result;
  }

  static predict::Predictor* predictor;
  std::unique_ptr<rpc::ScriptedClient> client_;
  std::thread server_;
};

predict::Predictor* AgentConversation::predictor = nullptr;

TEST_F(AgentConversation, NewestRevisionWithoutAHandshake) {
  const Json found = client_->request("server/discover", with_meta(Json::object()))["result"];
  EXPECT_EQ(found["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(found["resultType"], "complete");
  EXPECT_TRUE(found["capabilities"].contains("tools"));
  EXPECT_EQ(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "kcast");
  const Json list = client_->request("tools/list", with_meta(Json::object()))["result"];
  EXPECT_EQ(list["tools"].size(), 5u);
  EXPECT_TRUE(list["ttlMs"].is_number_integer());
  EXPECT_EQ(list["cacheScope"], "public");
  const Json other = client_->request("tools/list", with_meta(Json::object(), "2099-01-01"));
  EXPECT_EQ(other["error"]["code"], -32022);
  EXPECT_EQ(other["error"]["data"]["requested"], "2099-01-01");
  EXPECT_EQ(client_->request("tools/list", Json::object())["error"]["code"], -32602);
}

TEST_F(AgentConversation, OlderRevisionsWithAHandshake) {
  for (const char* revision : {"2025-11-25", "2025-06-18", "2024-11-05"}) {
    const Json answer = client_->request(
        "initialize", {{"protocolVersion", revision},
                       {"capabilities", Json::object()},
                       {"clientInfo", {{"name", "test"}, {"version", "1"}}}})["result"];
    EXPECT_EQ(answer["protocolVersion"], revision);
    EXPECT_EQ(answer["serverInfo"]["name"], "kcast");
  }
  const Json unknown =
      client_->request("initialize", {{"protocolVersion", "1999-01-01"}})["result"];
  EXPECT_EQ(unknown["protocolVersion"], "2025-11-25");
  client_->notify("notifications/initialized", Json::object());
  EXPECT_EQ(client_->request("ping", nullptr)["result"], Json::object());
  const Json list = client_->request("tools/list", Json::object())["result"];
  EXPECT_EQ(list["tools"].size(), 5u);
  EXPECT_FALSE(list.contains("resultType"));
}

TEST_F(AgentConversation, PredictExplainAndGpus) {
  const Json answer = checked_call(
      "predict", {{"code", kScale}, {"block", 256}, {"args", {{"n", 1e7}}}, {"gpu", "h200"}});
  const Json& entry = answer["structuredContent"]["predictions"][0];
  EXPECT_EQ(entry["kernel"], "scale");
  EXPECT_EQ(entry["class"], "bandwidth-bound");
  // 80 MB through 4.8 TB/s take 17 us at the least.
  EXPECT_GT(entry["time_us"].get<double>(), 16);
  EXPECT_LT(entry["time_us"].get<double>(), 60);
  // Short enough for a context window.
  EXPECT_LT(answer.dump().size(), 3000u);
  const Json sweep = checked_call(
      "predict", {{"code", kScale}, {"args", {{"n", 1e7}}}, {"sweep", {"block=64,128,256"}}});
  EXPECT_EQ(sweep["structuredContent"]["predictions"].size(), 3u);
  const Json full =
      checked_call("predict", {{"code", kScale}, {"args", {{"n", 1e7}}}, {"detail", "full"}});
  EXPECT_EQ(full["structuredContent"]["report"]["format"], "kcast-prediction-1");
  const Json why = checked_call("explain", {{"code", kScale}, {"args", {{"n", 1e7}}}});
  EXPECT_EQ(why["structuredContent"]["reasons"][0]["source"], "if (i < n) x[i] *= 2;");
  EXPECT_GE(checked_call("gpus", Json::object())["structuredContent"]["gpus"].size(), 8u);
}

TEST_F(AgentConversation, RankAndDiff) {
  std::string slow(kScale);
  slow.replace(slow.find("x[i] *= 2"), 9, "x[(i * 32) % n] *= 2");
  const Json arguments = {{"n", 1 << 24}, {"x", 1 << 24}};
  const Json rank = checked_call("rank", {{"candidates",
                                           {{{"label", "strided"}, {"code", slow}},
                                            {{"label", "plain"}, {"code", kScale}},
                                            {{"label", "broken"}, {"code", "int x"}}}},
                                          {"args", arguments}});
  ASSERT_EQ(rank["structuredContent"]["ranking"].size(), 2u) << rank;
  EXPECT_EQ(rank["structuredContent"]["ranking"][0]["label"], "plain");
  EXPECT_EQ(rank["structuredContent"]["skipped"][0]["kernel"], "broken");
  const Json diff = checked_call(
      "diff", {{"before", {{"code", slow}}}, {"after", {{"code", kScale}}}, {"args", arguments}});
  EXPECT_LT(diff["structuredContent"]["changes"][0]["change_percent"].get<double>(), -20);
}

TEST_F(AgentConversation, WrongArgumentsAreErrorsThatAnAgentCanMend) {
  const auto error = [&](const std::string& tool, const Json& arguments) {
    const Json result = call(tool, arguments);
    EXPECT_TRUE(result.value("isError", false)) << result;
    return result["content"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(error("predict", Json::object()), "give either 'path' or 'code'");
  EXPECT_EQ(error("predict", {{"code", kScale}, {"kernels", "scale"}}),
            "there is no argument 'kernels'; did you mean 'kernel'?");
  EXPECT_NE(error("predict", {{"code", kScale}, {"gpu", "h201"}}).find("h200"), std::string::npos);
  EXPECT_NE(error("predict", {{"path", "/nowhere/a.cu"}}).find("/nowhere/a.cu"), std::string::npos);
  EXPECT_NE(error("predict", {{"code", kScale}, {"kernel", "skale"}}).find("'scale'"),
            std::string::npos);
  EXPECT_NE(error("rank", {{"candidates", 3}}).find("'candidates'"), std::string::npos);
  const Json none = client_->request("tools/call", with_meta({{"name", "none"}}));
  EXPECT_EQ(none["error"]["code"], -32602);
  EXPECT_EQ(client_->request("resources/list", with_meta(Json::object()))["error"]["code"], -32601);
}

TEST_F(AgentConversation, CancelledCallsGetNoAnswer) {
  const int64_t id =
      client_->ask("tools/call",
                   with_meta({{"name", "predict"},
                              {"arguments", {{"code", kScale}, {"sweep", {"n=1e6..1e8:x1.05"}}}}}));
  client_->notify("notifications/cancelled", {{"requestId", id}});
  EXPECT_TRUE(client_->request("server/discover", with_meta(Json::object())).contains("result"));
  client_->patience = std::chrono::milliseconds(300);
  EXPECT_TRUE(client_->response(id).is_null());
}

}  // namespace
}  // namespace kcast::mcp
