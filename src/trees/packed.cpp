#include "trees/packed.h"

#include <zstd.h>

namespace kcast::trees {

std::string pack(std::string_view bytes, int level) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return out;
}

Result<std::string> unpack(std::string_view packed, size_t max_bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > max_bytes) {
    return Error{ErrorCode::InvalidInput, "the packed bytes are damaged"};
  }
  std::string out(size, '\0');
  const size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) != 0 || got != out.size()) {
    return Error{ErrorCode::InvalidInput, "the packed bytes are damaged"};
  }
  return out;
}

}  // namespace kcast::trees
