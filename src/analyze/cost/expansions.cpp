#include "analyze/cost/expansions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/check.h"
#include "base/text.h"

namespace kcast::cost {
namespace {

constexpr size_t kColumns = 32;

// The order of columns is that of tools/sass_classes.h; the header line is checked.
constexpr std::string_view kHeader =
    "key\tvariant\tvariable\tfrom\tfadd\tfmul\tffma\tdadd\tdmul\tdfma\thadd\thmul\thfma\thmove\t"
    "integer\tbit\tconversion\tmufu\tbranch\tmemory\tother\tslots\tpipe_fma\tpipe_fma_heavy\t"
    "pipe_alu\tpipe_fp64\tpipe_xu\tpipe_lsu\tpipe_uniform\tpipe_branch\tpipe_tensor\tlatency";

MachineCost cost_of_fields(const std::vector<std::string>& fields) {
  const auto number = [&](size_t at) { return std::strtof(fields[at].c_str(), nullptr); };
  MachineCost cost;
  float* const counters[] = {&cost.fadd,    &cost.fmul,  &cost.ffma,       &cost.dadd, &cost.dmul,
                             &cost.dfma,    &cost.hadd,  &cost.hmul,       &cost.hfma, &cost.hmove,
                             &cost.integer, &cost.bit,   &cost.conversion, &cost.mufu, &cost.branch,
                             &cost.memory,  &cost.other, &cost.slots};
  size_t at = 4;
  for (float* counter : counters)
    *counter = number(at++);
  cost.pipe_fma = number(at) + 2 * number(at + 1);
  cost.pipe_alu = number(at + 2);
  cost.pipe_fp64 = number(at + 3);
  cost.pipe_xu = number(at + 4);
  cost.pipe_lsu = number(at + 5);
  cost.pipe_uniform = number(at + 6);
  cost.latency_cycles = number(kColumns - 1);
  return cost;
}

}  // namespace

Result<Expansions> Expansions::parse(std::string_view tsv) {
  Expansions table;
  bool has_header = false;
  for (const std::string& line : split(tsv, '\n')) {
    if (line.empty()) continue;
    if (line[0] == '#') {
      table.provenance_ = std::string(trim(std::string_view(line).substr(1)));
      continue;
    }
    if (!has_header) {
      if (line != kHeader) {
        return Error{ErrorCode::InvalidInput, "expansions.tsv: unexpected columns"};
      }
      has_header = true;
      continue;
    }
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != kColumns) {
      return Error{ErrorCode::InvalidInput, "expansions.tsv: wrong number of fields: " + line};
    }
    Entry& entry = table.entries_[fields[1] == "fast" ? fields[0] + " fast" : fields[0]];
    const Row row{std::strtod(fields[3].c_str(), nullptr), cost_of_fields(fields)};
    const std::string& variable = fields[2];
    if (variable == "common") {
      entry.common = row.cost;
    } else if (variable == "ratio") {
      entry.ratio.push_back(row);
    } else {
      const bool is_nan = variable.starts_with("nan");
      const char digit = variable.back();
      if (digit < '0' || digit > '3') {
        return Error{ErrorCode::InvalidInput, "expansions.tsv: unknown variable in " + line};
      }
      auto& lists = is_nan ? entry.nan : entry.arguments;
      lists.resize(std::max(lists.size(), static_cast<size_t>(digit - '0') + 1));
      lists[static_cast<size_t>(digit - '0')].push_back(row);
    }
  }
  if (!has_header) return Error{ErrorCode::InvalidInput, "expansions.tsv: no header"};
  return table;
}

void add_cost(MachineCost& cost, const MachineCost& part, float factor) {
  constexpr float MachineCost::* kCounts[] = {
      &MachineCost::fadd,       &MachineCost::fmul,     &MachineCost::ffma,
      &MachineCost::dadd,       &MachineCost::dmul,     &MachineCost::dfma,
      &MachineCost::hadd,       &MachineCost::hmul,     &MachineCost::hfma,
      &MachineCost::hmove,      &MachineCost::integer,  &MachineCost::bit,
      &MachineCost::conversion, &MachineCost::mufu,     &MachineCost::branch,
      &MachineCost::memory,     &MachineCost::other,    &MachineCost::slots,
      &MachineCost::pipe_fma,   &MachineCost::pipe_alu, &MachineCost::pipe_fp64,
      &MachineCost::pipe_xu,    &MachineCost::pipe_lsu, &MachineCost::pipe_uniform};
  for (float MachineCost::* const count : kCounts)
    cost.*count += factor * part.*count;
}

void scale_flops(MachineCost& cost, float factor) {
  for (float* count : {&cost.fadd, &cost.fmul, &cost.ffma, &cost.dadd, &cost.dmul, &cost.dfma}) {
    *count *= factor;
  }
}

const Expansions& Expansions::embedded() {
  static const Expansions table = [] {
    auto parsed = parse(embedded_expansions());
    KCAST_CHECK(parsed.has_value(), "the embedded table of expansions parses");
    return *std::move(parsed);
  }();
  return table;
}

const Expansions::Entry* Expansions::find(std::string_view key, bool fast) const {
  if (fast) {
    const auto found = entries_.find(std::string(key) + " fast");
    if (found != entries_.end()) return &found->second;
  }
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

const MachineCost* Expansions::common(std::string_view key, bool fast) const {
  const Entry* entry = find(key, fast);
  return entry == nullptr ? nullptr : &entry->common;
}

bool Expansions::varies(std::string_view key, bool fast) const {
  const Entry* entry = find(key, fast);
  return entry != nullptr && !(entry->arguments.empty() && entry->ratio.empty());
}

const MachineCost* Expansions::row_at(const std::vector<Row>& rows, double value) {
  const MachineCost* cost = rows.empty() ? nullptr : &rows.front().cost;
  for (const Row& row : rows) {
    if (row.from <= value) cost = &row.cost;
  }
  return cost;
}

const MachineCost* Expansions::at(std::string_view key, std::span<const double> arguments,
                                  bool fast) const {
  const Entry* entry = find(key, fast);
  if (entry == nullptr) return nullptr;
  if (!entry->ratio.empty() && arguments.size() >= 2) {
    const double ratio = arguments[0] / arguments[1];
    if (!std::isnan(ratio)) return row_at(entry->ratio, ratio);
  }
  const MachineCost* chosen = nullptr;
  for (size_t at = 0; at < arguments.size(); ++at) {
    const bool is_nan = std::isnan(arguments[at]);
    const auto& lists = is_nan ? entry->nan : entry->arguments;
    if (at >= lists.size() || lists[at].empty()) continue;
    const MachineCost* cost = row_at(lists[at], is_nan ? 0 : arguments[at]);
    if (chosen == nullptr || cost->slots > chosen->slots) chosen = cost;
  }
  return chosen == nullptr ? &entry->common : chosen;
}

}  // namespace kcast::cost
