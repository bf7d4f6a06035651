#include "infer/gguf_file.h"

#include <fcntl.h>
#include <gguf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "infer/llama_runtime.h"

namespace kcast::infer {
namespace {

Error broken(const std::filesystem::path& path, const std::string& why) {
  return Error{ErrorCode::InvalidInput, path.string() + ": not a whole GGUF file: " + why};
}

// Maps the file; the length is left in `bytes`.
Result<const std::byte*> map_file(const std::filesystem::path& path, size_t& bytes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const auto code = errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
    return Error{code, path.string() + ": " + std::strerror(errno)};
  }
  struct stat about = {};
  if (::fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(descriptor);
    return Error{ErrorCode::InvalidInput, path.string() + ": not a file"};
  }
  bytes = static_cast<size_t>(about.st_size);
  void* mapped =
      bytes == 0 ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (bytes == 0) return broken(path, "it is empty");
  if (mapped == MAP_FAILED) return Error{ErrorCode::Io, path.string() + ": cannot be mapped"};
  return static_cast<const std::byte*>(mapped);
}

}  // namespace

int64_t GgufTensor::elements() const {
  int64_t product = 1;
  for (const int64_t extent : shape)
    product *= extent;
  return product;
}

void GgufFile::FreeContext::operator()(gguf_context* context) const {
  gguf_free(context);
}

Result<GgufFile> GgufFile::open(const std::filesystem::path& path) {
  start_llama();
  GgufFile file;
  file.path_ = path;
  KCAST_TRY(file.mapped_, map_file(path, file.mapped_bytes_));
  if (file.mapped_bytes_ < 4 || std::memcmp(file.mapped_, GGUF_MAGIC, 4) != 0) {
    return broken(path, "it does not begin with 'GGUF'");
  }
  static_cast<void>(last_llama_complaint());
  const gguf_init_params params = {.no_alloc = true, .ctx = nullptr};
  file.context_.reset(gguf_init_from_file(path.c_str(), params));
  if (!file.context_) {
    return broken(path, "its header cannot be read" + last_llama_complaint());
  }
  KCAST_OK(file.read_tensors());
  return file;
}

GgufFile::GgufFile(GgufFile&& other) noexcept
    : path_(std::move(other.path_)),
      context_(std::move(other.context_)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_bytes_(other.mapped_bytes_),
      tensors_(std::move(other.tensors_)) {}

GgufFile::~GgufFile() {
  if (mapped_ != nullptr) ::munmap(const_cast<std::byte*>(mapped_), mapped_bytes_);
}

Status GgufFile::read_tensors() {
  const uint64_t data = gguf_get_data_offset(context_.get());
  for (int64_t i = 0; i < gguf_get_n_tensors(context_.get()); ++i) {
    GgufTensor tensor;
    tensor.name = gguf_get_tensor_name(context_.get(), i);
    tensor.type = gguf_get_tensor_type(context_.get(), i);
    const int64_t* extents = gguf_get_tensor_ne(context_.get(), i);
    size_t n = GGML_MAX_DIMS;
    while (n > 1 && extents[n - 1] == 1)
      --n;
    tensor.shape.assign(extents, extents + n);
    std::ranges::reverse(tensor.shape);
    tensor.begin = data + gguf_get_tensor_offset(context_.get(), i);
    tensor.bytes = gguf_get_tensor_size(context_.get(), i);
    if (tensor.begin > mapped_bytes_ || tensor.bytes > mapped_bytes_ - tensor.begin) {
      return broken(path_, "tensor '" + tensor.name +
                               "' ends behind the end of the file, at byte " +
                               std::to_string(mapped_bytes_) + "; fetch or copy it again");
    }
    tensors_.push_back(std::move(tensor));
  }
  return Unit{};
}

int64_t GgufFile::find_key(const std::string& key, int type) const {
  const int64_t id = gguf_find_key(context_.get(), key.c_str());
  return id >= 0 && gguf_get_kv_type(context_.get(), id) == type ? id : -1;
}

std::optional<std::string> GgufFile::text(const std::string& key) const {
  const int64_t id = find_key(key, GGUF_TYPE_STRING);
  if (id < 0) return std::nullopt;
  return gguf_get_val_str(context_.get(), id);
}

std::optional<int64_t> GgufFile::integer(const std::string& key) const {
  const gguf_context* context = context_.get();
  const int64_t id = gguf_find_key(context, key.c_str());
  if (id < 0) return std::nullopt;
  switch (gguf_get_kv_type(context, id)) {
    case GGUF_TYPE_UINT8:
      return gguf_get_val_u8(context, id);
    case GGUF_TYPE_INT8:
      return gguf_get_val_i8(context, id);
    case GGUF_TYPE_UINT16:
      return gguf_get_val_u16(context, id);
    case GGUF_TYPE_INT16:
      return gguf_get_val_i16(context, id);
    case GGUF_TYPE_UINT32:
      return gguf_get_val_u32(context, id);
    case GGUF_TYPE_INT32:
      return gguf_get_val_i32(context, id);
    case GGUF_TYPE_UINT64:
      return static_cast<int64_t>(gguf_get_val_u64(context, id));
    case GGUF_TYPE_INT64:
      return gguf_get_val_i64(context, id);
    default:
      return std::nullopt;
  }
}

std::optional<double> GgufFile::number(const std::string& key) const {
  if (const int64_t id = find_key(key, GGUF_TYPE_FLOAT32); id >= 0)
    return static_cast<double>(gguf_get_val_f32(context_.get(), id));
  if (const int64_t id = find_key(key, GGUF_TYPE_FLOAT64); id >= 0)
    return gguf_get_val_f64(context_.get(), id);
  return std::nullopt;
}

std::optional<bool> GgufFile::flag(const std::string& key) const {
  const int64_t id = find_key(key, GGUF_TYPE_BOOL);
  if (id < 0) return std::nullopt;
  return gguf_get_val_bool(context_.get(), id);
}

std::vector<std::string> GgufFile::texts(const std::string& key) const {
  const int64_t id = find_key(key, GGUF_TYPE_ARRAY);
  if (id < 0 || gguf_get_arr_type(context_.get(), id) != GGUF_TYPE_STRING) return {};
  std::vector<std::string> out(gguf_get_arr_n(context_.get(), id));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = gguf_get_arr_str(context_.get(), id, i);
  return out;
}

std::vector<int32_t> GgufFile::integers(const std::string& key) const {
  const int64_t id = find_key(key, GGUF_TYPE_ARRAY);
  if (id < 0 || gguf_get_arr_type(context_.get(), id) != GGUF_TYPE_INT32) return {};
  const auto* values = static_cast<const int32_t*>(gguf_get_arr_data(context_.get(), id));
  return {values, values + gguf_get_arr_n(context_.get(), id)};
}

Result<int64_t> GgufFile::need_integer(const std::string& key) const {
  if (const auto value = integer(key)) return *value;
  return broken(path_, "it has no number '" + key + "'");
}

Result<double> GgufFile::need_number(const std::string& key) const {
  if (const auto value = number(key)) return *value;
  return broken(path_, "it has no number '" + key + "'");
}

const GgufTensor* GgufFile::find(const std::string& name) const {
  const auto found = std::ranges::find(tensors_, name, &GgufTensor::name);
  return found == tensors_.end() ? nullptr : &*found;
}

std::span<const std::byte> GgufFile::bytes(const GgufTensor& tensor) const {
  return {mapped_ + tensor.begin, tensor.bytes};
}

std::string type_name_of(int type) {
  return ggml_type_name(static_cast<ggml_type>(type));
}

}  // namespace kcast::infer
