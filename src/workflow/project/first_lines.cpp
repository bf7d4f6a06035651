#include "workflow/project/first_lines.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxHeaders = 6;
constexpr size_t kMaxErrors = 5;
constexpr size_t kMaxSearched = 20'000;  // files and folders, for a header

std::string place_of(const Diagnostic& diagnostic) {
  if (diagnostic.file.empty()) return "";
  return diagnostic.file +
         (diagnostic.line > 0 ? ":" + std::to_string(diagnostic.line) : std::string()) + ": ";
}

// The name in "header 'NAME' not found; ...".
std::optional<std::string> missing_header(const Diagnostic& diagnostic) {
  constexpr std::string_view kBegin = "header '";
  const size_t end = diagnostic.message.find("' not found");
  if (!diagnostic.message.starts_with(kBegin) || end == std::string::npos) return std::nullopt;
  return diagnostic.message.substr(kBegin.size(), end - kBegin.size());
}

std::string short_name(const fs::path& path, const std::string& working_dir) {
  const fs::path near = path.lexically_relative(working_dir);
  const bool below = !near.empty() && *near.begin() != "..";
  return below ? near.string() : path.string();
}

// A folder of the project that makes the header's name complete.
std::string folder_with(const std::string& header, const frontend::InspectRequest& source) {
  size_t searched = 0;
  for (const std::string& dir : source.readable_dirs) {
    std::error_code error;
    fs::recursive_directory_iterator at(fs::path(source.working_dir) / dir,
                                        fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      if (++searched > kMaxSearched) return "";
      std::error_code ignored;
      if (at->is_symlink(ignored)) continue;
      const std::string path = at->path().lexically_normal().string();
      if (!path.ends_with("/" + header) || !at->is_regular_file(ignored)) continue;
      return short_name(path.substr(0, path.size() - header.size() - 1), source.working_dir);
    }
  }
  return "";
}

std::string line_about(const Diagnostic& diagnostic, const std::string& header,
                       const frontend::InspectRequest& source) {
  const std::string begin = place_of(diagnostic) + "header '" + header + "' ";
  const fs::path beside =
      (fs::path(source.working_dir) / diagnostic.file).parent_path() / fs::path(header);
  std::error_code ignored;
  if (fs::is_regular_file(beside, ignored)) {
    const std::string dir = short_name(beside.lexically_normal().parent_path(), source.working_dir);
    return begin + "lies outside the project and was not read; -I " + dir + " lets it be read";
  }
  const std::string dir = folder_with(header, source);
  return begin + "not found, read on without it; " +
         (dir.empty() ? "-I DIR names its folder" : "-I " + dir + " finds it");
}

// Whether an error may have changed a prediction: a launch was assumed that host code may make,
// or a kernel is broken by it.
bool matters(const Diagnostic& error, const predict::PredictReport& report) {
  const auto assumed = [](const predict::LaunchPrediction& entry) {
    return entry.launch_file.empty();
  };
  if (std::any_of(report.predictions.begin(), report.predictions.end(), assumed)) return true;
  return std::any_of(report.skipped.begin(), report.skipped.end(),
                     [&](const predict::SkippedKernel& skipped) {
                       return skipped.reason.find(error.message) != std::string::npos;
                     });
}

std::string count_text(size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

std::vector<std::string> first_lines(const predict::PredictReport& report,
                                     const frontend::InspectRequest& source) {
  std::vector<std::string> lines;
  std::set<std::string> headers;
  std::set<std::string> errors;
  size_t more_errors = 0;
  size_t idle_errors = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (const auto header = missing_header(diagnostic)) {
      if (headers.insert(*header).second && headers.size() <= kMaxHeaders) {
        lines.push_back(line_about(diagnostic, *header, source));
      }
    } else if (diagnostic.severity == Severity::Note) {
      const std::string line = "note: " + place_of(diagnostic) + diagnostic.message;
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    } else if (diagnostic.severity == Severity::Error) {
      const std::string line = place_of(diagnostic) + diagnostic.message;
      if (!errors.insert(line).second) continue;
      if (!matters(diagnostic, report)) {
        ++idle_errors;
      } else if (errors.size() - idle_errors <= kMaxErrors) {
        lines.push_back(line);
      } else {
        ++more_errors;
      }
    }
  }
  if (headers.size() > kMaxHeaders) {
    lines.push_back(
        count_text(headers.size() - kMaxHeaders, "header more was", "headers more were") +
        " not found; kcast inspect lists them");
  }
  if (more_errors > 0) {
    lines.push_back(count_text(more_errors, "error", "errors") + " more; kcast inspect lists them");
  }
  if (idle_errors > 0) {
    lines.push_back(count_text(idle_errors, "error", "errors") +
                    " in host code that no kernel needs; kcast inspect lists them");
  }
  return lines;
}

}  // namespace kcast::workflow
