// One PTX text of several that were made of parts of a module.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::frontend {

struct PtxPart {
  std::string_view ptx;
  // Line n of the text is lines[n - 1] of the source; absent: they are the source's.
  std::optional<std::vector<int64_t>> lines;
};

// What several parts hold is there once. A function of the same name and another text, as an
// optimiser makes it of copies, gets a name of its own. Nothing where a part does not look like our
// back end's, or names a line that is not there.
std::optional<std::string> join_ptx(const std::vector<PtxPart>& parts);

// Functions with names that begin so and are declared alone.
std::set<std::string> declared_functions(std::string_view ptx, std::string_view prefix);

}  // namespace kcast::frontend
