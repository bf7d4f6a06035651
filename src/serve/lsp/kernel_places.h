// Where a kernel stands in a text: its name and its body, found by words and braces alone, so that
// a text that does not compile has places, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/lsp/text.h"

namespace kcast::lsp {

struct KernelPlace {
  Range range;      // from the beginning of its declaration to the closing brace
  Range selection;  // its name

  bool operator==(const KernelPlace&) const = default;
};

// `name` as reports write it ("ns::transpose<float>"); `line` from 1, where the compiler sees it,
// 0 where it does not: then the first definition of that name is taken.
std::optional<KernelPlace> find_kernel(const Text& text, std::string_view name, int64_t line,
                                       Encoding encoding);

// "transpose" of "ns::transpose<float>".
std::string plain_kernel_name(std::string_view name);

}  // namespace kcast::lsp
