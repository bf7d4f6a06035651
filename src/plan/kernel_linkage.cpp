#include "plan/kernel_linkage.h"

#include <set>
#include <vector>

#include "corpus/authored/source_tokens.h"

namespace kcast::plan {

std::string with_visible_kernels(std::string_view text) {
  const std::vector<corpus::SourceToken> tokens = corpus::tokens_of_source(text);
  const std::vector<size_t> places = corpus::places_without_space(tokens);
  const auto word = [&](size_t i) {
    return i < places.size() ? tokens[places[i]].text : std::string_view();
  };
  std::set<size_t> dropped;
  std::vector<bool> is_unnamed;  // of the braces that are open
  for (size_t i = 0; i < places.size(); ++i) {
    if (tokens[places[i]].in_directive) continue;
    const bool is_static = word(i) == "static" && word(i + 1) == "__global__";
    const bool is_static_after = word(i) == "static" && i > 0 && word(i - 1) == "__global__";
    const bool opens = word(i) == "{";
    const bool opens_unnamed = opens && i > 0 && word(i - 1) == "namespace";
    if (opens) is_unnamed.push_back(opens_unnamed);
    if (opens_unnamed) dropped.insert(places[i - 1]);
    if (opens_unnamed || is_static || is_static_after) dropped.insert(places[i]);
    if (word(i) == "}" && !is_unnamed.empty()) {
      if (is_unnamed.back()) dropped.insert(places[i]);
      is_unnamed.pop_back();
    }
  }
  std::string out;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (!dropped.contains(i)) out += tokens[i].text;
  return out;
}

}  // namespace kcast::plan
