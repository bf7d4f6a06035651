// The contract block of neutral text.
#pragma once

#include "corpus/neutral/parse/parser_state.h"
#include "schema/kernel_contract.h"

namespace kcast::corpus {

KernelContract parse_contract(ParserState& state);

}  // namespace kcast::corpus
