#include "corpus/motif/motif.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "corpus/draw.h"
#include "corpus/motif/expr.h"

namespace kcast::corpus {
namespace {

constexpr int kMostDraws = 200;
constexpr size_t kMostVariants = 100000;
constexpr size_t kLargestExpansion = 200000;

Error at_line(const Motif& motif, int line, const std::string& message) {
  return Error{ErrorCode::InvalidInput,
               "motif " + motif.name + ": line " + std::to_string(line) + ": " + message};
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

// "NAME = a b c" or "NAME = 1..4".
std::optional<MotifParameter> parse_parameter(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  MotifParameter parameter;
  parameter.name = std::string(trim(text.substr(0, equals)));
  const std::string_view values = trim(text.substr(equals + 1));
  if (const size_t dots = values.find(".."); dots != std::string_view::npos) {
    const auto low = parse_int(values.substr(0, dots));
    const auto high = parse_int(values.substr(dots + 2));
    if (!low || !high || *high < *low || *high - *low > 1000) return std::nullopt;
    for (int64_t value = *low; value <= *high; ++value)
      parameter.values.push_back(std::to_string(value));
  } else {
    parameter.values = words_of(values);
  }
  if (parameter.name.empty() || parameter.values.empty()) return std::nullopt;
  return parameter;
}

Status parse_header_line(Motif& motif, std::string_view line, int number) {
  const size_t blank = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, blank);
  const std::string_view rest = trim(line.substr(blank));
  if (word == "about") {
    motif.about = std::string(rest);
  } else if (word == "domain") {
    motif.domain = std::string(rest);
  } else if (word == "level") {
    motif.levels = words_of(rest);
  } else if (word == "require") {
    motif.requirements.emplace_back(rest);
  } else if (word == "param") {
    auto parameter = parse_parameter(rest);
    if (!parameter) return at_line(motif, number, "param wants the form NAME = VALUE VALUE ...");
    motif.parameters.push_back(*std::move(parameter));
  } else {
    return at_line(motif, number,
                   "unknown word '" + std::string(word) +
                       "'; known: about, domain, level, param, require, ---");
  }
  return Unit{};
}

Result<bool> fulfils(const Motif& motif, const Bindings& bindings) {
  for (const std::string& requirement : motif.requirements) {
    KCAST_TRY(const bool holds, motif_condition(requirement, motif, bindings));
    if (!holds) return false;
  }
  return true;
}

// Walks over the lines of a body and writes what remains of them.
class Expansion {
 public:
  Expansion(const Motif& motif, Bindings bindings)
      : motif_(motif), bindings_(std::move(bindings)), lines_(split(motif.body, '\n')) {}

  Result<std::string> expand() {
    if (auto status = lines(0, lines_.size()); !status) return std::move(status).error();
    return std::move(text_);
  }

 private:
  static std::string_view directive(std::string_view line) {
    line = trim(line);
    if (!line.starts_with("@")) return {};
    return line.substr(0, std::min(line.find(' '), line.size()));
  }

  static std::string_view rest(std::string_view line) {
    line = trim(line);
    return trim(line.substr(std::min(line.find(' '), line.size())));
  }

  Error wrong(size_t line, const std::string& message) const {
    return at_line(motif_, motif_.body_line + static_cast<int>(line), message);
  }

  // The line with the @end of what begins at `start`; arms gets the @elif and @else between.
  Result<size_t> find_end(size_t start, size_t last, std::vector<size_t>& arms) const {
    int depth = 0;
    for (size_t i = start + 1; i < last; ++i) {
      const std::string_view word = directive(lines_[i]);
      if (word == "@if" || word == "@for") ++depth;
      if (word == "@end" && depth-- == 0) return i;
      if (depth == 0 && (word == "@elif" || word == "@else")) arms.push_back(i);
    }
    return wrong(start, "there is no @end for this");
  }

  Status lines(size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      const std::string_view word = directive(lines_[i]);
      if (word.empty()) {
        if (auto status = plain_line(i); !status) return status;
        continue;
      }
      if (word == "@let") {
        if (auto status = let(i); !status) return status;
        continue;
      }
      if (word != "@if" && word != "@for") {
        return wrong(i, "unexpected '" + std::string(word) + "'");
      }
      std::vector<size_t> arms;
      KCAST_TRY(const size_t end, find_end(i, last, arms));
      auto status = word == "@if" ? branch(i, end, arms) : loop(i, end);
      if (!status) return status;
      i = end;
    }
    return Unit{};
  }

  Status let(size_t line) {
    const std::string_view text = rest(lines_[line]);
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) return wrong(line, "@let wants the form NAME = VALUE");
    const std::string_view source = trim(text.substr(equals + 1));
    // A single word stands for itself, so that types can be named.
    const bool is_word = source.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                         std::string_view::npos;
    std::string value(source);
    const auto known = std::find_if(bindings_.begin(), bindings_.end(),
                                    [&](const auto& pair) { return pair.first == source; });
    if (!is_word || known != bindings_.end()) {
      auto result = evaluate_motif(source, motif_, bindings_);
      if (!result) return wrong(line, result.error().message);
      value = *std::move(result);
    }
    bindings_.emplace_back(trim(text.substr(0, equals)), std::move(value));
    return Unit{};
  }

  Status branch(size_t start, size_t end, std::vector<size_t> arms) {
    arms.insert(arms.begin(), start);
    arms.push_back(end);
    for (size_t i = 0; i + 1 < arms.size(); ++i) {
      bool is_taken = directive(lines_[arms[i]]) == "@else";
      if (!is_taken) {
        auto holds = motif_condition(rest(lines_[arms[i]]), motif_, bindings_);
        if (!holds) return wrong(arms[i], holds.error().message);
        is_taken = *holds;
      }
      if (is_taken) return lines(arms[i] + 1, arms[i + 1]);
    }
    return Unit{};
  }

  // @for NAME in A..B
  Status loop(size_t start, size_t end) {
    const std::string_view text = rest(lines_[start]);
    const size_t in = text.find(" in ");
    const size_t dots = text.find("..");
    if (in == std::string_view::npos || dots == std::string_view::npos) {
      return wrong(start, "@for wants the form NAME in A..B");
    }
    int64_t bounds[2] = {0, 0};
    const std::string_view sources[2] = {text.substr(in + 4, dots - in - 4), text.substr(dots + 2)};
    for (size_t i = 0; i < 2; ++i) {
      auto value = evaluate_motif(trim(sources[i]), motif_, bindings_);
      if (!value) return wrong(start, value.error().message);
      const auto number = parse_int(*value);
      if (!number) return wrong(start, "'" + *value + "' is no integer");
      bounds[i] = *number;
    }
    for (int64_t value = bounds[0]; value < bounds[1]; ++value) {
      const size_t outer = bindings_.size();
      bindings_.emplace_back(trim(text.substr(0, in)), std::to_string(value));
      if (auto status = lines(start + 1, end); !status) return status;
      bindings_.resize(outer);
      if (text_.size() > kLargestExpansion) return wrong(start, "the text grows too long");
    }
    return Unit{};
  }

  Status plain_line(size_t number) {
    std::string_view line = lines_[number];
    while (true) {
      const size_t open = line.find("${");
      if (open == std::string_view::npos) break;
      const size_t close = line.find('}', open);
      if (close == std::string_view::npos) return wrong(number, "a '${' is not closed");
      text_ += line.substr(0, open);
      auto value = evaluate_motif(trim(line.substr(open + 2, close - open - 2)), motif_, bindings_);
      if (!value) return wrong(number, value.error().message);
      text_ += *value;
      line.remove_prefix(close + 1);
    }
    text_ += line;
    text_ += '\n';
    return Unit{};
  }

  const Motif& motif_;
  Bindings bindings_;
  std::vector<std::string> lines_;
  std::string text_;
};

}  // namespace

Result<Motif> parse_motif(std::string_view name, std::string_view text) {
  Motif motif;
  motif.name = std::string(name);
  int number = 0;
  while (true) {
    ++number;
    if (text.empty()) return at_line(motif, number, "there is no line --- before the body");
    const size_t end = std::min(text.find('\n'), text.size());
    // A # at the start or behind a blank begins a remark.
    std::string_view line = text.substr(0, end);
    if (const size_t remark = line.find(" #"); remark != std::string_view::npos) {
      line = line.substr(0, remark);
    }
    line = trim(line);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line == "---") break;
    if (line.empty() || line.starts_with("#")) continue;
    if (auto status = parse_header_line(motif, line, number); !status) {
      return std::move(status).error();
    }
  }
  if (motif.levels.empty()) return at_line(motif, 1, "there is no line `level`");
  if (motif.about.empty() || motif.domain.empty()) {
    return at_line(motif, 1, "it wants lines `about` and `domain`");
  }
  motif.body = std::string(text);
  motif.body_line = number + 1;
  return motif;
}

Result<Bindings> choose_bindings(const Motif& motif, std::string_view level, uint64_t seed) {
  if (std::find(motif.levels.begin(), motif.levels.end(), level) == motif.levels.end()) {
    return Error{ErrorCode::NotFound, "motif " + motif.name + " has no level '" +
                                          std::string(level) +
                                          "'; known: " + join(motif.levels, ", ")};
  }
  Rng rng = Rng::for_name(seed, motif.name);
  for (int draw = 0; draw < kMostDraws; ++draw) {
    Bindings bindings = {{"level", std::string(level)}};
    for (const MotifParameter& parameter : motif.parameters)
      bindings.emplace_back(parameter.name, pick(rng, parameter.values));
    KCAST_TRY(const bool is_right, fulfils(motif, bindings));
    if (is_right) return bindings;
  }
  // Few combinations are allowed: all of them are looked at.
  const std::vector<Bindings> all = all_bindings(motif, level);
  if (!all.empty()) return pick(rng, all);
  return Error{ErrorCode::InvalidInput,
               "motif " + motif.name + ": no values fulfil its requirements"};
}

std::vector<Bindings> all_bindings(const Motif& motif, std::string_view level) {
  std::vector<Bindings> all = {{{"level", std::string(level)}}};
  for (const MotifParameter& parameter : motif.parameters) {
    std::vector<Bindings> more;
    for (const Bindings& known : all) {
      for (const std::string& value : parameter.values) {
        if (more.size() >= kMostVariants) break;
        more.push_back(known);
        more.back().emplace_back(parameter.name, value);
      }
    }
    all = std::move(more);
  }
  std::erase_if(all, [&](const Bindings& bindings) {
    const auto is_right = fulfils(motif, bindings);
    return !is_right || !*is_right;
  });
  return all;
}

Result<std::string> expand_motif(const Motif& motif, const Bindings& bindings) {
  return Expansion(motif, bindings).expand();
}

Result<std::span<const Motif>> known_motifs() {
  static const Result<std::vector<Motif>> all_motifs = []() -> Result<std::vector<Motif>> {
    std::vector<Motif> motifs;
    for (const NamedText& file : embedded_motifs()) {
      const std::string_view name = file.name;
      KCAST_TRY(Motif motif, parse_motif(name.substr(0, name.rfind('.')), file.text));
      motifs.push_back(std::move(motif));
    }
    return motifs;
  }();
  if (!all_motifs) return all_motifs.error();
  return std::span<const Motif>(*all_motifs);
}

Result<const Motif*> find_motif(std::string_view name) {
  KCAST_TRY(const std::span<const Motif> motifs, known_motifs());
  std::vector<std::string> names;
  for (const Motif& motif : motifs) {
    if (motif.name == name) return &motif;
    names.push_back(motif.name);
  }
  const auto near = nearest(name, names);
  return Error{ErrorCode::NotFound,
               "there is no motif '" + std::string(name) + "'" +
                   (near ? "; did you mean '" + *near + "'" : "; kcast corpus list names them")};
}

}  // namespace kcast::corpus
