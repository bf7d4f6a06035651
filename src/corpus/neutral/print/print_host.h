// A main around the kernel, as small programs have it.
#pragma once

#include "corpus/neutral/print/line_writer.h"
#include "corpus/neutral/print/spelling.h"
#include "schema/sample.h"

namespace kcast::corpus {

void print_host_includes(LineWriter& out);

// A main that allocates, fills, launches and frees.
void print_host_code(const Spelling& spelling, const Launch& launch, LineWriter& out);

}  // namespace kcast::corpus
