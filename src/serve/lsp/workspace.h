// What surrounds a text when it is predicted: the workspace's folder, its build, the launches that
// its user wrote down. What was read from disk is kept until something says that it changed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "serve/lsp/prediction.h"
#include "serve/lsp/settings.h"

namespace kcast::lsp {

// A text as it is in the editor.
struct EditorText {
  std::string uri;
  std::string language_id;
  std::string text;
};

// How a question differs from what the settings say.
struct QuestionOptions {
  std::vector<std::string> gpus;  // empty: those of the settings
  std::string kernel;             // empty: all
  std::optional<predict::LaunchOverrides> launch;
  std::vector<std::string> sweeps;
  std::optional<std::string> text;  // instead of the editor's: a baseline
};

class Workspace {
 public:
  Workspace(std::string root, bool trusted) : root_(std::move(root)), trusted_(trusted) {}

  bool trusted() const { return trusted_; }
  const Settings& settings() const { return settings_; }
  void set_settings(Settings settings);

  // Something on disk changed.
  void forget_files();

  // The name of a document in reports: relative to the folder, where it lies below it.
  std::string name_of(const std::string& uri, const std::string& language_id) const;

  // Whether a text is one that has kernels or may get some.
  static bool is_gpu_text(const EditorText& text);

  // `headers` are further open texts that it may include.
  Result<Question> question(const EditorText& text, const std::vector<EditorText>& headers,
                            const QuestionOptions& options);

  // Path of .kernelcast.json; nothing without a folder, or where it may not be read.
  std::optional<std::string> launch_file() const;
  std::string launch_file_text();

 private:
  struct Build {
    frontend::InspectRequest source;  // folders and flags alone
    std::vector<std::string> notes;
  };
  Result<const Build*> build_of(const std::string& name, const std::string& text,
                                const std::string& flags);
  Status add_surroundings(const EditorText& text, const std::string& name,
                          const QuestionOptions& options, Question& question);

  std::string root_;  // absolute; empty: none
  bool trusted_;
  Settings settings_;
  std::map<std::pair<std::string, std::string>, Build> builds_;  // by name and flags
  std::optional<std::string> launch_text_;
};

}  // namespace kcast::lsp
