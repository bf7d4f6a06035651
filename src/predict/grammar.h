// The small languages of the command line: numbers, dimensions, sweeps, fills and
// rules of a gate. Every error names the text and shows the form.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast::predict {

// A scalar as written; `integer` is empty when it has a fraction.
struct Number {
  std::optional<int64_t> integer;
  double real = 0;

  bool operator==(const Number&) const = default;
};

// "4096", "0x10", "1e6", "2.5", "1<<24", "4096*4096", "64k", "16M" (powers of 1024).
Result<Number> parse_number(std::string_view text);

// "256", "16x16", "32,8,1": one to three positive integers; missing ones are 1.
Result<std::array<int64_t, 3>> parse_dims(std::string_view text);

// "name=value", split at the first '='.
Result<std::pair<std::string, std::string>> parse_binding(std::string_view text);

// "x=zero", "x=permutation", "x=constant:3", "x=uniform:0,1", "x=uniform_int:0,100",
// "x=iota", "x=iota:FIRST,STEP,MODULUS", "col=index_into:x", "row=offsets_into:col,MEAN".
Result<std::pair<std::string, Fill>> parse_fill(std::string_view text);

struct Sweep {
  std::string name;                 // "block", "grid", "shared", an argument or a host name
  std::vector<std::string> values;  // as the user would type each

  bool operator==(const Sweep&) const = default;
};

// "block=64,128,16x16", "N=1e6..1e8" (tenfold steps), "N=64..4096:x2" (twofold),
// "N=100..500:100" (by addition). A thousand values at most.
Result<Sweep> parse_sweep(std::string_view text);

// A threshold of `kcast diff --fail-if`.
struct FailRule {
  std::string text;    // as given
  std::string metric;  // of schema/metrics.h
  bool above = true;   // '>', otherwise '<'
  double amount = 0;
  enum class Of : uint8_t { Value, Change, PercentChange } of = Of::Value;

  bool operator==(const FailRule&) const = default;
};

// "time_us>+10%" (change in percent), "time_us>+5" (change), "time_us>100" (new value).
Result<FailRule> parse_fail_rule(std::string_view text);

}  // namespace kcast::predict
