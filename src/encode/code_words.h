// Code cut into words, the first step of our tokenizer: no token reaches over the end of a word.
//
//   words       cut where their case changes: "block" "Idx", "HTTP" "Server"; underscores go with
//               what follows them: "my" "_var", "__global" "__"
//   digits      one by one: "1" "0" "2" "4"
//   operators   runs of whatever else is ASCII: "+=", "];"
//   the rest    runs of what is not ASCII
//   white space runs; a single space goes with the word, operator or rest behind it: " float"
//
// Nothing is lost: the words put together are the text, whatever bytes it has.
#pragma once

#include <string_view>
#include <vector>

namespace kcast::encode {

std::vector<std::string_view> code_words(std::string_view text);

// The same as a regular expression of Oniguruma, which Hugging Face's tokenizers use.
inline constexpr std::string_view kCodeWordRegex =
    R"( ?_*[A-Z]+(?![a-z])| ?_*[A-Z]?[a-z]+|[0-9]| ?_+|)"
    R"( ?[\x00-\x08\x0E-\x1F!-/:-@\[-^`{-~\x7F]+| ?[^\x00-\x7F]+|[\t\n\x0B\f\r ]+)";

}  // namespace kcast::encode
