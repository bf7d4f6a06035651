#include "serve/http/reply_head.h"

namespace kcast::http {

std::string_view status_text(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

std::string http_date(std::time_t time) {
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  // Names of days and months are English in every locale that this program sets: none.
  char text[40];
  const size_t size = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return {text, size};
}

std::string reply_head(const api::Reply& reply, bool keep_alive, std::time_t now) {
  std::string out = "HTTP/1.1 " + std::to_string(reply.status) + " ";
  out += status_text(reply.status);
  out += "\r\nDate: " + http_date(now);
  if (!reply.content_type.empty()) out += "\r\nContent-Type: " + reply.content_type;
  if (reply.status != 304) out += "\r\nContent-Length: " + std::to_string(reply.body->size());
  out += "\r\nX-Content-Type-Options: nosniff";
  for (const auto& [name, value] : reply.headers)
    out += "\r\n" + name + ": " + value;
  out += keep_alive ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n";
  return out;
}

}  // namespace kcast::http
