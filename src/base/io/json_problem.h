// What a JSON library says about a text, in our words.
#pragma once

#include <string>
#include <string_view>

namespace kcast {

// Of the text of an exception: "the key 'argv' is missing", "not JSON (line 3, column 7)". A text
// that is ours already stays.
std::string json_problem(std::string_view exception_text);

}  // namespace kcast
