#include "encode/safetensors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "base/io/checksum_words.h"
#include "base/io/crc32c.h"

namespace kcast::encode {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kLengthBytes = 8;
// The format's own limit.
constexpr uint64_t kMostHeaderBytes = 100'000'000;

struct ElementType {
  std::string_view name;
  int64_t bytes;
};
constexpr std::array kElementTypes = {
    ElementType{"F64", 8},  ElementType{"I64", 8},     ElementType{"U64", 8},
    ElementType{"F32", 4},  ElementType{"I32", 4},     ElementType{"U32", 4},
    ElementType{"F16", 2},  ElementType{"BF16", 2},    ElementType{"I16", 2},
    ElementType{"U16", 2},  ElementType{"I8", 1},      ElementType{"U8", 1},
    ElementType{"BOOL", 1}, ElementType{"F8_E4M3", 1}, ElementType{"F8_E5M2", 1}};

// The checksum is one of the metadata.
constexpr const char* kChecksumKey = "kcast_checksum";

std::string words_prefix() {
  return "\"" + std::string(kChecksumKey) + "\":\"";
}

Error broken(const std::filesystem::path& path, const std::string& why) {
  return Error{ErrorCode::InvalidInput, path.string() + ": not a safetensors file: " + why};
}

Error refused(const std::filesystem::path& path, const std::string& what) {
  return Error{ErrorCode::Io, path.string() + ": " + what + ": " +
                                  std::error_code(errno, std::generic_category()).message()};
}

// How many bytes a tensor of this type and shape takes; nothing when that is no number.
std::optional<uint64_t> bytes_of_shape(std::string_view type, const std::vector<int64_t>& shape) {
  auto bytes = static_cast<uint64_t>(element_bytes_of(type));
  if (bytes == 0) return std::nullopt;
  for (const int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    if (extent != 0 &&
        bytes > std::numeric_limits<uint64_t>::max() / static_cast<uint64_t>(extent)) {
      return std::nullopt;
    }
    bytes *= static_cast<uint64_t>(extent);
  }
  return bytes;
}

Result<TensorInfo> read_tensor(const std::filesystem::path& path, const std::string& name,
                               const Json& json) {
  TensorInfo info;
  try {
    info.type = json.at("dtype").get<std::string>();
    for (const Json& extent : json.at("shape")) {
      if (!extent.is_number_integer()) {
        return broken(path, "tensor '" + name + "' has an extent that is no whole number");
      }
      info.shape.push_back(extent.get<int64_t>());
    }
    const auto& offsets = json.at("data_offsets");
    if (!offsets.at(0).is_number_unsigned() || !offsets.at(1).is_number_unsigned()) {
      return broken(path, "tensor '" + name + "' has an offset that is no natural number");
    }
    info.begin = offsets.at(0).get<uint64_t>();
    info.end = offsets.at(1).get<uint64_t>();
  } catch (const Json::exception&) {
    return broken(path, "tensor '" + name + "' lacks dtype, shape or data_offsets");
  }
  const std::optional<uint64_t> bytes = bytes_of_shape(info.type, info.shape);
  if (!bytes || info.end < info.begin || info.end - info.begin != *bytes) {
    return broken(path, "the length of tensor '" + name + "' does not fit its type and shape");
  }
  return info;
}

}  // namespace

int64_t element_bytes_of(std::string_view type) {
  const auto* found = std::ranges::find(kElementTypes, type, &ElementType::name);
  return found == kElementTypes.end() ? 0 : found->bytes;
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
  SafetensorsFile file;
  file.path_ = path;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return Error{ErrorCode::NotFound, path.string() + ": no such file"};
    return refused(path, "cannot be opened");
  }
  struct stat about = {};
  if (::fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(descriptor);
    return Error{ErrorCode::InvalidInput, path.string() + ": not a file"};
  }
  const auto bytes = static_cast<size_t>(about.st_size);
  if (bytes < kLengthBytes) {
    ::close(descriptor);
    return broken(path, "it is cut off");
  }
  void* mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (mapped == MAP_FAILED) return refused(path, "cannot be mapped");
  file.mapped_ = static_cast<const std::byte*>(mapped);
  file.mapped_bytes_ = bytes;
  KCAST_TRY(const Unit read, file.read_header());
  static_cast<void>(read);
  return file;
}

SafetensorsFile::SafetensorsFile(SafetensorsFile&& other) noexcept
    : path_(std::move(other.path_)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_bytes_(other.mapped_bytes_),
      data_begin_(other.data_begin_),
      tensors_(std::move(other.tensors_)),
      metadata_(std::move(other.metadata_)) {}

SafetensorsFile::~SafetensorsFile() {
  if (mapped_ != nullptr) ::munmap(const_cast<std::byte*>(mapped_), mapped_bytes_);
}

Status SafetensorsFile::read_header() {
  uint64_t header_bytes = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    header_bytes |= std::to_integer<uint64_t>(mapped_[i]) << (8 * i);
  }
  if (header_bytes > kMostHeaderBytes || header_bytes > mapped_bytes_ - kLengthBytes) {
    return broken(path_, "its header is cut off");
  }
  data_begin_ = kLengthBytes + header_bytes;
  const auto* text = reinterpret_cast<const char*>(mapped_) + kLengthBytes;
  const Json header = Json::parse(text, text + header_bytes, nullptr, false);
  if (!header.is_object()) return broken(path_, "its header is no JSON object");
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") {
      if (!value.is_object()) return broken(path_, "its metadata are no object");
      for (const auto& [key, text_value] : value.items()) {
        if (text_value.is_string()) metadata_[key] = text_value.get<std::string>();
      }
      continue;
    }
    KCAST_TRY(const TensorInfo info, read_tensor(path_, name, value));
    ranges.emplace_back(info.begin, info.end);
    tensors_[name] = info;
  }
  std::ranges::sort(ranges);
  uint64_t at = 0;
  for (const auto& [begin, end] : ranges) {
    if (begin != at) return broken(path_, "its tensors overlap or leave gaps");
    at = end;
  }
  if (at != mapped_bytes_ - data_begin_) {
    return broken(path_, "it has " + std::to_string(mapped_bytes_ - data_begin_) +
                             " bytes of tensors; its header wants " + std::to_string(at));
  }
  return check_sum();
}

Status SafetensorsFile::check_sum() const {
  const auto found = metadata_.find(kChecksumKey);
  const std::string zeros = zero_checksum_words();
  const std::string_view whole(reinterpret_cast<const char*>(mapped_), mapped_bytes_);
  const size_t prefix = whole.substr(0, data_begin_).find(words_prefix());
  if (found == metadata_.end() || prefix == std::string_view::npos) return Unit{};
  const size_t words = prefix + words_prefix().size();
  if (found->second.size() != zeros.size() || words + zeros.size() > data_begin_) return Unit{};
  uint32_t sum = crc32c(whole.substr(0, words));
  sum = crc32c(zeros, sum);
  sum = crc32c(whole.substr(words + zeros.size()), sum);
  if (!contradict(found->second, sum, mapped_bytes_)) return Unit{};
  return Error{ErrorCode::InvalidInput, damage_text(path_.string())};
}

Result<TensorInfo> SafetensorsFile::info(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    return Error{ErrorCode::NotFound, path_.string() + ": no tensor '" + name + "'"};
  }
  return found->second;
}

Result<std::span<const std::byte>> SafetensorsFile::bytes(const std::string& name) const {
  KCAST_TRY(const TensorInfo found, info(name));
  return std::span<const std::byte>(mapped_ + data_begin_ + found.begin, found.end - found.begin);
}

Result<std::span<const std::byte>> SafetensorsFile::bytes_of_type(const std::string& name,
                                                                  std::string_view type,
                                                                  size_t size) const {
  KCAST_TRY(const TensorInfo found, info(name));
  if (found.type != type || element_bytes_of(type) != static_cast<int64_t>(size)) {
    return Error{ErrorCode::InvalidInput, path_.string() + ": tensor '" + name + "' is " +
                                              found.type + ", not " + std::string(type)};
  }
  KCAST_TRY(const std::span<const std::byte> raw, bytes(name));
  if (reinterpret_cast<uintptr_t>(raw.data()) % size != 0) {
    return Error{ErrorCode::InvalidInput,
                 path_.string() + ": tensor '" + name + "' is not aligned to its element size"};
  }
  return raw;
}

Result<SafetensorsWriter> SafetensorsWriter::create(
    const std::filesystem::path& path, const std::vector<Planned>& tensors,
    const std::map<std::string, std::string>& metadata) {
  Json header = Json::object();
  header["__metadata__"] = metadata;
  header["__metadata__"][kChecksumKey] = zero_checksum_words();
  uint64_t at = 0;
  for (const Planned& tensor : tensors) {
    const std::optional<uint64_t> bytes = bytes_of_shape(tensor.type, tensor.shape);
    if (!bytes) {
      return Error{ErrorCode::Internal, "tensor '" + tensor.name + "': no such type or shape"};
    }
    header[tensor.name] = {
        {"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {at, at + *bytes}}};
    at += *bytes;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // tensors of 8-byte elements stay aligned
  std::string length;
  for (size_t i = 0; i < kLengthBytes; ++i)
    length += static_cast<char>(text.size() >> (8 * i));
  KCAST_TRY(NewFile file, NewFile::create(path));
  SafetensorsWriter writer(std::move(file));
  writer.expected_ = at;
  writer.words_at_ = kLengthBytes + text.find(words_prefix()) + words_prefix().size();
  KCAST_OK(writer.append(length + text));
  return writer;
}

Status SafetensorsWriter::append(std::string_view bytes) {
  sum_ = crc32c(bytes, sum_);
  return file_.write(bytes);
}

Status SafetensorsWriter::write(std::span<const std::byte> bytes) {
  written_ += bytes.size();
  if (written_ > expected_) {
    return Error{ErrorCode::Internal, file_.path().string() + ": more bytes than the header has"};
  }
  return append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Status SafetensorsWriter::finish() {
  if (written_ != expected_) {
    return Error{ErrorCode::Internal, file_.path().string() + ": fewer bytes than the header has"};
  }
  KCAST_OK(file_.patch(words_at_, checksum_words(sum_, file_.size())));
  return file_.finish();
}

}  // namespace kcast::encode
