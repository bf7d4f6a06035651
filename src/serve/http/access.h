// Who may ask: the checks that keep other people, and other people's web pages, out of a server
// on somebody's machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/api/reply.h"
#include "serve/http/message.h"

namespace kcast::http {

struct AccessRules {
  std::string token;                    // empty: none is demanded
  std::vector<std::string> host_names;  // that are served, besides localhost and addresses
};

// "127.0.0.1", "::1" and what else stays on this machine.
bool is_loopback(std::string_view address);
bool is_address(std::string_view host);

// The name in a Host header, without port and brackets, in lower case; nothing where it is
// malformed.
std::optional<std::string> host_name(std::string_view header);

// A page on another site can make a browser ask for http://its-name/, and let its-name mean
// 127.0.0.1; the Host header then tells. It can also post without reading the answer; the Origin
// header tells that. Both are answered with 403.
std::optional<api::ApiError> refuse_foreign(const Request& request, const AccessRules& rules);

// 401 without the right token. The comparison takes as long for a wrong token as for another.
std::optional<api::ApiError> refuse_unknown(const Request& request, const AccessRules& rules);
bool same_secret(std::string_view given, std::string_view secret);

// The first line of a token file, which others must not be able to read.
Result<std::string> read_token(const std::string& file);

}  // namespace kcast::http
