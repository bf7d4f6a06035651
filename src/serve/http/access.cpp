#include "serve/http/access.h"

#include <arpa/inet.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/files.h"
#include "base/sha256.h"
#include "base/text.h"

namespace kcast::http {

namespace {

constexpr size_t kShortestToken = 16;

bool parses_as(int family, const std::string& text) {
  unsigned char address[16];
  return ::inet_pton(family, text.c_str(), address) == 1;
}

bool is_served(const std::string& name, const AccessRules& rules) {
  return name == "localhost" || name.ends_with(".localhost") || is_address(name) ||
         std::find(rules.host_names.begin(), rules.host_names.end(), name) !=
             rules.host_names.end();
}

// "https://name:port" of an Origin header.
std::optional<std::string> origin_host(std::string_view origin) {
  const size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  return std::string(origin.substr(scheme + 3));
}

}  // namespace

bool is_address(std::string_view host) {
  const std::string text(host);
  return parses_as(AF_INET, text) || parses_as(AF_INET6, text);
}

bool is_loopback(std::string_view address) {
  return (address.starts_with("127.") && parses_as(AF_INET, std::string(address))) ||
         address == "::1" || address.starts_with("::ffff:127.");
}

std::optional<std::string> host_name(std::string_view header) {
  std::string_view name = header;
  std::string_view port;
  if (name.starts_with('[')) {
    const size_t end = name.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    port = name.substr(end + 1);
    name = name.substr(1, end - 1);
    if (!parses_as(AF_INET6, std::string(name))) return std::nullopt;
  } else if (const size_t colon = name.find(':'); colon != std::string_view::npos) {
    port = name.substr(colon);
    name = name.substr(0, colon);
  }
  const auto digits = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!port.empty() && (port[0] != ':' || !digits(port.substr(1)))) return std::nullopt;
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.empty()) return std::nullopt;
  return to_lower(name);
}

std::optional<api::ApiError> refuse_foreign(const Request& request, const AccessRules& rules) {
  // HTTP/1.0 may leave the header out, and no browser speaks it.
  const auto host = request.header("host");
  if (host) {
    const auto name = host_name(*host);
    if (!name || !is_served(*name, rules)) {
      return api::ApiError{.status = 403,
                           .code = "wrong_host",
                           .message = "'" + std::string(*host) +
                                      "' is not served here; --allow-host NAME permits a name"};
    }
  }
  const auto origin = request.header("origin");
  if (!origin) return std::nullopt;
  const auto from = origin_host(*origin);
  if (from && host && to_lower(*from) == to_lower(*host)) return std::nullopt;
  return api::ApiError{.status = 403,
                       .code = "cross_origin",
                       .message = "pages of other sites may not ask this server"};
}

bool same_secret(std::string_view given, std::string_view secret) {
  // Digests have one length, and where two of them first differ says nothing about the texts.
  const auto a = sha256(given);
  const auto b = sha256(secret);
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

std::optional<api::ApiError> refuse_unknown(const Request& request, const AccessRules& rules) {
  if (rules.token.empty()) return std::nullopt;
  const std::string_view header = request.header("authorization").value_or("");
  const size_t blank = header.find(' ');
  const bool bearer =
      blank != std::string_view::npos && to_lower(header.substr(0, blank)) == "bearer";
  if (bearer && same_secret(trim(header.substr(blank + 1)), rules.token)) return std::nullopt;
  return api::ApiError{.status = 401,
                       .code = "token",
                       .message = "this server asks for its token: Authorization: Bearer TOKEN"};
}

Result<std::string> read_token(const std::string& file) {
  KCAST_TRY(const std::string text, read_file(file, size_t{64} << 10));
  const std::string token(trim(std::string_view(text).substr(0, text.find('\n'))));
  if (token.size() < kShortestToken) {
    return Error{ErrorCode::InvalidInput,
                 file + ": a token has at least 16 characters; openssl rand -hex 24 makes one"};
  }
  struct stat status{};
  if (::stat(file.c_str(), &status) == 0 && (status.st_mode & (S_IRGRP | S_IROTH)) != 0) {
    return Error{ErrorCode::InvalidInput,
                 file + ": others can read it; chmod 600 keeps a token secret"};
  }
  return token;
}

}  // namespace kcast::http
