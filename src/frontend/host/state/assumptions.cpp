#include "frontend/host/state/assumptions.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "schema/parameter_role.h"

namespace kcast::host {

namespace {

using Visit = std::function<void(const HostValue&)>;

void visit_argument(const HostArgument& argument, const Visit& visit) {
  if (argument.kind == ArgumentKind::Buffer) {
    visit(argument.buffer_bytes);
  } else if (argument.kind == ArgumentKind::Scalar) {
    visit(argument.value);
  }
  for (const HostArgument& member : argument.members)
    visit_argument(member, visit);
}

void visit_values(const HostLaunch& launch, const Visit& visit) {
  for (const HostValue& size : launch.grid)
    visit(size);
  for (const HostValue& size : launch.block)
    visit(size);
  visit(launch.shared_bytes);
  for (const HostArgument& argument : launch.arguments)
    visit_argument(argument, visit);
  if (launch.reached) visit(launch.count);
}

bool is_open(const HostValue& value) {
  return !value.known() && !value.likely;
}

bool has_open_values(const HostLaunch& launch) {
  bool open = false;
  visit_values(launch, [&](const HostValue& value) { open |= is_open(value); });
  return open;
}

// A variable or a member of one; what else a value may wait for cannot be given.
bool is_variable(const std::string& name) {
  if (name.empty() || name == "argc" || name.starts_with("argv")) return false;
  if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '[' || c == ']';
  });
}

using Site = std::tuple<std::string, int64_t, std::string>;
Site site_of(const HostLaunch& launch) {
  return {launch.file, launch.line, launch.kernel};
}

// "n*n": the variable is the side of a square.
bool is_squared(const HostLaunch& launch, const std::string& name) {
  bool found = false;
  visit_values(launch, [&](const HostValue& value) {
    std::string text = value.text;
    std::erase(text, ' ');
    found |= text.find(name + "*" + name) != std::string::npos;
  });
  return found;
}

// How many sizes make up the problem, as far as the shape of the launch says.
int axes_of(const HostLaunch& launch) {
  const auto has = [&](size_t axis) {
    return is_open(launch.grid[axis]) || launch.grid[axis].integer.value_or(1) > 1 ||
           launch.block[axis].integer.value_or(1) > 1;
  };
  return has(2) && !is_open(launch.grid[2]) ? 3 : has(1) ? 2 : 1;
}

// The same as far as names say it. Three sides of a matrix product are two axes; three axes have a
// depth.
int axes_named(const std::set<std::string>& names) {
  int sizes = 0;
  for (const std::string& name : names) {
    const ParameterRole role = likely_role(name, "");
    if (role == ParameterRole::Depth) return 3;
    if (is_size(role)) ++sizes;
  }
  return std::min(sizes, 2);
}

// The value, or where it cannot be so the middle of what can be.
int64_t within(const std::pair<double, double>& range, int64_t value) {
  const auto number = static_cast<double>(value);
  if (number >= range.first && number <= range.second) return value;
  return static_cast<int64_t>(range.first + (range.second - range.first) / 2);
}

}  // namespace

bool lower_overflowing(const std::set<std::string>& overflowing, AssumedValues& values) {
  bool lowered = false;
  for (auto& [name, value] : values) {
    if (value <= 1 || !overflowing.contains(name)) continue;
    value = std::max<int64_t>(static_cast<int64_t>(std::sqrt(static_cast<double>(value))), 1);
    lowered = true;
  }
  return lowered;
}

AssumedValues further_assumptions(const HostReading& reading, const AssumedValues& known,
                                  const DefaultSizes& problem) {
  AssumedValues out;
  const auto is_known = [&](const std::string& name) {
    const auto same = [&](const auto& entry) { return entry.first == name; };
    return std::any_of(known.begin(), known.end(), same) ||
           std::any_of(out.begin(), out.end(), same);
  };
  for (const HostLaunch& launch : reading.launches) {
    std::set<std::string> names;
    visit_values(launch, [&](const HostValue& value) {
      if (is_open(value)) names.insert(value.needs.begin(), value.needs.end());
    });
    std::erase_if(names, [](const std::string& name) { return !is_variable(name); });
    const int sizes = std::max(axes_named(names), launch.reached ? axes_of(launch) : 1);
    for (const std::string& name : names) {
      if (is_known(name)) continue;
      const bool square = is_squared(launch, name);
      const int64_t usual =
          usual_value(likely_role(name, ""), square ? std::max(sizes, 2) : sizes, problem);
      const auto range = reading.ranges.find(name);
      out.emplace_back(name, range == reading.ranges.end() ? usual : within(range->second, usual));
    }
  }
  return out;
}

HostReading with_assumptions(HostReading known, HostReading assumed, const AssumedValues& values) {
  const std::map<std::string, int64_t> by_name(values.begin(), values.end());
  std::map<Site, std::vector<HostLaunch>> better;
  for (HostLaunch& launch : assumed.launches) {
    if (!launch.reached) continue;
    std::set<std::string> names;
    visit_values(launch, [&](const HostValue& value) {
      for (const std::string& need : value.needs) {
        if (by_name.contains(need)) names.insert(need);
      }
    });
    for (const std::string& name : names)
      launch.assumed.push_back(name + "=" + std::to_string(by_name.at(name)));
    better[site_of(launch)].push_back(std::move(launch));
  }
  std::vector<HostLaunch> launches;
  std::set<Site> replaced;
  for (HostLaunch& launch : known.launches) {
    const auto found = has_open_values(launch) ? better.find(site_of(launch)) : better.end();
    const auto rests = [](const HostLaunch& other) { return !other.assumed.empty(); };
    const bool is_better =
        found != better.end() && (replaced.contains(found->first) ||
                                  std::any_of(found->second.begin(), found->second.end(), rests));
    if (!is_better) {
      launches.push_back(std::move(launch));
    } else if (replaced.insert(found->first).second) {
      std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(launches), rests);
    }
  }
  // Launches that only the assumed values lead to.
  for (auto& [site, list] : better) {
    const auto same = [&](const HostLaunch& launch) { return site_of(launch) == site; };
    if (list.empty() || list[0].kernel.empty() ||
        std::any_of(launches.begin(), launches.end(), same) || replaced.contains(site)) {
      continue;
    }
    for (HostLaunch& launch : list)
      launches.push_back(std::move(launch));
  }
  known.launches = std::move(launches);
  if (known.programs.empty()) known.programs = std::move(assumed.programs);
  if (known.build_options.empty()) known.build_options = std::move(assumed.build_options);
  return known;
}

}  // namespace kcast::host
