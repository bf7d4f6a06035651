#include "corpus/neutral/parse/parser_state.h"

#include <algorithm>

#include "base/text.h"

namespace kcast::corpus {
namespace {

struct TypeWord {
  std::string_view word;
  Scalar scalar;
};

constexpr TypeWord kScalarWords[] = {
    {"void", Scalar::Void},     {"bool", Scalar::Bool}, {"i8", Scalar::I8},
    {"u8", Scalar::U8},         {"i16", Scalar::I16},   {"u16", Scalar::U16},
    {"int", Scalar::Int},       {"uint", Scalar::UInt}, {"long", Scalar::Long},
    {"ulong", Scalar::ULong},   {"half", Scalar::Half}, {"float", Scalar::Float},
    {"double", Scalar::Double},
};

constexpr TypeWord kVectorWords[] = {
    {"char", Scalar::I8},     {"uchar", Scalar::U8},      {"short", Scalar::I16},
    {"ushort", Scalar::U16},  {"int", Scalar::Int},       {"uint", Scalar::UInt},
    {"long", Scalar::Long},   {"ulong", Scalar::ULong},   {"half", Scalar::Half},
    {"float", Scalar::Float}, {"double", Scalar::Double},
};

}  // namespace

std::optional<Type> type_of_word(std::string_view word, const std::vector<std::string>& records) {
  for (const TypeWord& known : kScalarWords) {
    if (known.word == word) return plain(known.scalar);
  }
  if (word.size() > 1 && (word.back() == '2' || word.back() == '4')) {
    for (const TypeWord& known : kVectorWords) {
      if (known.word != word.substr(0, word.size() - 1)) continue;
      Type type = plain(known.scalar);
      type.lanes = word.back() - '0';
      if (type.scalar == Scalar::Half && type.lanes == 4) return std::nullopt;
      return type;
    }
  }
  const auto found = std::find(records.begin(), records.end(), word);
  if (found == records.end()) return std::nullopt;
  Type type;
  type.record = static_cast<int>(found - records.begin());
  return type;
}

size_t ParserState::place_of(int ahead) const {
  size_t place = at_;
  while (true) {
    while (tokens_[place].kind == Token::Kind::Comment)
      ++place;
    if (ahead-- == 0 || tokens_[place].kind == Token::Kind::End) return place;
    ++place;
  }
}

const Token& ParserState::peek(int ahead) const {
  return tokens_[place_of(ahead)];
}

const Token& ParserState::next() {
  const size_t place = place_of(0);
  at_ = std::min(place + 1, tokens_.size() - 1);
  return tokens_[place];
}

bool ParserState::take(std::string_view text) {
  if (!sees(text)) return false;
  next();
  return true;
}

void ParserState::expect(std::string_view text) {
  if (take(text)) return;
  fail("expected '" + std::string(text) + "' before '" +
       (at_end() ? "the end" : std::string(peek().text)) + "'");
}

std::string ParserState::name(std::string_view what) {
  if (peek().kind != Token::Kind::Name) {
    fail("expected " + std::string(what) + " before '" +
         (at_end() ? "the end" : std::string(peek().text)) + "'");
    return {};
  }
  return std::string(next().text);
}

int64_t ParserState::integer() {
  const bool negative = take("-");
  const Token token = peek();
  for (const NamedConstant& constant : constants) {
    if (constant.name == token.text) {
      next();
      return negative ? -constant.value : constant.value;
    }
  }
  const auto value = parse_int(token.text);
  if (token.kind != Token::Kind::Number || !value) {
    fail("expected an integer before '" + std::string(token.text) + "'");
    return 0;
  }
  next();
  return negative ? -*value : *value;
}

std::vector<std::string> ParserState::take_comments() {
  std::vector<std::string> comments;
  for (; tokens_[at_].kind == Token::Kind::Comment; ++at_)
    comments.emplace_back(tokens_[at_].text);
  return comments;
}

void ParserState::fail(std::string message) {
  fail_at(peek().line, std::move(message));
}

void ParserState::fail_at(int line, std::string message) {
  if (error_.empty()) error_ = "line " + std::to_string(line) + ": " + std::move(message);
  at_ = tokens_.size() - 1;
}

}  // namespace kcast::corpus
