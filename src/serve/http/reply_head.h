// The first lines of an answer.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "serve/api/reply.h"

namespace kcast::http {

std::string_view status_text(int status);

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string http_date(std::time_t time);

// Status line and headers, with the empty line behind them. `keep_alive`: whether the connection
// stays open.
std::string reply_head(const api::Reply& reply, bool keep_alive, std::time_t now);

}  // namespace kcast::http
