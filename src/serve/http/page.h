// The files of the web page, which travel inside the binary.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/named_text.h"
#include "serve/api/reply.h"
#include "serve/http/message.h"

namespace kcast::http {

// web/dist as it was built; a short page of its own where it was not.
std::span<const NamedText> embedded_page();

// docs/openapi.json.
std::span<const NamedText> embedded_openapi();

// The file at a path, "/" is index.html; nothing where there is none. 304 where the client has it.
std::optional<api::Reply> page_reply(std::span<const NamedText> files, const Request& request);

}  // namespace kcast::http
