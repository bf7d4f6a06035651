// Machine code in place of PTX, where a listing of it is there.
#pragma once

#include "schema/inspection.h"

namespace kcast::predict {

// Adds what PTX text the modules' listings can be lifted to, behind their own text; the listings
// are gone then. A warning in the diagnostics names the kernels that could not be lifted, and why.
void lift_listings(Inspection& inspection);

}  // namespace kcast::predict
