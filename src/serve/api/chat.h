// Chats in OpenAI's form, so that clients which know it can ask for predictions: the code in the
// last message of the user is predicted, the answer is the report.
#pragma once

#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/gpu/gpu.h"
#include "serve/api/fields.h"
#include "serve/api/predict_body.h"

namespace kcast::api {

struct ChatBody {
  std::string model;
  std::string text;  // of the last message of the user
  bool stream = false;
  bool stream_usage = false;
};

// Members that say how a language model should write are taken and not used.
ChatBody read_chat_body(const Json& json, std::optional<Problem>& problem);

// Code in a message: the texts between ``` lines, or all of it where there are none.
struct MessageCode {
  std::string text;
  std::string language;  // "cuda", "hip", "opencl"
};
MessageCode code_of(std::string_view message);

struct ChatAnswer {
  std::string id;
  std::string model;
  std::string content;
  std::time_t created = 0;
  int64_t prompt_tokens = 0;  // 0 where no language model read it
  int64_t completion_tokens = 0;
};

std::string completion_body(const ChatAnswer& answer);
// The same as server-sent events, up to "data: [DONE]".
std::string completion_events(const ChatAnswer& answer, bool with_usage);

}  // namespace kcast::api
