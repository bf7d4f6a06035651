// JSON Schema, as far as docs/openapi.json uses it; a keyword that it does not know is a fault.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace kcast::http {

class TestSchema {
 public:
  using Json = nlohmann::ordered_json;

  explicit TestSchema(const Json& document) : document_(document) {}

  const Json& resolve(const Json& schema) const {
    if (!schema.contains("$ref")) return schema;
    return document_.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
  }

  // What is wrong with a value; empty: nothing.
  std::vector<std::string> faults(const Json& schema, const Json& value,
                                  const std::string& path = "") const {
    std::vector<std::string> out;
    check(resolve(schema), value, path, out);
    return out;
  }
  bool fits(const Json& schema, const Json& value) const { return faults(schema, value).empty(); }

  // The properties of an object, those of the schemas that it extends among them.
  std::vector<std::pair<std::string, Json>> properties(const Json& given) const {
    const Json& schema = resolve(given);
    std::vector<std::pair<std::string, Json>> out;
    for (const Json& part : schema.value("allOf", Json::array())) {
      const auto inherited = properties(part);
      out.insert(out.end(), inherited.begin(), inherited.end());
    }
    const Json own = schema.value("properties", Json::object());
    for (const auto& [name, property] : own.items())
      out.emplace_back(name, property);
    return out;
  }

 private:
  static bool is_type(const std::string& type, const Json& value) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == (value.is_number() ? "number" : value.type_name());
  }

  void check(const Json& schema, const Json& value, const std::string& path,
             std::vector<std::string>& out) const {
    static const std::set<std::string> known = {"type",        "enum",
                                                "const",       "properties",
                                                "required",    "additionalProperties",
                                                "items",       "oneOf",
                                                "allOf",       "unevaluatedProperties",
                                                "minimum",     "maximum",
                                                "minItems",    "maxItems",
                                                "description", "$ref",
                                                "example"};
    for (const auto& [keyword, ignored] : schema.items()) {
      if (!known.contains(keyword)) out.push_back("the test does not know " + keyword);
    }
    if (schema.contains("type")) check_type(schema.at("type"), value, path, out);
    if (schema.contains("const") && value != schema.at("const")) out.push_back(path + ": const");
    if (schema.contains("enum")) {
      const Json& list = schema.at("enum");
      if (std::find(list.begin(), list.end(), value) == list.end()) out.push_back(path + ": enum");
    }
    if (value.is_number()) {
      if (schema.contains("minimum") && value < schema.at("minimum")) out.push_back(path + ": min");
      if (schema.contains("maximum") && value > schema.at("maximum")) out.push_back(path + ": max");
    }
    if (schema.contains("oneOf")) {
      int fitting = 0;
      for (const Json& choice : schema.at("oneOf"))
        fitting += fits(choice, value) ? 1 : 0;
      if (fitting != 1) out.push_back(path + ": fits " + std::to_string(fitting) + " of oneOf");
    }
    if (value.is_array()) check_items(schema, value, path, out);
    if (value.is_object()) check_object(schema, value, path, out);
  }

  void check_type(const Json& type, const Json& value, const std::string& path,
                  std::vector<std::string>& out) const {
    bool fitting = false;
    for (const Json& name : type.is_array() ? type : Json::array({type}))
      fitting = fitting || is_type(name.get<std::string>(), value);
    if (!fitting) out.push_back(path + " is " + value.type_name() + ", not " + type.dump());
  }

  void check_items(const Json& schema, const Json& value, const std::string& path,
                   std::vector<std::string>& out) const {
    if (value.size() < schema.value("minItems", size_t{0})) out.push_back(path + ": too short");
    if (value.size() > schema.value("maxItems", SIZE_MAX)) out.push_back(path + ": too long");
    for (size_t i = 0; schema.contains("items") && i < value.size(); ++i)
      check(resolve(schema.at("items")), value[i], path + "[" + std::to_string(i) + "]", out);
  }

  void check_object(const Json& schema, const Json& value, const std::string& path,
                    std::vector<std::string>& out) const {
    for (const Json& name : schema.value("required", Json::array())) {
      if (!value.contains(name.get<std::string>())) out.push_back(path + " lacks " + name.dump());
    }
    const auto named = properties(schema);
    const bool closed = schema.value("unevaluatedProperties", Json()) == false ||
                        schema.value("additionalProperties", Json()) == false;
    for (const auto& [name, member] : value.items()) {
      const auto found = std::find_if(named.begin(), named.end(),
                                      [&](const auto& entry) { return entry.first == name; });
      const std::string place = path + "." + name;
      if (found != named.end()) {
        check(resolve(found->second), member, place, out);
      } else if (closed) {
        out.push_back(place + " is not in the schema");
      } else if (schema.value("additionalProperties", Json()).is_object()) {
        check(resolve(schema.at("additionalProperties")), member, place, out);
      }
    }
  }

  const Json& document_;
};

}  // namespace kcast::http
