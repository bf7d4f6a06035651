// The border to kcast-parquet.so, in C. Arrow is a large shared library that only some users have
// (scripts/fetch arrow), so the code that needs it is a module beside kcast. Files stay on this
// side: the module turns columns into the bytes of a file and back.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

enum KcastParquetType : int {
  ParquetText,
  ParquetInt64,
  ParquetInt32,
  ParquetFloat64,
  ParquetFloat32,
  ParquetBool,  // a byte each
};

struct KcastParquetColumn {
  const char* name;
  int type;
  const void* values;      // of texts: all bytes, one text behind the other
  const int64_t* offsets;  // of texts: where each begins, and the end of the last
};

struct KcastParquetPair {
  const char* key;
  const char* value;
};

// Called before the call returns. Without `fail`, it went well.
struct KcastParquetWrite {
  const KcastParquetColumn* columns;
  size_t column_count;
  size_t rows;
  const KcastParquetPair* metadata;
  size_t metadata_count;
  void (*bytes)(void* context, const char* data, size_t size);
  void (*fail)(void* context, const char* message);
  void* context;
};

struct KcastParquetRead {
  const char* data;
  size_t size;
  void (*metadata)(void* context, const KcastParquetPair* pair);
  void (*column)(void* context, const KcastParquetColumn* column, size_t rows);
  void (*fail)(void* context, const char* message);
  void* context;
};

void kcast_parquet_write(const KcastParquetWrite* call);
void kcast_parquet_read(const KcastParquetRead* call);
}
