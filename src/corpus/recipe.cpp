#include "corpus/recipe.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

#include "base/text.h"

namespace kcast::corpus {
namespace {

struct GeneratorRow {
  Generator generator;
  std::string_view prefix;
  std::string_view form;
};

constexpr GeneratorRow kGenerators[] = {
    {Generator::Synthetic, "syn-1", "syn-1:SEED"},
    {Generator::Omniwise, "omni-1", "omni-1:SEED"},
    {Generator::Motif, "motif-1", "motif-1:NAME/LEVEL:SEED"},
    {Generator::Authored, "auth-1", "auth-1:DOMAIN/NAME or auth-1:DOMAIN/NAME:CONSTANT=VALUE,..."},
};

const GeneratorRow& row_of(Generator generator) {
  return kGenerators[static_cast<size_t>(generator)];
}

std::optional<uint64_t> parse_hex(std::string_view text) {
  uint64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string hex(uint64_t value) {
  char buffer[20];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, 16);
  return {buffer, end.ptr};
}

Error wrong_form(std::string_view text, std::string_view form) {
  return Error{ErrorCode::InvalidInput, "recipe '" + std::string(text) + "' wants the form " +
                                            std::string(form) + ", numbers in hexadecimal"};
}

bool is_word_path(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_/-") ==
                              std::string_view::npos;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

// "n", and "shape.rows" or "shape.0" for a member.
bool is_constant_name(std::string_view text) {
  const std::vector<std::string> parts = split(text, '.');
  return is_identifier(parts[0]) &&
         std::all_of(parts.begin() + 1, parts.end(), [](const auto& part) {
           return is_identifier(part) ||
                  (!part.empty() && part.find_first_not_of("0123456789") == std::string::npos);
         });
}

// "n=4096,BLOCK=64"; false where it is something else.
bool read_constants(std::string_view text, KernelRecipe& recipe) {
  for (const std::string& part : split(text, ',')) {
    const size_t equals = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, equals);
    int64_t value = -1;
    const char* const end = part.data() + part.size();
    const auto read = std::from_chars(part.data() + std::min(equals + 1, part.size()), end, value);
    const bool is_number = read.ec == std::errc() && read.ptr == end && value >= 0;
    if (!is_constant_name(name) || !is_number) return false;
    recipe.constants.emplace_back(name, value);
  }
  std::sort(recipe.constants.begin(), recipe.constants.end());
  return std::adjacent_find(recipe.constants.begin(), recipe.constants.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }) ==
         recipe.constants.end();
}

}  // namespace

Result<KernelRecipe> parse_recipe(std::string_view text) {
  KernelRecipe recipe;
  std::string_view rest = text;
  if (const size_t plus = rest.rfind('+'); plus != std::string_view::npos) {
    recipe.augmentation = parse_hex(rest.substr(plus + 1));
    if (!recipe.augmentation) return wrong_form(text, "...+SEED");
    rest = rest.substr(0, plus);
  }
  const std::vector<std::string> parts = split(rest, ':');
  for (const GeneratorRow& row : kGenerators) {
    if (parts[0] != row.prefix) continue;
    recipe.generator = row.generator;
    const bool is_motif = row.generator == Generator::Motif;
    const bool is_authored = row.generator == Generator::Authored;
    const bool has_constants = is_authored && parts.size() == 3;
    if (parts.size() != (is_motif || has_constants ? 3U : 2U)) return wrong_form(text, row.form);
    if (has_constants && !read_constants(parts[2], recipe)) {
      return Error{ErrorCode::InvalidInput,
                   "recipe '" + std::string(text) +
                       "': give constants as NAME=VALUE,NAME=VALUE, each once and in decimal"};
    }
    if (!is_authored) {
      const auto seed = parse_hex(parts.back());
      if (!seed) return wrong_form(text, row.form);
      recipe.seed = *seed;
    }
    if (is_motif || is_authored) {
      const size_t slash = parts[1].find('/');
      if (slash == std::string::npos || !is_word_path(parts[1])) return wrong_form(text, row.form);
      recipe.name = is_motif ? parts[1].substr(0, slash) : parts[1];
      if (is_motif) recipe.level = parts[1].substr(slash + 1);
    }
    return recipe;
  }
  return Error{ErrorCode::InvalidInput, "recipe '" + std::string(text) +
                                            "' has no known generator: syn-1, omni-1, motif-1, "
                                            "auth-1"};
}

std::string recipe_text(const KernelRecipe& recipe) {
  std::string text(row_of(recipe.generator).prefix);
  if (recipe.generator == Generator::Motif) text += ":" + recipe.name + "/" + recipe.level;
  text += ":" + (recipe.generator == Generator::Authored ? recipe.name : hex(recipe.seed));
  for (size_t i = 0; i < recipe.constants.size(); ++i) {
    const auto& [name, value] = recipe.constants[i];
    text += (i == 0 ? ":" : ",") + name + "=" + std::to_string(value);
  }
  if (recipe.augmentation) text += "+" + hex(*recipe.augmentation);
  return text;
}

std::string recipe_family(const KernelRecipe& recipe) {
  std::string text(row_of(recipe.generator).prefix);
  // Straight-line kernels are all alike once names and numbers are left out.
  if (recipe.generator == Generator::Omniwise) return text;
  const bool is_named =
      recipe.generator == Generator::Motif || recipe.generator == Generator::Authored;
  return text + ":" + (is_named ? recipe.name : hex(recipe.seed));
}

}  // namespace kcast::corpus
