#include "analyze/tools/compare.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <vector>

#include "analyze/machine/classes.h"
#include "base/files.h"
#include "base/text.h"

namespace kcast::tools {

using machine::Classes;
using machine::kCounters;
namespace {

constexpr double kThreads = 8 * 128;

struct Launch {
  std::string name;
  std::map<std::string, double> opcodes;  // per thread
  double warp_instructions = 0;
  std::map<std::string, double> readings;  // per thread, by class
};

// One record of a CSV file; quotes protect commas.
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char letter : line) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      fields.emplace_back();
    } else if (letter != '\r') {
      fields.back() += letter;
    }
  }
  return fields;
}

double csv_number(const std::string& text) {
  std::string digits;
  for (const char letter : text) {
    if (letter != ',') digits += letter;
  }
  return std::strtod(digits.c_str(), nullptr);
}

// "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum" -> "fadd"; empty for others.
std::string class_of_metric(const std::string& metric) {
  const size_t start = metric.find("_op_");
  const size_t end = metric.find("_pred_on");
  if (metric.find("sass_thread_inst_executed") == std::string::npos || start == std::string::npos ||
      end == std::string::npos || end < start + 4) {
    return metric.find("__inst_executed.sum") != std::string::npos ? "warp_instructions" : "";
  }
  return metric.substr(start + 4, end - start - 4);
}

Result<std::vector<Launch>> read_expected(const std::string& path) {
  KCAST_TRY(const std::string text, read_file(path));
  std::vector<Launch> launches;
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() < 4 || fields[0] == "kernel") continue;
    Launch launch;
    launch.name = fields[0] + " " + fields[1];
    launch.warp_instructions = std::strtod(fields[2].c_str(), nullptr);
    for (const std::string& word : split(fields.back(), ' ')) {
      const size_t colon = word.find(':');
      if (colon == std::string::npos) continue;
      launch.opcodes[word.substr(0, colon)] = std::strtod(word.c_str() + colon + 1, nullptr);
    }
    launches.push_back(launch);
  }
  return launches;
}

Status add_readings(const std::string& path, std::vector<Launch>& launches) {
  KCAST_TRY(const std::string text, read_file(path));
  std::vector<std::string> header;
  size_t row = 0;
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> fields = csv_fields(line);
    if (header.empty()) {
      if (fields[0] == "ID") header = fields;
      continue;
    }
    // The line after the header holds units and has no number.
    if (fields.size() != header.size() || fields[0].empty()) continue;
    if (row == launches.size()) {
      return Error{ErrorCode::InvalidInput, path + " has more launches than expected.tsv"};
    }
    for (size_t at = 0; at < header.size(); ++at) {
      const std::string expected_kernel = split(launches[row].name, ' ')[0];
      if (header[at] == "Kernel Name" && !fields[at].starts_with(expected_kernel)) {
        return Error{ErrorCode::InvalidInput, path + ": launch " + std::to_string(row) + " is " +
                                                  fields[at] + ", expected " + expected_kernel};
      }
      const std::string name = class_of_metric(header[at]);
      const double divisor = name == "warp_instructions" ? kThreads / 32 : kThreads;
      if (!name.empty()) launches[row].readings[name] = csv_number(fields[at]) / divisor;
    }
    ++row;
  }
  if (row != launches.size()) {
    return Error{ErrorCode::InvalidInput, path + " has " + std::to_string(row) + " launches, " +
                                              std::to_string(launches.size()) + " are expected"};
  }
  return Unit{};
}

double estimate(const Launch& launch, const std::set<std::string>& members) {
  double sum = 0;
  for (const auto& [opcode, count] : launch.opcodes)
    sum += members.contains(opcode) ? count : 0;
  return sum;
}

double error(const std::vector<Launch>& launches, const std::string& metric,
             const std::set<std::string>& members) {
  double sum = 0;
  for (const Launch& launch : launches) {
    sum += std::fabs(launch.readings.at(metric) - estimate(launch, members));
  }
  return sum;
}

// Moves opcodes in and out of the class as long as that explains the readings better.
void report_metric(const std::vector<Launch>& launches, const std::string& metric,
                   const Classes& classes) {
  std::set<std::string> all;
  std::set<std::string> members;
  for (const Launch& launch : launches) {
    for (const auto& [opcode, count] : launch.opcodes) {
      all.insert(opcode);
      if (kCounters[classes.named(opcode).counter] == metric) members.insert(opcode);
    }
  }
  std::cout << metric << ": error " << error(launches, metric, members);
  for (bool changed = true; changed;) {
    changed = false;
    double best = error(launches, metric, members);
    std::string flip;
    for (const std::string& opcode : all) {
      std::set<std::string> trial = members;
      if (trial.erase(opcode) == 0) trial.insert(opcode);
      const double trial_error = error(launches, metric, trial);
      if (trial_error < best - 1e-6) {
        best = trial_error;
        flip = opcode;
      }
    }
    if (flip.empty()) break;
    changed = true;
    const bool removed = members.erase(flip) != 0;
    if (!removed) members.insert(flip);
    std::cout << (removed ? "\n  without " : "\n  with ") << flip << ": " << best;
  }
  std::cout << '\n';
  for (const Launch& launch : launches) {
    const double expected = estimate(launch, members);
    const double read = launch.readings.at(metric);
    if (std::fabs(expected - read) > 1e-6) {
      std::cout << "  " << launch.name << ": expected " << expected << ", read " << read << '\n';
    }
  }
}

}  // namespace

Status compare_readings(const std::string& classes_path, const std::string& expected,
                        const std::string& readings) {
  KCAST_TRY(const std::string classes_text, read_file(classes_path));
  KCAST_TRY(const Classes classes, Classes::parse(classes_text));
  KCAST_TRY(std::vector<Launch> launches, read_expected(expected));
  KCAST_TRY(const Unit done, add_readings(readings, launches));
  static_cast<void>(done);
  if (launches.empty()) return Error{ErrorCode::InvalidInput, expected + " is empty"};
  for (const auto& [metric, value] : launches[0].readings) {
    if (metric != "warp_instructions") report_metric(launches, metric, classes);
  }
  for (const Launch& launch : launches) {
    const auto found = launch.readings.find("warp_instructions");
    if (found != launch.readings.end() && found->second != launch.warp_instructions) {
      std::cout << "instructions of " << launch.name << ": expected " << launch.warp_instructions
                << ", read " << found->second << '\n';
    }
  }
  return Unit{};
}

}  // namespace kcast::tools
