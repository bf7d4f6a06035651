#include "frontend/host/state/causes.h"

namespace kcast::host {

CauseSet Causes::cause(const std::string& name, const std::string& reason, bool anonymous) {
  return table_.add({name, reason, position_.place.file, position_.place.line, anonymous});
}

EvalValue Causes::unknown(const std::string& name, const std::string& reason, bool anonymous) {
  return unknown_value(cause(name, reason, anonymous));
}

void Causes::add_range(const std::string& name, const Expectation& expected) {
  if (expected.is_set && expected.is_steady())
    ranges_.try_emplace(name, expected.low, expected.high);
}

CauseSet Causes::renamed(CauseSet causes, const std::string& name) {
  CauseSet result = 0;
  for (uint32_t member : table_.members(causes)) {
    Cause why = table_.cause(member);
    if (why.anonymous) why = {name, why.reason, position_.place.file, position_.place.line, false};
    result = table_.join(result, table_.add(why));
  }
  return result;
}

}  // namespace kcast::host
