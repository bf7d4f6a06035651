#include "plan/symbol_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>

#include "base/text.h"
#include "corpus/authored/source_tokens.h"

namespace kcast::plan {
namespace {

using corpus::SourceToken;

// A text with pieces to be put in front of its tokens.
class MarkedText {
 public:
  explicit MarkedText(std::string_view text)
      : tokens_(corpus::tokens_of_source(text)), places_(corpus::places_without_space(tokens_)) {}

  size_t size() const { return places_.size(); }
  std::string_view word(size_t i) const {
    return i < places_.size() ? tokens_[places_[i]].text : std::string_view();
  }
  void insert_before(size_t i, const std::string& piece) {
    added_[i < places_.size() ? places_[i] : tokens_.size()] += piece;
  }

  std::string text() const {
    std::string out;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (const auto piece = added_.find(i); piece != added_.end()) out += piece->second;
      out += tokens_[i].text;
    }
    if (const auto piece = added_.find(tokens_.size()); piece != added_.end()) out += piece->second;
    return out;
  }

 private:
  std::vector<corpus::SourceToken> tokens_;
  std::vector<size_t> places_;  // of the tokens that are no space
  std::map<size_t, std::string> added_;
};

// The variable that a call at i copies to; empty where there is none.
std::string copied_symbol(const MarkedText& text, size_t i) {
  const std::string_view word = text.word(i);
  if (!word.ends_with("MemcpyToSymbol") && !word.ends_with("MemcpyToSymbolAsync")) return "";
  const bool has_macro = text.word(i + 2) == "HIP_SYMBOL" && text.word(i + 3) == "(";
  const size_t name = has_macro ? i + 4 : i + 2;
  const bool is_plain = text.word(name + 1) == (has_macro ? ")" : ",");
  return text.word(i + 1) == "(" && is_plain ? std::string(text.word(name)) : "";
}

// The place behind the semicolon that ends what begins at i.
size_t statement_end(const MarkedText& text, size_t i) {
  while (i < text.size() && text.word(i) != ";")
    ++i;
  return i + 1;
}

// Where a variable of the GPU is declared: the place behind its name and brackets.
std::optional<size_t> declarator_end(const MarkedText& text, const std::string& symbol) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.word(i) != "__constant__" && text.word(i) != "__device__") continue;
    const size_t end = statement_end(text, i);
    for (size_t k = i; k < end && text.word(k) != "(" && text.word(k) != "{"; ++k) {
      if (text.word(k) != symbol) continue;
      for (++k; text.word(k) == "["; ++k) {
        while (k < end && text.word(k) != "]")
          ++k;
      }
      return k;
    }
  }
  return std::nullopt;
}

std::string question_kernel(const std::string& symbol) {
  return "kcast_symbol_" + symbol;
}

std::string real_text(double value, int64_t bytes) {
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), bytes <= 4 ? "%.9g" : "%.17g", value);
  return buffer.data();
}

// Nothing for a number that is not known or that no initialiser can have.
std::optional<std::string> value_text(const HostArgument& member, const ParameterMember& declared) {
  const HostValue& value = member.value;
  if (member.kind != ArgumentKind::Scalar || !value.known() || declared.is_pointer) {
    return std::nullopt;
  }
  if (value.real) {
    const bool is_plain = declared.element_type == "float" || declared.element_type == "double";
    if (!is_plain || !std::isfinite(*value.real)) return std::nullopt;
    return real_text(*value.real, declared.size_bytes);
  }
  const bool is_unsigned = declared.element_type.starts_with("unsigned");
  if (*value.integer >= 0 || !is_unsigned) return std::to_string(*value.integer);
  const int64_t bits = std::min<int64_t>(declared.size_bytes, 8) * 8;
  return std::to_string(static_cast<uint64_t>(*value.integer) & (~uint64_t{0} >> (64 - bits)));
}

const Kernel* kernel_named(const Inspection& answers, const std::string& name) {
  for (const Kernel& kernel : answers.kernels)
    if (kernel.name == name || kernel.name.ends_with("::" + name)) return &kernel;
  return nullptr;
}

Error unknown_values(const std::string& symbol) {
  return {ErrorCode::Unsupported,
          "host code sets variable '" + symbol + "' of the GPU to values that only a run shows"};
}

// "{1, 2, 3}" as the one launch of its kernel says.
Result<std::string> initialiser(const std::string& symbol, const Inspection& answers) {
  const Kernel* kernel = kernel_named(answers, question_kernel(symbol));
  if (kernel == nullptr || kernel->parameters.size() != 1) return unknown_values(symbol);
  const std::vector<ParameterMember>& declared = kernel->parameters[0].members;
  const HostArgument* given = nullptr;
  for (const HostLaunch& launch : answers.launches) {
    if (launch.kernel != kernel->mangled || launch.arguments.size() != 1) continue;
    if (given != nullptr && *given != launch.arguments[0]) return unknown_values(symbol);
    given = &launch.arguments[0];
  }
  if (given == nullptr || declared.empty() || declared.size() != given->members.size()) {
    return unknown_values(symbol);
  }
  const ParameterMember& last = declared.back();
  const bool is_whole = declared.size() < kMaxParameterMembers ||
                        last.offset_bytes + last.size_bytes == kernel->parameters[0].size_bytes;
  if (!is_whole) return unknown_values(symbol);
  std::vector<std::string> values;
  for (size_t i = 0; i < declared.size(); ++i) {
    const auto value = value_text(given->members[i], declared[i]);
    if (!value) return unknown_values(symbol);
    values.push_back(*value);
  }
  return "{" + join(values, ", ") + "}";
}

}  // namespace

std::vector<std::string> symbols_of_host(std::string_view text) {
  if (text.find("MemcpyToSymbol") == std::string_view::npos) return {};
  const MarkedText marked(text);
  std::vector<std::string> symbols;
  for (size_t i = 0; i < marked.size(); ++i) {
    const std::string symbol = copied_symbol(marked, i);
    if (symbol.empty()) continue;
    if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end()) {
      symbols.push_back(symbol);
    }
  }
  return symbols;
}

std::string with_symbol_questions(std::string_view text, const std::vector<std::string>& symbols) {
  MarkedText marked(text);
  for (const std::string& symbol : symbols) {
    const auto declared = declarator_end(marked, symbol);
    if (!declared) continue;
    const std::string holder = "KcastSymbol_" + symbol;
    marked.insert_before(statement_end(marked, *declared),
                         "struct " + holder + " { decltype(" + symbol + ") value; };\n" +
                             "__global__ void " + question_kernel(symbol) + "(" + holder +
                             " held) {}\n");
    for (size_t i = 0; i < marked.size(); ++i) {
      if (copied_symbol(marked, i) != symbol) continue;
      marked.insert_before(
          statement_end(marked, i),
          question_kernel(symbol) + "<<<1, 1>>>(*(const " + holder + "*)&" + symbol + ");\n");
    }
  }
  return marked.text();
}

Result<std::string> with_symbol_values(std::string_view text,
                                       const std::vector<std::string>& symbols,
                                       const Inspection& answers) {
  MarkedText marked(text);
  for (const std::string& symbol : symbols) {
    const auto declared = declarator_end(marked, symbol);
    const std::string_view next = declared ? marked.word(*declared) : std::string_view();
    if (next != "," && next != ";") return unknown_values(symbol);
    KCAST_TRY(const std::string values, initialiser(symbol, answers));
    marked.insert_before(*declared, " = " + values);
  }
  return marked.text();
}

}  // namespace kcast::plan
