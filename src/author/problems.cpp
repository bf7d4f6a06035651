#include "author/problems.h"

#include <algorithm>
#include <optional>
#include <set>

#include "author/prompt.h"
#include "base/text.h"

namespace kcast::author {

namespace {

// Letters and digits in lower case, one underscore for everything else between them.
std::string slug(std::string_view text) {
  constexpr size_t kLongest = 48;
  std::string out;
  for (const char c : to_lower(text)) {
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (keep) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
    if (out.size() == kLongest) break;
  }
  while (out.ends_with('_'))
    out.pop_back();
  return out;
}

// "physics/nbody.cu" to "nbody".
std::string stem(std::string_view file) {
  const size_t slash = file.rfind('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return std::string(file.substr(0, file.rfind('.')));
}

class Table {
 public:
  Result<std::vector<Problem>> read(std::string_view tsv) {
    for (const std::string& line : split(tsv, '\n')) {
      ++line_;
      const std::string_view text = trim(line);
      if (text.empty() || text.starts_with('#')) continue;
      // Trimming would take empty first fields away.
      const std::vector<std::string> fields = split(line, '\t');
      KCAST_OK(columns_.empty() ? head(fields) : row(fields));
    }
    if (problems_.empty()) return Error{ErrorCode::InvalidInput, "the list has no problems"};
    return std::move(problems_);
  }

 private:
  Status head(const std::vector<std::string>& fields) {
    for (const std::string& field : fields)
      columns_.emplace_back(trim(field));
    if (std::find(columns_.begin(), columns_.end(), "problem") != columns_.end()) return Unit{};
    return Error{ErrorCode::InvalidInput,
                 "the first line must name the columns, separated by tabs, 'problem' among them"};
  }

  Status row(const std::vector<std::string>& fields) {
    const auto field = [&](std::string_view name) -> std::string {
      for (size_t i = 0; i < columns_.size() && i < fields.size(); ++i) {
        if (columns_[i] == name) return std::string(trim(fields[i]));
      }
      return "";
    };
    Problem problem;
    problem.text = field("problem");
    if (problem.text.empty()) return bad("no problem is stated");
    problem.name = slug(field("file").empty() ? problem.text : stem(field("file")));
    problem.domain = slug(field("domain"));
    if (problem.domain.empty()) problem.domain = "unsorted";
    problem.level = field("level");
    if (problem.name.empty()) return bad("the problem needs letters or digits to be named by");
    if (!problem.level.empty() && !is_level(problem.level)) {
      return bad("unknown level '" + problem.level + "'; known: " + level_names());
    }
    if (!names_.insert(problem.domain + "/" + problem.name).second) {
      return bad("a second problem named " + problem.domain + "/" + problem.name);
    }
    problems_.push_back(std::move(problem));
    return Unit{};
  }

  Error bad(const std::string& what) const {
    return Error{ErrorCode::InvalidInput, "line " + std::to_string(line_) + ": " + what};
  }

  int line_ = 0;
  std::vector<std::string> columns_;
  std::vector<Problem> problems_;
  std::set<std::string> names_;
};

}  // namespace

Result<std::vector<Problem>> parse_problems(std::string_view tsv) {
  return Table().read(tsv);
}

}  // namespace kcast::author
