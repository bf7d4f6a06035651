#include "corpus/dedupe/code_tokens.h"

#include <array>

#include "base/text.h"

namespace kcast::corpus {
namespace {

constexpr TokenCode kIdentifier = 1;
constexpr TokenCode kNumber = 2;
constexpr TokenCode kString = 3;
constexpr TokenCode kUnknown = 4;

// Those with the same first byte stand together, longer ones first: the first that fits is taken.
constexpr std::string_view kPunctuators =
    "<<< <<= <=> << <= < >>> >>= >> >= > ... .* . ->* -> -- -= - == = != ! && &= & || |= | ++ += + "
    "*= * /= / %= % ^= ^ :: : ## # { } [ ] ( ) ; ? , ~";

constexpr std::string_view kDirectives =
    "#define #undef #if #ifdef #ifndef #elif #else #endif #pragma #error #line";

constexpr std::string_view kKeptWords =
    "alignas alignof and and_eq asm auto bitand bitor break case catch class compl concept const "
    "consteval constexpr constinit const_cast continue co_await co_return co_yield decltype "
    "default "
    "delete do dynamic_cast else enum explicit export extern false final for friend goto if inline "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq override private "
    "protected "
    "public register reinterpret_cast requires restrict return sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typedef typeid typename "
    "union using virtual volatile while xor xor_eq "
    // qualifiers
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __restrict "
    "__launch_bounds__ __grid_constant__ __cluster_dims__ __forceinline__ __noinline__ __inline__ "
    "__inline __align__ __attribute__ __volatile__ __asm__ __extension__ __builtin_align__ "
    "__kernel __global __local __constant __private __generic __read_only __write_only "
    "__read_write "
    // types
    "void bool char short int long float double signed unsigned wchar_t char8_t char16_t char32_t "
    "size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t "
    "uint32_t uint64_t uchar ushort uint ulong longlong ulonglong half __half __half2 bfloat16 "
    "__nv_bfloat16 __nv_bfloat162 hip_bfloat16 dim3 __int128";

constexpr std::string_view kVectorBases =
    "char uchar short ushort int uint long ulong longlong ulonglong half float double";

// Every token that has a code, and a table of hashes over the words among them.
class TokenTable {
 public:
  TokenTable() {
    for (const char* text : {"", "ID", "N", "S", "OTHER"})
      spellings_.emplace_back(text);
    first_punctuator_ = spellings_.size();
    append(kPunctuators);
    first_word_ = spellings_.size();
    append(kDirectives);
    append(kKeptWords);
    for (const std::string& base : split(kVectorBases, ' ')) {
      for (const char* lanes : {"1", "2", "3", "4", "8", "16"})
        spellings_.push_back(base + lanes);
    }
    for (size_t code = first_word_; code < spellings_.size(); ++code)
      insert(static_cast<TokenCode>(code));
    for (size_t code = first_word_; code-- > first_punctuator_;)
      starts_[first_byte(code)] = static_cast<TokenCode>(code);
  }

  const std::string& spelling(TokenCode code) const { return spellings_.at(code); }

  TokenCode word(std::string_view text, TokenCode otherwise) const {
    for (size_t slot = hash(text);; ++slot) {
      const TokenCode code = slots_[slot % slots_.size()];
      if (code == 0) return otherwise;
      if (spellings_[code] == text) return code;
    }
  }

  // The longest punctuator that `text` begins with; kUnknown where it begins with none.
  TokenCode punctuator(std::string_view text) const {
    const TokenCode first = starts_[static_cast<unsigned char>(text.front())];
    if (first == 0) return kUnknown;
    for (size_t code = first; code < first_word_; ++code) {
      if (text.starts_with(spellings_[code])) return static_cast<TokenCode>(code);
    }
    return kUnknown;
  }

 private:
  void append(std::string_view words) {
    for (std::string& word : split(words, ' '))
      spellings_.push_back(std::move(word));
  }

  size_t first_byte(size_t code) const {
    return static_cast<unsigned char>(spellings_[code].front());
  }

  static size_t hash(std::string_view text) {
    uint32_t value = 2166136261U;
    for (const char c : text)
      value = (value ^ static_cast<unsigned char>(c)) * 16777619U;
    return value ^ (value >> 15U);
  }

  void insert(TokenCode code) {
    size_t slot = hash(spellings_[code]);
    while (slots_[slot % slots_.size()] != 0)
      ++slot;
    slots_[slot % slots_.size()] = code;
  }

  std::vector<std::string> spellings_;  // by code
  size_t first_punctuator_ = 0;
  size_t first_word_ = 0;
  std::array<TokenCode, 2048> slots_{};
  std::array<TokenCode, 256> starts_{};  // the first punctuator to try, by its first byte
};

const TokenTable& token_table() {
  static const TokenTable words;
  return words;
}

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

// Bytes of other alphabets count as letters.
bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_decimal(c) || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

class CodeReader {
 public:
  explicit CodeReader(std::string_view text) : text_(text) { codes_.reserve(text.size() / 4); }

  std::vector<TokenCode> read() && {
    while (at_ < text_.size())
      step();
    return std::move(codes_);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      line_start_ = true;
      ++at_;
      return;
    }
    if (is_blank(c)) {
      ++at_;
      return;
    }
    if (skip_continuation()) return;
    if (c == '/' && (peek(1) == '/' || peek(1) == '*')) return skip_comment();
    const bool first = line_start_;
    line_start_ = false;
    if (c == '#' && first) return directive();
    if (is_decimal(c) || (c == '.' && is_decimal(peek(1)))) return number();
    if (is_word_byte(c)) return word();
    if (c == '"' || c == '\'') return literal();
    const TokenCode code = table_.punctuator(text_.substr(at_));
    at_ += code == kUnknown ? 1 : table_.spelling(code).size();
    codes_.push_back(code);
  }

  // A backslash at the end of a line.
  bool skip_continuation() {
    if (peek() != '\\') return false;
    const size_t line_end = peek(1) == '\r' ? 2 : 1;
    if (peek(line_end) != '\n') return false;
    at_ += line_end + 1;
    return true;
  }

  void skip_comment() {
    if (text_[at_ + 1] == '*') {
      const size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      skip_line();
    }
  }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n')
      at_ += skip_continuation() ? 0 : 1;
  }

  std::string_view take_word() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_word_byte(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void directive() {
    ++at_;
    while (is_blank(peek()))
      ++at_;
    const std::string_view name = take_word();
    if (name == "include") return skip_line();
    codes_.push_back(table_.word("#" + std::string(name), table_.punctuator("#")));
  }

  void number() {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    for (char before = '\0'; at_ < text_.size(); before = text_[at_++]) {
      const char c = text_[at_];
      if (is_word_byte(c) || c == '.') continue;
      if (c == '\'' && is_word_byte(peek(1))) continue;
      const bool exponent =
          before == 'p' || before == 'P' || (!hex && (before == 'e' || before == 'E'));
      if (!exponent || (c != '+' && c != '-')) break;
    }
    codes_.push_back(kNumber);
  }

  void word() {
    const std::string_view text = take_word();
    const bool prefix = text == "L" || text == "u" || text == "U" || text == "u8";
    if (peek() == '"' && !text.empty() && text.back() == 'R' && text.size() <= 3) {
      return raw_string();
    }
    if (prefix && (peek() == '"' || peek() == '\'')) return literal();
    codes_.push_back(table_.word(text, kIdentifier));
  }

  void literal() {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    if (peek() == quote) ++at_;
    codes_.push_back(quote == '"' ? kString : kNumber);
  }

  // R"mark( ... )mark"
  void raw_string() {
    const size_t open = text_.find('(', at_);
    size_t end = std::string_view::npos;
    if (open != std::string_view::npos) {
      const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
      end = text_.find(close, open);
      if (end != std::string_view::npos) end += close.size();
    }
    at_ = end == std::string_view::npos ? text_.size() : end;
    codes_.push_back(kString);
  }

  const TokenTable& table_ = token_table();
  std::string_view text_;
  size_t at_ = 0;
  bool line_start_ = true;
  std::vector<TokenCode> codes_;
};

}  // namespace

std::vector<TokenCode> code_tokens(std::string_view text) {
  return CodeReader(text).read();
}

std::string token_text(TokenCode code) {
  return token_table().spelling(code);
}

std::string normalised_code(std::string_view text) {
  std::vector<std::string> words;
  for (const TokenCode code : code_tokens(text))
    words.push_back(token_text(code));
  return join(words, " ");
}

}  // namespace kcast::corpus
