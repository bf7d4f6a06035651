#include "endpoint/chat.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "endpoint/http_client.h"
#include "endpoint/scripted_server.h"

namespace kcast::endpoint {
namespace {

struct Waits {
  std::vector<double> seconds;
  ChatTools tools() {
    return {post_by_httplib, [this](double wait) { seconds.push_back(wait); }};
  }
};

ChatRequest small_request() {
  return {"m", "you are", "write", 0.6, 7, 99};
}

// The replies of a script, one after the other; the last one again and again.
class Script {
 public:
  explicit Script(std::vector<ScriptedReply> replies)
      : replies_(std::move(replies)), server_([this](const ScriptedRequest& request) {
          requests.push_back(request);
          return replies_[std::min(requests.size(), replies_.size()) - 1];
        }) {}

  Result<ChatAnswer> ask_it(ChatEndpoint endpoint = {}) {
    endpoint.url = server_.url();
    return ask(endpoint, small_request(), waits.tools());
  }

  Waits waits;
  std::vector<ScriptedRequest> requests;

 private:
  std::vector<ScriptedReply> replies_;
  ScriptedServer server_;
};

bool says(const Result<ChatAnswer>& answer, const std::string& words) {
  return !answer && answer.error().message.find(words) != std::string::npos;
}

TEST(Chat, SendsTheRequestAndReadsTheAnswer) {
  Script script({chat_reply("code")});
  ChatEndpoint endpoint;
  endpoint.api_key = "secret";
  const auto answer = script.ask_it(endpoint);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "code");
  EXPECT_FALSE(answer->cut_off);
  EXPECT_EQ(answer->prompt_tokens, 11);
  EXPECT_EQ(answer->answer_tokens, 22);
  ASSERT_EQ(script.requests.size(), 1U);
  EXPECT_EQ(script.requests[0].path, "/v1/chat/completions");
  EXPECT_EQ(script.requests[0].authorization, "Bearer secret");
  const auto wanted = nlohmann::json::parse(R"({"model": "m", "temperature": 0.6, "seed": 7,
    "max_tokens": 99, "stream": false, "messages": [{"role": "system", "content": "you are"},
    {"role": "user", "content": "write"}]})");
  EXPECT_EQ(nlohmann::json::parse(script.requests[0].body), wanted);
}

TEST(Chat, CutOffAnswerSaysSo) {
  Script script({chat_reply("half", "length")});
  const auto answer = script.ask_it();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->cut_off);
}

TEST(Chat, ServerErrorsAreTriedAgain) {
  Script script({{500, "oops", 0, ""}, {503, "", 0, ""}, chat_reply("code")});
  const auto answer = script.ask_it();
  ASSERT_TRUE(answer);
  EXPECT_EQ(script.waits.seconds, (std::vector<double>{1, 2}));
}

TEST(Chat, TooManyRequestsWaitsAsLongAsTheServerAsks) {
  Script script({{429, "", 0, "7"}, {429, "", 0, "3600"}, chat_reply("code")});
  const auto answer = script.ask_it();
  ASSERT_TRUE(answer);
  EXPECT_EQ(script.waits.seconds, (std::vector<double>{7, 60}));
}

TEST(Chat, GivesUpAfterSomeAttempts) {
  Script script({{500, R"({"error": {"message": "out of\nmemory"}})", 0, ""}});
  const auto answer = script.ask_it();
  EXPECT_TRUE(says(answer, "answered with status 500: out of memory"));
  EXPECT_EQ(answer.error().code, ErrorCode::External);
  EXPECT_EQ(script.requests.size(), 5U);
}

TEST(Chat, RefusalsAreNotTriedAgain) {
  Script script({{401, R"({"error": "bad key"})", 0, ""}});
  const auto answer = script.ask_it();
  EXPECT_TRUE(says(answer, "status 401: bad key; --api-key-env names the variable"));
  EXPECT_EQ(answer.error().code, ErrorCode::InvalidInput);
  EXPECT_EQ(script.requests.size(), 1U);
}

TEST(Chat, RepliesThatMakeNoSense) {
  const auto ask_with = [](const std::string& body) {
    return Script({{200, body, 0, ""}}).ask_it();
  };
  EXPECT_TRUE(says(ask_with("<html>"), "the reply is no JSON: <html>"));
  EXPECT_TRUE(says(ask_with(""), "the reply is no JSON"));
  EXPECT_TRUE(says(ask_with("[]"), "has no 'choices'"));
  EXPECT_TRUE(says(ask_with(R"({"choices": []})"), "has no 'choices'"));
  const char* no_text = R"({"choices": [{"message": {"content": null}}]})";
  EXPECT_TRUE(says(ask_with(no_text), "has no 'choices[0].message.content'"));
  EXPECT_EQ(ask_with("x").error().code, ErrorCode::External);
}

TEST(Chat, UsageIsOptional) {
  Script script({{200, R"({"choices": [{"message": {"content": "a"}}], "usage": null})", 0, ""}});
  const auto answer = script.ask_it();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->answer_tokens, 0);
}

TEST(Chat, HangingServerEndsInTime) {
  ScriptedReply slow = chat_reply("late");
  slow.delay_seconds = 30;
  Script script({slow});
  ChatEndpoint endpoint;
  endpoint.timeout_seconds = 0.3;
  const auto answer = script.ask_it(endpoint);
  EXPECT_TRUE(says(answer, "did not answer within 1 s; --timeout allows more"));
  EXPECT_EQ(answer.error().code, ErrorCode::External);
  EXPECT_EQ(script.requests.size(), 1U);
}

TEST(Chat, NobodyListens) {
  std::string url;
  {
    url = ScriptedServer([](const ScriptedRequest&) { return ScriptedReply(); }).url();
  }
  Waits waits;
  ChatEndpoint endpoint;
  endpoint.url = url;
  const auto answer = ask(endpoint, small_request(), waits.tools());
  EXPECT_TRUE(says(answer, "no connection to " + url + "; is the server running?"));
  EXPECT_EQ(answer.error().code, ErrorCode::NotFound);
}

TEST(Chat, AddressesWithAndWithoutVersion) {
  std::vector<std::string> urls;
  const ChatTools tools = {[&](const HttpPost& post) -> Result<HttpReply> {
                             urls.push_back(post.url);
                             return HttpReply{200, chat_reply("a").body, 0};
                           },
                           [](double) {}};
  for (const char* url : {"https://h/", "https://h/v1", "http://h:1/api/v1/"}) {
    ChatEndpoint endpoint;
    endpoint.url = url;
    ASSERT_TRUE(ask(endpoint, small_request(), tools));
  }
  EXPECT_EQ(urls, (std::vector<std::string>{"https://h/v1/chat/completions",
                                            "https://h/v1/chat/completions",
                                            "http://h:1/api/v1/chat/completions"}));
}

TEST(Http, AddressesThatCannotBeUsed) {
  for (const char* url : {"127.0.0.1:80", "ftp://host/", "http://", "http:///path"}) {
    const auto reply = post_by_httplib({url, "", "", 1});
    ASSERT_FALSE(reply) << url;
    EXPECT_EQ(reply.error().code, ErrorCode::InvalidInput);
  }
}

}  // namespace
}  // namespace kcast::endpoint
