// Writes a GGUF file tensor by tensor, so that no tensor has to fit into memory beside another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/io/new_file.h"
#include "base/result.h"

struct gguf_context;
struct ggml_context;

namespace kcast::infer {

class GgufWriter {
 public:
  // At most so many tensors.
  explicit GgufWriter(size_t most_tensors);
  ~GgufWriter();
  GgufWriter(const GgufWriter&) = delete;
  GgufWriter& operator=(const GgufWriter&) = delete;

  // Metadata, before `begin`. Integers are written as UINT32, numbers as FLOAT32: as llama.cpp
  // reads them.
  void set_text(const std::string& key, const std::string& value);
  void set_integer(const std::string& key, int64_t value);
  void set_number(const std::string& key, double value);
  void set_flag(const std::string& key, bool value);
  void set_texts(const std::string& key, const std::vector<std::string>& values);
  void set_integers(const std::string& key, const std::vector<int32_t>& values);

  // The next tensor; the shape is outermost first, the type a ggml_type.
  void add_tensor(const std::string& name, int type, const std::vector<int64_t>& shape);

  // Writes the metadata of a file that is to be called `path`.
  Status begin(const std::filesystem::path& path);
  // The next bytes, in the order of the tensors, a tensor at a time or in pieces of one.
  Status write(std::span<const std::byte> bytes);
  // All bytes are there: the file appears under its name. Without it nothing is left.
  Status finish();

 private:
  Status put(const void* data, size_t bytes);
  Status pad();

  gguf_context* metadata_ = nullptr;
  ggml_context* tensors_ = nullptr;
  std::vector<uint64_t> bytes_of_;  // of each tensor
  size_t tensor_ = 0;               // the one that is being written
  uint64_t written_ = 0;            // of it
  std::optional<NewFile> file_;     // since `begin`
};

}  // namespace kcast::infer
