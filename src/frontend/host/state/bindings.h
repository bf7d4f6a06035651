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
  explicit Bindings(const std::vector<std::pair<std::string, std::string>>& texts);

  bool empty() const { return values_.empty(); }
  // Null where the name is not bound; one that is counts as used.
  const EvalValue* find(const std::string& name);
  bool is_used(const std::string& name) const { return used_.contains(name); }

 private:
  std::map<std::string, EvalValue> values_;
  std::set<std::string> used_;
};

}  // namespace kcast::host
