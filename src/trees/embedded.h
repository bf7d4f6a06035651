// The trees that travel inside kcast.
#pragma once

#include <string_view>

#include "trees/model.h"

namespace kcast::trees {

// The bytes of data/trees/h200.bin and of h200-openmp.bin.
std::string_view embedded_trees();
std::string_view embedded_openmp_trees();

// Those for kernels of a language, read at the first call. Null where there are none, or where they
// belong to other rows or features than those of this program: then it is wrong to use them.
// Thread-safe.
const Model* embedded_model(std::string_view language);

}  // namespace kcast::trees
