#include "analyze/ptx/parse/locations.h"

namespace kcast::ptx {
namespace {

constexpr int32_t kMostFiles = 1 << 16;

bool take_point(ParseState& p, SourcePoint& out) {
  return p.in.take_int32(out.file) && p.in.take_int32(out.line) && p.in.take_int32(out.column);
}

// A backslash stands before a quotation mark or another one.
std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

bool take_file(ParseState& p) {
  int32_t number = 0;
  if (!p.in.take_int32(number)) return false;
  if (number < 0 || number >= kMostFiles) return p.in.fail("bad file number");
  if (p.in.token.kind != Token::Kind::Text) return p.in.fail("expected a file name");
  if (p.module.files.size() <= size_t(number)) p.module.files.resize(size_t(number) + 1);
  p.module.files[number] = unescaped(p.in.token.text);
  p.in.next();
  while (p.in.accept(','))
    p.in.next();
  return true;
}

bool take_line(ParseState& p) {
  SourcePoint at, call;
  if (!take_point(p, at)) return false;
  bool inlined = false;
  while (p.in.accept(',')) {
    if (p.in.token.is("inlined_at")) {
      p.in.next();
      if (!take_point(p, call)) return false;
      inlined = true;
    } else {  // "function_name $L__info_string0+4"
      p.in.next();
      p.in.next();
      if (p.in.accept('+')) p.in.next();
    }
  }
  p.body.line = inlined ? p.lines.add_inlined(at, call) : p.lines.add(at);
  return true;
}

}  // namespace kcast::ptx
