#include "serve/api/fields.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace kcast::api {

namespace {

void keep(std::optional<Problem>& problem, std::string field, std::string message) {
  if (!problem) problem = Problem{std::move(field), std::move(message)};
}

// Refuses what the parser would take: nesting without end, and members that hide each other.
class Guard {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > kMaxDepth) too_deep_ = true;
    if (event == Event::object_start) names_.emplace_back();
    if (event == Event::object_end && !names_.empty()) names_.pop_back();
    if (event == Event::key && !names_.empty()) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!names_.back().insert(name).second && twice_.empty()) twice_ = name;
    }
    return true;
  }

  void report(std::optional<Problem>& problem) const {
    if (too_deep_) keep(problem, "", "the JSON is nested too deeply");
    if (!twice_.empty()) keep(problem, twice_, "is given twice");
  }

 private:
  bool too_deep_ = false;
  std::string twice_;
  std::vector<std::set<std::string>> names_;
};

// The library recurses when it frees or prints what is nested; a scan costs nothing.
bool nested_too_deeply(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

// "parse error at line 1, column 5: ..." without the library's own number in front.
std::string syntax_message(const Json::exception& error) {
  std::string text = error.what();
  const size_t end = text.find("] ");
  if (end != std::string::npos) text.erase(0, end + 2);
  constexpr size_t kLongest = 200;
  if (text.size() > kLongest) text.resize(kLongest);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::optional<Json> parse_body(std::string_view text, std::optional<Problem>& problem) {
  if (nested_too_deeply(text)) {
    keep(problem, "", "the JSON is nested too deeply");
    return std::nullopt;
  }
  Guard guard;
  try {
    Json json = Json::parse(text, std::ref(guard));
    guard.report(problem);
    if (problem) return std::nullopt;
    return json;
  } catch (const Json::exception& error) {  // malformed, or a number that no double holds
    keep(problem, "", "the body is no JSON: " + syntax_message(error));
  }
  return std::nullopt;
}

Fields::Fields(const Json& json, std::string path, std::optional<Problem>& problem)
    : json_(json), path_(std::move(path)), problem_(problem) {
  if (!json_.is_object()) {
    keep(problem_, path_, path_.empty() ? "the body must be a JSON object" : "must be an object");
  }
}

std::string Fields::path(std::string_view name) const {
  return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
}

void Fields::wrong(std::string_view name, std::string message) {
  keep(problem_, path(name), std::move(message));
}

const Json* Fields::find(std::string_view name) {
  asked_.emplace_back(name);
  if (problem_) return nullptr;
  const auto found = json_.find(std::string(name));
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

const Json* Fields::need(std::string_view name) {
  const Json* found = find(name);
  if (found == nullptr) wrong(name, "is missing");
  return found;
}

std::optional<std::string> Fields::text(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  wrong(name, "must be a string");
  return std::nullopt;
}

std::optional<bool> Fields::boolean(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  wrong(name, "must be true or false");
  return std::nullopt;
}

std::optional<int64_t> Fields::integer(std::string_view name, int64_t least, int64_t most) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  const bool fits =
      value->is_number_integer() &&
      (!value->is_number_unsigned() || value->get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX));
  if (fits && value->get<int64_t>() >= least && value->get<int64_t>() <= most) {
    return value->get<int64_t>();
  }
  wrong(name, "must be an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

std::vector<std::string> Fields::texts(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  std::vector<std::string> out;
  if (!value->is_array()) {
    wrong(name, "must be a list of strings");
    return {};
  }
  for (const Json& entry : *value) {
    if (!entry.is_string()) {
      wrong(std::string(name) + "[" + std::to_string(out.size()) + "]", "must be a string");
      return {};
    }
    out.push_back(entry.get<std::string>());
  }
  return out;
}

void Fields::nothing_else() {
  if (problem_ || !json_.is_object()) return;
  for (const auto& [name, value] : json_.items()) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    const auto guess = nearest(name, asked_);
    wrong(name, guess ? "is no field here; did you mean '" + *guess + "'?"
                      : "is no field here; there are " + join(asked_, ", "));
    return;
  }
}

}  // namespace kcast::api
