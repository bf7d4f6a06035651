// Every operation and every answer of docs/openapi.json, over a socket.
#include <gtest/gtest.h>

#include <functional>

#include "serve/http/application.h"
#include "serve/http/page.h"
#include "serve/http/test_app.h"
#include "serve/http/test_client.h"
#include "serve/http/test_schema.h"

namespace kcast::http {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

const Json& document() {
  static const Json json = Json::parse(embedded_openapi()[0].text);
  return json;
}

struct ApiOperation {
  std::string method;
  std::string path;     // as the document has it
  std::string address;  // with examples in the place of parameters
  Json description;
  Json example;  // of the body; null: none
};

std::vector<ApiOperation> operations() {
  std::vector<ApiOperation> out;
  for (const auto& [path, methods] : document().at("paths").items()) {
    for (const auto& [method, description] : methods.items()) {
      ApiOperation operation{method == "get" ? "GET" : "POST", path, path, description, nullptr};
      for (const Json& parameter : description.value("parameters", Json::array())) {
        const std::string name = "{" + parameter.at("name").get<std::string>() + "}";
        operation.address.replace(operation.address.find(name), name.size(),
                                  parameter.at("example").get<std::string>());
      }
      if (description.contains("requestBody")) {
        operation.example = description.at("requestBody")
                                .at("content")
                                .at("application/json")
                                .at("examples")
                                .at("example")
                                .at("value");
      }
      out.push_back(std::move(operation));
    }
  }
  return out;
}

// The example with a word in every source, for the engine to see.
Json with_word(Json json, const std::string& word) {
  for (auto& [name, value] : json.items()) {
    const bool is_source = name == "source" || name == "text" || name == "content";
    if (is_source && value.is_string()) {
      const std::string text = value.get<std::string>();
      const bool fenced = text.find("```\n") != std::string::npos || text.ends_with("```");
      value = fenced ? text.substr(0, text.rfind("```")) + "// " + word + "\n```"
                     : text + "// " + word + "\n";
    } else if (value.is_structured()) {
      value = with_word(value, word);
    }
  }
  return json;
}

std::string body_of(const ApiOperation& operation, const std::string& word = "") {
  if (operation.example.is_null()) return "";
  return (word.empty() ? operation.example : with_word(operation.example, word)).dump();
}

// Clients whose requests keep a server busy until they leave.
class Busy {
 public:
  Busy(TestApp& app, int count) {
    for (int i = 0; i < count; ++i) {
      clients_.push_back(std::make_unique<TestClient>(app.port()));
      const std::string body = Json{{"source", "SLOW " + std::to_string(i)}}.dump();
      clients_.back()->send(request_text("POST", "/v1/predict", body));
      // The first has to be out of the line before the next one comes.
      TestApp::wait_until([&] {
        const int running = app.engine().running;
        return running >= 1 && running + static_cast<int>(app.counts().waiting) == i + 1;
      });
    }
  }

 private:
  std::vector<std::unique_ptr<TestClient>> clients_;
};

TestReply plain(const ApiOperation& operation, const TestAppOptions& options,
                const std::string& word = "", const TestHeaders& headers = {}) {
  TestApp app(options);
  return ask(app.port(), operation.method, operation.address, body_of(operation, word), headers);
}

TestReply missing_thing(const ApiOperation& operation) {
  TestApp app;
  if (operation.example.is_null())
    return ask(app.port(), operation.method, operation.address + "-nowhere");
  Json body = operation.example;
  body["model"] = "gpt-nowhere";
  return ask(app.port(), operation.method, operation.address, body.dump());
}

TestReply one_too_many(const ApiOperation& operation, TestAppOptions options, int busy) {
  TestApp app(options);
  const Busy others(app, busy);
  return ask(app.port(), operation.method, operation.address, body_of(operation, "fresh"));
}

// How each answer is provoked. One that the document has and this has not fails the test.
using Provoke = std::function<TestReply(const ApiOperation&)>;
const std::map<std::string, Provoke>& provocations() {
  static const std::map<std::string, Provoke> table = {
      {"200", [](const ApiOperation& o) { return plain(o, {}); }},
      {"400",
       [](const ApiOperation& o) {
         TestApp app;
         return ask(app.port(), o.method, o.address, "{\"source\": ");
       }},
      {"401",
       [](const ApiOperation& o) { return plain(o, {.rules = {.token = "a secret text"}}); }},
      {"403",
       [](const ApiOperation& o) { return plain(o, {}, "", {{"Host", "rebound.example"}}); }},
      {"404", missing_thing},
      {"413",
       [](const ApiOperation& o) { return plain(o, {.server = {.parser = {.body_bytes = 20}}}); }},
      {"415",
       [](const ApiOperation& o) { return plain(o, {}, "", {{"Content-Type", "text/plain"}}); }},
      {"422", [](const ApiOperation& o) { return plain(o, {}, "BROKEN"); }},
      {"429",
       [](const ApiOperation& o) {
         return one_too_many(o, {.server = {.most_per_client = 1}}, 1);
       }},
      {"500", [](const ApiOperation& o) { return plain(o, {}, "BOOM"); }},
      {"503",
       [](const ApiOperation& o) {
         return one_too_many(
             o, {.server = {.threads = 1, .most_waiting = 1}, .service = {.slots = 1}}, 2);
       }},
      {"504",
       [](const ApiOperation& o) { return plain(o, {.server = {.work_limit = 200ms}}, "SLOW"); }},
  };
  return table;
}

void expect_documented(const ApiOperation& operation, const Json& response,
                       const TestReply& reply) {
  const TestSchema schema(document());
  const Json& described = schema.resolve(response);
  const std::string type = reply.headers.at("content-type");
  const Json& content = described.at("content");
  const std::string plain_type = type.substr(0, type.find(';'));
  ASSERT_TRUE(content.contains(plain_type)) << operation.path << " answers " << type;
  const Json headers = described.value("headers", Json::object());
  for (const auto& [name, ignored] : headers.items())
    EXPECT_TRUE(reply.headers.contains(to_lower(name))) << operation.path << " lacks " << name;
  if (plain_type != "application/json") return;
  const Json body = Json::parse(reply.body);
  for (const std::string& fault : schema.faults(content.at(plain_type).at("schema"), body))
    ADD_FAILURE() << operation.path << " " << reply.status << ": " << fault;
}

TEST(HttpApi, gives_every_answer_of_the_document) {
  for (const ApiOperation& operation : operations()) {
    EXPECT_EQ(route_name(operation.address), operation.path);
    for (const auto& [status, response] : operation.description.at("responses").items()) {
      const auto provoke = provocations().find(status);
      ASSERT_NE(provoke, provocations().end()) << "nothing provokes " << status;
      const TestReply reply = provoke->second(operation);
      ASSERT_EQ(std::to_string(reply.status), status)
          << operation.method << " " << operation.path << ": " << reply.body;
      expect_documented(operation, response, reply);
    }
  }
}

TEST(HttpApi, documents_every_route) {
  std::vector<std::string> documented;
  for (const auto& [path, ignored] : document().at("paths").items())
    documented.push_back(path);
  for (const std::string_view path : route_paths())
    EXPECT_NE(std::find(documented.begin(), documented.end(), path), documented.end()) << path;
}

TEST(HttpApi, examples_fit_their_schemas) {
  const TestSchema schema(document());
  for (const ApiOperation& operation : operations()) {
    if (operation.example.is_null()) continue;
    const Json& wanted =
        operation.description.at("requestBody").at("content").at("application/json").at("schema");
    for (const std::string& fault : schema.faults(wanted, operation.example))
      ADD_FAILURE() << operation.path << ": " << fault;
  }
}

TEST(HttpApi, refuses_other_methods) {
  TestApp app;
  for (const ApiOperation& operation : operations()) {
    for (const char* method : {"GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"}) {
      if (method == operation.method) continue;
      const TestReply reply = ask(app.port(), method, operation.address);
      EXPECT_EQ(reply.status, 405) << method << " " << operation.path;
      EXPECT_EQ(reply.headers.at("allow"), operation.method);
      EXPECT_EQ(reply.headers.count("access-control-allow-origin"), 0u);
    }
  }
}

// A value that a schema does not allow.
Json misfit(const TestSchema& schema, const Json& property) {
  for (const Json& value : {Json(true), Json(-1), Json("no such thing"), Json::array(),
                            Json::array({Json::array()}), Json{{"no such member", true}}}) {
    if (!schema.fits(property, value)) return value;
  }
  return nullptr;
}

// Sends the example with one member replaced, and expects an error that names it.
void expect_named(TestApp& app, const ApiOperation& operation, const std::string& pointer,
                  const std::string& field, const Json& value) {
  Json body = operation.example;
  body[Json::json_pointer(pointer)] = value;
  const TestReply reply = ask(app.port(), operation.method, operation.address, body.dump());
  ASSERT_EQ(reply.status, 400) << operation.path << " " << pointer << " = " << value.dump();
  const Json error = Json::parse(reply.body).at("error");
  EXPECT_TRUE(error.value("field", "").starts_with(field))
      << operation.path << " " << pointer << " = " << value.dump() << ": " << error.dump();
}

TEST(HttpApi, names_each_field_that_does_not_fit_its_schema) {
  TestApp app;
  const TestSchema schema(document());
  int checked = 0;
  for (const ApiOperation& operation : operations()) {
    if (operation.example.is_null()) continue;
    const Json& wanted = schema.resolve(
        operation.description.at("requestBody").at("content").at("application/json").at("schema"));
    for (const auto& [name, property] : schema.properties(wanted)) {
      const Json value = misfit(schema, property);
      ASSERT_FALSE(value.is_null()) << name << " takes everything";
      expect_named(app, operation, "/" + name, name, value);
      ++checked;
      for (const auto& [inner, described] : schema.properties(property)) {
        const Json wrong = misfit(schema, described);
        if (wrong.is_null() || !schema.resolve(property).contains("properties")) continue;
        expect_named(app, operation, "/" + name + "/" + inner, name + "." + inner, wrong);
        ++checked;
      }
    }
    if (schema.resolve(wanted).value("unevaluatedProperties", Json()) == false)
      expect_named(app, operation, "/surprise", "surprise", 1);
    for (const Json& name : wanted.value("required", Json::array())) {
      Json body = operation.example;
      body.erase(name.get<std::string>());
      const TestReply reply = ask(app.port(), operation.method, operation.address, body.dump());
      EXPECT_EQ(reply.status, 400);
      EXPECT_EQ(Json::parse(reply.body).at("error").value("field", ""), name.get<std::string>());
    }
  }
  EXPECT_GT(checked, 60);
}

TEST(HttpApi, shows_what_is_wrong_with_a_source) {
  TestApp app;
  const TestReply reply = ask(app.port(), "POST", "/v1/predict", Json{{"source", "BROKEN"}}.dump());
  const Json error = Json::parse(reply.body).at("error");
  EXPECT_EQ(error.at("code"), "unpredictable");
  EXPECT_EQ(error.at("diagnostics").at(0).at("line"), 3);
  const TestReply limit = ask(app.port(), "POST", "/v1/predict", Json{{"source", "LIMIT"}}.dump());
  EXPECT_EQ(limit.status, 422);
  EXPECT_EQ(Json::parse(limit.body).at("error").at("code"), "limit");
}

TEST(HttpApi, ranks_and_leaves_out_what_cannot_be_predicted) {
  TestApp app;
  const Json body = {
      {"launch", {{"block", 128}}},
      {"candidates",
       {{{"name", "slow"}, {"source", "a"}, {"launch", {{"block", 64}}}},
        {{"name", "common"}, {"source", "b"}},
        {{"name", "broken"}, {"source", "BROKEN"}},
        {{"name", "fast"}, {"source", "c"}, {"launch", {{"block", 512}}}, {"gpu", "a100"}}}},
      {"full", true}};
  const TestReply reply = ask(app.port(), "POST", "/v1/rank", body.dump());
  ASSERT_EQ(reply.status, 200) << reply.body;
  const Json ranking = Json::parse(reply.body);
  ASSERT_EQ(ranking.at("ranking").size(), 3u);
  EXPECT_EQ(ranking.at("ranking")[0].at("name"), "fast");
  EXPECT_EQ(ranking.at("ranking")[0].at("gpu"), "a100-80gb");
  EXPECT_EQ(ranking.at("ranking")[0].at("value"), 1000.0 / 512);
  EXPECT_EQ(ranking.at("ranking")[1].at("name"), "common");
  EXPECT_EQ(ranking.at("ranking")[2].at("name"), "slow");
  EXPECT_EQ(ranking.at("skipped")[0].at("name"), "broken");
  EXPECT_EQ(ranking.at("reports").size(), 3u);
  // A prediction that a ranking made is known afterwards.
  const Json one = {{"launch", {{"block", 128}}}, {"source", "b"}};
  EXPECT_EQ(ask(app.port(), "POST", "/v1/predict", one.dump()).headers.at("x-kcast-cache"), "hit");
}

TEST(HttpApi, compares_with_a_kept_report_and_applies_rules) {
  TestApp app;
  const TestReply kept = ask(app.port(), "POST", "/v1/predict", Json{{"source", "a"}}.dump());
  const Json body = {{"before", {{"report", Json::parse(kept.body)}}},
                     {"after", {{"source", "a"}, {"launch", {{"block", 128}}}}},
                     {"fail_if", {"time_us>+10%"}}};
  const TestReply reply = ask(app.port(), "POST", "/v1/diff", body.dump());
  ASSERT_EQ(reply.status, 200) << reply.body;
  const Json comparison = Json::parse(reply.body);
  ASSERT_EQ(comparison.at("changes").size(), 1u);
  EXPECT_DOUBLE_EQ(comparison["changes"][0]["metrics"]["time_us"]["change"].get<double>(), 1.0);
  EXPECT_EQ(comparison.at("broken_rules").size(), 1u);
}

TEST(HttpApi, streams_chats) {
  TestApp app;
  const Json body = {{"stream", true},
                     {"model", "kcast-a100"},
                     {"messages", {{{"role", "user"}, {"content", "```cuda\nx\n```"}}}}};
  const TestReply reply = ask(app.port(), "POST", "/v1/chat/completions", body.dump());
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.headers.at("content-type"), "text/event-stream");
  EXPECT_TRUE(reply.body.ends_with("data: [DONE]\n\n"));
  EXPECT_NE(reply.body.find("a100"), std::string::npos);
}

}  // namespace
}  // namespace kcast::http
