// A request travels as
//   1. one line of JSON: the request without its texts, and "sizes", their bytes;
//   2. the texts themselves, one after the other, unchanged.
// An answer is JSON: {"inspection": ...} or {"error": message, "code": number}.
#include "frontend/process/request_json.h"

#include "schema/inspection_json.h"
#include "schema/json_codec.h"

namespace kcast::frontend {

KCAST_JSON(InspectRequest, working_dir, readable_dirs, include_dirs, language, standard, arch,
           defines, flags, argv, device, kernel, skip_kernels, lower, assume, slice)

namespace {

using Json = nlohmann::ordered_json;

// Names and messages may hold bytes that are no UTF-8; those are replaced.
std::string print(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Error malformed(std::string_view what) {
  return Error{ErrorCode::Internal, "malformed " + std::string(what) + " between processes"};
}

}  // namespace

std::string encode_request(const InspectRequest& request) {
  Json json = request;
  std::string texts;
  for (const SourceFile& file : request.files) {
    json["names"].push_back(file.name);
    json["sizes"].push_back(file.text.size());
    texts += file.text;
  }
  return print(json) + "\n" + texts;
}

Result<InspectRequest> decode_request(std::string_view text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return malformed("request");
  try {
    const Json json = Json::parse(text.substr(0, end));
    auto request = json.get<InspectRequest>();
    std::string_view rest = text.substr(end + 1);
    for (size_t i = 0; i < json.value("names", Json::array()).size(); ++i) {
      const auto size = json.at("sizes").at(i).get<size_t>();
      if (size > rest.size()) return malformed("request");
      request.files.push_back(
          {json.at("names").at(i).get<std::string>(), std::string(rest.substr(0, size))});
      rest.remove_prefix(size);
    }
    return request;
  } catch (const Json::exception&) {
    return malformed("request");
  }
}

std::string encode_answer(const Result<Inspection>& answer) {
  if (answer) return print({{"inspection", inspection_to_json(*answer)}});
  return print(
      {{"error", answer.error().message}, {"code", static_cast<int>(answer.error().code)}});
}

Result<Inspection> decode_answer(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.contains("inspection")) return inspection_from_json(json.at("inspection"));
    const int code = json.at("code").get<int>();
    if (code < 0 || code > static_cast<int>(ErrorCode::Internal)) return malformed("answer");
    return Error{static_cast<ErrorCode>(code), json.at("error").get<std::string>()};
  } catch (const Json::exception&) {
    return malformed("answer");
  }
}

}  // namespace kcast::frontend
