// Source text of a kernel as a sequence of token codes, so that kernels can be compared by what
// they do and not by how somebody spelled, laid out or explained it.
//
// - Comments and #include lines are left out.
// - Keywords (C++, and the qualifiers of CUDA, HIP and OpenCL with their underscores) and words
//   for built-in types (float4, uint, size_t, half2, ...) stay as they are.
// - Every other word is ID: variables, functions, also threadIdx and sqrtf. OpenCL's `kernel`,
//   `global`, `local` and `constant` without underscores too: in CUDA they are names like others.
// - Numbers and characters are N, string literals are S.
// - A directive is one token (#define, #pragma, ...) followed by the tokens of its line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::corpus {

// At least 1 and below 1024, so that six of them fit into 64 bits.
using TokenCode = uint16_t;
constexpr int kTokenBits = 10;

// Any text gives tokens: what no language knows is a token of its own, what is not closed ends
// with the line (literals) or with the text (comments).
std::vector<TokenCode> code_tokens(std::string_view text);

// "ID", "N", "S", "while", "+=", ...
std::string token_text(TokenCode code);

// The tokens with a blank between them.
std::string normalised_code(std::string_view text);

}  // namespace kcast::corpus
