#include "eval/suite_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"

namespace kcast::eval {
namespace {

using LaunchName = std::tuple<std::string, double, double>;  // kernel, blocks, threads

std::map<LaunchName, std::vector<const SuiteLaunch*>> by_name(
    std::span<const SuiteLaunch> launches) {
  std::map<LaunchName, std::vector<const SuiteLaunch*>> out;
  for (const SuiteLaunch& launch : launches)
    out[{plain_kernel_name(launch.kernel), launch.blocks, launch.threads}].push_back(&launch);
  return out;
}

BaseQuantities mean_values(std::span<const SuiteLaunch* const> launches) {
  BaseQuantities out;
  double all = 0;
  for (const SuiteLaunch* launch : launches)
    all += static_cast<double>(launch->count);
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    for (const SuiteLaunch* launch : launches)
      out.*metric.base += launch->values.*metric.base * static_cast<double>(launch->count) / all;
  }
  return out;
}

std::string launch_text(const LaunchName& name) {
  const auto& [kernel, blocks, threads] = name;
  return kernel + " " + format_number(blocks, 0) + " blocks of " + format_number(threads, 0);
}

}  // namespace

std::string plain_kernel_name(std::string_view printed) {
  // What is in brackets of any kind does not count: "void (anonymous namespace)::a<b>(float *)".
  std::string flat;
  int depth = 0;
  for (const char c : printed) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) flat += c;
    if (c == '>' || c == ')') --depth;
  }
  const std::string_view trimmed = trim(flat);
  const size_t cut = trimmed.find_last_of(" :*&");
  return std::string(cut == std::string_view::npos ? trimmed : trimmed.substr(cut + 1));
}

SuiteMatch match_launches(const std::string& program, std::span<const SuiteLaunch> measured,
                          std::span<const SuiteLaunch> predicted) {
  SuiteMatch out;
  const auto known = by_name(predicted);
  const auto read = by_name(measured);
  for (const auto& [name, launches] : read) {
    SuiteRow row;
    row.row.recipe = program;
    row.row.family = program;
    row.row.source = "suite";
    row.row.launch = launch_text(name);
    row.row.measured = mean_values(launches);
    for (const SuiteLaunch* launch : launches)
      row.row.time_spread = std::max(row.row.time_spread, launch->spread);
    row.row.numbers.blocks = std::get<1>(name);
    row.row.numbers.threads = std::get<2>(name);
    if (const auto found = known.find(name); found != known.end()) {
      row.predicted = mean_values(found->second);
    }
    out.rows.push_back(std::move(row));
  }
  for (const auto& [name, launches] : known) {
    if (!read.contains(name)) out.not_measured.push_back(launch_text(name));
  }
  return out;
}

}  // namespace kcast::eval
