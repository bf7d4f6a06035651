// What the elements of a buffer hold, from what the kernel does with them and from how long the
// buffers of the launch are.
#pragma once

#include <optional>
#include <vector>

#include "analyze/exec/fills/value_use.h"
#include "schema/sample.h"

namespace kcast::exec {

// The argument, or the member of one, that a use speaks of; null: the launch has none there.
const LaunchArgument* argument_of(const BufferUse& use, const Launch& launch);
LaunchArgument* argument_of(const BufferUse& use, Launch& launch);

// The first buffer with elements that values of this field address; null: none.
const LaunchArgument* target_of(const FieldUse& field, const std::vector<BufferUse>& uses,
                                const Launch& launch);

struct ChosenFill {
  Fill fill;
  std::vector<FillField> fields;  // where those of an element differ
  bool pointers = false;          // they are addresses of other memory
  bool unknown = false;           // nothing says when a search for a value ends
};

ChosenFill choose_fill(const BufferUse& use, const LaunchArgument& argument,
                       const std::vector<BufferUse>& uses, const Launch& launch);

Fill fill_by_type(const LaunchArgument& argument);

}  // namespace kcast::exec
