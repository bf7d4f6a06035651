#include "collect/check_case.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "schema/sample_json.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxCaseBytes = size_t{4} << 20;

// A text or a list that JSON may hold otherwise throws, and is caught by the caller.
Result<CheckCase> read_fields(const Json& root) {
  CheckCase result;
  result.name = root.at("name").get<std::string>();
  result.kernel = root.value("kernel", result.name);
  result.domain = root.value("domain", "");
  result.source_name = root.value("source", "");
  if (root.contains("flags")) root.at("flags").get_to(result.flags);
  for (const Json& each : root.at("launches")) {
    KCAST_TRY(Launch launch, launch_from_json(each));
    if (launch.kernel.empty()) launch.kernel = result.kernel;
    result.launches.push_back(std::move(launch));
  }
  return result;
}

}  // namespace

std::filesystem::path CheckCase::source(std::string_view ending) const {
  if (source_name.ends_with(ending)) return file.parent_path() / source_name;
  return file.parent_path() / (file.stem().string() + std::string(ending));
}

Result<CheckCase> check_case_from_json(const std::filesystem::path& file, std::string_view text) {
  try {
    auto read = read_fields(Json::parse(text));
    if (!read) return std::move(read).error().context(file.string());
    read->file = file;
    return read;
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + json_problem(error.what())};
  }
}

Result<CheckCase> read_check_case(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file, kMaxCaseBytes));
  return check_case_from_json(file, text);
}

}  // namespace kcast::collect
