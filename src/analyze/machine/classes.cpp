#include "analyze/machine/classes.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"

namespace kcast::machine {

Result<Classes> Classes::parse(std::string_view tsv) {
  Classes classes;
  bool first = true;
  for (const std::string& line : split(tsv, '\n')) {
    if (first || line.empty()) {
      first = false;
      continue;
    }
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != 5) {
      return Error{ErrorCode::InvalidInput, "classes.tsv: five fields expected in '" + line + "'"};
    }
    const auto counter = std::find(kCounters.begin(), kCounters.end(), fields[1]);
    const auto pipe = std::find(kPipes.begin(), kPipes.end(), fields[2]);
    if (counter == kCounters.end() || pipe == kPipes.end()) {
      return Error{ErrorCode::InvalidInput, "classes.tsv: unknown class or pipe in '" + line + "'"};
    }
    classes.rows_[fields[0]] = classes.list_.size();
    classes.list_.push_back({static_cast<size_t>(counter - kCounters.begin()),
                             static_cast<size_t>(pipe - kPipes.begin()),
                             std::strtod(fields[3].c_str(), nullptr), true});
  }
  return classes;
}

size_t Classes::row_of(const Instruction& instruction) const {
  for (const std::string& modifier : instruction.modifiers) {
    const auto found = rows_.find(instruction.opcode + "." + modifier);
    if (found != rows_.end()) return found->second;
  }
  const auto found = rows_.find(instruction.opcode);
  return found == rows_.end() ? 0 : found->second;
}

const OpcodeClass& Classes::named(const std::string& name) const {
  Instruction instruction;
  const size_t dot = name.find('.');
  instruction.opcode = name.substr(0, dot);
  if (dot != std::string::npos) instruction.modifiers.push_back(name.substr(dot + 1));
  return list_[row_of(instruction)];
}

void Classes::assign(Listing& listing) const {
  for (Function& function : listing.functions) {
    for (Instruction& instruction : function.instructions) {
      instruction.code = static_cast<int>(row_of(instruction));
    }
  }
}

}  // namespace kcast::machine
