// Values that the user gave for names of the program.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/host/values/value.h"

namespace kcast::host {

class Bindings {
 public:
  // Names and texts as in HostOptions; those that are no numbers are left out.
  explicit Bindings(const std::vector<std::pair<std::string, std::string>>& texts,
                    const std::vector<std::pair<std::string, int64_t>>& assumed);

  bool empty() const { return values_.empty(); }
  // Null where the name is not bound; one that is counts as used.
  const EvalValue* find(const std::string& name);
  // Null where no value is assumed for the name.
  const EvalValue* assumed(const std::string& name) const;
  bool is_used(const std::string& name) const { return used_.contains(name); }

 private:
  std::map<std::string, EvalValue> values_;
  std::map<std::string, EvalValue> assumed_;
  std::set<std::string> used_;
};

}  // namespace kcast::host
