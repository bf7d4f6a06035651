#include "corpus/authored/authored.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"

namespace kcast::corpus {
namespace {

constexpr std::string_view kProblemList = "problems.tsv";
constexpr std::string_view kProgramEnding = ".cu";
constexpr std::string_view kOpenMpFolder = "openmp/";

// The fields of a row of problems.tsv: file, domain, level, problem.
std::vector<std::string_view> fields_of(std::string_view row) {
  std::vector<std::string_view> fields;
  for (;;) {
    const size_t tab = row.find('\t');
    fields.push_back(row.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    row.remove_prefix(tab + 1);
  }
}

// The name is of the folder and the file, without its ending.
std::vector<AuthoredProgram> read_openmp_programs() {
  static std::vector<std::string> names;
  std::vector<AuthoredProgram> programs;
  const std::span<const NamedText> files = embedded_openmp();
  names.reserve(files.size());
  for (const NamedText& file : files) {
    const size_t dot = file.name.rfind('.');
    const std::string_view domain = file.name.substr(0, file.name.find('/'));
    names.push_back(std::string(kOpenMpFolder) + std::string(file.name.substr(0, dot)));
    programs.push_back({.name = names.back(),
                        .domain = domain,
                        .level = "",
                        .problem = "",
                        .text = file.text,
                        .ending = file.name.substr(dot)});
  }
  std::ranges::sort(programs, {}, &AuthoredProgram::name);
  return programs;
}

Result<std::vector<AuthoredProgram>> read_programs() {
  std::map<std::string_view, std::string_view> texts;
  for (const NamedText& file : embedded_authored())
    texts.emplace(file.name, file.text);
  std::vector<AuthoredProgram> programs;
  std::string_view rest = texts[kProblemList];
  bool is_heading = true;
  while (!rest.empty()) {
    const std::string_view row = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(row.size() + 1, rest.size()));
    if (std::exchange(is_heading, false)) continue;
    const std::vector<std::string_view> fields = fields_of(row);
    const auto file = texts.find(fields[0]);
    if (fields.size() != 4 || file == texts.end() || !fields[0].ends_with(kProgramEnding)) {
      return Error{ErrorCode::Internal, "problems.tsv names '" + std::string(fields[0]) +
                                            "', which is no file of corpus/authored"};
    }
    const std::string_view name = fields[0].substr(0, fields[0].size() - kProgramEnding.size());
    programs.push_back({name, fields[1], fields[2], fields[3], file->second});
  }
  std::ranges::sort(programs, {}, &AuthoredProgram::name);
  return programs;
}

}  // namespace

Result<std::span<const AuthoredProgram>> authored_programs() {
  static const Result<std::vector<AuthoredProgram>> programs = read_programs();
  if (!programs) return programs.error();
  return std::span<const AuthoredProgram>(*programs);
}

std::span<const AuthoredProgram> openmp_programs() {
  static const std::vector<AuthoredProgram> programs = read_openmp_programs();
  return programs;
}

Result<const AuthoredProgram*> find_authored(std::string_view name) {
  KCAST_TRY(std::span<const AuthoredProgram> programs, authored_programs());
  if (name.starts_with(kOpenMpFolder)) programs = openmp_programs();
  const auto found = std::ranges::lower_bound(programs, name, {}, &AuthoredProgram::name);
  if (found != programs.end() && found->name == name) return &*found;
  std::vector<std::string> names;
  for (const AuthoredProgram& program : programs)
    names.emplace_back(program.name);
  const auto near = nearest(name, names);
  return Error{ErrorCode::NotFound, "no authored program '" + std::string(name) + "'" +
                                        (near ? "; did you mean '" + *near + "'?"
                                              : "; see kcast corpus list --authored")};
}

}  // namespace kcast::corpus
