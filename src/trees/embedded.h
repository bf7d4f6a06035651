// The trees that travel inside kcast.
#pragma once

#include <string_view>

#include "trees/model.h"

namespace kcast::trees {

// The bytes of data/trees/h200.bin.
std::string_view embedded_trees();

// Read at the first call. Null where there are none, or where they belong to other rows or features
// than those of this program: then it is wrong to use them. Thread-safe.
const Model* embedded_model();

}  // namespace kcast::trees
