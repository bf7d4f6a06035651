#include "predict/grammar.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "schema/metrics.h"

namespace kcast::predict {

namespace {

constexpr size_t kMaxSweepValues = 1000;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

Error wrong(std::string_view text, std::string_view form) {
  return Error{ErrorCode::InvalidInput,
               "cannot read '" + std::string(text) + "'; write it like " + std::string(form)};
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Number number_of(double value) {
  Number out{std::nullopt, value};
  if (value == std::floor(value) && std::abs(value) < kExactIntegers) {
    out.integer = static_cast<int64_t>(value);
  }
  return out;
}

// One factor: a literal, with an optional k, M or G behind it.
std::optional<Number> parse_factor(std::string_view text) {
  text = trim(text);
  if (const auto integer = parse_int(text)) return Number{integer, static_cast<double>(*integer)};
  double scale = 1;
  if (!text.empty()) {
    const char last = text.back();
    if (last == 'k' || last == 'K') scale = 1024;
    if (last == 'M') scale = 1024.0 * 1024;
    if (last == 'G') scale = 1024.0 * 1024 * 1024;
  }
  if (scale != 1) text.remove_suffix(1);
  const auto value = parse_real(text);
  if (!value) return std::nullopt;
  return number_of(*value * scale);
}

std::string print_number(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  if (value == std::floor(value) && std::abs(value) < kExactIntegers) {
    return std::to_string(static_cast<int64_t>(value));
  }
  return {buffer, end};
}

// "1e6..1e8", "64..4096:x2", "100..500:100".
Result<std::vector<std::string>> parse_range(std::string_view text) {
  constexpr std::string_view kForm = "1e6..1e8, 64..4096:x2 or 100..500:100";
  const size_t dots = text.find("..");
  const size_t colon = text.find(':', dots);
  const auto first = parse_number(text.substr(0, dots));
  const auto last = parse_number(text.substr(dots + 2, colon - dots - 2));
  if (!first || !last) return wrong(text, kForm);
  std::string_view step = colon == std::string_view::npos ? "x10" : text.substr(colon + 1);
  const bool times = !step.empty() && (step[0] == 'x' || step[0] == '*');
  if (!step.empty() && (times || step[0] == '+')) step.remove_prefix(1);
  const auto by = parse_number(step);
  const bool moves =
      by && (times ? by->real > 1 && first->real > 0 : by->real > 0) && last->real >= first->real;
  if (!moves) return wrong(text, kForm);
  std::vector<std::string> values;
  // A hair beyond the end, so that rounding does not lose the last value.
  const double end = last->real * (1 + 1e-12);
  double value = first->real;
  while (value <= end) {
    if (values.size() == kMaxSweepValues) {
      return Error{ErrorCode::InvalidInput,
                   "'" + std::string(text) + "' has more than 1000 values; take larger steps"};
    }
    values.push_back(print_number(value));
    value = times ? value * by->real : value + by->real;
  }
  return values;
}

// "", "FIRST", "FIRST,STEP", "FIRST,STEP,MODULUS".
std::optional<Fill> parse_iota(std::string_view text) {
  Fill fill{.kind = FillKind::Iota, .low = 0, .high = 0};
  if (text.empty()) return fill;
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() > 3) return std::nullopt;
  double numbers[] = {fill.low, fill.step, fill.modulus};
  for (size_t i = 0; i < std::min<size_t>(3, parts.size()); ++i) {
    const auto number = parse_number(parts[i]);
    if (!number) return std::nullopt;
    numbers[i] = number->real;
  }
  fill.low = numbers[0];
  fill.step = numbers[1];
  fill.modulus = numbers[2];
  // It wraps around in whole steps only, below 2^31 so that no product overflows.
  constexpr double kMost = 2147483648.0;
  const bool is_whole =
      fill.modulus == std::floor(fill.modulus) && fill.step == std::floor(fill.step);
  const bool wraps = fill.modulus >= 1 && fill.modulus < kMost && is_whole;
  if (parts.size() == 3 && !wraps) return std::nullopt;
  return fill;
}

}  // namespace

Result<Number> parse_number(std::string_view text) {
  constexpr std::string_view kForm = "4096, 1e6, 2.5, 1<<24, 64*64 or 16M";
  const size_t shift = text.find("<<");
  std::string_view product = text.substr(0, shift);
  std::optional<Number> value;
  for (const std::string& factor : split(product, '*')) {
    const auto next = parse_factor(factor);
    if (!next) return wrong(text, kForm);
    value = value ? number_of(value->real * next->real) : *next;
  }
  if (!value) return wrong(text, kForm);
  if (shift != std::string_view::npos) {
    const auto bits = parse_int(trim(text.substr(shift + 2)));
    if (!bits || *bits < 0 || *bits > 62 || !value->integer) return wrong(text, kForm);
    value = number_of(std::ldexp(value->real, static_cast<int>(*bits)));
    if (!value->integer) return wrong(text, kForm);
  }
  return *value;
}

Result<std::array<int64_t, 3>> parse_dims(std::string_view text) {
  constexpr std::string_view kForm = "256, 16x16 or 32,8,1";
  const std::vector<std::string> parts =
      split(text, text.find(',') != std::string_view::npos ? ',' : 'x');
  std::array<int64_t, 3> dims = {1, 1, 1};
  if (parts.size() > dims.size()) return wrong(text, kForm);
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto value = parse_number(parts[i]);
    if (!value || !value->integer || *value->integer < 1) return wrong(text, kForm);
    dims[i] = *value->integer;
  }
  return dims;
}

Result<std::pair<std::string, std::string>> parse_binding(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    return wrong(text, "NAME=VALUE");
  }
  return std::pair{std::string(trim(text.substr(0, equals))),
                   std::string(trim(text.substr(equals + 1)))};
}

Result<std::pair<std::string, Fill>> parse_fill(std::string_view text) {
  constexpr std::string_view kForm =
      "NAME=zero, permutation, constant:3, uniform:0,1, uniform_int:0,100, iota, iota:FIRST,STEP, "
      "iota:FIRST,STEP,MODULUS, index_into:ARG, offsets_into:ARG or offsets_into:ARG,MEAN";
  const auto binding = parse_binding(text);
  if (!binding) return wrong(text, kForm);
  const auto& [name, value] = *binding;
  const size_t colon = value.find(':');
  const std::string kind = value.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : value.substr(colon + 1);
  Fill fill;
  if (kind == "zero" || kind == "permutation") {
    if (!rest.empty()) return wrong(text, kForm);
    fill.kind = kind == "zero" ? FillKind::Zero : FillKind::Permutation;
  } else if (kind == "iota") {
    const auto iota = parse_iota(rest);
    if (!iota) return wrong(text, kForm);
    fill = *iota;
  } else if (kind == "index_into" || kind == "offsets_into") {
    fill.kind = kind == "index_into" ? FillKind::IndexInto : FillKind::OffsetsInto;
    const size_t comma = rest.find(',');
    fill.target = trim(rest.substr(0, comma));
    if (fill.target.empty()) return wrong(text, kForm);
    if (comma != std::string::npos) {
      const auto degree = parse_number(rest.substr(comma + 1));
      if (!degree || degree->real <= 0 || kind == "index_into") return wrong(text, kForm);
      fill.degree = degree->real;
    }
  } else if (kind == "constant") {
    const auto number = parse_number(rest);
    if (!number) return wrong(text, kForm);
    fill = {FillKind::Constant, number->real, number->real, ""};
  } else if (kind == "uniform" || kind == "uniform_int") {
    const std::vector<std::string> ends = split(rest, ',');
    if (ends.size() != 2) return wrong(text, kForm);
    const auto low = parse_number(ends[0]);
    const auto high = parse_number(ends[1]);
    if (!low || !high || low->real >= high->real) return wrong(text, kForm);
    fill = {kind == "uniform" ? FillKind::Uniform : FillKind::UniformInt, low->real, high->real,
            ""};
  } else {
    return wrong(text, kForm);
  }
  return std::pair{name, fill};
}

Result<Sweep> parse_sweep(std::string_view text) {
  const auto binding = parse_binding(text);
  if (!binding) return wrong(text, "block=64,128,256 or N=1e6..1e8");
  Sweep sweep{binding->first, {}};
  if (binding->second.find("..") != std::string::npos) {
    KCAST_TRY(sweep.values, parse_range(binding->second));
    return sweep;
  }
  const bool dims = sweep.name == "block" || sweep.name == "grid";
  for (const std::string& value : split(binding->second, ',')) {
    const bool fine = dims ? bool(parse_dims(value)) : bool(parse_number(value));
    if (!fine) return wrong(text, dims ? "block=64,128,16x16" : "N=1000,2000 or N=1e6..1e8");
    sweep.values.emplace_back(trim(value));
  }
  if (sweep.values.size() > kMaxSweepValues) {
    return Error{ErrorCode::InvalidInput, "a sweep takes at most 1000 values"};
  }
  return sweep;
}

Result<FailRule> parse_fail_rule(std::string_view text) {
  constexpr std::string_view kForm = "time_us>+10%, time_us>+5 or time_us>100";
  const size_t at = text.find_first_of("<>");
  if (at == std::string_view::npos) return wrong(text, kForm);
  FailRule rule;
  rule.text = text;
  rule.metric = trim(text.substr(0, at));
  rule.above = text[at] == '>';
  std::string_view amount = trim(text.substr(at + 1));
  const bool is_signed = !amount.empty() && (amount[0] == '+' || amount[0] == '-');
  const bool percent = amount.ends_with('%');
  if (percent) amount.remove_suffix(1);
  if (amount.starts_with('+')) amount.remove_prefix(1);
  const auto number = parse_number(amount);
  if (!number) return wrong(text, kForm);
  rule.amount = number->real;
  rule.of = percent     ? FailRule::Of::PercentChange
            : is_signed ? FailRule::Of::Change
                        : FailRule::Of::Value;
  if (find_metric(rule.metric) != nullptr) return rule;
  std::vector<std::string> names;
  for (const Metric& metric : metrics())
    names.emplace_back(metric.name);
  const auto guess = nearest(rule.metric, names);
  return Error{ErrorCode::InvalidInput,
               "no metric '" + rule.metric + "'" +
                   (guess ? "; did you mean '" + *guess + "'?" : "; docs/predict.md lists them")};
}

}  // namespace kcast::predict
