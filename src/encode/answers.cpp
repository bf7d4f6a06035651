#include "encode/answers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/text.h"
#include "schema/omniwise.h"

namespace kcast::encode {
namespace {

constexpr size_t kMostDigits = 18;   // before the point
constexpr size_t kMostDecimal = 28;  // characters of a Decimal
constexpr double kMostScientific = 9.9e99;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits at the front of `text`, which are taken from it.
size_t take_digits(std::string_view& text) {
  size_t count = 0;
  while (count < text.size() && is_digit(text[count]))
    ++count;
  text.remove_prefix(count);
  return count;
}

// A whole number without leading zeros: its digits are taken. Nothing if it cannot be one.
bool take_whole(std::string_view& text, size_t& digits) {
  const bool zero = text.starts_with('0');
  digits = take_digits(text);
  return digits <= kMostDigits && !(zero && digits > 1);
}

SlotFit fit_fixed(std::string_view text, size_t decimals) {
  size_t digits = 0;
  if (!take_whole(text, digits)) return {};
  if (digits == 0) return {.open = text.empty()};
  if (decimals == 0) return {.whole = text.empty(), .open = text.empty()};
  if (text.empty()) return {.open = true};
  if (text.front() != '.') return {};
  text.remove_prefix(1);
  const size_t fraction = take_digits(text);
  if (!text.empty() || fraction > decimals) return {};
  return {.whole = fraction == decimals, .open = fraction < decimals};
}

SlotFit fit_scientific(std::string_view text, size_t decimals, bool whole) {
  std::string shape = decimals > 0 ? "d." + std::string(decimals, 'd') : "d";
  shape += whole ? "e+dd" : "esdd";
  // What follows is then no question to the model.
  if (text.starts_with('0')) {
    shape = decimals > 0 ? "0." + std::string(decimals, '0') + "e+00" : "0e+00";
  }
  if (text.size() > shape.size()) return {};
  for (size_t i = 0; i < text.size(); ++i) {
    const bool fits = shape[i] == 'd'   ? is_digit(text[i])
                      : shape[i] == 's' ? text[i] == '+' || text[i] == '-'
                                        : text[i] == shape[i];
    if (!fits) return {};
  }
  return {.whole = text.size() == shape.size(), .open = text.size() < shape.size()};
}

SlotFit fit_decimal(std::string_view text) {
  if (text.size() > kMostDecimal) return {};
  const size_t size = text.size();
  const bool room = size < kMostDecimal;
  size_t digits = 0;
  if (!take_whole(text, digits)) return {};
  if (text.empty()) return {.whole = digits > 0, .open = room};
  if (digits == 0) return {};
  if (text.front() == '.') {
    text.remove_prefix(1);
    const size_t fraction = take_digits(text);
    if (text.empty()) return {.whole = fraction > 0, .open = room};
    if (fraction == 0) return {};
  }
  // A sign and a digit follow, for which there must be room.
  if (text.front() != 'e' || size - text.size() + 3 > kMostDecimal) return {};
  text.remove_prefix(1);
  if (text.empty()) return {.open = room};
  if (text.front() != '-' && text.front() != '+') return {};
  text.remove_prefix(1);
  const size_t exponent = take_digits(text);
  if (!text.empty() || exponent > 2) return {};
  return {.whole = exponent > 0, .open = exponent < 2 && room};
}

SlotFit fit_choice(const std::vector<std::string>& choices, std::string_view text) {
  SlotFit fit;
  for (const std::string& choice : choices) {
    if (!choice.starts_with(text)) continue;
    fit.whole = fit.whole || choice.size() == text.size();
    fit.open = fit.open || choice.size() > text.size();
  }
  return fit;
}

AnswerField constant_field(const std::string& key, const std::string& value) {
  AnswerField field;
  field.key = key;
  field.constant = value;
  field.quoted = true;
  return field;
}

AnswerSchema omniwise_schema(const std::string& flags, const std::string& target, bool rounded) {
  AnswerSchema schema;
  schema.opening = "Here are the performance counters for the " + target +
                   " GPU architecture and the " + flags +
                   " compiler flags combination in JSON format:\n\n```json\n{\n  ";
  schema.separator = ",\n  ";
  schema.colon = ": ";
  schema.closing = "\n}\n```";
  schema.fields = {constant_field("compiler_flags", flags), constant_field("architecture", target)};
  for (const OmniwiseCounter& counter : omniwise_counters()) {
    AnswerField field;
    field.key = counter.key;
    field.slot.kind = rounded ? SlotKind::Fixed : SlotKind::Decimal;
    field.quoted = true;
    field.metric = counter.metric;
    field.ceiling = counter.ceiling;
    schema.fields.push_back(std::move(field));
  }
  return schema;
}

AnswerSchema roofline_schema() {
  AnswerSchema schema;
  AnswerField field;
  field.slot = {SlotKind::Choice, 0, {"Compute", "Bandwidth"}};
  schema.fields.push_back(std::move(field));
  return schema;
}

// Every base quantity of schema/metrics.h, in its order, but the time last: it depends on what was
// said before.
AnswerSchema compact_schema() {
  AnswerSchema schema;
  schema.opening = "{";
  schema.separator = ",";
  schema.colon = ":";
  schema.closing = "}";
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    AnswerField field;
    field.key = metric.name;
    field.metric = metric.name;
    field.slot.kind = metric.unit == "%" ? SlotKind::Fixed : SlotKind::Scientific;
    field.slot.decimals = metric.unit == "%" ? 1 : 3;
    field.slot.whole = metric.unit != "%" && metric.unit != "us";
    schema.fields.push_back(std::move(field));
  }
  std::ranges::stable_partition(schema.fields,
                                [](const AnswerField& field) { return field.metric != "time_us"; });
  return schema;
}

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

double written_value(const AnswerField& field, const BaseQuantities& values) {
  const Metric* metric = find_metric(field.metric);
  KCAST_CHECK(metric != nullptr, "a field without a metric is a choice");
  return metric_value(*metric, values).value_or(0) / field.ceiling;
}

Error bad_answer(const std::string& why) {
  return Error{ErrorCode::InvalidInput, "the answer " + why};
}

// A number, or a text that is one.
Result<double> number_in(const nlohmann::json& json, const std::string& key) {
  const auto found = json.find(key);
  if (found == json.end()) return bad_answer("lacks '" + key + "'");
  double value = 0;
  if (found->is_number()) {
    value = found->get<double>();
  } else if (found->is_string()) {
    const auto& text = found->get_ref<const std::string&>();
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) {
      return bad_answer("has '" + key + "' = '" + text + "', which is no number");
    }
  } else {
    return bad_answer("has '" + key + "' = " + found->dump() + ", which is no number");
  }
  if (!std::isfinite(value)) return bad_answer("has '" + key + "' without an end");
  if (value < 0) return bad_answer("has a negative '" + key + "'");
  return value;
}

Result<AnswerValues> parse_word(std::string_view text) {
  const std::string word = to_lower(trim(text));
  for (const Bound bound : {Bound::Compute, Bound::Bandwidth}) {
    if (word.starts_with(to_text(bound))) return AnswerValues{{}, std::nullopt, bound};
  }
  return bad_answer("'" + std::string(trim(text).substr(0, 40)) +
                    "' is neither Compute nor Bandwidth");
}

}  // namespace

SlotFit fit_slot(const AnswerSlot& slot, std::string_view text) {
  switch (slot.kind) {
    case SlotKind::Fixed:
      return fit_fixed(text, static_cast<size_t>(slot.decimals));
    case SlotKind::Integer:
      return fit_fixed(text, 0);
    case SlotKind::Scientific:
      return fit_scientific(text, static_cast<size_t>(slot.decimals), slot.whole);
    case SlotKind::Decimal:
      return fit_decimal(text);
    case SlotKind::Choice:
      return fit_choice(slot.choices, text);
  }
  return {};
}

std::string slot_text(const AnswerSlot& slot, double value) {
  if (!std::isfinite(value) || value < 1e-99) value = 0;
  std::array<char, 64> text{};
  char* const end = text.data() + text.size();
  switch (slot.kind) {
    case SlotKind::Fixed:
      return format_number(std::min(value, 1e17), slot.decimals);
    case SlotKind::Integer:
      return format_number(std::min(value, 1e17), 0);
    case SlotKind::Scientific: {
      if (slot.whole && value < 1) value = std::round(value);
      const auto done = std::to_chars(text.data(), end, std::min(value, kMostScientific),
                                      std::chars_format::scientific, slot.decimals);
      return {text.data(), done.ptr};
    }
    default: {
      const auto done = std::to_chars(text.data(), end, std::min(value, 1e17));
      return {text.data(), done.ptr};
    }
  }
}

AnswerSchema answer_schema(Template which, const KernelSource& kernel, const Gpu& gpu) {
  switch (which) {
    case Template::Omniwise:
    case Template::OmniwiseRaw:
      return omniwise_schema(flags_text(kernel), gpu.target, which == Template::Omniwise);
    case Template::Roofline:
    case Template::RooflineFewShot:
      return roofline_schema();
    case Template::Compact:
      return compact_schema();
    case Template::LlmPerf:
      return {};
  }
  return {};
}

std::vector<AnswerStep> answer_steps(const AnswerSchema& schema) {
  std::vector<AnswerStep> steps;
  std::string forced = schema.opening;
  for (size_t i = 0; i < schema.fields.size(); ++i) {
    const AnswerField& field = schema.fields[i];
    if (i > 0) forced += schema.separator;
    if (!field.key.empty()) forced += json_text(field.key) + schema.colon;
    if (field.constant) {
      forced += json_text(*field.constant);
      continue;
    }
    const char* quote = field.quoted ? "\"" : "";
    steps.push_back({forced + quote, field.slot});
    forced = quote;
  }
  forced += schema.closing;
  if (!forced.empty()) steps.push_back({std::move(forced), std::nullopt});
  return steps;
}

std::string answer_text(const AnswerSchema& schema, const BaseQuantities& values, Bound bound) {
  std::vector<const AnswerField*> said;
  for (const AnswerField& field : schema.fields) {
    if (!field.constant) said.push_back(&field);
  }
  std::string out;
  size_t next = 0;
  for (const AnswerStep& step : answer_steps(schema)) {
    out += step.forced;
    if (!step.slot) continue;
    const AnswerField& field = *said[next++];
    if (field.slot.kind == SlotKind::Choice) {
      out += bound == Bound::Compute ? "Compute" : "Bandwidth";
    } else {
      out += slot_text(field.slot, written_value(field, values));
    }
  }
  return out;
}

Result<AnswerValues> parse_answer(Template which, std::string_view text) {
  if (which == Template::LlmPerf) {
    return Error{ErrorCode::Unsupported, "the answer to template llmperf is a number, not a text"};
  }
  if (which == Template::Roofline || which == Template::RooflineFewShot) return parse_word(text);
  const size_t begin = text.find('{');
  const size_t end = text.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    return bad_answer("has no JSON object");
  }
  const auto json = nlohmann::json::parse(text.substr(begin, end + 1 - begin), nullptr, false);
  if (!json.is_object()) return bad_answer("is no JSON object");
  const AnswerSchema schema =
      which == Template::Compact ? compact_schema() : omniwise_schema("", "", true);
  AnswerValues out;
  for (const AnswerField& field : schema.fields) {
    if (field.constant) continue;
    KCAST_TRY(const double share, number_in(json, field.key));
    const double value = share * field.ceiling;
    const Metric* metric = find_metric(field.metric);
    // Where several keys stand for one metric the last is kept: HBM's GFLOPS, as Table 4 has it.
    out.metrics[field.metric] = metric->unit == "%" ? std::min(value, 100.0) : value;
  }
  if (which != Template::Compact) return out;
  out.base.emplace();
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) (*out.base).*metric.base = out.metrics.at(std::string(metric.name));
  }
  return out;
}

}  // namespace kcast::encode
