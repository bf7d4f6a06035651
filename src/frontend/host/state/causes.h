// Why values are not known, and where in the user's code that was met.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "frontend/host/state/call_stack.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

class Causes {
 public:
  Causes(CauseTable& table, const UserPosition& position) : table_(table), position_(position) {}

  CauseSet cause(const std::string& name, const std::string& reason, bool anonymous);
  EvalValue unknown(const std::string& name, const std::string& reason, bool anonymous = true);
  // The same causes, of which those without a name of the user's get this one.
  CauseSet renamed(CauseSet causes, const std::string& name);
  // What is known of a variable whose value is not; the first of that name has the word.
  void add_range(const std::string& name, const Expectation& expected);
  const std::map<std::string, std::pair<double, double>>& ranges() const { return ranges_; }
  CauseSet join(CauseSet a, CauseSet b) { return table_.join(a, b); }
  CauseTable& table() { return table_; }

 private:
  CauseTable& table_;
  const UserPosition& position_;
  std::map<std::string, std::pair<double, double>> ranges_;
};

}  // namespace kcast::host
