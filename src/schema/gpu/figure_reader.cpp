#include "schema/gpu/figure_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace kcast {
namespace {

using Json = FigureJson;

std::string joined(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : std::string(path) + "." + std::string(key);
}

// Beyond any GPU, and such that a number of bytes times a count is still one of 64 bits.
constexpr uint64_t kMostBytes = uint64_t{1} << 42U;
constexpr uint64_t kMostExtent = uint64_t{1} << 32U;
constexpr uint64_t kMostCount = uint64_t{1} << 20U;
constexpr double kMostReal = 1e15;

uint64_t most_of(std::string_view field) {
  if (field.find("bytes") != std::string_view::npos) return kMostBytes;
  return field.ends_with("dim_max") ? kMostExtent : kMostCount;
}

}  // namespace

void FigureReader::fail(std::string_view field, std::string_view problem) {
  if (error_) return;
  error_ =
      Error{ErrorCode::InvalidInput, std::string(kind_) + " file " + std::string(file_) + ": " +
                                         std::string(field) + ": " + std::string(problem)};
}

const Json* FigureReader::member(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string FigureReader::text(const Json& object, std::string_view path, std::string_view key,
                               bool required) {
  const std::string field = joined(path, key);
  const Json* value = member(object, key);
  if (value == nullptr) {
    if (required) fail(field, "missing");
    return "";
  }
  if (!value->is_string()) {
    fail(field, "must be a text");
    return "";
  }
  auto result = value->get<std::string>();
  if (required && result.empty()) fail(field, "must not be empty");
  return result;
}

void FigureReader::only_keys(const Json& object, std::string_view path,
                             const std::set<std::string>& known) {
  for (const auto& item : object.items()) {
    if (known.contains(item.key())) continue;
    fail(joined(path, item.key()), "unknown key");
  }
}

const Json& FigureReader::object(const Json& parent, std::string_view path, std::string_view key,
                                 bool required) {
  static const Json empty = Json::object();
  const std::string field = joined(path, key);
  const Json* value = member(parent, key);
  if (value == nullptr) {
    if (required) fail(field, "missing");
    return empty;
  }
  if (!value->is_object()) {
    fail(field, "must be an object");
    return empty;
  }
  return *value;
}

void FigureReader::number(const Json& value, std::string_view field, bool zero_allowed,
                          int64_t& target) {
  if (!value.is_number_integer()) return fail(field, "must be an integer");
  if (value.is_number_unsigned() && value.get<uint64_t>() > most_of(field)) {
    return fail(field, "is too large");
  }
  target = value.get<int64_t>();
  check_sign(static_cast<double>(target), field, zero_allowed);
}

void FigureReader::number(const Json& value, std::string_view field, bool zero_allowed,
                          double& target) {
  if (!value.is_number()) return fail(field, "must be a number");
  target = value.get<double>();
  if (!std::isfinite(target) || std::abs(target) > kMostReal) return fail(field, "is too large");
  check_sign(target, field, zero_allowed);
}

void FigureReader::check_sign(double value, std::string_view field, bool zero_allowed) {
  if (value < 0) return fail(field, "must not be negative");
  if (value == 0 && !zero_allowed) fail(field, "must not be zero");
}

void FigureReader::value_of(const Json& value, bool, std::string_view field, bool& target) {
  if (!value.is_boolean()) return fail(field, "must be true or false");
  target = value.get<bool>();
}

void FigureReader::value_of(const Json& value, bool, std::string_view field, std::string& target) {
  if (!value.is_string()) return fail(field, "must be a text");
  target = value.get<std::string>();
}

void FigureReader::value_of(const Json& value, bool zero_allowed, std::string_view field,
                            std::vector<int64_t>& target) {
  if (!value.is_array() || value.empty()) return fail(field, "must be a list of integers");
  for (const Json& element : value)
    number(element, field, zero_allowed, target.emplace_back());
}

void FigureReader::value_of(const Json& value, bool zero_allowed, std::string_view field,
                            std::array<int64_t, 3>& target) {
  if (!value.is_array() || value.size() != 3) return fail(field, "must be three integers");
  for (size_t i = 0; i < 3; ++i)
    number(value[i], field, zero_allowed, target[i]);
}

const Json* FigureReader::sourced_value(const Json& figure, const std::string& field,
                                        const std::set<std::string>& more_keys) {
  constexpr std::string_view kNoSource = R"(has no source; write {"value": ..., "source": "key"})";
  if (failed()) return nullptr;
  if (!figure.is_object()) {
    fail(field, kNoSource);
    return nullptr;
  }
  std::set<std::string> known = {"value", "source", "note"};
  known.insert(more_keys.begin(), more_keys.end());
  only_keys(figure, field, known);
  const Json* value = member(figure, "value");
  if (value == nullptr) {
    fail(field, "has no value; leave it out if it is unknown");
  } else if (member(figure, "source") == nullptr) {
    fail(field, kNoSource);
    return nullptr;
  }
  return value;
}

void FigureReader::use_source(const std::string& field, const std::string& key) {
  if (!failed() && member(object(root_, "", "sources", true), key) == nullptr) {
    fail(field, "names the source '" + key + "', which \"sources\" does not hold");
  }
  used_sources_.insert(key);
}

std::map<std::string, GpuSource> FigureReader::sources() {
  std::map<std::string, GpuSource> out;
  const Json& sources = object(root_, "", "sources", true);
  for (const auto& item : sources.items()) {
    const std::string path = "sources." + item.key();
    const Json& entry = object(sources, "sources", item.key(), true);
    only_keys(entry, path, {"title", "kind", "where", "note"});
    GpuSource source;
    source.title = text(entry, path, "title", true);
    const std::optional<SourceKind> kind = source_kind(text(entry, path, "kind", true));
    source.where = text(entry, path, "where", false);
    source.note = text(entry, path, "note", false);
    if (!kind)
      fail(path + ".kind", "must be vendor, driver, measured, third-party, derived or estimate");
    source.kind = kind.value_or(SourceKind::Vendor);
    out[item.key()] = std::move(source);
  }
  return out;
}

void FigureReader::check_sources_used(const std::map<std::string, GpuSource>& sources) {
  for (const auto& [key, source] : sources) {
    if (!used_sources_.contains(key)) fail("sources." + key, "is not used");
  }
}

}  // namespace kcast
