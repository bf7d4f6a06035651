#include "endpoint/chat.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace kcast::endpoint {

namespace {

using Json = nlohmann::json;

constexpr double kLongestWaitSeconds = 60;

// A server's words in one line of ours.
std::string quote(std::string_view text) {
  constexpr size_t kMost = 200;
  std::string line;
  for (const char c : trim(text)) {
    const bool plain = c >= ' ' && c < 127;
    line += plain ? c : (c == '\n' || c == '\t' ? ' ' : '?');
    if (line.size() == kMost) return line + "...";
  }
  return line;
}

std::string chat_url(std::string url) {
  while (url.ends_with('/'))
    url.pop_back();
  if (url.ends_with("/chat/completions")) return url;
  return url + (url.ends_with("/v1") ? "" : "/v1") + "/chat/completions";
}

std::string request_body(const ChatRequest& request) {
  Json messages = Json::array();
  if (!request.system.empty())
    messages.push_back({{"role", "system"}, {"content", request.system}});
  messages.push_back({{"role", "user"}, {"content", request.user}});
  const Json body = {{"model", request.model},
                     {"messages", std::move(messages)},
                     {"temperature", request.temperature},
                     {"seed", request.seed},
                     {"max_tokens", request.max_tokens},
                     {"stream", false}};
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What servers say in {"error": {"message": ...}}, or the text itself.
std::string server_message(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  if (json.is_object() && json.contains("error")) {
    const Json& error = json["error"];
    if (error.is_string()) return quote(error.get<std::string>());
    if (error.is_object() && error.value("message", Json()).is_string()) {
      return quote(error["message"].get<std::string>());
    }
  }
  return quote(body);
}

Error refusal(const HttpReply& reply, const std::string& url, const ChatEndpoint& endpoint) {
  std::string text = url + " answered with status " + std::to_string(reply.status);
  const std::string said = server_message(reply.body);
  if (!said.empty()) text += ": " + said;
  if (reply.status == 401 || reply.status == 403) {
    text += endpoint.api_key.empty() ? "; --api-key-env names the variable that holds a key"
                                     : "; it does not take the key";
  }
  const bool passing = reply.status == 429 || reply.status >= 500;
  return Error{passing ? ErrorCode::External : ErrorCode::InvalidInput, std::move(text)};
}

int64_t token_count(const Json& json, const char* name) {
  if (!json.contains("usage") || !json["usage"].is_object()) return 0;
  const Json count = json["usage"].value(name, Json());
  return count.is_number_integer() ? count.get<int64_t>() : 0;
}

Result<ChatAnswer> read_answer(const std::string& body, const std::string& url) {
  const auto bad = [&](const std::string& what) {
    return Error{ErrorCode::External, url + ": " + what + ": " + quote(body)};
  };
  const Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded()) return bad("the reply is no JSON");
  if (!json.is_object() || !json.contains("choices") || !json["choices"].is_array() ||
      json["choices"].empty()) {
    return bad("the reply has no 'choices'");
  }
  const Json& choice = json["choices"][0];
  if (!choice.is_object() || !choice.contains("message") || !choice["message"].is_object() ||
      !choice["message"].value("content", Json()).is_string()) {
    return bad("the reply has no 'choices[0].message.content'");
  }
  ChatAnswer answer;
  answer.text = choice["message"]["content"].get<std::string>();
  answer.cut_off = choice.value("finish_reason", Json()) == "length";
  answer.prompt_tokens = token_count(json, "prompt_tokens");
  answer.answer_tokens = token_count(json, "completion_tokens");
  return answer;
}

}  // namespace

namespace {

// One reply. An error is External where another try may help; `wait` is how long the server asks
// to leave it alone.
Result<ChatAnswer> ask_once(const ChatEndpoint& endpoint, const HttpPost& post,
                            const ChatTools& tools, double& wait, bool& refused) {
  refused = false;
  KCAST_TRY(const HttpReply reply, tools.post(post));
  if (reply.status >= 200 && reply.status < 300) return read_answer(reply.body, post.url);
  refused = true;
  wait = reply.retry_after_seconds;
  return refusal(reply, post.url, endpoint);
}

}  // namespace

Result<ChatAnswer> ask(const ChatEndpoint& endpoint, const ChatRequest& request,
                       const ChatTools& tools) {
  const HttpPost post{chat_url(endpoint.url), request_body(request), endpoint.api_key,
                      endpoint.timeout_seconds};
  double wait_seconds = 1;
  int refusals = 0;
  int silences = 0;
  for (;;) {
    double asked_wait = 0;
    bool refused = false;
    Result<ChatAnswer> answer = ask_once(endpoint, post, tools, asked_wait, refused);
    if (answer || answer.error().code != ErrorCode::External) return answer;
    const bool last =
        refused ? ++refusals >= endpoint.attempts : ++silences >= endpoint.connection_attempts;
    if (last) return answer;
    tools.sleep(std::min(kLongestWaitSeconds, std::max(wait_seconds, asked_wait)));
    wait_seconds *= 2;
  }
}

}  // namespace kcast::endpoint
