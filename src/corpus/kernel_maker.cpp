#include "corpus/kernel_maker.h"

#include <utility>

#include "base/text.h"
#include "corpus/authored/authored.h"
#include "corpus/authored/hipify.h"
#include "corpus/authored/restyle.h"
#include "corpus/authored/source_constants.h"
#include "corpus/authored/source_names.h"
#include "corpus/motif/motif.h"
#include "corpus/neutral/augment.h"
#include "corpus/neutral/check/checker.h"
#include "corpus/neutral/offload.h"
#include "corpus/synthetic/synthetic.h"
#include "corpus/typical_launch.h"

namespace kcast::corpus {
namespace {

// "line 7: ..." of text that nobody has seen says little: the line itself is added.
Error with_line_text(Error error, const std::string& text) {
  const std::string& message = error.message;
  if (!message.starts_with("line ")) return error;
  const auto number = parse_int(message.substr(5, message.find(':') - 5));
  const std::vector<std::string> lines = split(text, '\n');
  if (!number || *number < 1 || *number > static_cast<int64_t>(lines.size())) return error;
  error.message += " (in '" + std::string(trim(lines[static_cast<size_t>(*number - 1)])) + "')";
  return error;
}

Result<KernelSource> source_of(const MadeKernel& kernel, Language language, std::string text) {
  KernelSource source;
  source.name = kernel.program.kernel.name;
  source.language = std::string(language_name(language));
  source.source = std::move(text);
  if (kernel.recipe.augmentation) {
    source.flags = augmented_flags(language, *kernel.recipe.augmentation);
  }
  return source;
}

Status check_granted(const MadeKernel& kernel, Language language) {
  const std::string missing = missing_capability(kernel.program, language);
  if (missing.empty()) return Unit{};
  return Error{ErrorCode::Unsupported, recipe_text(kernel.recipe) + ": " + missing};
}

// As it was written: who renames and reformats programs does not know directives.
Result<KernelSource> openmp_source(const KernelRecipe& recipe, Language language,
                                   const AuthoredProgram& program) {
  if (!program.is_openmp() || language != Language::OpenMp) {
    return Error{ErrorCode::Unsupported, recipe_text(recipe) + " is a program in " +
                                             (program.is_openmp() ? "openmp" : "cuda") +
                                             ": --language " +
                                             (program.is_openmp() ? "openmp" : "cuda")};
  }
  if (recipe.augmentation || !recipe.constants.empty()) {
    return Error{ErrorCode::Unsupported,
                 recipe_text(recipe) + ": OpenMP programs are not written in other ways"};
  }
  KernelSource source;
  source.language = language_name(language);
  source.source = program.text;
  return source;
}

Result<KernelSource> authored_source(const KernelRecipe& recipe, Language language) {
  if (language == Language::OpenCl) {
    return Error{ErrorCode::Unsupported,
                 recipe_text(recipe) + ": authored programs are cuda, and hip where they can be"};
  }
  KCAST_TRY(const AuthoredProgram* program, find_authored(recipe.name));
  if (program->is_openmp() || language == Language::OpenMp) {
    return openmp_source(recipe, language, *program);
  }
  KernelSource source;
  source.language = std::string(language_name(language));
  auto text = with_constants(program->text, recipe.constants);
  if (!text) return std::move(text).error().context(recipe_text(recipe));
  source.source = *std::move(text);
  if (recipe.augmentation) {
    source.source = restyle_source(source.source, *recipe.augmentation);
    source.flags = augmented_flags(language, *recipe.augmentation);
  }
  const std::vector<std::string> kernels = kernel_names(tokens_of_source(source.source));
  if (kernels.size() == 1) source.name = kernels[0];
  if (language == Language::Hip) {
    auto hip = hip_from_cuda(source.source);
    if (!hip) return std::move(hip).error().context(recipe_text(recipe));
    source.source = *std::move(hip);
  }
  return source;
}

}  // namespace

Result<std::string> neutral_text(const KernelRecipe& recipe) {
  switch (recipe.generator) {
    case Generator::Motif: {
      KCAST_TRY(const Motif* motif, find_motif(recipe.name));
      KCAST_TRY(const Bindings bindings, choose_bindings(*motif, recipe.level, recipe.seed));
      return expand_motif(*motif, bindings);
    }
    case Generator::Synthetic:
      return synthetic_text(recipe.seed);
    case Generator::Omniwise:
      return omniwise_text(recipe.seed);
    case Generator::Authored:
      break;
  }
  return Error{ErrorCode::Unsupported,
               recipe_text(recipe) + " is an authored program: it has no neutral text"};
}

Result<MadeKernel> kernel_of_text(const std::string& text) {
  auto program = read_neutral(text);
  if (!program) return with_line_text(std::move(program).error(), text);
  MadeKernel kernel;
  kernel.program = *std::move(program);
  add_struct_fields(kernel.program);
  kernel.languages = granted_languages(kernel.program);
  return kernel;
}

Result<MadeKernel> make_kernel(const KernelRecipe& recipe) {
  KCAST_TRY(const std::string text, neutral_text(recipe));
  auto made = kernel_of_text(text);
  if (!made) return std::move(made).error().context(recipe_text(recipe));
  MadeKernel kernel = *std::move(made);
  kernel.recipe = recipe;
  if (recipe.augmentation) kernel.style = augment(kernel.program, *recipe.augmentation);
  return kernel;
}

Result<KernelContract> contract_of(const MadeKernel& kernel, Language language) {
  if (!kernel.program.contract) {
    return Error{ErrorCode::Unsupported, recipe_text(kernel.recipe) + " has no contract"};
  }
  if (language != Language::OpenMp) return *kernel.program.contract;
  KCAST_TRY(const OffloadedKernel offloaded, offload_kernel(kernel.program));
  return *offloaded.contract;
}

Result<KernelSource> print_kernel(const MadeKernel& kernel, Language language) {
  if (auto status = check_granted(kernel, language); !status) return std::move(status).error();
  return source_of(kernel, language, print_program(kernel.program, language, kernel.style));
}

Result<KernelSource> print_kernel_with_host(const MadeKernel& kernel, Language language) {
  if (language == Language::OpenCl) {
    return Error{ErrorCode::Unsupported, "host code is printed for cuda, hip and openmp"};
  }
  if (auto status = check_granted(kernel, language); !status) return std::move(status).error();
  KCAST_TRY(const Launch launch, typical_launch(kernel.program));
  return source_of(kernel, language,
                   print_with_host(kernel.program, launch, language, kernel.style));
}

Result<KernelSource> source_of_recipe(const KernelRecipe& recipe, Language language,
                                      bool with_host) {
  if (recipe.generator == Generator::Authored) return authored_source(recipe, language);
  KCAST_TRY(const MadeKernel kernel, make_kernel(recipe));
  return with_host ? print_kernel_with_host(kernel, language) : print_kernel(kernel, language);
}

}  // namespace kcast::corpus
