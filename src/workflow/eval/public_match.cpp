#include "workflow/eval/public_match.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/text.h"
#include "eval/suite_rows.h"

namespace kcast::workflow {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The name with what it stands in, without result and parameters.
std::string_view qualified_name(std::string_view printed) {
  int depth = 0;
  for (size_t i = 0; i < printed.size(); ++i) {
    const char c = printed[i];
    const bool is_namespace = printed.substr(i).starts_with("(anonymous namespace)");
    if (c == '(' && depth == 0 && !is_namespace) return trim(printed.substr(0, i));
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
  }
  return trim(printed);
}

// "(bool)1", "8u" and "256UL" are "true", "8" and "256", as compilers print them otherwise.
std::string plain_argument(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ') out += c;
  }
  const bool is_bool = out.starts_with("(bool)");
  if (out.starts_with("(")) out.erase(0, out.find(')') + 1);
  if (is_bool) return out == "1" || out == "true" ? "true" : "false";
  if (out.empty() || !(is_digit(out[0]) || out[0] == '-')) return out;
  while (!out.empty() && std::string_view("uUlL").find(out.back()) != std::string_view::npos)
    out.pop_back();
  return out;
}

double threads_of(const std::array<int64_t, 3>& grid, const std::array<int64_t, 3>& block) {
  double out = 1;
  for (size_t i = 0; i < 3; ++i)
    out *= static_cast<double>(grid[i]) * static_cast<double>(block[i]);
  return out;
}

}  // namespace

std::string template_arguments_of(std::string_view printed) {
  const std::string_view name = qualified_name(printed);
  if (!name.ends_with(">")) return "";
  size_t start = name.size() - 1;
  for (int depth = 0; start > 0; --start) {
    if (name[start] == '>') ++depth;
    if (name[start] == '<' && --depth == 0) break;
  }
  std::vector<std::string> arguments;
  std::string current;
  int depth = 0;
  for (const char c : name.substr(start + 1, name.size() - start - 2)) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0) {
      arguments.push_back(plain_argument(current));
      current.clear();
    } else {
      current += c;
    }
  }
  arguments.push_back(plain_argument(current));
  return join(arguments, ",");
}

std::optional<PublicMatch> match_reading(const PublicReading& reading,
                                         std::span<const OrderedPrediction> predictions) {
  const std::string name = eval::plain_kernel_name(reading.kernel);
  const std::string arguments = template_arguments_of(reading.kernel);
  const double threads = threads_of(reading.grid, reading.block);
  // Compared part by part: smaller is better. A launch without a line is one that nobody makes.
  using MatchOrder = std::tuple<bool, bool, double, int64_t, size_t>;
  std::optional<PublicMatch> best;
  MatchOrder least;
  for (size_t i = 0; i < predictions.size(); ++i) {
    const predict::LaunchPrediction& entry = predictions[i].entry;
    if (eval::plain_kernel_name(entry.name) != name) continue;
    const bool same = entry.launch.grid == reading.grid && entry.launch.block == reading.block;
    const double ratio = threads_of(entry.launch.grid, entry.launch.block) / threads;
    const int64_t line =
        entry.launch_line > 0 ? entry.launch_line : std::numeric_limits<int64_t>::max();
    const MatchOrder rank(template_arguments_of(entry.name) != arguments, !same,
                          same ? 0 : std::abs(std::log(ratio)), line, predictions[i].order);
    if (best && least <= rank) continue;
    best = PublicMatch{i, same};
    least = rank;
  }
  return best;
}

}  // namespace kcast::workflow
