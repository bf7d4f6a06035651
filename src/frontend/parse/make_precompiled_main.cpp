// Build tool: writes the precompiled header of one language.
#include <iostream>

#include "frontend/parse/languages.h"
#include "frontend/parse/precompiled.h"

namespace kcast::frontend {

// The tool runs before there is one.
std::string_view embedded_precompiled_header(std::string_view) {
  return {};
}

}  // namespace kcast::frontend

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: make_precompiled LANGUAGE FILE\n";
    return 2;
  }
  const auto language = kcast::frontend::find_language(argv[1], "");
  const kcast::Status status = language
                                   ? kcast::frontend::write_precompiled_header(**language, argv[2])
                                   : kcast::Status(language.error());
  if (!status) std::cerr << status.error().message << "\n";
  return status ? 0 : 1;
}
