// Parts of kcast: programs that it starts and modules that it loads, which lie beside it. Most
// users need few of them, so each is fetched and built when it is first used.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace kcast {

// The path of a part in `folder`, usually executable_dir(). Where it is missing, the folder is
// build/release/bin of a checkout, and ./kcast of that checkout started us (it sets
// KCAST_CHECKOUT), scripts/part makes it first and says on stderr what it does. Otherwise the error
// says who would.
Result<std::filesystem::path> find_part(const std::filesystem::path& folder, std::string_view name);

// Fetches a group of deps.lock in the same way, where ./kcast of a checkout started us.
Status fetch_group(std::string_view group);

}  // namespace kcast
