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

class KernelFinder {
 public:
  // The text must live on.
  KernelFinder(const Text& text, Encoding encoding);

  // `name` as reports write it ("ns::transpose<float>"); `line` from 1, where the compiler sees it,
  // 0 where it does not: then the first definition of that name is taken.
  std::optional<KernelPlace> find(std::string_view name, int64_t line) const;

 private:
  const Text& text_;
  Encoding encoding_;
  std::string code_;  // the text without comments and strings
};

// "transpose" of "ns::transpose<float>".
std::string plain_kernel_name(std::string_view name);

}  // namespace kcast::lsp
