// The value of an integer constant expression of C++, where it is made of numbers alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kcast::corpus {

// "(1u << 20) - 1", token by token, as tokens_of_source cuts it. Whole reals such as 1e6 count,
// casts to integer types are passed over. Nothing for names, for anything else that is no integer,
// and for values beyond 2^60.
std::optional<int64_t> constant_value(std::span<const std::string_view> tokens);

// Another value as the author of `tokens` would write it: with their suffix, as a shift where
// they have one.
std::string spelled_like(int64_t value, std::span<const std::string_view> tokens);

// int, unsigned, size_t, uint32_t, ...
bool is_integer_type_word(std::string_view word);

}  // namespace kcast::corpus
