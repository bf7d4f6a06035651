// Finds the module that talks HTTP.
#pragma once

#include <filesystem>

#include "endpoint/http_post.h"

namespace kcast::endpoint {

// kcast-http.so of a folder, usually executable_dir(). It stays loaded.
Result<HttpPostFunction> load_http(const std::filesystem::path& folder);

}  // namespace kcast::endpoint
