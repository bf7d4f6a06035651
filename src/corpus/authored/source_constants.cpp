#include "corpus/authored/source_constants.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/text.h"
#include "corpus/authored/constant_value.h"
#include "corpus/authored/source_tokens.h"

namespace kcast::corpus {
namespace {

// A name with what it is set to, as places in the list of tokens.
struct NamedValue {
  std::string name;
  bool is_fixed = false;  // a macro, an enumerator, const or constexpr
  size_t first = 0;       // the value's first token, and the one after its last
  size_t end = 0;
  std::optional<int64_t> value;
};

bool is_specifier(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "static", "const", "constexpr",  "inline", "volatile",
      "std",    "::",    "__device__", "auto",   "__constant__"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

// Words that stand before a name and a brace, and are no type.
bool is_no_type(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "return", "else",  "do",   "new",    "throw", "case",   "namespace", "class",
      "union",  "using", "goto", "delete", "float", "double", "bool",      "typename"};
  return is_integer_type_word(word) ||
         std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

// 1.5 and 1e6. A member of unknown type may be no integer.
bool is_real_number(std::string_view word) {
  return std::isdigit(static_cast<unsigned char>(word.front())) != 0 && !word.starts_with("0x") &&
         !word.starts_with("0X") && word.find_first_of(".eE") != std::string_view::npos;
}

class ConstantFinder {
 public:
  explicit ConstantFinder(const std::vector<SourceToken>& tokens)
      : tokens_(tokens), places_(places_without_space(tokens)) {}

  std::vector<NamedValue> find() {
    for (size_t i = 0; i < places_.size(); ++i) {
      if (at(i).in_directive) {
        if (text(i) == "#" && text(i + 1) == "define") read_macro(i + 2);
      } else if (text(i) == "enum") {
        read_enum(i);
      } else if (begins_statement(i)) {
        read_declaration(i);
        read_member(i);
        read_aggregate(i);
      }
    }
    return std::move(found_);
  }

 private:
  const SourceToken& at(size_t i) const { return tokens_[places_[i]]; }
  std::string_view text(size_t i) const {
    return i < places_.size() ? at(i).text : std::string_view();
  }
  bool is_name(size_t i) const { return i < places_.size() && at(i).kind == Cut::Name; }

  bool begins_statement(size_t i) const {
    if (i == 0 || at(i - 1).in_directive) return true;
    const std::string_view before = text(i - 1);
    return before == ";" || before == "{" || before == "}" || before == ":";
  }

  void read_macro(size_t i) {
    const bool has_parameters =
        i < places_.size() && places_[i] + 1 < tokens_.size() && tokens_[places_[i] + 1].is("(");
    size_t end = i + 1;
    while (end < places_.size() && at(end).in_directive && text(end) != "#")
      ++end;
    if (is_name(i) && !has_parameters && end > i + 1) add(text(i), i + 1, end, true);
  }

  // enum Name : int { A = 4, B };
  void read_enum(size_t i) {
    while (i < places_.size() && text(i) != "{" && text(i) != ";" && text(i) != ")")
      ++i;
    for (; text(i) == "{" || text(i) == ",";) {
      const size_t end = end_of_value(++i);
      if (text(i + 1) == "=") add(text(i), i + 2, end, true);
      i = end;
    }
  }

  // static const int a = 4, b = 5;
  void read_declaration(size_t i) {
    bool has_type = false;
    bool is_fixed = false;
    for (; is_specifier(text(i)) || is_integer_type_word(text(i)); ++i) {
      has_type = has_type || is_integer_type_word(text(i)) || text(i) == "auto";
      is_fixed = is_fixed || text(i) == "const" || text(i) == "constexpr";
    }
    if (!has_type) return;
    for (;; ++i) {
      const size_t end = end_of_value(i);
      if (text(end) != "," && text(end) != ";") return;
      if (is_name(i) && text(i + 1) == "=") add(text(i), i + 2, end, is_fixed);
      i = end;
      if (text(end) == ";") return;
    }
  }

  // p.rows = 4;
  void read_member(size_t i) {
    if (!is_name(i)) return;
    std::string name(text(i++));
    for (; text(i) == "." && is_name(i + 1); i += 2)
      name += "." + std::string(text(i + 1));
    const size_t end = end_of_value(i);
    if (name.find('.') == std::string::npos || text(i) != "=" || text(end) != ";") return;
    add_member(name, i + 1, end, false);
  }

  // const space::Shape a = {4, 5}, b{6, 7};
  void read_aggregate(size_t i) {
    bool is_fixed = false;
    for (; is_specifier(text(i)) || text(i) == "struct"; ++i)
      is_fixed = is_fixed || text(i) == "const" || text(i) == "constexpr";
    while (is_name(i) && text(i + 1) == "::")
      i += 2;
    if (!is_name(i) || is_no_type(text(i))) return;
    do {
      ++i;
      const size_t open = text(i + 1) == "=" ? i + 2 : i + 1;
      if (!is_name(i) || text(open) != "{") return;
      i = read_elements(std::string(text(i)), open, is_fixed);
    } while (text(i) == ",");
  }

  // {4, 5}; the place behind it.
  size_t read_elements(const std::string& variable, size_t i, bool is_fixed) {
    for (size_t number = 0; text(i) == "{" || text(i) == ","; ++number) {
      const size_t end = end_of_value(i + 1);
      add_member(variable + "." + std::to_string(number), i + 1, end, is_fixed);
      i = end;
    }
    return i + 1;
  }

  // The comma, semicolon or bracket that ends what begins at i.
  size_t end_of_value(size_t i) const {
    int depth = 0;
    for (; i < places_.size() && !at(i).in_directive; ++i) {
      const std::string_view word = text(i);
      if (depth == 0 && (word == "," || word == ";")) break;
      if (word == "(" || word == "[" || word == "{") ++depth;
      if ((word == ")" || word == "]" || word == "}") && --depth < 0) break;
    }
    return i;
  }

  // argc > 1 ? atoi(argv[1]) : 1000 has the value behind the colon.
  size_t skip_argument(size_t first, size_t end) const {
    bool asks_for_arguments = false;
    for (size_t i = first; i < end; ++i) {
      asks_for_arguments = asks_for_arguments || text(i) == "argc";
      if (asks_for_arguments && text(i) == ":") return i + 1;
    }
    return first;
  }

  void add(std::string_view name, size_t first, size_t end, bool is_fixed) {
    first = skip_argument(first, end);
    if (first >= end) return;
    std::vector<std::string_view> words;
    for (size_t i = first; i < end; ++i)
      words.push_back(text(i));
    found_.push_back(
        {std::string(name), is_fixed, places_[first], places_[end - 1] + 1, constant_value(words)});
  }

  void add_member(const std::string& name, size_t first, size_t end, bool is_fixed) {
    const size_t before = found_.size();
    add(name, first, end, is_fixed);
    for (size_t i = first; i < end && found_.size() > before; ++i)
      if (is_real_number(text(i))) found_.back().value.reset();
  }

  const std::vector<SourceToken>& tokens_;
  std::vector<size_t> places_;  // of the tokens that are no space
  std::vector<NamedValue> found_;
};

using ByName = std::map<std::string_view, std::vector<const NamedValue*>, std::less<>>;

// Constants hide variables of their name.
ByName group_by_name(const std::vector<NamedValue>& found) {
  ByName groups;
  for (const NamedValue& value : found)
    groups[value.name].push_back(&value);
  for (auto& [name, group] : groups) {
    const bool has_fixed =
        std::any_of(group.begin(), group.end(), [](const auto* value) { return value->is_fixed; });
    if (has_fixed) std::erase_if(group, [](const auto* value) { return !value->is_fixed; });
  }
  return groups;
}

Error unknown_constant(const std::string& name, const ByName& groups) {
  std::vector<std::string> names;
  for (const auto& [known, group] : groups)
    if (group.size() == 1 && group[0]->value) names.emplace_back(known);
  const auto near = nearest(name, names);
  const std::string help = near            ? "; did you mean '" + *near + "'?"
                           : names.empty() ? "; there is none"
                                           : "; there are " + join(names, ", ");
  return {ErrorCode::InvalidInput, "no integer constant '" + name + "'" + help};
}

std::vector<std::string_view> words_of(const std::vector<SourceToken>& tokens,
                                       const NamedValue& value) {
  std::vector<std::string_view> words;
  for (size_t i = value.first; i < value.end; ++i)
    if (!tokens[i].is_space()) words.push_back(tokens[i].text);
  return words;
}

Result<const NamedValue*> only_value(const std::string& name, const ByName& groups,
                                     const std::vector<SourceToken>& tokens) {
  const auto found = groups.find(name);
  if (found == groups.end()) return unknown_constant(name, groups);
  if (found->second.size() > 1) {
    return Error{ErrorCode::InvalidInput,
                 "'" + name + "' is declared more than once, so it is not clear which is meant"};
  }
  const NamedValue* value = found->second.front();
  if (value->value) return value;
  std::string text;
  for (const std::string_view word : words_of(tokens, *value))
    text += (text.empty() ? "" : " ") + std::string(word);
  return Error{ErrorCode::InvalidInput,
               "'" + name + "' is no integer constant: it is '" + text + "'"};
}

}  // namespace

std::vector<SourceConstant> integer_constants(std::string_view cuda) {
  const std::vector<SourceToken> tokens = tokens_of_source(cuda);
  const std::vector<NamedValue> found = ConstantFinder(tokens).find();
  const ByName groups = group_by_name(found);
  std::vector<SourceConstant> constants;
  for (const NamedValue& value : found) {
    const auto& group = groups.find(value.name)->second;
    if (group.size() == 1 && group[0] == &value && value.value) {
      constants.push_back({std::string(value.name), *value.value});
    }
  }
  return constants;
}

Result<std::string> with_constants(std::string_view cuda, const ConstantValues& values) {
  const std::vector<SourceToken> tokens = tokens_of_source(cuda);
  const std::vector<NamedValue> found = ConstantFinder(tokens).find();
  const ByName groups = group_by_name(found);
  std::map<size_t, std::pair<size_t, std::string>> changes;  // by the first token: end, new text
  for (const auto& [name, value] : values) {
    KCAST_TRY(const NamedValue* place, only_value(name, groups, tokens));
    changes[place->first] = {place->end, spelled_like(value, words_of(tokens, *place))};
  }
  std::string text;
  for (size_t i = 0; i < tokens.size();) {
    const auto change = changes.find(i);
    text += change == changes.end() ? std::string(tokens[i].text) : change->second.second;
    i = change == changes.end() ? i + 1 : change->second.first;
  }
  return text;
}

}  // namespace kcast::corpus
