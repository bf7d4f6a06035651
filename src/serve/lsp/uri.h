// file: addresses and the paths that they name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kcast::lsp {

// The absolute path of a file: address; nothing for another one (untitled:, git: ...).
std::optional<std::string> path_of_uri(std::string_view uri);

std::string uri_of_path(std::string_view path);

}  // namespace kcast::lsp
