// A main around the kernel, as small programs have it.
#pragma once

#include <string_view>

#include "corpus/neutral/print/line_writer.h"
#include "corpus/neutral/print/spelling.h"
#include "schema/sample.h"

namespace kcast::corpus {

void print_host_includes(LineWriter& out);

const LaunchArgument* argument_named(const Launch& launch, std::string_view name);

// The numbers among the arguments as variables of main.
void print_host_scalars(const Spelling& spelling, const Launch& launch, LineWriter& out);
// A buffer as an array of the host, allocated and filled; OpenMP.
void print_host_array(const Spelling& spelling, const Launch& launch, const Parameter& parameter,
                      LineWriter& out);

// A main that allocates, fills, launches and frees.
void print_host_code(const Spelling& spelling, const Launch& launch, LineWriter& out);

}  // namespace kcast::corpus
