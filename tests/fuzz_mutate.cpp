#include "fuzz_mutate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace kcast {

namespace {

constexpr size_t kMaxBytes = size_t{1} << 18;

// Words that open, close, declare or mean something to some part of the front end.
constexpr std::array<std::string_view, 48> kWords = {"{",
                                                     "}",
                                                     "(",
                                                     ")",
                                                     "[",
                                                     "]",
                                                     "<",
                                                     ">",
                                                     "<<<",
                                                     ">>>",
                                                     ";",
                                                     ",",
                                                     "::",
                                                     "->",
                                                     "\"",
                                                     "'",
                                                     "/*",
                                                     "*/",
                                                     "//",
                                                     "#",
                                                     "\\\n",
                                                     "template <",
                                                     "typename T",
                                                     "__global__ ",
                                                     "__device__ ",
                                                     "__shared__ ",
                                                     "extern ",
                                                     "struct ",
                                                     "class X {",
                                                     "namespace n {",
                                                     "operator ",
                                                     "return ",
                                                     "for (;;) {",
                                                     "while (1) ",
                                                     "goto again;",
                                                     "sizeof(",
                                                     "auto ",
                                                     "decltype(",
                                                     "constexpr ",
                                                     "volatile ",
                                                     "unsigned long long ",
                                                     "float4 ",
                                                     "asm(\"",
                                                     "__kernel ",
                                                     "__local ",
                                                     "#define X X X\n",
                                                     "#include \"fuzz.h\"\n",
                                                     "#if 1\n"};

constexpr std::array<std::string_view, 16> kNumbers = {"-1",
                                                       "0",
                                                       "1",
                                                       "2147483647",
                                                       "-2147483648",
                                                       "4294967296",
                                                       "9223372036854775807",
                                                       "18446744073709551615",
                                                       "99999999999999999999999",
                                                       "1e308",
                                                       "1e-320",
                                                       "0x7fffffff",
                                                       "-0.0",
                                                       "1000000000",
                                                       "33",
                                                       "1 << 31"};

size_t place_in(const std::string& text, Rng& rng) {
  return static_cast<size_t>(rng.below(text.size() + 1));
}

// Begin and end of a random line, with its newline.
std::pair<size_t, size_t> some_line(const std::string& text, Rng& rng) {
  const size_t at = place_in(text, rng);
  const size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  const size_t newline = text.find('\n', begin);
  return {begin, newline == std::string::npos ? text.size() : newline + 1};
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Begin and end of a random token: a word, or one other character.
std::pair<size_t, size_t> some_token(const std::string& text, Rng& rng) {
  if (text.empty()) return {0, 0};
  size_t begin = static_cast<size_t>(rng.below(text.size()));
  size_t end = begin + 1;
  if (is_word(text[begin])) {
    while (begin > 0 && is_word(text[begin - 1]))
      --begin;
    while (end < text.size() && is_word(text[end]))
      ++end;
  }
  return {begin, end};
}

using Range = std::pair<size_t, size_t>;

void swap_ranges(std::string& text, Range a, Range b) {
  if (a.first > b.first) std::swap(a, b);
  if (a.second > b.first) return;
  const std::string first = text.substr(a.first, a.second - a.first);
  const std::string second = text.substr(b.first, b.second - b.first);
  text.replace(b.first, b.second - b.first, first);
  text.replace(a.first, a.second - a.first, second);
}

void repeat(std::string& text, Range range, Rng& rng) {
  const std::string part = text.substr(range.first, range.second - range.first);
  // Mostly once; sometimes often enough to nest or recurse deeply.
  const uint64_t times = rng.chance(0.05) ? 1 + rng.below(400) : 1;
  std::string copies;
  for (uint64_t i = 0; i < times && copies.size() < kMaxBytes; ++i)
    copies += part;
  text.insert(range.second, copies);
}

void change_number(std::string& text, Rng& rng) {
  std::vector<Range> numbers;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool starts =
        std::isdigit(static_cast<unsigned char>(text[i])) != 0 && (i == 0 || !is_word(text[i - 1]));
    if (!starts) continue;
    size_t end = i + 1;
    while (end < text.size() && (is_word(text[end]) || text[end] == '.'))
      ++end;
    numbers.emplace_back(i, end);
    i = end;
  }
  if (numbers.empty()) return;
  const Range range = numbers[static_cast<size_t>(rng.below(numbers.size()))];
  text.replace(range.first, range.second - range.first,
               kNumbers[static_cast<size_t>(rng.below(kNumbers.size()))]);
}

void insert_bytes(std::string& text, Rng& rng) {
  std::string bytes;
  const uint64_t count = 1 + rng.below(8);
  for (uint64_t i = 0; i < count; ++i)
    bytes += static_cast<char>(rng.below(256));
  text.insert(place_in(text, rng), bytes);
}

// A word, or the same bracket many times.
void insert_word(std::string& text, Rng& rng) {
  const std::string_view word = kWords[static_cast<size_t>(rng.below(kWords.size()))];
  const uint64_t times = rng.chance(0.02) ? 1 + rng.below(3000) : 1;
  std::string words;
  for (uint64_t i = 0; i < times; ++i)
    words += word;
  text.insert(place_in(text, rng), words);
}

void mutate_once(std::string& text, std::span<const std::string> others, Rng& rng) {
  switch (rng.below(13)) {
    case 0:
      text.resize(place_in(text, rng));
      return;
    case 1:
      text.erase(0, place_in(text, rng));
      return;
    case 2: {
      const Range line = some_line(text, rng);
      text.erase(line.first, line.second - line.first);
      return;
    }
    case 3:
      repeat(text, some_line(text, rng), rng);
      return;
    case 4:
      swap_ranges(text, some_line(text, rng), some_line(text, rng));
      return;
    case 5: {
      const Range token = some_token(text, rng);
      text.erase(token.first, token.second - token.first);
      return;
    }
    case 6:
      repeat(text, some_token(text, rng), rng);
      return;
    case 7:
      swap_ranges(text, some_token(text, rng), some_token(text, rng));
      return;
    case 8:
      insert_bytes(text, rng);
      return;
    case 9:
    case 10:
      insert_word(text, rng);
      return;
    case 11:
      change_number(text, rng);
      return;
    default: {
      if (others.empty()) return;
      const std::string& other = others[static_cast<size_t>(rng.below(others.size()))];
      text = text.substr(0, text.size() / 2) + other.substr(other.size() / 2);
    }
  }
}

}  // namespace

std::string mutate_source(std::string text, std::span<const std::string> others, Rng& rng) {
  const uint64_t count = 1 + rng.below(4);
  for (uint64_t i = 0; i < count; ++i) {
    mutate_once(text, others, rng);
    if (text.size() > kMaxBytes) text.resize(kMaxBytes);
  }
  return text;
}

}  // namespace kcast
