#include "golden_case.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/text.h"

namespace kcast {

namespace {

namespace fs = std::filesystem;

void apply_option(const std::string& option, const std::string& value,
                  frontend::InspectRequest& request) {
  if (option == "-D") {
    const size_t equals = value.find('=');
    request.defines.emplace_back(value.substr(0, equals),
                                 equals == std::string::npos ? "1" : value.substr(equals + 1));
  } else if (option == "-I") {
    request.include_dirs.push_back(value);
  } else if (option == "--argv") {
    request.argv = split_words(value);
  } else if (option == "--flags") {
    request.flags = split_words(value);
  } else if (option == "--language") {
    request.language = value;
  } else if (option == "--std") {
    request.standard = value;
  } else if (option == "--arch") {
    request.arch = value;
  } else if (option == "--assume") {
    request.assume = value == "yes";
  } else if (option == "--kernel") {
    request.kernel = value;
  } else if (option == "--num-teams") {
    request.device.emplace_back("OMP_NUM_TEAMS", std::stoll(value));
  } else if (option == "--thread-limit") {
    request.device.emplace_back("OMP_TEAMS_THREAD_LIMIT", std::stoll(value));
  }
}

// Options stand in the first two lines; every one of them takes a value.
void read_options(std::string_view text, GoldenCase& out) {
  for (int i = 0; i < 2; ++i) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view kOptions = "// kcast:";
    constexpr std::string_view kPtx = "// ptx:";
    if (line.starts_with(kOptions)) {
      const std::vector<std::string> words = split_words(line.substr(kOptions.size()));
      for (size_t k = 0; k + 1 < words.size(); k += 2) {
        apply_option(words[k], words[k + 1], out.request);
      }
    } else if (line.starts_with(kPtx)) {
      out.ptx_prefixes = split_words(line.substr(kPtx.size()));
    }
  }
}

void add_file(const fs::path& path, const std::string& name, GoldenCase& out) {
  auto text = read_file(path);
  if (!text) return;
  read_options(*text, out);
  out.request.files.push_back({name, *std::move(text)});
}

GoldenCase load_case(const fs::path& path) {
  GoldenCase out;
  out.name = path.stem().string();
  const bool is_folder = fs::is_directory(path);
  const fs::path dir = is_folder ? path : path.parent_path();
  out.request.working_dir = dir.string();
  out.request.readable_dirs = {"."};
  out.expected = is_folder ? path / "expected" : dir / (out.name + ".expected");
  if (!is_folder) {
    add_file(path, path.filename().string(), out);
    return out;
  }
  std::vector<fs::path> files;
  // Files in folders below are for #include to find.
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_regular_file() && entry.path() != out.expected) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    add_file(file, file.filename().string(), out);
  return out;
}

}  // namespace

std::vector<GoldenCase> load_golden_cases() {
  const fs::path root = fs::path(KCAST_SOURCE_DIR) / "tests" / "golden" / "frontend";
  std::vector<GoldenCase> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root, error)) {
    if (entry.path().extension() == ".expected") continue;
    out.push_back(load_case(entry.path()));
  }
  std::sort(out.begin(), out.end(),
            [](const GoldenCase& a, const GoldenCase& b) { return a.name < b.name; });
  return out;
}

}  // namespace kcast
