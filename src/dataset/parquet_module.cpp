#include "dataset/parquet_module.h"

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>

#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace {

using parquet::Encoding;

constexpr int kZstdBest = 19;
constexpr int kZstdTrial = 3;
// Pages as large as a column: zstd sees all of it, and a dictionary is never given up.
constexpr int64_t kPageBytes = int64_t{256} << 20;
constexpr int64_t kRowGroupRows = int64_t{1} << 20;

// How a column may be encoded; UNKNOWN stands for a dictionary.
std::vector<Encoding::type> candidates(int type) {
  switch (type) {
    case ParquetText:
      return {Encoding::UNKNOWN, Encoding::PLAIN, Encoding::DELTA_BYTE_ARRAY,
              Encoding::DELTA_LENGTH_BYTE_ARRAY};
    case ParquetInt64:
    case ParquetInt32:
      return {Encoding::UNKNOWN, Encoding::PLAIN, Encoding::DELTA_BINARY_PACKED};
    case ParquetFloat64:
    case ParquetFloat32:
      return {Encoding::UNKNOWN, Encoding::PLAIN, Encoding::BYTE_STREAM_SPLIT};
    default:
      return {Encoding::RLE};
  }
}

template <typename ArrowType, typename T>
std::shared_ptr<arrow::Array> numbers(const KcastParquetColumn& column, int64_t rows) {
  // The values outlive the array.
  auto buffer = std::make_shared<arrow::Buffer>(static_cast<const uint8_t*>(column.values),
                                                rows * static_cast<int64_t>(sizeof(T)));
  return std::make_shared<arrow::NumericArray<ArrowType>>(rows, std::move(buffer));
}

arrow::Result<std::shared_ptr<arrow::Array>> texts(const KcastParquetColumn& column, int64_t rows) {
  arrow::StringBuilder builder;
  const auto* bytes = static_cast<const char*>(column.values);
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t size = column.offsets[i + 1] - column.offsets[i];
    auto added = builder.Append(bytes + column.offsets[i], static_cast<int32_t>(size));
    if (!added.ok()) return added;
  }
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> bools(const KcastParquetColumn& column, int64_t rows) {
  arrow::BooleanBuilder builder;
  auto added = builder.AppendValues(static_cast<const uint8_t*>(column.values), rows);
  if (!added.ok()) return added;
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> array_of(const KcastParquetColumn& column,
                                                      int64_t rows) {
  switch (column.type) {
    case ParquetText:
      return texts(column, rows);
    case ParquetInt64:
      return numbers<arrow::Int64Type, int64_t>(column, rows);
    case ParquetInt32:
      return numbers<arrow::Int32Type, int32_t>(column, rows);
    case ParquetFloat64:
      return numbers<arrow::DoubleType, double>(column, rows);
    case ParquetFloat32:
      return numbers<arrow::FloatType, float>(column, rows);
    default:
      return bools(column, rows);
  }
}

void set_encoding(parquet::WriterProperties::Builder& builder, const std::string& name,
                  Encoding::type encoding) {
  if (encoding == Encoding::UNKNOWN) {
    builder.enable_dictionary(name);
  } else {
    builder.disable_dictionary(name)->encoding(name, encoding);
  }
}

arrow::Result<std::shared_ptr<arrow::Buffer>> file_of(const std::shared_ptr<arrow::Table>& table,
                                                      const std::vector<Encoding::type>& encodings,
                                                      int level) {
  parquet::WriterProperties::Builder builder;
  builder.version(parquet::ParquetVersion::PARQUET_2_6)
      ->compression(arrow::Compression::ZSTD)
      ->compression_level(level)
      ->data_pagesize(kPageBytes)
      ->dictionary_pagesize_limit(kPageBytes)
      ->max_row_group_length(kRowGroupRows)
      ->enable_page_checksum();
  for (int i = 0; i < table->num_columns(); ++i)
    set_encoding(builder, table->field(i)->name(), encodings[static_cast<size_t>(i)]);
  ARROW_ASSIGN_OR_RAISE(auto out, arrow::io::BufferOutputStream::Create());
  ARROW_ASSIGN_OR_RAISE(
      auto writer, parquet::arrow::FileWriter::Open(*table->schema(), arrow::default_memory_pool(),
                                                    out, builder.build()));
  ARROW_RETURN_NOT_OK(writer->WriteTable(*table, kRowGroupRows));
  auto metadata = table->schema()->metadata();
  if (metadata == nullptr) metadata = arrow::key_value_metadata({}, {});
  ARROW_RETURN_NOT_OK(writer->AddKeyValueMetadata(metadata));
  ARROW_RETURN_NOT_OK(writer->Close());
  return out->Finish();
}

// The encoding that makes a column smallest, tried on all of it.
arrow::Result<Encoding::type> best_encoding(const std::shared_ptr<arrow::Field>& field,
                                            const std::shared_ptr<arrow::Array>& array, int type) {
  const auto table = arrow::Table::Make(arrow::schema({field}), {array});
  Encoding::type best = Encoding::PLAIN;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const Encoding::type encoding : candidates(type)) {
    ARROW_ASSIGN_OR_RAISE(const auto file, file_of(table, {encoding}, kZstdTrial));
    if (file->size() >= least) continue;
    least = file->size();
    best = encoding;
  }
  return best;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> write_table(const KcastParquetWrite& call) {
  const auto rows = static_cast<int64_t>(call.rows);
  std::vector<std::shared_ptr<arrow::Field>> fields;
  std::vector<std::shared_ptr<arrow::Array>> arrays;
  std::vector<Encoding::type> encodings;
  for (size_t i = 0; i < call.column_count; ++i) {
    ARROW_ASSIGN_OR_RAISE(auto array, array_of(call.columns[i], rows));
    auto field = arrow::field(call.columns[i].name, array->type(), /*nullable=*/false);
    ARROW_ASSIGN_OR_RAISE(const Encoding::type encoding,
                          best_encoding(field, array, call.columns[i].type));
    fields.push_back(std::move(field));
    arrays.push_back(std::move(array));
    encodings.push_back(encoding);
  }
  auto metadata = std::make_shared<arrow::KeyValueMetadata>();
  for (size_t i = 0; i < call.metadata_count; ++i)
    metadata->Append(call.metadata[i].key, call.metadata[i].value);
  const auto table = arrow::Table::Make(arrow::schema(fields, metadata), arrays, rows);
  return file_of(table, encodings, kZstdBest);
}

template <typename T>
void give_numbers(const KcastParquetRead& call, const char* name, int type,
                  const std::vector<T>& values) {
  const KcastParquetColumn column = {name, type, values.data(), nullptr};
  call.column(call.context, &column, values.size());
}

// A missing real is not a number; anything else has to be there.
template <typename ArrayType, typename T>
arrow::Status read_numbers(const KcastParquetRead& call, const std::string& name, int type,
                           const arrow::ChunkedArray& column) {
  std::vector<T> out;
  for (const auto& chunk : column.chunks()) {
    const auto& array = static_cast<const ArrayType&>(*chunk);
    for (int64_t i = 0; i < array.length(); ++i) {
      if (array.IsValid(i)) {
        out.push_back(static_cast<T>(array.Value(i)));
      } else if constexpr (std::is_floating_point_v<T>) {
        out.push_back(std::numeric_limits<T>::quiet_NaN());
      } else {
        return arrow::Status::Invalid("column '", name, "' has a value that is missing");
      }
    }
  }
  give_numbers(call, name.c_str(), type, out);
  return arrow::Status::OK();
}

template <typename ArrayType>
arrow::Status read_texts(const KcastParquetRead& call, const std::string& name,
                         const arrow::ChunkedArray& column) {
  std::string bytes;
  std::vector<int64_t> offsets = {0};
  for (const auto& chunk : column.chunks()) {
    const auto& array = static_cast<const ArrayType&>(*chunk);
    for (int64_t i = 0; i < array.length(); ++i) {
      if (array.IsValid(i)) bytes += array.GetView(i);
      offsets.push_back(static_cast<int64_t>(bytes.size()));
    }
  }
  const KcastParquetColumn out = {name.c_str(), ParquetText, bytes.data(), offsets.data()};
  call.column(call.context, &out, offsets.size() - 1);
  return arrow::Status::OK();
}

arrow::Status read_column(const KcastParquetRead& call, const std::string& name,
                          const arrow::ChunkedArray& column) {
  switch (column.type()->id()) {
    case arrow::Type::STRING:
      return read_texts<arrow::StringArray>(call, name, column);
    case arrow::Type::LARGE_STRING:
      return read_texts<arrow::LargeStringArray>(call, name, column);
    case arrow::Type::INT64:
      return read_numbers<arrow::Int64Array, int64_t>(call, name, ParquetInt64, column);
    case arrow::Type::INT32:
      return read_numbers<arrow::Int32Array, int32_t>(call, name, ParquetInt32, column);
    case arrow::Type::DOUBLE:
      return read_numbers<arrow::DoubleArray, double>(call, name, ParquetFloat64, column);
    case arrow::Type::FLOAT:
      return read_numbers<arrow::FloatArray, float>(call, name, ParquetFloat32, column);
    case arrow::Type::BOOL:
      return read_numbers<arrow::BooleanArray, uint8_t>(call, name, ParquetBool, column);
    default:
      return arrow::Status::Invalid("column '", name, "' is of type ", column.type()->ToString(),
                                    ", which no data set has");
  }
}

arrow::Status read_table(const KcastParquetRead& call) {
  auto buffer = std::make_shared<arrow::Buffer>(reinterpret_cast<const uint8_t*>(call.data),
                                                static_cast<int64_t>(call.size));
  parquet::ReaderProperties properties;
  properties.set_page_checksum_verification(true);  // where a page has one
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(std::make_shared<arrow::io::BufferReader>(buffer), properties));
  ARROW_ASSIGN_OR_RAISE(auto reader, builder.Build());
  ARROW_ASSIGN_OR_RAISE(const auto table, reader->ReadTable());
  if (const auto metadata = reader->parquet_reader()->metadata()->key_value_metadata()) {
    for (int64_t i = 0; i < metadata->size(); ++i) {
      const KcastParquetPair pair = {metadata->key(i).c_str(), metadata->value(i).c_str()};
      call.metadata(call.context, &pair);
    }
  }
  for (int i = 0; i < table->num_columns(); ++i)
    ARROW_RETURN_NOT_OK(read_column(call, table->field(i)->name(), *table->column(i)));
  return arrow::Status::OK();
}

// One line, as our messages are.
template <typename Call>
void tell_failure(const Call& call, const std::string& message) {
  call.fail(call.context, message.substr(0, message.find('\n')).c_str());
}

}  // namespace

// No exception may cross the border.
void kcast_parquet_write(const KcastParquetWrite* call) {
  try {
    const auto file = write_table(*call);
    if (!file.ok()) return tell_failure(*call, file.status().message());
    call->bytes(call->context, reinterpret_cast<const char*>((*file)->data()),
                static_cast<size_t>((*file)->size()));
  } catch (const std::exception& error) {
    tell_failure(*call, error.what());
  }
}

void kcast_parquet_read(const KcastParquetRead* call) {
  try {
    const arrow::Status status = read_table(*call);
    if (!status.ok()) tell_failure(*call, status.message());
  } catch (const std::exception& error) {
    tell_failure(*call, error.what());
  }
}
