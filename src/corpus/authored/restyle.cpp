#include "corpus/authored/restyle.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "corpus/authored/source_names.h"
#include "corpus/authored/source_tokens.h"
#include "corpus/draw.h"

namespace kcast::corpus {
namespace {

using NewNames = std::map<std::string, std::string, std::less<>>;

NewNames choose_source_names(const std::vector<SourceToken>& tokens, Rng& rng) {
  const std::vector<DeclaredName> names = renamable_names(tokens);
  std::set<std::string> taken;
  for (const SourceToken& token : tokens) {
    if (token.kind == Cut::Name) taken.emplace(token.text);
  }
  // Their own names are free again, since all of them change at once.
  for (const DeclaredName& name : names)
    taken.erase(name.name);
  NewNames map;
  for (const auto& [from, to] : choose_names(names, taken, rng)) {
    if (from != to) map.emplace(from, to);
  }
  return map;
}

// A comment about something that is called otherwise now would mislead. Shorter names are words
// of the language more often than not.
bool mentions_renamed(std::string_view comment, const NewNames& names) {
  constexpr size_t kShortest = 3;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t i = 0; i < comment.size();) {
    size_t end = i;
    while (end < comment.size() && is_word(comment[end]))
      ++end;
    if (end - i >= kShortest && names.contains(comment.substr(i, end - i))) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

// Drops the comment at `place`, the space before it, and its line if nothing else is on it.
void drop_comment(const std::vector<SourceToken>& tokens, size_t place,
                  std::vector<std::string>& out) {
  const bool has_blank = place > 0 && tokens[place - 1].kind == Cut::Blank &&
                         !tokens[place - 1].text.starts_with('\\');
  const size_t first = has_blank ? place - 1 : place;
  const bool starts_line = first == 0 || tokens[first - 1].kind == Cut::NewLine;
  const bool ends_line = place + 1 == tokens.size() || tokens[place + 1].kind == Cut::NewLine;
  // Between two words a space is left.
  out[place] = starts_line || ends_line ? "" : " ";
  if (has_blank && (ends_line || !starts_line)) out[first].clear();
  if (starts_line && ends_line && place + 1 < tokens.size()) out[place + 1].clear();
}

void change_source_comments(const std::vector<SourceToken>& tokens, const NewNames& names, Rng& rng,
                            std::vector<std::string>& out) {
  constexpr int kKept[] = {0, 40, 100};
  const int kept = kKept[weighted(rng, {30, 25, 45})];
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Cut::Comment) continue;
    const bool stays = percent(rng, kept);
    if (!stays || mentions_renamed(tokens[i].text, names)) drop_comment(tokens, i, out);
  }
}

// The blanks that begin a line of code, by their place.
std::vector<size_t> indents_of(const std::vector<SourceToken>& tokens) {
  std::vector<size_t> places;
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    const bool starts_line = tokens[i - 1].kind == Cut::NewLine;
    const bool is_indent = tokens[i].kind == Cut::Blank && !tokens[i].text.starts_with('\\');
    if (starts_line && is_indent && tokens[i + 1].kind != Cut::NewLine) places.push_back(i);
  }
  return places;
}

// Columns of a step: a tab, or the fewest spaces that any line begins with.
size_t indent_step(const std::vector<SourceToken>& tokens, const std::vector<size_t>& places) {
  size_t step = 8;
  for (const size_t place : places) {
    if (tokens[place].text.starts_with('\t')) return 1;
    if (tokens[place].text.size() >= 2) step = std::min(step, tokens[place].text.size());
  }
  return step;
}

// Another width of steps. What is left of a line that is aligned with another stays as it is.
void change_indents(const std::vector<SourceToken>& tokens, Rng& rng,
                    std::vector<std::string>& out) {
  const std::vector<size_t> places = indents_of(tokens);
  const size_t step = indent_step(tokens, places);
  const std::string unit = pick_of<std::string>(rng, {"  ", "  ", "    ", "    ", "   ", "\t"});
  for (const size_t place : places) {
    const size_t width = tokens[place].text.size();
    std::string indent;
    for (size_t k = 0; k < width / step; ++k)
      indent += unit;
    out[place] = indent + std::string(width % step, ' ');
  }
}

}  // namespace

std::string restyle_source(std::string_view cuda, uint64_t seed) {
  const std::vector<SourceToken> tokens = tokens_of_source(cuda);
  Rng name_rng = Rng::for_name(seed, "names");
  NewNames names;
  if (!percent(name_rng, 15)) names = choose_source_names(tokens, name_rng);
  std::vector<std::string> out;
  out.reserve(tokens.size());
  for (const SourceToken& token : tokens) {
    const auto found = token.kind == Cut::Name ? names.find(token.text) : names.end();
    out.emplace_back(found == names.end() ? token.text : found->second);
  }
  Rng indent_rng = Rng::for_name(seed, "indent");
  change_indents(tokens, indent_rng, out);
  Rng comment_rng = Rng::for_name(seed, "comments");
  change_source_comments(tokens, names, comment_rng, out);
  std::string text;
  for (const std::string& piece : out)
    text += piece;
  return text;
}

}  // namespace kcast::corpus
