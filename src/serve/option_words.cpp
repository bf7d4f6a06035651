#include "serve/option_words.h"

#include <algorithm>
#include <utility>

namespace kcast::serve {

namespace {

constexpr std::string_view kInclude = "-I DIR names a folder";

enum class Takes { Nothing, Binding, Word };

struct Option {
  std::string_view text;
  std::string_view FieldNames::* field;
  Takes takes;
};

constexpr Option kOptions[] = {
    {"--arg", &FieldNames::arguments, Takes::Binding},
    {"--fill", &FieldNames::fills, Takes::Binding},
    {"-D", &FieldNames::defines, Takes::Binding},
    {"--grid", &FieldNames::grid, Takes::Nothing},
    {"--block", &FieldNames::block, Takes::Nothing},
    {"--shared", &FieldNames::shared, Takes::Nothing},
    {"--argv", &FieldNames::argv, Takes::Nothing},
    {"--kernel", &FieldNames::kernel, Takes::Word},
    {"--predictor", &FieldNames::predictor, Takes::Word},
    {"--sweep", &FieldNames::sweep, Takes::Nothing},
};

bool begins_word(std::string_view text, size_t at) {
  return at == 0 || text[at - 1] == ' ' || text[at - 1] == '(' || text[at - 1] == '\n';
}

// The option that stands at a place of the text as a word.
const Option* option_at(std::string_view text, size_t at) {
  if (text[at] != '-' || !begins_word(text, at)) return nullptr;
  for (const Option& option : kOptions) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with(option.text)) continue;
    constexpr std::string_view kAfter = " ;:,.)\n";
    const bool ends = rest.size() == option.text.size() ||
                      kAfter.find(rest[option.text.size()]) != std::string_view::npos;
    if (ends) return &option;
  }
  return nullptr;
}

std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// The word behind an option, with the blank before it; empty: there is none.
std::string_view word_behind(std::string_view rest) {
  if (!rest.starts_with(' ')) return "";
  const size_t quote = rest.starts_with(" '") ? rest.find('\'', 2) : std::string_view::npos;
  if (quote != std::string_view::npos) return rest.substr(0, quote + 1);
  return rest.substr(0, std::min(rest.find_first_of(" ;,:)\n", 1), rest.size()));
}

// Writes the field for an option; how much of the text behind the option it stands for.
size_t write_field(const Option& option, std::string_view field, std::string_view rest,
                   std::string& out) {
  out += quoted(field);
  std::string_view word = word_behind(rest);
  const size_t taken = word.size();
  if (word.empty() || option.takes == Takes::Nothing) return 0;
  word.remove_prefix(1);
  if (option.takes == Takes::Word) {
    if (word.starts_with('\'')) word = word.substr(1, word.size() - 2);
    out += ": " + quoted(word);
    return taken;
  }
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return 0;
  out += ": {" + quoted(word.substr(0, equals)) + ": " + std::string(word.substr(equals + 1)) + "}";
  return taken;
}

void translate(std::vector<std::string>& texts, const FieldNames& fields) {
  for (std::string& text : texts)
    text = with_fields(text, fields);
}

}  // namespace

std::string with_fields(std::string_view text, const FieldNames& fields) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with(kInclude) && begins_word(text, i)) {
      out += fields.include;
      i += kInclude.size();
      continue;
    }
    const Option* option = option_at(text, i);
    const std::string_view field = option != nullptr ? fields.*option->field : "";
    if (option == nullptr || field.empty()) {
      out += text[i++];
      continue;
    }
    i += option->text.size();
    i += write_field(*option, field, text.substr(i), out);
  }
  return out;
}

Result<predict::PredictReport> with_fields(Result<predict::PredictReport> report,
                                           const FieldNames& fields) {
  if (!report) return Error{report.error().code, with_fields(report.error().message, fields)};
  for (predict::LaunchPrediction& launch : report->predictions) {
    translate(launch.prediction.notes, fields);
    translate(launch.features.notes, fields);
  }
  for (predict::SkippedKernel& skipped : report->skipped)
    skipped.reason = with_fields(skipped.reason, fields);
  for (Diagnostic& diagnostic : report->diagnostics)
    diagnostic.message = with_fields(diagnostic.message, fields);
  return report;
}

}  // namespace kcast::serve
