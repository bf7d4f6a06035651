// A GGUF file, mapped and checked: its metadata and where the bytes of its tensors are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

struct gguf_context;

namespace kcast::infer {

struct GgufTensor {
  std::string name;
  int type = 0;                // ggml_type
  std::vector<int64_t> shape;  // outermost first, as Hugging Face writes it
  uint64_t begin = 0;          // of its bytes in the file
  uint64_t bytes = 0;

  int64_t elements() const;
};

class GgufFile {
 public:
  // A file that is no GGUF, is cut off, or whose tensors lie outside of it is an error.
  static Result<GgufFile> open(const std::filesystem::path& path);
  GgufFile(GgufFile&& other) noexcept;
  GgufFile& operator=(GgufFile&&) = delete;
  ~GgufFile();

  const std::filesystem::path& path() const { return path_; }
  // The architecture, "llama" or "qwen2"; empty where the file names none.
  std::string architecture() const { return text("general.architecture").value_or(""); }

  // Values by key; nothing when there is none of this kind. Numbers of every width are taken.
  std::optional<std::string> text(const std::string& key) const;
  std::optional<int64_t> integer(const std::string& key) const;
  std::optional<double> number(const std::string& key) const;
  std::optional<bool> flag(const std::string& key) const;
  std::vector<std::string> texts(const std::string& key) const;
  std::vector<int32_t> integers(const std::string& key) const;
  // A value that must be there.
  Result<int64_t> need_integer(const std::string& key) const;
  Result<double> need_number(const std::string& key) const;

  const std::vector<GgufTensor>& tensors() const { return tensors_; }
  const GgufTensor* find(const std::string& name) const;
  std::span<const std::byte> bytes(const GgufTensor& tensor) const;
  std::span<const std::byte> whole() const { return {mapped_, mapped_bytes_}; }

 private:
  struct FreeContext {
    void operator()(gguf_context* context) const;
  };
  GgufFile() = default;
  Status read_tensors();
  int64_t find_key(const std::string& key, int type) const;

  std::filesystem::path path_;
  std::unique_ptr<gguf_context, FreeContext> context_;
  const std::byte* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  std::vector<GgufTensor> tensors_;
};

// The name of a ggml_type, "q4_K" say.
std::string type_name_of(int type);

}  // namespace kcast::infer
