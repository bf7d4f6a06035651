#include "corpus/recipe.h"

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
    {Generator::Authored, "auth-1", "auth-1:DOMAIN/NAME"},
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
    if (parts.size() != (is_motif ? 3U : 2U)) return wrong_form(text, row.form);
    if (row.generator != Generator::Authored) {
      const auto seed = parse_hex(parts.back());
      if (!seed) return wrong_form(text, row.form);
      recipe.seed = *seed;
    }
    if (is_motif || row.generator == Generator::Authored) {
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
