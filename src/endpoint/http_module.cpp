#include "endpoint/http_module.h"

#include <exception>

#include "endpoint/http_client.h"

// No exception may cross the border.
void kcast_http_post(const KcastHttpCall* call) {
  using kcast::ErrorCode;
  try {
    const auto reply = kcast::endpoint::post_by_httplib(
        {call->url, {call->body, call->body_bytes}, call->bearer, call->timeout_seconds});
    if (!reply) {
      call->fail(call->context, static_cast<int>(reply.error().code),
                 reply.error().message.c_str());
      return;
    }
    call->reply(call->context, reply->status, reply->body.data(), reply->body.size(),
                reply->retry_after_seconds);
  } catch (const std::exception& error) {
    call->fail(call->context, static_cast<int>(ErrorCode::Internal), error.what());
  }
}
