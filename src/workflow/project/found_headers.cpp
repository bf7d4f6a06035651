#include "workflow/project/found_headers.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "frontend/parse/embedded.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxListed = 20'000;  // files and folders of the project
constexpr size_t kMaxRead = 400;       // sources and headers
constexpr size_t kMaxHeaderBytes = size_t{1} << 20;

struct Included {
  std::string name;  // empty: the line is no #include
  bool angled = false;
};

Included included_in(std::string_view line) {
  std::string_view rest = trim(line);
  if (!rest.starts_with("#")) return {};
  rest = trim(rest.substr(1));
  constexpr std::string_view kInclude = "include";
  if (!rest.starts_with(kInclude)) return {};
  rest = trim(rest.substr(kInclude.size()));
  if (rest.empty() || (rest[0] != '"' && rest[0] != '<')) return {};
  const bool angled = rest[0] == '<';
  const size_t end = rest.find(angled ? '>' : '"', 1);
  if (end == std::string_view::npos) return {};
  return {std::string(rest.substr(1, end - 1)), angled};
}

// Names that kcast has headers of its own for, as #include writes them.
const std::set<std::string, std::less<>>& system_headers() {
  static const std::set<std::string, std::less<>> names = [] {
    std::set<std::string, std::less<>> out;
    for (const NamedText& header : frontend::embedded_headers()) {
      const std::string name(header.name);
      // A project may hold all of OpenCV, of which kcast has a few types.
      if (name.find("opencv2/") != std::string::npos) continue;
      const size_t slash = name.find('/');
      out.insert(slash == std::string::npos ? name : name.substr(slash + 1));
    }
    return out;
  }();
  return names;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool hides_system_headers(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!system_headers().contains(at->path().filename().string())) continue;
    // A folder called "algorithm" is not read in place of <algorithm>.
    if (is_there(at->path())) return true;
  }
  return false;
}

// How many parts both paths begin with.
std::ptrdiff_t shared_folders(const fs::path& a, const fs::path& b) {
  return std::distance(a.begin(), std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first);
}

class HeaderSearch {
 public:
  HeaderSearch(frontend::InspectRequest& request, std::vector<std::string>& notes)
      : request_(request), notes_(notes) {}

  void run() {
    for (const frontend::SourceFile& file : request_.files)
      follow(absolute(file.name), file.text);
    for (size_t next = 0; next < open_.size() && next < kMaxRead; ++next) {
      const fs::path path = open_[next];
      if (const auto text = read_file(path, kMaxHeaderBytes)) follow(path, *text);
    }
    for (const auto& [folder, headers] : found_) {
      std::string names;
      for (const std::string& header : headers)
        names += (names.empty() ? "" : ", ") + header;
      notes_.push_back("-I " + folder + " is assumed: it has " + names);
    }
  }

 private:
  fs::path absolute(const fs::path& path) const {
    return (fs::path(request_.working_dir) / path).lexically_normal();
  }

  void follow(const fs::path& file, const std::string& text) {
    for (const std::string& line : split(text, '\n')) {
      const auto [name, angled] = included_in(line);
      if (name.empty()) continue;
      std::optional<fs::path> path = known_path(file, name, angled);
      if (!path && !system_headers().contains(name)) path = search(file, name);
      if (path && visited_.insert(path->string()).second) open_.push_back(*path);
    }
  }

  // Names in angle brackets are not looked for beside the file.
  std::optional<fs::path> known_path(const fs::path& file, const std::string& name,
                                     bool angled) const {
    if (const fs::path beside = file.parent_path() / name; !angled && is_there(beside))
      return beside.lexically_normal();
    for (const std::string& dir : request_.include_dirs) {
      if (const fs::path path = absolute(dir) / name; is_there(path)) return path;
    }
    return std::nullopt;
  }

  // The one whose path has most in common with the file's; of several, with the first source's.
  std::optional<fs::path> search(const fs::path& file, const std::string& name) {
    if (!listed_) list_project();
    const auto [first, last] = project_.equal_range(fs::path(name).filename().string());
    const fs::path source = absolute(request_.files[0].name);
    std::optional<fs::path> best;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> most = {-1, -1};
    for (auto it = first; it != last; ++it) {
      const std::string path = it->second.string();
      if (!path.ends_with("/" + name)) continue;
      const std::pair shared(shared_folders(it->second, file), shared_folders(it->second, source));
      if (shared > most) best = it->second;
      most = std::max(most, shared);
    }
    if (!best) return std::nullopt;
    const std::string text = best->string();
    const std::string folder = text.substr(0, text.size() - name.size() - 1);
    if (hides_system_headers(folder)) return std::nullopt;
    const fs::path near = fs::path(folder).lexically_relative(request_.working_dir);
    const std::string shown = near.empty() || *near.begin() == ".." ? folder : near.string();
    request_.include_dirs.push_back(shown);
    found_[shown].insert(name);
    return best;
  }

  // From the first source outwards, so that the bound leaves out what is far away.
  void list_project() {
    listed_ = true;
    for (const std::string& dir : request_.readable_dirs) {
      fs::path root = absolute(dir);
      if (root.filename().empty()) root = root.parent_path();  // "." ends in a slash
      fs::path folder = absolute(request_.files[0].name).parent_path();
      const auto [end, rest] =
          std::mismatch(root.begin(), root.end(), folder.begin(), folder.end());
      for (; end == root.end() && folder != root && folder.has_relative_path();
           folder = folder.parent_path())
        list_below(folder);
      list_below(root);
    }
  }

  void list_below(const fs::path& folder) {
    if (!complete_.insert(folder).second) return;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      if (++n_listed_ > kMaxListed) return;
      std::error_code ignored;
      if (at->is_symlink(ignored)) continue;
      const std::string name = at->path().filename().string();
      if (name == ".git" || complete_.contains(at->path())) at.disable_recursion_pending();
      if (at->is_regular_file(ignored)) project_.emplace(name, at->path().lexically_normal());
    }
  }

  frontend::InspectRequest& request_;
  std::vector<std::string>& notes_;
  std::vector<fs::path> open_;
  std::set<std::string> visited_;
  bool listed_ = false;
  size_t n_listed_ = 0;
  std::set<fs::path> complete_;                   // folders that are listed with all below
  std::multimap<std::string, fs::path> project_;  // its files, by their names
  std::map<std::string, std::set<std::string>> found_;
};

}  // namespace

void find_headers(frontend::InspectRequest& request, std::vector<std::string>& notes) {
  HeaderSearch(request, notes).run();
}

}  // namespace kcast::workflow
