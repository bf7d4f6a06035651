#include "report/text_style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/text.h"

namespace kcast::report {

namespace {

constexpr size_t kPlainWidth = 100;

bool is_set(const char* value) {
  return value != nullptr && *value != '\0';
}

}  // namespace

TextStyle text_style(bool is_terminal, size_t width, const Environment& variable) {
  TextStyle style;
  style.width = kPlainWidth;
  if (!is_terminal) return style;
  if (width > 0) style.width = std::clamp<size_t>(width, 60, 120);
  const char* term = variable("TERM");
  const bool dumb = is_set(term) && std::string_view(term) == "dumb";
  style.color = !dumb && !is_set(variable("NO_COLOR"));
  // The first that is set decides, as in the C library.
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* locale = variable(name);
    if (!is_set(locale)) continue;
    const std::string text = to_lower(locale);
    style.utf8 = text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    break;
  }
  return style;
}

TextStyle stdout_style() {
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  winsize size = {};
  const bool known = is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return text_style(is_terminal, known ? size.ws_col : 0,
                    [](const char* name) { return std::getenv(name); });
}

}  // namespace kcast::report
