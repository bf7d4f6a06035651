// Tensors in a file, in Hugging Face's safetensors format: the length of a JSON header, the header,
// the bytes. Weights, adapters and token shards are kept so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/io/new_file.h"
#include "base/result.h"

namespace kcast::encode {

struct TensorInfo {
  std::string type;  // "F32", "BF16", "I64", ... as the format spells them
  std::vector<int64_t> shape;
  uint64_t begin = 0;  // of its bytes, behind the header
  uint64_t end = 0;

  bool operator==(const TensorInfo&) const = default;
};

// How many bytes an element of this type takes; 0 for a type that the format does not know.
int64_t element_bytes_of(std::string_view type);

// A file that is mapped, not read: opening 3 GB costs nothing.
class SafetensorsFile {
 public:
  // Everything is checked here: a header that is cut off, overlaps, gaps and lengths that do not
  // fit the shapes are errors that name the file. So is a file of ours, which tells its checksum,
  // with a bit that has changed; others are not read through.
  static Result<SafetensorsFile> open(const std::filesystem::path& path);
  SafetensorsFile(SafetensorsFile&& other) noexcept;
  SafetensorsFile& operator=(SafetensorsFile&&) = delete;
  ~SafetensorsFile();

  const std::map<std::string, TensorInfo>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::filesystem::path& path() const { return path_; }

  // A tensor by its name, or an error that names file and tensor.
  Result<TensorInfo> info(const std::string& name) const;
  Result<std::span<const std::byte>> bytes(const std::string& name) const;

  // The values of a tensor that must have this type, given as the format spells it.
  template <typename T>
  Result<std::span<const T>> values(const std::string& name, std::string_view type) const {
    KCAST_TRY(const std::span<const std::byte> raw, bytes_of_type(name, type, sizeof(T)));
    return std::span<const T>(reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T));
  }

 private:
  SafetensorsFile() = default;
  Status read_header();
  Status check_sum() const;
  Result<std::span<const std::byte>> bytes_of_type(const std::string& name, std::string_view type,
                                                   size_t size) const;

  std::filesystem::path path_;
  const std::byte* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  size_t data_begin_ = 0;
  std::map<std::string, TensorInfo> tensors_;
  std::map<std::string, std::string> metadata_;
};

// Writes a file tensor by tensor, so that none has to fit into memory beside another. What is
// not finished leaves no file. Its metadata tell its checksum.
class SafetensorsWriter {
 public:
  struct Planned {
    std::string name;
    std::string type;
    std::vector<int64_t> shape;
  };
  static Result<SafetensorsWriter> create(const std::filesystem::path& path,
                                          const std::vector<Planned>& tensors,
                                          const std::map<std::string, std::string>& metadata = {});

  // The next bytes, in the order of the tensors in `create`.
  Status write(std::span<const std::byte> bytes);
  // All bytes are there: the file appears under its name.
  Status finish();

 private:
  explicit SafetensorsWriter(NewFile file) : file_(std::move(file)) {}
  Status append(std::string_view bytes);

  NewFile file_;
  uint64_t expected_ = 0;
  uint64_t written_ = 0;
  uint64_t words_at_ = 0;  // of the checksum
  uint32_t sum_ = 0;
};

}  // namespace kcast::encode
