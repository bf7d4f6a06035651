#include "infer/gguf_writer.h"

#include <ggml.h>
#include <gguf.h>

#include <algorithm>
#include <array>
#include <utility>

#include "infer/llama_runtime.h"

namespace kcast::infer {

GgufWriter::GgufWriter(size_t most_tensors) {
  start_llama();
  metadata_ = gguf_init_empty();
  tensors_ = ggml_init({.mem_size = (most_tensors + 1) * ggml_tensor_overhead(),
                        .mem_buffer = nullptr,
                        .no_alloc = true});
}

GgufWriter::~GgufWriter() {
  gguf_free(metadata_);
  ggml_free(tensors_);
}

void GgufWriter::set_text(const std::string& key, const std::string& value) {
  gguf_set_val_str(metadata_, key.c_str(), value.c_str());
}

void GgufWriter::set_integer(const std::string& key, int64_t value) {
  gguf_set_val_u32(metadata_, key.c_str(), static_cast<uint32_t>(value));
}

void GgufWriter::set_number(const std::string& key, double value) {
  gguf_set_val_f32(metadata_, key.c_str(), static_cast<float>(value));
}

void GgufWriter::set_flag(const std::string& key, bool value) {
  gguf_set_val_bool(metadata_, key.c_str(), value);
}

void GgufWriter::set_texts(const std::string& key, const std::vector<std::string>& values) {
  std::vector<const char*> pointers;
  pointers.reserve(values.size());
  for (const std::string& value : values)
    pointers.push_back(value.c_str());
  gguf_set_arr_str(metadata_, key.c_str(), pointers.data(), pointers.size());
}

void GgufWriter::set_integers(const std::string& key, const std::vector<int32_t>& values) {
  gguf_set_arr_data(metadata_, key.c_str(), GGUF_TYPE_INT32, values.data(), values.size());
}

void GgufWriter::add_tensor(const std::string& name, int type, const std::vector<int64_t>& shape) {
  std::array<int64_t, GGML_MAX_DIMS> extents = {1, 1, 1, 1};
  std::reverse_copy(shape.begin(), shape.end(), extents.begin());
  ggml_tensor* tensor = ggml_new_tensor(tensors_, static_cast<ggml_type>(type),
                                        static_cast<int>(shape.size()), extents.data());
  ggml_set_name(tensor, name.c_str());
  gguf_add_tensor(metadata_, tensor);
  bytes_of_.push_back(ggml_nbytes(tensor));
}

Status GgufWriter::begin(const std::filesystem::path& path) {
  KCAST_TRY(NewFile file, NewFile::create(path));
  file_.emplace(std::move(file));
  std::vector<char> metadata(gguf_get_meta_size(metadata_));
  gguf_get_meta_data(metadata_, metadata.data());
  return put(metadata.data(), metadata.size());
}

Status GgufWriter::write(std::span<const std::byte> bytes) {
  if (tensor_ == bytes_of_.size() || written_ + bytes.size() > bytes_of_[tensor_]) {
    return Error{ErrorCode::Internal, file_->path().string() + ": more bytes than the header has"};
  }
  KCAST_OK(put(bytes.data(), bytes.size()));
  written_ += bytes.size();
  if (written_ < bytes_of_[tensor_]) return Unit{};
  return pad();
}

Status GgufWriter::finish() {
  if (tensor_ != bytes_of_.size()) {
    return Error{ErrorCode::Internal, file_->path().string() + ": fewer bytes than the header has"};
  }
  return file_->finish();
}

Status GgufWriter::put(const void* data, size_t bytes) {
  return file_->write({static_cast<const char*>(data), bytes});
}

// Every tensor begins at a multiple of the alignment.
Status GgufWriter::pad() {
  const size_t alignment = gguf_get_alignment(metadata_);
  const std::vector<char> zeros((alignment - written_ % alignment) % alignment, '\0');
  written_ = 0;
  ++tensor_;
  return put(zeros.data(), zeros.size());
}

}  // namespace kcast::infer
