// The models that kcast knows by name (data/models.json), and where their files are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "infer/model_shape.h"

namespace kcast::infer {

struct KnownModel {
  std::string name;      // "qwen2.5-coder-0.5b"
  std::string title;     // "Qwen2.5-Coder-0.5B-Instruct, Q4_K_M"
  std::string official;  // where its makers publish it, in words
  std::string group;     // of deps.lock
  std::string packages;  // of the package index, in words
  std::string file;
  uint64_t bytes = 0;
  std::string sha256;
  std::string licence;
  ModelShape shape;  // without what only the file says
};

// Embedded; the variable KCAST_MODELS names another file of the same form.
Result<std::vector<KnownModel>> known_models();
Result<KnownModel> known_model(const std::string& name);

// Where scripts/fetch left the model's file, if it is there and as long as it should be.
std::optional<std::filesystem::path> fetched_file(const KnownModel& model);

// A model given by its name or by the path of a GGUF file. One that is not there is an error with
// the command that gets it.
Result<std::filesystem::path> find_model(const std::string& name_or_file);

// Called with the bytes that are done; false ends the work.
using BytesDone = std::function<bool(uint64_t bytes)>;

Result<std::string> sha256_of_file(const std::filesystem::path& path, const BytesDone& progress);

// Whether a file is the known model: length, hash, and the shape that its own header states.
Status verify_model(const KnownModel& model, const std::filesystem::path& path,
                    const BytesDone& progress);

// The script of the checkout that this program was built in, or of the one that KCAST_CHECKOUT
// names; an error that says what to do without one.
Result<std::filesystem::path> fetch_script(const KnownModel& model);

// "1.12 GB", "98.4 MB"
std::string size_text(uint64_t bytes);

}  // namespace kcast::infer
