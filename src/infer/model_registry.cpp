#include "infer/model_registry.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/named_text.h"
#include "base/sha256.h"
#include "base/text.h"

namespace kcast::infer {

// data/models.json, embedded.
std::span<const NamedText> embedded_models();

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

KnownModel model_of_json(const Json& json) {
  KnownModel out;
  out.name = json.at("name").get<std::string>();
  out.title = json.at("title").get<std::string>();
  out.official = json.at("official").get<std::string>();
  out.group = json.at("group").get<std::string>();
  out.packages = json.at("packages").get<std::string>();
  out.file = json.at("file").get<std::string>();
  out.bytes = json.at("bytes").get<uint64_t>();
  out.sha256 = json.at("sha256").get<std::string>();
  out.licence = json.at("licence").get<std::string>();
  const Json& shape = json.at("shape");
  out.shape.architecture = shape.at("architecture").get<std::string>();
  out.shape.layers = shape.at("layers").get<int64_t>();
  out.shape.hidden = shape.at("hidden").get<int64_t>();
  out.shape.feed_forward = shape.at("feed_forward").get<int64_t>();
  out.shape.heads = shape.at("heads").get<int64_t>();
  out.shape.kv_heads = shape.at("kv_heads").get<int64_t>();
  out.shape.vocabulary = shape.at("vocabulary").get<int64_t>();
  out.shape.context = shape.at("context").get<int64_t>();
  out.shape.tied = shape.at("tied").get<bool>();
  return out;
}

bool same_shape(const ModelShape& a, const ModelShape& b) {
  return a.architecture == b.architecture && a.layers == b.layers && a.hidden == b.hidden &&
         a.feed_forward == b.feed_forward && a.heads == b.heads && a.kv_heads == b.kv_heads &&
         a.vocabulary == b.vocabulary && a.context == b.context && a.tied == b.tied;
}

}  // namespace

Result<std::vector<KnownModel>> known_models() {
  std::string text(embedded_models().front().text);
  std::string path = "data/models.json";
  if (const char* other = std::getenv("KCAST_MODELS")) {
    path = other;
    KCAST_TRY(text, read_file(path));
  }
  std::vector<KnownModel> out;
  try {
    const Json file = Json::parse(text);
    for (const Json& json : file.at("models"))
      out.push_back(model_of_json(json));
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, path + ": " + json_problem(error.what())};
  }
  return out;
}

Result<KnownModel> known_model(const std::string& name) {
  KCAST_TRY(const std::vector<KnownModel> models, known_models());
  std::vector<std::string> names;
  for (const KnownModel& model : models) {
    if (model.name == name) return model;
    names.push_back(model.name);
  }
  return Error{ErrorCode::NotFound, "no model '" + name + "'; there are " + join(names, ", ") +
                                        ", or give the path of a GGUF file"};
}

std::optional<fs::path> fetched_file(const KnownModel& model) {
  // scripts/fetch keeps a group in GROUP-VERSION-KEY; the length tells an old version apart.
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(cache_dir(), failed)) {
    if (!entry.path().filename().string().starts_with(model.group + "-")) continue;
    const fs::path file = entry.path() / model.file;
    std::error_code ignored;
    if (fs::exists(entry.path() / ".complete", ignored) &&
        fs::file_size(file, ignored) == model.bytes && !ignored) {
      return file;
    }
  }
  return std::nullopt;
}

Result<fs::path> find_model(const std::string& name_or_file) {
  std::error_code ignored;
  if (fs::is_regular_file(name_or_file, ignored)) return fs::path(name_or_file);
  if (name_or_file.ends_with(".gguf") || name_or_file.find('/') != std::string::npos) {
    return Error{ErrorCode::NotFound, name_or_file + ": no such file"};
  }
  KCAST_TRY(const KnownModel model, known_model(name_or_file));
  if (const auto file = fetched_file(model)) return *file;
  return Error{ErrorCode::NotFound, "model '" + model.name +
                                        "' is not here; run `kcast models get " + model.name +
                                        "` (" + size_text(model.bytes) + ")"};
}

Result<std::string> sha256_of_file(const fs::path& path, const BytesDone& progress) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::Io, path.string() + ": cannot be read"};
  Sha256 hash;
  std::string buffer(size_t{4} << 20, '\0');
  uint64_t done = 0;
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto n = static_cast<size_t>(file.gcount());
    hash.add(std::string_view(buffer).substr(0, n));
    done += n;
    if (progress && !progress(done)) return Error{ErrorCode::External, "interrupted"};
  }
  if (file.bad()) return Error{ErrorCode::Io, path.string() + ": cannot be read"};
  return hash.hex();
}

Status verify_model(const KnownModel& model, const fs::path& path, const BytesDone& progress) {
  std::error_code failed;
  const uint64_t bytes = fs::file_size(path, failed);
  if (failed) return Error{ErrorCode::NotFound, path.string() + ": " + failed.message()};
  if (bytes != model.bytes) {
    return Error{ErrorCode::InvalidInput, path.string() + ": " + std::to_string(bytes) +
                                              " bytes; " + model.name + " has " +
                                              std::to_string(model.bytes)};
  }
  KCAST_TRY(const std::string sum, sha256_of_file(path, progress));
  if (sum != model.sha256) {
    return Error{ErrorCode::InvalidInput, path.string() + ": SHA-256 is " + sum + "; " +
                                              model.name + " has " + model.sha256};
  }
  KCAST_TRY(const GgufFile file, GgufFile::open(path));
  KCAST_TRY(const ModelShape shape, shape_of_gguf(file));
  if (!same_shape(shape, model.shape)) {
    return Error{ErrorCode::InvalidInput,
                 path.string() + ": its shape is not the one of " + model.name};
  }
  return Unit{};
}

Result<fs::path> fetch_script(const KnownModel& model) {
  std::vector<fs::path> checkouts = {executable_dir() / ".." / ".." / ".."};
  if (const char* checkout = std::getenv("KCAST_CHECKOUT"))
    checkouts.insert(checkouts.begin(), checkout);
  for (const fs::path& checkout : checkouts) {
    const fs::path script = checkout / "scripts" / "fetch";
    std::error_code ignored;
    if (fs::exists(script, ignored) && fs::exists(checkout / "deps.lock", ignored))
      return fs::weakly_canonical(script);
  }
  return Error{
      ErrorCode::Unsupported,
      "downloading needs scripts/fetch of Kernelcast's repository, which is not beside this "
      "program; name a checkout with KCAST_CHECKOUT=DIR, or get the file by hand (" +
          model.official + ") and use its path instead of a name"};
}

std::string size_text(uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return format_digits(value / 1e9, 3) + " GB";
  if (value >= 1e6) return format_digits(value / 1e6, 3) + " MB";
  return std::to_string(bytes) + " bytes";
}

}  // namespace kcast::infer
