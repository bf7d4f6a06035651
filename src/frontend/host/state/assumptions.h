// Values for the variables of host code that launches need and that nobody knows.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/host/read_host.h"
#include "schema/default_sizes.h"

namespace kcast::host {

using AssumedValues = std::vector<std::pair<std::string, int64_t>>;

// What the names say of the variables that launches wait for, those of `known` aside, in a problem
// of the usual size.
AssumedValues further_assumptions(const HostReading& reading, const AssumedValues& known,
                                  const DefaultSizes& problem);

// Sound programs do not overflow: makes assumed values smaller that do. False: there is none.
bool lower_overflowing(const std::set<std::string>& overflowing, AssumedValues& values);

// Launches of places where something was open are taken from the reading with assumed values,
// and say which they rest on.
HostReading with_assumptions(HostReading known, HostReading assumed, const AssumedValues& values);

}  // namespace kcast::host
