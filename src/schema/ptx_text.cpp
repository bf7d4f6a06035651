#include "schema/ptx_text.h"

#include <cctype>

namespace kcast {
namespace {

constexpr std::string_view kEntry = ".entry ";

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

}  // namespace kcast
