#include "base/io/terminal.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <iostream>
#include <optional>

#include "base/text.h"

namespace kcast {
namespace {

struct Character {
  size_t bytes = 0;  // 0: more are needed to tell
  std::optional<uint32_t> code;
};

// How many bytes a character has by its first; 0: none begins so.
size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

Character read_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t length = length_of(byte(0));
  if (length == 0) return {1, std::nullopt};
  uint32_t code = length == 1 ? byte(0) : byte(0) & (0xffU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if (i >= text.size()) return {0, std::nullopt};
    if ((byte(i) & 0xc0U) != 0x80) return {1, std::nullopt};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_wrong =
      code < kLeast[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  if (is_wrong) return {1, std::nullopt};
  return {length, code};
}

bool is_harmful(uint32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const bool turns_order = (code >= 0x200e && code <= 0x200f) ||
                           (code >= 0x202a && code <= 0x202e) ||
                           (code >= 0x2066 && code <= 0x2069) || code == 0x61c;
  return is_control || turns_order || code == 0x2028 || code == 0x2029;
}

std::string hex(uint32_t value, int digits) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += kDigits[(value >> static_cast<unsigned>(shift)) & 15U];
  return out;
}

// One of the numbers that paint() uses: 0 to 2, 30 to 37 and 90 to 97.
bool is_color(std::string_view number) {
  const auto value = parse_int(number);
  if (!value || number.size() > 2) return false;
  return *value <= 2 || (*value >= 30 && *value <= 37) || (*value >= 90 && *value <= 97);
}

// The length of a sequence that sets colours at the beginning of the text; 0: none, npos: more
// bytes are needed to tell.
size_t color_length(std::string_view text) {
  constexpr size_t kMost = 12;
  if (text.size() < 2) return std::string_view::npos;
  if (text[1] != '[') return 0;
  const size_t end = text.find_first_not_of("0123456789;", 2);
  if (end == std::string_view::npos) return text.size() < kMost ? end : 0;
  if (text[end] != 'm' || end > kMost) return 0;
  for (const std::string& number : split(text.substr(2, end - 2), ';')) {
    if (!is_color(number)) return 0;
  }
  return end + 1;
}

struct Escaping {
  bool colors = false;
  bool breaks = true;  // line breaks and tabs stay
  bool at_end = true;  // nothing follows
};

// Takes characters off the front of `text`; what is left needs what follows.
std::string escape(std::string_view& text, const Escaping& how) {
  std::string out;
  while (!text.empty()) {
    const char first = text.front();
    if (first == '\x1b' && how.colors) {
      const size_t length = color_length(text);
      if (length == std::string_view::npos && !how.at_end) return out;
      if (length != 0 && length != std::string_view::npos) {
        out += text.substr(0, length);
        text.remove_prefix(length);
        continue;
      }
    }
    if (first == '\r' && how.breaks) {
      if (text.size() == 1 && !how.at_end) return out;
      if (text.size() > 1 && text[1] == '\n') {
        out += "\r\n";
        text.remove_prefix(2);
        continue;
      }
    }
    Character character = read_character(text);
    if (character.bytes == 0) {
      if (!how.at_end) return out;
      character.bytes = 1;
    }
    if (!character.code) {
      out += "\\x" + hex(static_cast<unsigned char>(first), 2);
    } else if (!is_harmful(*character.code) || (how.breaks && (first == '\n' || first == '\t'))) {
      out += text.substr(0, character.bytes);
    } else {
      out += "\\u" + hex(*character.code, 4);
    }
    text.remove_prefix(character.bytes);
  }
  return out;
}

}  // namespace

std::string terminal_text(std::string_view text) {
  return escape(text, {});
}

std::string terminal_line(std::string_view text) {
  return escape(text, {.breaks = false});
}

EscapedOutput::EscapedOutput(std::ostream& stream, bool colors)
    : stream_(stream), next_(stream.rdbuf()), colors_(colors) {
  const std::ios::iostate state = stream.rdstate();
  stream.rdbuf(this);
  stream.setstate(state);
}

EscapedOutput::~EscapedOutput() {
  take({}, true);
  const std::ios::iostate state = stream_.rdstate();
  stream_.rdbuf(next_);
  stream_.setstate(state);
}

void EscapedOutput::pass_all(bool as_is) {
  take({}, true);
  as_is_ = as_is;
}

bool EscapedOutput::pass(std::string_view bytes) {
  const auto size = static_cast<std::streamsize>(bytes.size());
  errno = 0;
  if (size == 0 || next_->sputn(bytes.data(), size) == size) return true;
  if (failure_ == 0) failure_ = errno != 0 ? errno : EIO;
  return false;
}

void EscapedOutput::take(std::string_view text, bool at_end) {
  if (as_is_) {
    pass(text);
    return;
  }
  std::string whole;
  if (!pending_.empty()) {
    whole = pending_ + std::string(text);
    text = whole;
  }
  const std::string escaped = escape(text, {.colors = colors_, .at_end = at_end});
  pending_ = std::string(text);
  pass(escaped);
}

int EscapedOutput::overflow(int c) {
  if (c == traits_type::eof()) return 0;
  const char byte = static_cast<char>(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize EscapedOutput::xsputn(const char* text, std::streamsize size) {
  used_ |= size > 0;
  take({text, static_cast<size_t>(size)}, false);
  return failure_ == 0 ? size : 0;
}

int EscapedOutput::sync() {
  errno = 0;
  const int status = next_->pubsync();
  if (status != 0 && failure_ == 0) failure_ = errno != 0 ? errno : EIO;
  return status;
}

EscapedOutput* escaped_output(const std::ostream& stream) {
  return dynamic_cast<EscapedOutput*>(stream.rdbuf());
}

std::ostream& terminal_control() {
  const EscapedOutput* filter = escaped_output(std::cerr);
  static std::ostream plain(std::cerr.rdbuf());
  plain.rdbuf(filter != nullptr ? filter->next() : std::cerr.rdbuf());
  return plain;
}

DataOutput::DataOutput()
    : output_(::isatty(STDOUT_FILENO) == 0 ? escaped_output(std::cout) : nullptr) {
  if (output_ != nullptr) output_->pass_all(true);
}

DataOutput::~DataOutput() {
  if (output_ != nullptr) output_->pass_all(false);
}

}  // namespace kcast
