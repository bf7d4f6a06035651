// What kind of source a figure of a GPU comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace kcast {

enum class SourceKind : uint8_t { Vendor, Driver, Measured, ThirdParty, Derived, Estimate };

inline constexpr std::pair<SourceKind, std::string_view> kSourceKinds[] = {
    {SourceKind::Vendor, "vendor"},     {SourceKind::Driver, "driver"},
    {SourceKind::Measured, "measured"}, {SourceKind::ThirdParty, "third-party"},
    {SourceKind::Derived, "derived"},   {SourceKind::Estimate, "estimate"}};

inline std::string_view to_text(SourceKind kind) {
  for (const auto& [known, name] : kSourceKinds)
    if (known == kind) return name;
  return "";
}

inline std::optional<SourceKind> source_kind(std::string_view text) {
  for (const auto& [known, name] : kSourceKinds)
    if (name == text) return known;
  return std::nullopt;
}

}  // namespace kcast
