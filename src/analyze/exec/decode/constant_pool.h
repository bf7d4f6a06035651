// Constants of a program, each once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyze/exec/program.h"

namespace kcast::exec {

class ConstantPool {
 public:
  explicit ConstantPool(Program& program) : program_(program) {}
  Slot value(Lane value);
  Slot lanes(const std::vector<Lane>& lanes);
  Slot unknown(const std::string& name);

 private:
  Program& program_;
  std::map<Lane, Slot> values_;
  std::map<std::string, Slot> unknowns_;
};

}  // namespace kcast::exec
