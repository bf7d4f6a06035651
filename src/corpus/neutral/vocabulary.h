// Words that people give to the things of a kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::corpus {

// What a name stands for.
enum class NameRole : uint8_t {
  Kernel,
  Function,
  Record,
  Member,
  Constant,
  Table,
  Input,
  Output,
  InOut,
  IndexBuffer,  // integers that are read
  Size,         // integer parameters
  Coefficient,  // real parameters
  Index,        // locals made of tid(0) and the like
  Counter,      // loop variables
  Integer,      // other integer locals
  Real,         // other locals
  Shared,
};

inline constexpr int kNameRoleCount = 17;

// The words of a vocabulary for a role, in snake_case; never empty.
std::vector<std::string_view> words_for(int vocabulary, NameRole role);

// 0: terse, 1: descriptive, 2: numbered; from 3 on: domains, which fall back on 1.
int vocabulary_count();

// first_second to firstSecond or FirstSecond.
std::string camel_case(std::string_view snake, bool capital);
std::string upper_case(std::string_view snake);
// firstSecond to first_second.
std::string snake_case(std::string_view camel);

}  // namespace kcast::corpus
