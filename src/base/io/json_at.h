// A value of a JSON document with the path to it, so that an error names the key: "predictions[3]
// .launch.grid is missing". What is read wrongly throws JsonError; readers catch it once and make
// an Error of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcast {

class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <typename Json>
class JsonAt {
 public:
  // The value lives as long as its document.
  explicit JsonAt(const Json& value, std::string path = "")
      : value_(&value), path_(std::move(path)) {}

  const Json& json() const { return *value_; }
  const std::string& path() const { return path_; }
  bool is_null() const { return value_->is_null(); }
  bool is_object() const { return value_->is_object(); }
  bool is_array() const { return value_->is_array(); }
  bool contains(const std::string& key) const { return value_->contains(key); }

  JsonAt at(const std::string& key) const {
    if (!value_->is_object()) wrong("has to be an object");
    const auto found = value_->find(key);
    if (found == value_->end()) throw JsonError(path_of(key) + " is missing");
    return JsonAt(*found, path_of(key));
  }

  // The items of a list.
  std::vector<JsonAt> items() const {
    if (!value_->is_array()) wrong("has to be a list");
    std::vector<JsonAt> out;
    for (const Json& item : *value_)
      out.push_back(JsonAt(item, path_ + "[" + std::to_string(out.size()) + "]"));
    return out;
  }

  // The members of an object.
  std::vector<std::pair<std::string, JsonAt>> members() const {
    if (!value_->is_object()) wrong("has to be an object");
    std::vector<std::pair<std::string, JsonAt>> out;
    for (const auto& [key, value] : value_->items())
      out.emplace_back(key, JsonAt(value, path_of(key)));
    return out;
  }

  // Texts, numbers and truths, and lists and arrays of them. A whole number has to be one, and has
  // to fit.
  template <typename T>
  T get() const {
    if constexpr (std::is_same_v<T, bool>) {
      if (!value_->is_boolean()) wrong("has to be true or false");
      return value_->template get<bool>();
    } else if constexpr (std::is_integral_v<T>) {
      return integer<T>();
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!value_->is_number()) wrong("has to be a number");
      return value_->template get<T>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!value_->is_string()) wrong("has to be a text");
      return value_->template get<std::string>();
    } else {
      return list<T>();
    }
  }

  // The value of a key, or `otherwise` where it is missing or null.
  template <typename T>
  T value(const std::string& key, T otherwise) const {
    if (!value_->is_object()) wrong("has to be an object");
    const auto found = value_->find(key);
    if (found == value_->end() || found->is_null()) return otherwise;
    return JsonAt(*found, path_of(key)).template get<T>();
  }
  std::string value(const std::string& key, const char* otherwise) const {
    return value<std::string>(key, otherwise);
  }

  [[noreturn]] void wrong(const std::string& why) const {
    throw JsonError((path_.empty() ? "the document" : path_) + " " + why);
  }

 private:
  std::string path_of(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }

  template <typename T>
  T integer() const {
    if (!value_->is_number_integer()) wrong("has to be a whole number");
    const bool is_large = value_->is_number_unsigned() &&
                          value_->template get<uint64_t>() > static_cast<uint64_t>(INT64_MAX);
    if constexpr (std::is_unsigned_v<T>) {
      if (!value_->is_number_unsigned()) wrong("must not be negative");
      const auto whole = value_->template get<uint64_t>();
      if (whole > std::numeric_limits<T>::max()) wrong("is too large");
      return static_cast<T>(whole);
    } else {
      const auto whole = is_large ? INT64_MAX : value_->template get<int64_t>();
      if (is_large || whole > std::numeric_limits<T>::max()) wrong("is too large");
      if (whole < std::numeric_limits<T>::min()) wrong("is too small");
      return static_cast<T>(whole);
    }
  }

  template <typename T>
  T list() const {
    T out{};
    const std::vector<JsonAt> all = items();
    if constexpr (requires { out.push_back(typename T::value_type{}); }) {
      for (const JsonAt& item : all)
        out.push_back(item.template get<typename T::value_type>());
    } else {
      if (all.size() != out.size()) {
        wrong("has to be a list of " + std::to_string(out.size()) + " values");
      }
      for (size_t i = 0; i < out.size(); ++i)
        out[i] = all[i].template get<typename T::value_type>();
    }
    return out;
  }

  const Json* value_;
  std::string path_;
};

}  // namespace kcast
