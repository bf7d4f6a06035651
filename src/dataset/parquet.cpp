#include "dataset/parquet.h"

#include <dlfcn.h>

#include <cstring>
#include <optional>

#include "base/files.h"
#include "base/io/checksum_words.h"
#include "base/io/crc32c.h"
#include "base/process/part.h"
#include "dataset/parquet_module.h"

namespace kcast::dataset {
namespace {

// A column as the border has it, with the texts in one piece.
struct BorderColumn {
  std::string bytes;
  std::vector<int64_t> offsets;
  KcastParquetColumn column{};
};

void fill_border(const Column& column, BorderColumn& out) {
  out.column.name = column.name.c_str();
  out.column.type = static_cast<int>(column.values.index());
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) {
    out.offsets.push_back(0);
    for (const std::string& text : *texts) {
      out.bytes += text;
      out.offsets.push_back(static_cast<int64_t>(out.bytes.size()));
    }
    out.column.values = out.bytes.data();
    out.column.offsets = out.offsets.data();
    return;
  }
  std::visit([&out](const auto& values) { out.column.values = values.data(); }, column.values);
}

template <typename T>
std::vector<T> copied(const KcastParquetColumn& column, size_t rows) {
  const auto* first = static_cast<const T*>(column.values);
  return std::vector<T>(first, first + rows);
}

Column from_border(const KcastParquetColumn& column, size_t rows) {
  Column out{column.name, {}};
  switch (column.type) {
    case ParquetText: {
      const auto* bytes = static_cast<const char*>(column.values);
      std::vector<std::string> texts(rows);
      for (size_t i = 0; i < rows; ++i)
        texts[i].assign(bytes + column.offsets[i], bytes + column.offsets[i + 1]);
      out.values = std::move(texts);
      break;
    }
    case ParquetInt64:
      out.values = copied<int64_t>(column, rows);
      break;
    case ParquetInt32:
      out.values = copied<int32_t>(column, rows);
      break;
    case ParquetFloat64:
      out.values = copied<double>(column, rows);
      break;
    case ParquetFloat32:
      out.values = copied<float>(column, rows);
      break;
    default:
      out.values = copied<uint8_t>(column, rows);
      break;
  }
  return out;
}

// The footer of a file tells its checksum (base/io/checksum_words.h), beside those of the pages.
constexpr std::string_view kChecksumKey = "kcast_checksum";

// Where the words stand; npos: nowhere. They follow their key, with two bytes between.
size_t find_words(const std::string& file) {
  constexpr size_t kBetween = 2;
  const size_t found = file.rfind(kChecksumKey);
  if (found == std::string::npos) return found;
  const size_t at = found + kChecksumKey.size() + kBetween;
  return at + zero_checksum_words().size() <= file.size() ? at : std::string::npos;
}

uint32_t sum_without_words(std::string file, size_t at) {
  const std::string zeros = zero_checksum_words();
  return crc32c(file.replace(at, zeros.size(), zeros));
}

void seal(std::string& file) {
  const size_t at = find_words(file);
  if (at == std::string::npos) return;
  const std::string words = checksum_words(sum_without_words(file, at), file.size());
  file.replace(at, words.size(), words);
}

bool is_intact(const std::string& file) {
  const size_t at = find_words(file);
  if (at == std::string::npos) return true;
  const std::string words = file.substr(at, zero_checksum_words().size());
  return !contradict(words, sum_without_words(file, at), file.size());
}

// What the module tells during a call.
struct Heard {
  std::string bytes;
  Table table;
  std::optional<std::string> failure;
};

void hear_bytes(void* context, const char* data, size_t size) {
  static_cast<Heard*>(context)->bytes.assign(data, size);
}

void hear_failure(void* context, const char* message) {
  static_cast<Heard*>(context)->failure = message;
}

void hear_column(void* context, const KcastParquetColumn* column, size_t rows) {
  static_cast<Heard*>(context)->table.columns.push_back(from_border(*column, rows));
}

void hear_metadata(void* context, const KcastParquetPair* pair) {
  if (pair->key == kChecksumKey) return;
  static_cast<Heard*>(context)->table.metadata.emplace_back(pair->key, pair->value);
}

}  // namespace

Result<Parquet> Parquet::load(const std::filesystem::path& folder) {
  KCAST_TRY(const std::filesystem::path path, find_part(folder, "kcast-parquet.so"));
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  Parquet parquet;
  parquet.write_ = module == nullptr ? nullptr : ::dlsym(module, "kcast_parquet_write");
  parquet.read_ = module == nullptr ? nullptr : ::dlsym(module, "kcast_parquet_read");
  if (parquet.write_ == nullptr || parquet.read_ == nullptr) {
    const char* why = ::dlerror();
    return Error{ErrorCode::Unsupported, "cannot load kcast-parquet.so (scripts/fetch arrow): " +
                                             std::string(why == nullptr ? "no entry" : why)};
  }
  return parquet;
}

Status Parquet::write(const std::filesystem::path& file, const Table& table) const {
  std::vector<BorderColumn> columns(table.columns.size());
  std::vector<KcastParquetColumn> border;
  for (size_t i = 0; i < columns.size(); ++i) {
    fill_border(table.columns[i], columns[i]);
    border.push_back(columns[i].column);
  }
  std::vector<KcastParquetPair> metadata;
  for (const auto& [key, value] : table.metadata)
    metadata.push_back({key.c_str(), value.c_str()});
  const std::string checksum_key(kChecksumKey);
  const std::string words = zero_checksum_words();
  metadata.push_back({checksum_key.c_str(), words.c_str()});
  Heard heard;
  const KcastParquetWrite call = {border.data(),   border.size(), row_count(table), metadata.data(),
                                  metadata.size(), hear_bytes,    hear_failure,     &heard};
  reinterpret_cast<decltype(&kcast_parquet_write)>(write_)(&call);
  if (heard.failure) {
    return Error{ErrorCode::External, "cannot make " + file.string() + ": " + *heard.failure};
  }
  seal(heard.bytes);
  return write_file(file, heard.bytes);
}

Result<Table> Parquet::read(const std::filesystem::path& file) const {
  KCAST_TRY(const std::string bytes, read_file(file));
  if (!is_intact(bytes)) {
    return Error{ErrorCode::InvalidInput, damage_text(file.string())};
  }
  Heard heard;
  const KcastParquetRead call = {bytes.data(), bytes.size(), hear_metadata,
                                 hear_column,  hear_failure, &heard};
  reinterpret_cast<decltype(&kcast_parquet_read)>(read_)(&call);
  if (heard.failure) {
    return Error{ErrorCode::InvalidInput, "cannot read " + file.string() + ": " + *heard.failure};
  }
  return std::move(heard.table);
}

}  // namespace kcast::dataset
