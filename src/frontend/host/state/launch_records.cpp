#include "frontend/host/state/launch_records.h"

#include <algorithm>
#include <cmath>

#include "frontend/host/kernel_reads.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

// The middle of what a number may be, if that is known.
std::optional<double> likely_value(const EvalValue& value) {
  if (value.is_integer()) return static_cast<double>(value.integer);
  if (value.is_real()) return value.real;
  if (value.is_progression()) {
    return std::floor((static_cast<double>(value.integer) + static_cast<double>(value.last)) / 2);
  }
  const Expectation expected = value.is_unknown() ? value.expected : Expectation();
  if (!expected.is_set || !expected.is_steady() || expected.modulus > 0) return std::nullopt;
  const double middle = expected.low + (expected.high - expected.low) / 2;
  return expected.is_real ? middle : std::floor(middle);
}

}  // namespace

HostValue LaunchRecords::host_value(const EvalValue& value, const std::string& text) {
  HostValue result;
  result.text = text;
  if (value.is_integer() && !value.is_estimate()) {
    result.integer = value.integer;
  } else if (value.is_real() && !value.is_estimate()) {
    result.real = value.real;
  } else {
    result.likely = likely_value(value);
    CauseSet causes = value.causes;
    if (causes == 0)
      causes = causes_.cause(text.empty() ? "a value" : text, "cannot be evaluated", true);
    for (uint32_t member : causes_.table().members(causes)) {
      const std::string& name = causes_.table().cause(member).name;
      // Only the round of a loop has no name: the value is not one, and no binding makes it one.
      launched_.values_vary |= name.empty();
      if (!name.empty()) result.needs.push_back(name);
    }
    matters(causes);
    std::sort(result.needs.begin(), result.needs.end());
    result.needs.erase(std::unique(result.needs.begin(), result.needs.end()), result.needs.end());
  }
  return result;
}

void LaunchRecords::matters(CauseSet causes) {
  if (!launched_.recording) return;
  for (uint32_t member : causes_.table().members(causes)) {
    bool is_listed = std::find(launched_.mattered.begin(), launched_.mattered.end(), member) !=
                     launched_.mattered.end();
    if (!is_listed && !causes_.table().cause(member).name.empty())
      launched_.mattered.push_back(member);
  }
}

bool LaunchRecords::only_computes_in(const FunctionDecl* kernel, unsigned parameter) {
  const auto [entry, is_new] = only_computes_.try_emplace({kernel, parameter}, false);
  if (is_new) entry->second = only_computes(*kernel, parameter);
  return entry->second;
}

void LaunchRecords::record(HostLaunch made, const void* site, const FunctionDecl* kernel) {
  control_.steps += 100;  // what a launch costs beside its expressions
  bool varies = launched_.values_vary;
  launched_.values_vary = false;
  if (!launched_.recording) return;
  LaunchRecord entry;
  entry.count = 1;
  entry.count_known = doubt_.repeated == 0;
  if (doubt_.repeated > 0) {
    entry.count_causes = doubt_.repeat_causes;
    made.note = "in a loop whose number of rounds is not known";
  } else if (doubt_.conditional > 0) {
    made.note = "under a condition that is not known";
  } else if (varies) {
    made.note = kVaryingNote;
  }
  if (doubt_.conditional > 0) matters(doubt_.guard_causes);
  for (unsigned i = 0; kernel != nullptr && i < made.arguments.size(); ++i)
    entry.is_free.push_back(only_computes_in(kernel, i));
  entry.launch = std::move(made);
  entry.site = site;
  add_record(std::move(entry));
}

void LaunchRecords::add_record(LaunchRecord entry) {
  entry.touched = ++launched_.made;
  if (launched_.trial_launches != nullptr && doubt_.conditional > launched_.trial_conditions &&
      entry.count_known) {
    entry.count_known = false;
    entry.count_causes =
        causes_.cause("", "is decided by a loop that is too long to follow", false);
    entry.launch.note = "under a condition in a loop that is too long to follow";
  }
  if (launched_.trial_launches != nullptr) {
    launched_.trial_launches->push_back(std::move(entry));
  } else {
    launched_.log.add(std::move(entry));
  }
}

// The evaluation ends inside a loop: how often it would have launched is not known.
void LaunchRecords::give_up_counts(uint64_t launches_before) {
  if (launched_.trial_launches != nullptr) return;
  CauseSet why = causes_.cause("", "is decided by a loop that is too long to follow", false);
  for (LaunchRecord& known : launched_.log.records()) {
    if (known.touched <= launches_before || !known.count_known) continue;
    known.count_known = false;
    known.count_causes = why;
    known.launch.note = "in a loop that is too long to follow";
  }
}

}  // namespace kcast::host
