#include "analyze/exec/decode/constant_pool.h"

namespace kcast::exec {

Slot ConstantPool::value(Lane value) {
  const auto [it, fresh] = values_.try_emplace(value, 0);
  if (fresh) it->second = lanes(std::vector<Lane>(kMaxLanes, value));
  return it->second;
}

Slot ConstantPool::lanes(const std::vector<Lane>& lanes) {
  const auto index = static_cast<int32_t>(program_.constant_unknown.size());
  program_.constants.insert(program_.constants.end(), lanes.begin(), lanes.end());
  program_.constant_unknown.push_back(false);
  program_.constant_name.emplace_back();
  return constant_slot(index);
}

Slot ConstantPool::unknown(const std::string& name) {
  const auto [it, fresh] = unknowns_.try_emplace(name, 0);
  if (fresh) {
    it->second = lanes(std::vector<Lane>(kMaxLanes, 0));
    program_.constant_unknown.back() = true;
    program_.constant_name.back() = name;
  }
  return it->second;
}

}  // namespace kcast::exec
