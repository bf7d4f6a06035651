// Names that mean something in one of the languages and so are free in none.
#pragma once

#include <string_view>

namespace kcast::corpus {

bool is_reserved(std::string_view name);

}  // namespace kcast::corpus
