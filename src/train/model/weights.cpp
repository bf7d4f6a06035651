#include "train/model/weights.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "encode/safetensors.h"

namespace kcast::train {

namespace {

struct TypeName {
  std::string_view name;
  at::ScalarType type;
};
constexpr std::array kTypes = {TypeName{"F64", at::kDouble}, TypeName{"F32", at::kFloat},
                               TypeName{"F16", at::kHalf},   TypeName{"BF16", at::kBFloat16},
                               TypeName{"I64", at::kLong},   TypeName{"I32", at::kInt},
                               TypeName{"I16", at::kShort},  TypeName{"I8", at::kChar},
                               TypeName{"U8", at::kByte},    TypeName{"BOOL", at::kBool}};

std::string shape_text(at::IntArrayRef shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + "]";
}

// The files that hold the tensors of a folder.
Result<std::vector<std::filesystem::path>> files_of(const std::filesystem::path& folder) {
  const std::filesystem::path index = folder / "model.safetensors.index.json";
  if (!std::filesystem::exists(index)) {
    const std::filesystem::path single = folder / "model.safetensors";
    if (!std::filesystem::exists(single)) {
      return Error{ErrorCode::NotFound,
                   folder.string() + ": there is neither model.safetensors nor its index"};
    }
    return std::vector{single};
  }
  KCAST_TRY(const std::string text, read_file(index));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("weight_map") || !json["weight_map"].is_object()) {
    return Error{ErrorCode::InvalidInput, index.string() + ": there is no weight_map"};
  }
  std::set<std::string> names;
  for (const auto& [tensor, file] : json["weight_map"].items()) {
    if (!file.is_string()) {
      return Error{ErrorCode::InvalidInput,
                   index.string() + ": the file of " + tensor + " is not a text"};
    }
    names.insert(file.get<std::string>());
  }
  std::vector<std::filesystem::path> files;
  for (const std::string& name : names)
    files.push_back(folder / name);
  return files;
}

}  // namespace

WeightFiles::WeightFiles(WeightFiles&&) noexcept = default;
WeightFiles::~WeightFiles() = default;

Result<WeightFiles> WeightFiles::open_folder(const std::filesystem::path& folder) {
  KCAST_TRY(const auto paths, files_of(folder));
  WeightFiles result;
  result.path_ = folder;
  for (const std::filesystem::path& path : paths) {
    KCAST_TRY(encode::SafetensorsFile file, encode::SafetensorsFile::open(path));
    for (const auto& [name, info] : file.tensors()) {
      if (!result.where_.emplace(name, result.files_.size()).second) {
        return Error{ErrorCode::InvalidInput, path.string() + ": " + name + " is there twice"};
      }
    }
    result.files_.push_back(std::move(file));
  }
  return result;
}

Result<WeightFiles> WeightFiles::open_file(const std::filesystem::path& file) {
  WeightFiles result;
  result.path_ = file;
  KCAST_TRY(encode::SafetensorsFile opened, encode::SafetensorsFile::open(file));
  for (const auto& [name, info] : opened.tensors())
    result.where_.emplace(name, 0);
  result.files_.push_back(std::move(opened));
  return result;
}

Result<Tensor> WeightFiles::take(const std::string& name) {
  const auto found = where_.find(name);
  if (found == where_.end()) {
    return Error{ErrorCode::InvalidInput, path_.string() + ": tensor " + name + " is missing"};
  }
  const encode::SafetensorsFile& file = files_[found->second];
  KCAST_TRY(const encode::TensorInfo info, file.info(name));
  KCAST_TRY(const auto bytes, file.bytes(name));
  for (const TypeName& known : kTypes) {
    if (known.name != info.type) continue;
    used_.insert(name);
    Tensor tensor = at::empty(info.shape, at::TensorOptions().dtype(known.type));
    if (!bytes.empty()) std::memcpy(tensor.data_ptr(), bytes.data(), bytes.size());
    return tensor;
  }
  return Error{ErrorCode::Unsupported, path_.string() + ": tensor " + name + " has type " +
                                           info.type + "; convert it to F32, F16 or BF16"};
}

Result<Tensor> WeightFiles::take(const std::string& name, const std::vector<int64_t>& shape) {
  KCAST_TRY(Tensor tensor, take(name));
  if (tensor.sizes() != at::IntArrayRef(shape)) {
    return Error{ErrorCode::InvalidInput, path_.string() + ": tensor " + name + " is " +
                                              shape_text(tensor.sizes()) + ", expected " +
                                              shape_text(shape)};
  }
  return tensor;
}

std::vector<std::string> WeightFiles::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, file] : where_) {
    if (!used_.contains(name)) names.push_back(name);
  }
  return names;
}

const std::map<std::string, std::string>& WeightFiles::metadata() const {
  return files_.front().metadata();
}

Status write_tensors(const std::filesystem::path& path,
                     const std::vector<std::pair<std::string, Tensor>>& given,
                     const std::map<std::string, std::string>& metadata) {
  // Wide elements first: then every tensor is aligned, whatever the lengths are.
  std::vector<std::pair<std::string, Tensor>> tensors = given;
  std::stable_sort(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) {
    return a.second.element_size() > b.second.element_size();
  });
  std::vector<encode::SafetensorsWriter::Planned> planned;
  for (const auto& [name, tensor] : tensors) {
    std::string type;
    for (const TypeName& known : kTypes) {
      if (known.type == tensor.scalar_type()) type = known.name;
    }
    planned.push_back({name, type, tensor.sizes().vec()});
  }
  KCAST_TRY(encode::SafetensorsWriter writer,
            encode::SafetensorsWriter::create(path, planned, metadata));
  for (const auto& [name, tensor] : tensors) {
    const Tensor on_cpu = tensor.detach().to(at::kCPU).contiguous();
    KCAST_OK(writer.write(
        {static_cast<const std::byte*>(on_cpu.data_ptr()), static_cast<size_t>(on_cpu.nbytes())}));
  }
  return writer.finish();
}

}  // namespace kcast::train
