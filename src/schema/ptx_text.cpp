#include "schema/ptx_text.h"

#include <algorithm>
#include <cctype>

namespace kcast {
namespace {

constexpr std::string_view kEntry = ".entry ";

// What a declaration declares: ".visible .func  (.param .b32 func_retval0) f(", or
// ".extern .shared .align 16 .b8 tile[];". Empty: it is not written like that.
std::string_view declared_name(std::string_view line) {
  while (!line.empty()) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return "";
    line.remove_prefix(begin);
    const char c = line.front();
    if (c == '(') {  // the result of a function
      const size_t end = line.find(')');
      if (end == std::string_view::npos) return "";
      line.remove_prefix(end + 1);
    } else if (c == '.' || (c >= '0' && c <= '9')) {
      const size_t end = line.find_first_of(" \t");
      line.remove_prefix(std::min(end, line.size()));
    } else {
      return ptx_name_at(line);
    }
  }
  return "";
}

// Takes the rest of a function; `last` is its last line. Users' assembly may have any lines.
bool take_function(std::string_view& text, std::string_view& last) {
  for (bool assembly = false; !text.empty();) {
    last = take_ptx_line(text);
    if (last == "\t// begin inline asm") assembly = true;
    if (last == "\t// end inline asm") assembly = false;
    if (!assembly && (last == "}" || last == ";")) return true;
  }
  return false;
}

}  // namespace

bool is_ptx_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool has_ptx_name(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !is_ptx_name_char(text[at - 1]);
    if (begins && (end == text.size() || !is_ptx_name_char(text[end]))) return true;
  }
  return false;
}

size_t find_ptx_entry(std::string_view ptx, std::string_view kernel) {
  std::string entry(kEntry);
  entry.append(kernel).append("(");
  return ptx.find(entry);
}

bool has_ptx_entry(std::string_view ptx) {
  return ptx.find(kEntry) != std::string_view::npos;
}

std::set<std::string> ptx_entries(std::string_view ptx) {
  std::set<std::string> out;
  for (size_t at = ptx.find(kEntry); at != std::string_view::npos; at = ptx.find(kEntry, at)) {
    at += kEntry.size();
    size_t end = at;
    while (end < ptx.size() && is_ptx_name_char(ptx[end]))
      ++end;
    out.emplace(ptx.substr(at, end - at));
  }
  return out;
}

const PtxModule* module_with(const Inspection& inspection, std::string_view kernel) {
  for (const PtxModule& module : inspection.modules) {
    if (find_ptx_entry(module.text, kernel) != std::string_view::npos) return &module;
  }
  return nullptr;
}

std::string_view take_ptx_line(std::string_view& text) {
  const size_t newline = text.find('\n');
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  return line;
}

std::string_view ptx_name_at(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_ptx_name_char(text[end]))
    ++end;
  return text.substr(0, end);
}

std::vector<PtxItem> split_ptx_items(std::string_view ptx) {
  std::vector<PtxItem> out;
  while (!ptx.empty()) {
    const char* const begin = ptx.data();
    const std::string_view line = take_ptx_line(ptx);
    if (line.empty() || line.starts_with("//") || line.starts_with("\t//")) continue;
    const bool header = line.starts_with(".version") || line.starts_with(".target") ||
                        line.starts_with(".address_size");
    if (header || line.starts_with(kPtxFile)) {
      out.push_back({line, ""});
      continue;
    }
    const bool function = line.find(".func ") != std::string_view::npos || has_ptx_entry(line);
    if (!line.starts_with('.') || (!function && !line.ends_with(';'))) return {};
    const std::string_view name = declared_name(line);
    if (name.empty()) return {};
    std::string_view last = line;
    if (function && !take_function(ptx, last)) return {};
    const auto size = static_cast<size_t>(last.data() + last.size() - begin);
    out.push_back({std::string_view(begin, size), name});
  }
  return out;
}

}  // namespace kcast
