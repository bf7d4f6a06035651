#include "frontend/parse/repair/member_targets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

namespace kcast::frontend {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
constexpr size_t kLongestHead = 400;  // characters of a declaration in front of its name
constexpr size_t kMostLookedAt =
    20'000'000;  // characters that are looked at, for all members together

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

size_t behind_spaces(std::string_view code, size_t at) {
  while (at < code.size() && is_space(code[at]))
    ++at;
  return at;
}

std::string_view last_word(std::string_view code, size_t end) {
  size_t begin = end;
  while (begin > 0 && is_of_word(code[begin - 1]))
    --begin;
  return code.substr(begin, end - begin);
}

// "C" of "C::m" and of "C<T>::m"; empty: neither.
std::string_view class_before(std::string_view code, size_t end) {
  if (end > 0 && code[end - 1] == '>') {
    int depth = 0;
    size_t at = end;
    const size_t least = end - std::min(end, kLongestHead);
    do {
      --at;
      depth += code[at] == '>' ? 1 : code[at] == '<' ? -1 : 0;
    } while (depth > 0 && at > least);
    end = at;
  }
  return last_word(code, end);
}

// Behind the last statement, brace or access specifier.
size_t begin_of_declaration(std::string_view code, size_t name) {
  const auto ends_other = [&](size_t at) {
    const char c = code[at];
    if (c == ';' || c == '{' || c == '}') return true;
    return c == ':' && code[at + 1] != ':' && (at == 0 || code[at - 1] != ':');
  };
  size_t begin = name;
  while (begin > 0 && name - begin < kLongestHead && !ends_other(begin - 1))
    --begin;
  return behind_spaces(code, begin);
}

// What follows the parameters, behind const and the like: '{' or ':' of a definition, ';' of a
// declaration; 0: something else.
char behind_parameters(std::string_view code, size_t open) {
  int depth = 0;
  size_t at = open;
  const size_t last = std::min(code.size(), open + 10 * kLongestHead);
  for (; at < last; ++at) {
    if (code[at] == ';' || code[at] == '{') return 0;
    depth += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  for (++at; at < last && (is_space(code[at]) || is_of_word(code[at]));)
    ++at;
  return at < code.size() ? code[at] : '\0';
}

std::string targets_of(std::string_view head) {
  std::string out;
  for (const std::string_view word : {"__host__", "__device__"}) {
    if (head.find(word) != kNowhere) out += std::string(word) + " ";
  }
  return out;
}

using Member = std::pair<std::string_view, std::string_view>;  // class and name

// What is said of members where they are defined outside of their classes; empty: nothing, or not
// the same of all that have the name.
std::map<Member, std::string> defined_outside(std::string_view code) {
  std::map<Member, std::string> out;
  for (size_t at = code.find("::"); at != kNowhere; at = code.find("::", at + 2)) {
    const std::string_view owner = class_before(code, at);
    const size_t length = code.substr(at, kLongestHead).find('(');
    if (owner.empty() || length == kNowhere) continue;
    const size_t open = at + length;
    size_t end = open;
    while (is_space(code[end - 1]))
      --end;
    if (end <= at + 2) continue;
    const std::string_view name = code.substr(at + 2, end - at - 2);
    const bool is_name =
        std::none_of(name.begin(), name.end(), is_space) && name.find_first_of(";{}:") == kNowhere;
    const char next = is_name ? behind_parameters(code, open) : '\0';
    if (next != '{' && next != ':') continue;
    const size_t begin = begin_of_declaration(code, at);
    const std::string targets =
        begin < at ? targets_of(code.substr(begin, at - begin)) : std::string();
    const auto [known, added] = out.try_emplace({owner, name}, targets);
    if (!added && known->second != targets) known->second.clear();
  }
  std::erase_if(out, [](const auto& member) { return member.second.empty(); });
  return out;
}

// The body of a class, behind its brace; empty: at `at` no class of the name is defined.
std::string_view class_body(std::string_view code, size_t at, std::string_view name, size_t& left) {
  size_t before = at;
  while (before > 0 && is_space(code[before - 1]))
    --before;
  const std::string_view keyword = last_word(code, before);
  const size_t after = at + name.size();
  if ((keyword != "class" && keyword != "struct") || before == at) return {};
  const size_t length = code.substr(after, kLongestHead).find_first_of("{;()=>");
  if (length == kNowhere || code[after + length] != '{' || is_of_word(code[after])) return {};
  const size_t open = after + length;
  int depth = 0;
  for (size_t i = open; i < code.size() && left > 0; ++i, --left) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    if (depth == 0) return code.substr(open + 1, i - open - 1);
  }
  return {};
}

// Where a declaration of the member that says nothing begins.
void add_silent(std::string_view code, std::string_view body, std::string_view name,
                std::vector<size_t>& out) {
  const auto first = static_cast<size_t>(body.data() - code.data());
  int depth = 0;
  size_t counted = 0;  // of the body, for the depth
  for (size_t at = body.find(name); at != kNowhere; at = body.find(name, at + 1)) {
    const size_t place = first + at;
    for (; counted < at; ++counted)
      depth += body[counted] == '{' ? 1 : body[counted] == '}' ? -1 : 0;
    if (depth > 0) continue;
    const size_t open = behind_spaces(code, place + name.size());
    if (is_of_word(code[place - 1]) || open >= code.size() || code[open] != '(') continue;
    if (behind_parameters(code, open) != ';') continue;
    const size_t begin = std::max(begin_of_declaration(code, place), first);
    const std::string_view head = code.substr(begin, place - begin);
    static constexpr std::array<std::string_view, 7> kOther = {
        "__device__", "__host__", "__global__", "template", "friend", "=", "("};
    if (std::none_of(kOther.begin(), kOther.end(),
                     [&](std::string_view word) { return head.find(word) != kNowhere; })) {
      out.push_back(begin);
    }
  }
}

}  // namespace

std::optional<std::string> respell_members(std::string_view text, std::string_view code) {
  std::map<size_t, std::string> added;
  size_t left = kMostLookedAt;
  for (const auto& [member, targets] : defined_outside(code)) {
    const auto& [owner, name] = member;
    if (left < code.size()) break;
    left -= code.size();
    for (size_t at = code.find(owner); at != kNowhere; at = code.find(owner, at + owner.size())) {
      const std::string_view body = class_body(code, at, owner, left);
      std::vector<size_t> places;
      if (!body.empty()) add_silent(code, body, name, places);
      for (const size_t place : places)
        added.emplace(place, targets);
    }
  }
  if (added.empty()) return std::nullopt;
  std::string out(text);
  for (auto change = added.rbegin(); change != added.rend(); ++change)
    out.insert(change->first, change->second);
  return out;
}

}  // namespace kcast::frontend
