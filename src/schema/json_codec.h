// Helpers for codecs: optional fields and enums, on top of nlohmann's macros.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace nlohmann {

// An absent value is null.
template <typename T>
struct adl_serializer<std::optional<T>> {
  template <typename Json>
  static void to_json(Json& json, const std::optional<T>& value) {
    if (value) {
      json = *value;
    } else {
      json = nullptr;
    }
  }
  template <typename Json>
  static void from_json(const Json& json, std::optional<T>& value) {
    if (json.is_null()) {
      value.reset();
    } else {
      value = json.template get<T>();
    }
  }
};

}  // namespace nlohmann

// KCAST_JSON(Type, fields...): both directions, for plain and ordered documents.
// Missing fields keep their defaults; a field of the wrong type throws
// nlohmann::json::exception, which the codec's public function turns into an Error.
#define KCAST_JSON_TO(field) json[#field] = value.field;
#define KCAST_JSON_FROM(field) \
  if (json.contains(#field)) json.at(#field).get_to(value.field);
#define KCAST_JSON(Type, ...)                                               \
  template <typename Json>                                                  \
  void to_json(Json& json, const Type& value) {                             \
    json = Json::object();                                                  \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(KCAST_JSON_TO, __VA_ARGS__))   \
  }                                                                         \
  template <typename Json>                                                  \
  void from_json(const Json& json, Type& value) {                           \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(KCAST_JSON_FROM, __VA_ARGS__)) \
  }

// KCAST_JSON_ENUM(Type, {Type::A, "a"}, ...): an enum as one of its names; another
// name throws.
#define KCAST_JSON_ENUM(Type, ...)                                                       \
  inline constexpr std::pair<Type, const char*> k##Type##Names[] = {__VA_ARGS__};        \
  template <typename Json>                                                               \
  void to_json(Json& json, const Type& value) {                                          \
    for (const auto& [known, name] : k##Type##Names) {                                   \
      if (known == value) json = name;                                                   \
    }                                                                                    \
  }                                                                                      \
  template <typename Json>                                                               \
  void from_json(const Json& json, Type& value) {                                        \
    const std::string text = json.template get<std::string>();                           \
    for (const auto& [known, name] : k##Type##Names) {                                   \
      if (text == name) {                                                                \
        value = known;                                                                   \
        return;                                                                          \
      }                                                                                  \
    }                                                                                    \
    throw nlohmann::json::type_error::create(302, "'" + text + "' is no " #Type, &json); \
  }
