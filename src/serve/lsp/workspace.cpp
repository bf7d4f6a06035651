#include "serve/lsp/workspace.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "serve/lsp/kernel_places.h"
#include "serve/lsp/uri.h"
#include "workflow/project/build_line.h"
#include "workflow/project/project.h"
#include "workflow/sources.h"

namespace kcast::lsp {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxLaunchFileBytes = size_t{1} << 20;

// The language of an editor's name for it; empty: the file's ending and words decide.
std::string language_of_id(const std::string& id) {
  if (id == "cuda" || id == "cuda-cpp" || id == "cu") return "cuda";
  if (id == "hip" || id == "hip-cpp") return "hip";
  if (id == "opencl" || id == "opencl-c" || id == "cl") return "opencl";
  return "";
}

bool has_ending(const std::string& name, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return to_lower(name).ends_with(ending); });
}

bool says_language(const std::string& name) {
  return has_ending(name, {".cu", ".cuh", ".hip", ".cl", ".ocl"});
}

bool is_header_name(const std::string& name) {
  return has_ending(name, {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc"});
}

bool has_gpu_words(const std::string& text) {
  constexpr std::array<const char*, 7> kWords = {
      "__global__",     "<<<",           "hipLaunchKernelGGL", "__kernel",
      "cuda_runtime.h", "hip_runtime.h", "omp target"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const char* word) { return text.find(word) != std::string::npos; });
}

std::string last_name(const std::string& uri) {
  const size_t slash = uri.find_last_of("/:");
  const std::string name = slash == std::string::npos ? uri : uri.substr(slash + 1);
  return name.empty() ? "untitled" : name;
}

}  // namespace

void Workspace::set_settings(Settings settings) {
  settings_ = std::move(settings);
  forget_files();
}

void Workspace::forget_files() {
  builds_.clear();
  launch_text_.reset();
}

std::string Workspace::name_of(const std::string& uri, const std::string& language_id) const {
  const auto path = path_of_uri(uri);
  if (path) {
    if (root_.empty()) return *path;
    const fs::path near = fs::path(*path).lexically_relative(root_);
    const bool below = !near.empty() && *near.begin() != "..";
    return below ? near.string() : *path;
  }
  const std::string name = last_name(uri);
  if (says_language(name)) return name;
  const std::string language = language_of_id(language_id);
  return name + (language == "opencl" ? ".cl" : (language == "hip" ? ".hip" : ".cu"));
}

bool Workspace::is_gpu_text(const EditorText& text) {
  return says_language(text.uri) || !language_of_id(text.language_id).empty() ||
         has_gpu_words(text.text);
}

Result<const Workspace::Build*> Workspace::build_of(const std::string& name,
                                                    const std::string& text,
                                                    const std::string& flags) {
  const auto key = std::pair(name, flags);
  const auto found = builds_.find(key);
  if (found != builds_.end()) return &found->second;
  Build build;
  // Headers that it includes are looked for in the project.
  build.source.files = {{name, text}};
  build.source.working_dir = root_.empty() ? fs::path(name).parent_path().string() : root_;
  build.source.readable_dirs = workflow::readable_dirs_of({name}, build.source.working_dir);
  std::string dir = settings_.compile_commands_dir;
  if (!dir.empty()) dir = (fs::path(build.source.working_dir) / dir).lexically_normal().string();
  // Names are relative to the workspace, not to where the server was started.
  const std::string path = (fs::path(build.source.working_dir) / name).string();
  KCAST_OK(workflow::add_build({path}, dir, flags, build.source, build.notes));
  workflow::drop_architectures(build.source.flags);
  return &builds_.emplace(key, std::move(build)).first->second;
}

Status Workspace::add_surroundings(const EditorText& text, const std::string& name,
                                   const QuestionOptions& options, Question& question) {
  frontend::InspectRequest& source = question.request.source;
  if (!trusted_ || !path_of_uri(text.uri)) {
    workflow::BuildLine line = workflow::read_build_line(split_words(settings_.flags), "/");
    workflow::drop_architectures(line.flags);
    source.flags = std::move(line.flags);
    return Unit{};
  }
  FileLaunches launches;
  if (launch_file()) {
    KCAST_TRY(launches, launches_of_file(launch_file_text(), name));
  }
  KCAST_TRY(const Build* build, build_of(name, text.text, settings_.flags + " " + launches.flags));
  source.working_dir = build->source.working_dir;
  source.readable_dirs = build->source.readable_dirs;
  source.include_dirs = build->source.include_dirs;
  source.flags = build->source.flags;
  question.request.notes = build->notes;
  for (const std::string& define : launches.defines)
    workflow::add_define(define, source);
  if (launches.has_argv) source.argv = split_words(launches.argv);
  if (!options.launch) question.launches = std::move(launches.kernels);
  return Unit{};
}

Result<Question> Workspace::question(const EditorText& text, const std::vector<EditorText>& headers,
                                     const QuestionOptions& options) {
  Question out;
  const std::string name = name_of(text.uri, text.language_id);
  KCAST_TRY(out.request.gpus,
            gpus_of(options.gpus.empty() ? settings_.gpus : options.gpus, trusted_));
  out.request.predictor = settings_.predictor;
  out.request.conditions = settings_.conditions;
  frontend::InspectRequest& source = out.request.source;
  source.files.push_back({name, options.text ? *options.text : text.text});
  if (!says_language(name)) source.language = language_of_id(text.language_id);
  source.kernel = options.kernel;
  KCAST_OK(add_surroundings(text, name, options, out));
  if (!is_header_name(name)) {
    for (const EditorText& header : headers) {
      const std::string header_name = name_of(header.uri, header.language_id);
      if (header_name != name && is_header_name(header_name)) {
        source.files.push_back({header_name, header.text});
      }
    }
  }
  for (const std::string& sweep : options.sweeps) {
    KCAST_TRY(predict::Sweep parsed, predict::parse_sweep(sweep));
    out.request.sweeps.push_back(std::move(parsed));
  }
  if (options.launch) out.request.launch = *options.launch;
  if (!options.kernel.empty() && !options.launch) {
    // The question is about that kernel alone: its launch can stand in the request itself.
    const auto own = out.launches.find(plain_kernel_name(options.kernel));
    if (own != out.launches.end()) out.request.launch = own->second;
    out.launches.clear();
  }
  finish_question(out);
  return out;
}

std::optional<std::string> Workspace::launch_file() const {
  if (root_.empty() || !trusted_) return std::nullopt;
  return (fs::path(root_) / kLaunchFileName).string();
}

std::string Workspace::launch_file_text() {
  const auto path = launch_file();
  if (!path) return "";
  if (!launch_text_) {
    std::error_code ignored;
    launch_text_ = "";
    if (fs::exists(*path, ignored)) {
      if (auto text = read_file(*path, kMaxLaunchFileBytes)) launch_text_ = *std::move(text);
    }
  }
  return *launch_text_;
}

}  // namespace kcast::lsp
