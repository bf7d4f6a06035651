#include "serve/http/page.h"

#include <memory>
#include <string>
#include <utility>

#include "base/sha256.h"

namespace kcast::http {

namespace {

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml"},
    {".json", "application/json"},         {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"}, {".cu", "text/plain; charset=utf-8"},
    {".hip", "text/plain; charset=utf-8"}, {".cl", "text/plain; charset=utf-8"},
};

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

// The page loads nothing from elsewhere, and nobody else may show it in a frame. The editor writes
// style elements.
constexpr std::string_view kPolicy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

std::optional<api::Reply> page_reply(std::span<const NamedText> files, const Request& request) {
  const std::string_view wanted =
      request.path == "/" ? "index.html" : std::string_view(request.path).substr(1);
  for (const NamedText& file : files) {
    if (file.name != wanted) continue;
    const std::string tag = "\"" + sha256_hex(file.text).substr(0, 32) + "\"";
    api::Reply reply;
    reply.content_type = type_of(file.name);
    // Names of built assets change with their content.
    const bool lasting = file.name.starts_with("assets/");
    reply.headers = {
        {"ETag", tag},
        {"Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache"},
        {"Content-Security-Policy", std::string(kPolicy)},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"}};
    const bool known = request.header("if-none-match") == std::string_view(tag);
    reply.status = known ? 304 : 200;
    reply.body = std::make_shared<const std::string>(known ? "" : file.text);
    return reply;
  }
  return std::nullopt;
}

}  // namespace kcast::http
