// Requests that were damaged at random: nothing crashes, answers have the statuses that they may
// have, and how the bytes were cut into pieces makes no difference. KCAST_FUZZ_COUNT of each kind.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "serve/http/page.h"
#include "serve/http/request_parser.h"
#include "serve/http/test_app.h"
#include "serve/http/test_client.h"

namespace kcast::http {
namespace {

using Random = std::mt19937_64;

size_t rounds() {
  const char* given = std::getenv("KCAST_FUZZ_COUNT");
  return given != nullptr ? static_cast<size_t>(std::atol(given)) : 100'000;
}

std::string damaged(std::string text, const std::vector<std::string>& seeds, Random& random) {
  for (size_t change = random() % 4 + 1; change > 0 && !text.empty(); --change) {
    const size_t at = random() % text.size();
    const size_t length = std::min(text.size() - at, random() % 12);
    const std::string& other = seeds[random() % seeds.size()];
    switch (random() % 6) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.replace(at, length, other, random() % other.size(), random() % 20);
        break;
      case 4:
        text[at] = "\r\n\t \"{}[]:,\\0-9e."[random() % 17];
        break;
      default:
        text.insert(at, std::to_string(static_cast<int64_t>(random())));
        break;
    }
  }
  return text;
}

struct Outcome {
  RequestParser::State state;
  int failure = 0;
  Request request;
};

Outcome parse(std::string_view text, size_t step) {
  RequestParser parser({.head_bytes = 2048, .headers = 16, .body_bytes = 4096});
  for (size_t i = 0; i < text.size(); i += step) {
    parser.feed(text.substr(i, step));
    parser.resume();
  }
  parser.resume();
  return {parser.state(), parser.failure().status,
          parser.state() == RequestParser::State::Done ? parser.take() : Request{}};
}

TEST(HttpFuzz, parser_reads_damaged_requests_alike_in_any_pieces) {
  const std::vector<std::string> seeds = {
      request_text("GET", "/v1/gpus/rtx%204090?x=1"),
      request_text("POST", "/v1/predict", "{\"source\": \"x\"}"),
      request_text("POST", "/", "abc", {{"Expect", "100-continue"}, {"Connection", "close"}}),
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: "
      "x\r\n\r\n",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"};
  const std::set<int> allowed = {400, 413, 414, 417, 431, 501, 505};
  Random random(1);
  for (size_t i = 0; i < rounds(); ++i) {
    const std::string text = damaged(seeds[random() % seeds.size()], seeds, random);
    const Outcome whole = parse(text, text.size() + 1);
    const Outcome pieces = parse(text, random() % 7 + 1);
    if (whole.state == RequestParser::State::Done) {
      ASSERT_EQ(pieces.state, whole.state) << text;
      ASSERT_EQ(pieces.request.body, whole.request.body) << text;
      ASSERT_EQ(pieces.request.path, whole.request.path) << text;
      ASSERT_TRUE(whole.request.path.starts_with('/') || whole.request.target == "*") << text;
      ASSERT_LE(whole.request.body.size(), 4096u);
    } else if (whole.state == RequestParser::State::Failed) {
      ASSERT_TRUE(allowed.contains(whole.failure)) << text;
      ASSERT_EQ(pieces.state, whole.state) << text;
    }
  }
}

TEST(HttpFuzz, service_answers_damaged_bodies_with_whole_json) {
  TestEngine engine;
  api::Service service(engine.engine(), *load_gpus(predict::embedded_gpus()),
                       {.cache_bytes = 1 << 20});
  const auto document = nlohmann::json::parse(embedded_openapi()[0].text);
  std::vector<std::string> seeds = {
      R"({"files": [{"name": "a.cu", "text": "x"}], "sweep": {"n": "1e3..1e6", "block": [64]},
          "fills": {"x": "uniform:0,1"}, "defines": {"A": 1}, "gpus": ["h200"], "argv": ["1"]})"};
  for (const auto& path : document.at("paths")) {
    if (!path.contains("post")) continue;
    seeds.push_back(
        path["post"]["requestBody"]["content"]["application/json"]["examples"]["example"]["value"]
            .dump());
  }
  const std::atomic<bool> never{false};
  Random random(2);
  for (size_t i = 0; i < rounds(); ++i) {
    const std::string body = damaged(seeds[random() % seeds.size()], seeds, random);
    const api::Reply reply = i % 4 == 0   ? service.rank(body, never)
                             : i % 4 == 1 ? service.diff(body, never)
                             : i % 4 == 2 ? service.chat(body, never)
                                          : service.predict(body, never);
    const bool expected =
        reply.status == 200 || reply.status == 400 || reply.status == 404 || reply.status == 422;
    ASSERT_TRUE(expected) << reply.status << " for " << body;
    if (reply.content_type != "application/json") continue;
    ASSERT_TRUE(nlohmann::json::accept(*reply.body)) << body;
  }
}

TEST(HttpFuzz, server_lives_through_damaged_requests) {
  TestApp app;
  const std::vector<std::string> seeds = {
      request_text("GET", "/health"), request_text("GET", "/v1/models"),
      request_text("POST", "/v1/predict", "{\"source\": \"x\"}"),
      request_text("POST", "/v1/rank", "{\"candidates\": [{\"source\": \"x\"}]}")};
  Random random(3);
  for (size_t i = 0; i < rounds() / 20; ++i) {
    const TestClient client(app.port());
    ASSERT_TRUE(client.connected()) << i;
    for (size_t n = random() % 3; n < 3; ++n)
      client.send(damaged(seeds[random() % seeds.size()], seeds, random));
    // Most leave without reading.
  }
  EXPECT_EQ(ask(app.port(), "GET", "/health").status, 200);
}

}  // namespace
}  // namespace kcast::http
