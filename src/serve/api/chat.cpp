#include "serve/api/chat.h"

#include "base/source_in_text.h"
#include "base/text.h"

namespace kcast::api {

namespace {

constexpr size_t kPieceBytes = 2000;

// A message's content: a text, or a list of parts of which the texts count.
std::string content_text(const Json& message, const std::string& path,
                         std::optional<Problem>& problem) {
  Fields fields(message, path, problem);
  const Json* content = fields.need("content");
  if (content == nullptr) return "";
  if (content->is_string()) return content->get<std::string>();
  std::string out;
  if (!content->is_array()) fields.wrong("content", "must be a string or a list of parts");
  for (size_t i = 0; content->is_array() && i < content->size(); ++i) {
    Fields part((*content)[i], path + ".content[" + std::to_string(i) + "]", problem);
    if (part.text("type") == "text") out += part.text("text").value_or("") + "\n";
  }
  return out;
}

void read_messages(Fields& fields, ChatBody& out) {
  const Json* messages = fields.need("messages");
  if (messages == nullptr) return;
  if (!messages->is_array() || messages->empty()) {
    return fields.wrong("messages", "must be a list of messages");
  }
  for (size_t i = messages->size(); i-- > 0;) {
    const std::string path = "messages[" + std::to_string(i) + "]";
    Fields message((*messages)[i], path, fields.problem());
    if (message.need("role") == nullptr) return;
    if (message.text("role") != "user") continue;
    out.text = content_text((*messages)[i], path, fields.problem());
    if (fields.sound() && trim(out.text).empty()) message.wrong("content", "holds no code");
    return;
  }
  fields.wrong("messages", "has no message of the user");
}

std::string language_named(std::string_view tag) {
  const std::string name = to_lower(trim(tag));
  if (name == "hip") return "hip";
  if (name == "opencl" || name == "cl" || name == "ocl") return "opencl";
  if (name == "cuda" || name == "cu") return "cuda";
  return "";
}

std::string language_of(std::string_view code) {
  const auto has = [&](std::string_view word) { return code.find(word) != std::string_view::npos; };
  if (!has("__global__") && (has("__kernel") || has("kernel void"))) return "opencl";
  return has("hip/hip_runtime.h") ? "hip" : "cuda";
}

Json chunk(const ChatAnswer& answer, Json delta, Json finish) {
  return {{"id", answer.id},
          {"object", "chat.completion.chunk"},
          {"created", static_cast<int64_t>(answer.created)},
          {"model", answer.model},
          {"choices", Json::array({{{"index", 0},
                                    {"delta", std::move(delta)},
                                    {"logprobs", nullptr},
                                    {"finish_reason", std::move(finish)}}})}};
}

Json usage(const ChatAnswer& answer) {
  return {{"prompt_tokens", answer.prompt_tokens},
          {"completion_tokens", answer.completion_tokens},
          {"total_tokens", answer.prompt_tokens + answer.completion_tokens}};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Where a piece may end without cutting a character of UTF-8 in two.
size_t piece_end(std::string_view text, size_t start) {
  size_t end = std::min(start + kPieceBytes, text.size());
  while (end < text.size() && end > start + 1 &&
         (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return end;
}

}  // namespace

ChatBody read_chat_body(const Json& json, std::optional<Problem>& problem) {
  Fields fields(json, "", problem);
  ChatBody out;
  out.model = fields.text("model").value_or("");
  out.stream = fields.boolean("stream").value_or(false);
  if (const Json* options = fields.find("stream_options")) {
    Fields inner(*options, "stream_options", problem);
    out.stream_usage = inner.boolean("include_usage").value_or(false);
  }
  if (fields.integer("n", 1, INT64_MAX).value_or(1) != 1)
    fields.wrong("n", "must be 1: there is one answer");
  read_messages(fields, out);
  return out;
}

MessageCode code_of(std::string_view message) {
  MessageCode out;
  bool inside = false;
  bool fenced = false;
  for (const std::string& line : split(message, '\n')) {
    if (trim(line).starts_with("```")) {
      inside = !inside;
      fenced = true;
      if (inside && out.language.empty()) out.language = language_named(trim(line).substr(3));
    } else if (inside) {
      out.text += line + "\n";
    }
  }
  if (!fenced) out.text = without_sentences(message);
  if (out.text.empty()) out.text = message;  // the compiler shall say what is wrong with it
  if (out.language.empty()) out.language = language_of(out.text);
  return out;
}

std::string completion_body(const ChatAnswer& answer) {
  const Json message = {{"role", "assistant"}, {"content", answer.content}, {"refusal", nullptr}};
  const Json json = {{"id", answer.id},
                     {"object", "chat.completion"},
                     {"created", static_cast<int64_t>(answer.created)},
                     {"model", answer.model},
                     {"choices", Json::array({{{"index", 0},
                                               {"message", message},
                                               {"logprobs", nullptr},
                                               {"finish_reason", "stop"}}})},
                     {"usage", usage(answer)}};
  return dump(json) + "\n";
}

std::string completion_events(const ChatAnswer& answer, bool with_usage) {
  std::string out;
  const auto send = [&](const Json& json) { out += "data: " + dump(json) + "\n\n"; };
  send(chunk(answer, {{"role", "assistant"}, {"content", ""}}, nullptr));
  for (size_t start = 0; start < answer.content.size();) {
    const size_t end = piece_end(answer.content, start);
    send(chunk(answer, {{"content", answer.content.substr(start, end - start)}}, nullptr));
    start = end;
  }
  send(chunk(answer, Json::object(), "stop"));
  if (with_usage) {
    Json last = chunk(answer, Json::object(), nullptr);
    last["choices"] = Json::array();
    last["usage"] = usage(answer);
    send(last);
  }
  return out + "data: [DONE]\n\n";
}

}  // namespace kcast::api
