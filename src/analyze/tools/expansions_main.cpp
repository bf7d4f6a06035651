// The tool behind scripts/expansions.
//
//   tool table CLASSES JOBS DEFAULT.sass FAST.sass PROVENANCE   the table, to standard output
//   tool checks CLASSES LISTING LAUNCHES                        expected counts per launch
//   tool compare CLASSES EXPECTED READINGS.csv                  table against counters
//   tool count CLASSES LISTING                                  static counts per function
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "analyze/tools/compare.h"
#include "analyze/tools/sweep.h"
#include "base/files.h"
#include "base/text.h"

namespace kcast::tools {

using machine::Instruction;
using machine::parse_listing;
namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string exact(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

void print_header(const std::string& provenance) {
  std::cout << "# " << provenance << "; remake with scripts/expansions\n";
  std::cout << "key\tvariant\tvariable\tfrom";
  for (const std::string_view name : kCounters)
    std::cout << '\t' << name;
  std::cout << "\tslots";
  for (const std::string_view name : kPipes)
    std::cout << "\tpipe_" << name;
  std::cout << "\tlatency\n";
}

std::string row_text(const CostRow& row) {
  std::string text = row.variable + "\t" + exact(row.from);
  for (const double count : row.tally.counters)
    text += "\t" + number(count);
  text += "\t" + number(row.tally.slots);
  for (const double count : row.tally.pipes)
    text += "\t" + number(count);
  return text + "\t" + number(row.tally.latency);
}

Result<std::vector<std::string>> job_rows(const Listing& listing, const Classes& classes,
                                          const Job& job) {
  const Function* function = listing.find(job.kernel);
  if (function == nullptr) return Error{ErrorCode::NotFound, "no kernel " + job.kernel};
  KCAST_TRY(const std::vector<CostRow> rows, sweep(listing, *function, classes, job));
  std::vector<std::string> texts;
  for (const CostRow& row : rows)
    texts.push_back(row_text(row));
  return texts;
}

Status make_table(char** words) {
  KCAST_TRY(const std::string classes_text, read_file(words[0]));
  KCAST_TRY(const Classes classes, Classes::parse(classes_text));
  KCAST_TRY(const std::string jobs_text, read_file(words[1]));
  KCAST_TRY(const std::vector<Job> jobs, parse_jobs(jobs_text));
  KCAST_TRY(const std::string default_text, read_file(words[2]));
  KCAST_TRY(Listing plain, parse_listing(default_text));
  classes.assign(plain);
  KCAST_TRY(const std::string fast_text, read_file(words[3]));
  KCAST_TRY(Listing fast, parse_listing(fast_text));
  classes.assign(fast);
  print_header(words[4]);
  for (const Job& job : jobs) {
    const auto rows = job_rows(plain, classes, job);
    if (!rows) {
      std::cerr << rows.error().message << '\n';
      continue;
    }
    for (const std::string& row : *rows)
      std::cout << job.key << "\tdefault\t" << row << '\n';
    if (!job.key.starts_with("__kc_")) continue;
    KCAST_TRY(const std::vector<std::string> fast_rows, job_rows(fast, classes, job));
    if (fast_rows == *rows) continue;
    for (const std::string& row : fast_rows)
      std::cout << job.key << "\tfast\t" << row << '\n';
  }
  return Unit{};
}

// What each launch executes per thread, by class and by opcode.
Status print_checks(char** words) {
  KCAST_TRY(const std::string classes_text, read_file(words[0]));
  KCAST_TRY(const Classes classes, Classes::parse(classes_text));
  KCAST_TRY(const std::string text, read_file(words[1]));
  KCAST_TRY(Listing listing, parse_listing(text));
  classes.assign(listing);
  KCAST_TRY(const std::string launches, read_file(words[2]));
  std::cout << "kernel\tvalues\twarp_instructions";
  for (const std::string_view name : kCounters)
    std::cout << '\t' << name;
  std::cout << "\topcodes\n";
  for (const std::string& line : split(launches, '\n')) {
    if (line.empty()) continue;
    const std::vector<std::string> fields = split(line, '\t');
    const Function* function = listing.find(fields[0]);
    if (function == nullptr) return Error{ErrorCode::NotFound, "no kernel " + fields[0]};
    const std::vector<std::string> types = split(fields[1], ',');
    const std::vector<std::string> values = split(fields[2], ' ');
    std::vector<uint64_t> bits;
    for (size_t at = 0; at < types.size(); ++at) {
      bits.push_back(encode_number(types[at], std::strtod(values[at].c_str(), nullptr)));
    }
    OpcodeCounts opcodes;
    KCAST_TRY(const RunResult result, run_function(listing, *function, classes, bits, &opcodes));
    std::cout << fields[0] << '\t' << fields[2] << '\t' << result.all_slots;
    for (const double count : result.tally.counters)
      std::cout << '\t' << count;
    std::cout << '\t';
    for (const auto& [name, count] : opcodes)
      std::cout << name << ':' << count << ' ';
    std::cout << '\n';
  }
  return Unit{};
}

Status print_counts(char** words) {
  KCAST_TRY(const std::string classes_text, read_file(words[0]));
  KCAST_TRY(const Classes classes, Classes::parse(classes_text));
  KCAST_TRY(const std::string text, read_file(words[1]));
  KCAST_TRY(Listing listing, parse_listing(text));
  classes.assign(listing);
  for (const Function& function : listing.functions) {
    std::map<std::string_view, int> counts;
    for (const Instruction& i : function.instructions)
      counts[kCounters[classes.at(i).counter]] += 1;
    std::cout << function.name;
    for (const auto& [name, count] : counts)
      std::cout << '\t' << name << '=' << count;
    std::cout << '\n';
  }
  return Unit{};
}

Status run(int count, char** words) {
  const std::string_view command = count > 1 ? words[1] : "";
  if (command == "table" && count == 7) return make_table(words + 2);
  if (command == "checks" && count == 5) return print_checks(words + 2);
  if (command == "count" && count == 4) return print_counts(words + 2);
  if (command == "compare" && count == 5) return compare_readings(words[2], words[3], words[4]);
  return Error{ErrorCode::InvalidInput, "usage: see the top of expansions_main.cpp"};
}

}  // namespace
}  // namespace kcast::tools

int main(int count, char** words) {
  const auto status = kcast::tools::run(count, words);
  if (status) return 0;
  std::cerr << status.error().message << '\n';
  return 1;
}
