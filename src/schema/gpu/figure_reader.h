// Reading of the data files: figures with a source, and errors that name the field.
//
// Internal to the codecs of schema/gpu_json.h and schema/machine_json.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "schema/gpu/gpu.h"

namespace kcast {

using FigureJson = nlohmann::ordered_json;

// Reads one object and keeps the first error; later calls then do nothing.
class FigureReader {
 public:
  // `kind` is the word before the file's name in messages: "gpu", "machine".
  FigureReader(std::string_view kind, std::string_view file, const FigureJson& root)
      : kind_(kind), file_(file), root_(root) {}

  bool failed() const { return error_.has_value(); }
  // Only after failed().
  Error take_error() const { return error_.value_or(Error{ErrorCode::Internal, "no error"}); }
  void fail(std::string_view field, std::string_view problem);

  const FigureJson& root() const { return root_; }

  // The member of `object`, or null when it is absent or null.
  static const FigureJson* member(const FigureJson& object, std::string_view key);

  std::string text(const FigureJson& object, std::string_view path, std::string_view key,
                   bool required);

  // `object` may hold these keys and no others.
  void only_keys(const FigureJson& object, std::string_view path,
                 const std::set<std::string>& known);

  // An object member; empty when absent. `required` members must be there.
  const FigureJson& object(const FigureJson& parent, std::string_view path, std::string_view key,
                           bool required);

  void number(const FigureJson& value, std::string_view field, bool zero_allowed, int64_t& target);
  void number(const FigureJson& value, std::string_view field, bool zero_allowed, double& target);

  // A figure {"value", "source", "note"} and whatever is in `more_keys`: the value goes to
  // `target`; nothing where that failed. The source must be one of the file's.
  template <typename T>
  std::optional<FigureSource> sourced(const FigureJson& figure, const std::string& field,
                                      bool zero_allowed, T& target,
                                      const std::set<std::string>& more_keys = {});

  // The file's "sources".
  std::map<std::string, GpuSource> sources();
  // Every source of the file must have been used.
  void check_sources_used(const std::map<std::string, GpuSource>& sources);
  // Notes that a figure is from there; the file's "sources" must hold it.
  void use_source(const std::string& field, const std::string& key);

 private:
  void check_sign(double value, std::string_view field, bool zero_allowed);
  const FigureJson* sourced_value(const FigureJson& figure, const std::string& field,
                                  const std::set<std::string>& more_keys);

  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field, bool& target);
  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field,
                std::string& target);
  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field,
                std::vector<int64_t>& target);
  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field,
                std::array<int64_t, 3>& target);
  template <typename T>
    requires(std::is_same_v<T, int64_t> || std::is_same_v<T, double>)
  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field, T& target) {
    number(value, field, zero_allowed, target);
  }
  template <typename T>
  void value_of(const FigureJson& value, bool zero_allowed, std::string_view field,
                std::optional<T>& target) {
    number(value, field, zero_allowed, target.emplace());
  }

  std::string_view kind_;
  std::string_view file_;
  const FigureJson& root_;
  std::optional<Error> error_;
  std::set<std::string> used_sources_;
};

template <typename T>
std::optional<FigureSource> FigureReader::sourced(const FigureJson& figure,
                                                  const std::string& field, bool zero_allowed,
                                                  T& target,
                                                  const std::set<std::string>& more_keys) {
  const FigureJson* value = sourced_value(figure, field, more_keys);
  if (value == nullptr) return std::nullopt;
  value_of(*value, zero_allowed, field, target);
  FigureSource from{text(figure, field, "source", true), text(figure, field, "note", false)};
  use_source(field, from.source);
  return from;
}

}  // namespace kcast
