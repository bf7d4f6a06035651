#include "serve/http/server.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "serve/http/test_app.h"
#include "serve/http/test_client.h"

namespace kcast::http {
namespace {

using namespace std::chrono_literals;

std::string source_body(const std::string& text) {
  return nlohmann::json{{"source", text}}.dump();
}

TEST(HttpServer, answers_requests_of_one_connection_in_their_order) {
  TestApp app;
  TestClient client(app.port());
  std::string all;
  for (int i = 0; i < 300; ++i)
    all += request_text("GET", i % 3 == 0 ? "/v1/models" : "/health");
  all += request_text("POST", "/v1/predict", source_body("x"));
  all += request_text("GET", "/nowhere");
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 300; ++i) {
    const TestReply reply = client.read();
    ASSERT_EQ(reply.status, 200) << i;
    ASSERT_EQ(reply.body.find("\"object\"") != std::string::npos, i % 3 == 0) << i;
  }
  EXPECT_NE(client.read().body.find("kcast-prediction-1"), std::string::npos);
  EXPECT_EQ(client.read().status, 404);
}

TEST(HttpServer, stops_working_at_once_for_a_client_that_left) {
  TestApp app;
  TestClient client(app.port());
  client.send(request_text("POST", "/v1/predict", source_body("SLOW")));
  ASSERT_TRUE(TestApp::wait_until([&] { return app.engine().running == 1; }));
  const auto start = Clock::now();
  client.leave();
  ASSERT_TRUE(TestApp::wait_until([&] { return app.engine().cancelled == 1; }));
  EXPECT_LT(Clock::now() - start, 1s) << "within milliseconds, on a machine that is not loaded";
  EXPECT_NE(ask(app.port(), "GET", "/metrics").body.find("status=\"499\"} 1"), std::string::npos);
}

TEST(HttpServer, drops_waiting_requests_of_clients_that_left) {
  TestApp app({.server = {.threads = 1}, .service = {.slots = 1}});
  TestClient first(app.port());
  first.send(request_text("POST", "/v1/predict", source_body("SLOW 1")));
  ASSERT_TRUE(TestApp::wait_until([&] { return app.engine().running == 1; }));
  {
    TestClient second(app.port());
    second.send(request_text("POST", "/v1/predict", source_body("SLOW 2")));
    ASSERT_TRUE(TestApp::wait_until([&] { return app.counts().waiting == 1; }));
  }
  EXPECT_TRUE(TestApp::wait_until([&] { return app.counts().waiting == 0; }));
  EXPECT_EQ(app.engine().asked, 1);
}

// They need no worker, so they do not wait for one.
TEST(HttpServer, refuses_wrong_requests_while_all_workers_are_busy) {
  TestApp app({.server = {.threads = 1}, .service = {.slots = 1}});
  TestClient busy(app.port());
  busy.send(request_text("POST", "/v1/predict", source_body("SLOW")));
  ASSERT_TRUE(TestApp::wait_until([&] { return app.engine().running == 1; }));
  for (const char* path : {"/v1/predict", "/v1/rank", "/v1/diff", "/v1/chat/completions"})
    EXPECT_EQ(ask(app.port(), "POST", path, "{\"sorce\": 1}").status, 400) << path;
}

TEST(HttpServer, gives_the_same_answer_from_its_cache) {
  TestApp app;
  const TestReply made = ask(app.port(), "POST", "/v1/predict", source_body("a"));
  const TestReply kept = ask(app.port(), "POST", "/v1/predict", source_body("a"));
  const TestReply other = ask(app.port(), "POST", "/v1/predict", "{ \"source\" :\n\"a\" }");
  EXPECT_EQ(made.headers.at("x-kcast-cache"), "miss");
  EXPECT_EQ(kept.headers.at("x-kcast-cache"), "hit");
  EXPECT_EQ(other.headers.at("x-kcast-cache"), "hit") << "the same content, written differently";
  EXPECT_EQ(made.body, kept.body);
  EXPECT_EQ(made.body, other.body);
  EXPECT_EQ(app.engine().asked, 1);
  ask(app.port(), "POST", "/v1/predict", source_body("BROKEN"));
  ask(app.port(), "POST", "/v1/predict", source_body("BROKEN"));
  EXPECT_EQ(app.engine().asked, 3) << "errors are not kept";
}

TEST(HttpServer, refuses_before_the_body_arrives) {
  TestApp app({.rules = {.token = "0123456789abcdef"}});
  TestClient client(app.port());
  client.send(
      "POST /v1/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1000000\r\n\r\n");
  EXPECT_EQ(client.read().status, 401);
  EXPECT_TRUE(client.ended(1s)) << "what follows would be taken for a request";
}

TEST(HttpServer, tells_clients_that_ask_to_go_on) {
  TestApp app;
  TestClient client(app.port());
  const std::string body = source_body("x");
  client.send(
      "POST /v1/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Expect: 100-continue\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n");
  std::string first(25, ' ');
  ASSERT_EQ(::recv(client.socket(), first.data(), first.size(), MSG_WAITALL), 25);
  EXPECT_EQ(first, "HTTP/1.1 100 Continue\r\n\r\n");
  client.send(body);
  EXPECT_EQ(client.read().status, 200);
}

TEST(HttpServer, ends_requests_that_do_not_arrive_in_time) {
  TestApp app({.server = {.receive_limit = 300ms}});
  TestClient head(app.port());
  TestClient body(app.port());
  head.send("GET /health HT");
  body.send(
      "POST /v1/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 100\r\n\r\n{");
  EXPECT_EQ(ask(app.port(), "GET", "/health").status, 200);
  EXPECT_EQ(head.read().status, 408);
  EXPECT_EQ(body.read().status, 408);
}

TEST(HttpServer, serves_others_beside_idle_and_slow_clients) {
  TestApp app({.server = {.threads = 1, .most_connections = 300}});
  std::vector<std::unique_ptr<TestClient>> idle;
  for (int i = 0; i < 250; ++i)
    idle.push_back(std::make_unique<TestClient>(app.port()));
  // Asks for more than socket buffers hold, and does not read.
  TestClient reader(app.port());
  std::string many;
  for (int i = 0; i < 200; ++i)
    many += request_text("GET", "/openapi.json");
  reader.send(many);
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(ask(app.port(), "POST", "/v1/predict", source_body(std::to_string(i))).status, 200);
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(reader.read().status, 200) << i;
  // An idle connection is still good.
  idle.back()->send(request_text("GET", "/health"));
  EXPECT_EQ(idle.back()->read().status, 200);
}

TEST(HttpServer, closes_idle_connections_for_new_ones) {
  TestApp app({.server = {.most_connections = 2}});
  TestClient first(app.port());
  TestClient second(app.port());
  first.send(request_text("GET", "/health"));
  EXPECT_EQ(first.read().status, 200);
  TestClient third(app.port());
  third.send(request_text("GET", "/health"));
  EXPECT_EQ(third.read().status, 200);
  EXPECT_TRUE(second.ended(1s)) << "it waited longest";
}

TEST(HttpServer, refuses_connections_where_all_are_busy) {
  TestApp app({.server = {.most_connections = 1}});
  TestClient first(app.port());
  first.send(request_text("POST", "/v1/predict", source_body("SLOW")));
  ASSERT_TRUE(TestApp::wait_until([&] { return app.engine().running == 1; }));
  TestClient second(app.port());
  const TestReply reply = second.read();
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.headers.count("retry-after"), 1u);
}

TEST(HttpServer, finishes_what_has_begun_and_then_ends) {
  auto app = std::make_unique<TestApp>(TestAppOptions{.server = {.grace = 400ms}});
  TestClient idle(app->port());
  TestClient half(app->port());
  TestClient slow(app->port());
  half.send("GET /health HTTP/1.1\r\nHost: loc");
  slow.send(request_text("POST", "/v1/predict", source_body("SLOW")));
  ASSERT_TRUE(TestApp::wait_until([&] { return app->engine().running == 1; }));
  app->begin_stop();
  EXPECT_TRUE(idle.ended(2s));
  half.send("alhost\r\n\r\n");
  const TestReply reply = half.read();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.headers.at("connection"), "close");
  const int port = app->port();
  EXPECT_FALSE(TestClient(port).connected());
  app->stop();  // after the grace, the work that is left is cancelled
  app.reset();
}

TEST(HttpServer, answers_head_without_a_body) {
  TestApp app;
  TestClient client(app.port());
  client.send(request_text("HEAD", "/v1/gpus") + request_text("GET", "/health"));
  const TestReply head = client.read(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_GT(parse_int(head.headers.at("content-length")).value_or(0), 1000);
  EXPECT_NE(client.read().body.find("\"ok\""), std::string::npos);
}

TEST(HttpServer, sends_the_page_once) {
  TestApp app;
  const TestReply page = ask(app.port(), "GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.headers.at("content-security-policy").find("default-src 'self'"),
            std::string::npos);
  EXPECT_EQ(page.headers.count("access-control-allow-origin"), 0u);
  const TestReply again =
      ask(app.port(), "GET", "/", "", {{"If-None-Match", page.headers.at("etag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(ask(app.port(), "GET", "/../../etc/passwd").status, 404);
  EXPECT_EQ(ask(app.port(), "GET", "/%2e%2e/etc/passwd").status, 404);
}

}  // namespace
}  // namespace kcast::http
