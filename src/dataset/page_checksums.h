// Checksums of a database's pages. SQLite leaves room at the end of each page; a layer below it
// (a VFS) puts the page's CRC-32C and number there when the page is written, and compares them when
// it is read. Other programs read such a file as any other; what they write is found damaged.
#pragma once

#include <cstdint>

struct sqlite3;

namespace kcast::dataset {

// Bytes at the end of each page.
constexpr int kPageChecksumBytes = 8;

// The name of the layer, for sqlite3_open_v2.
const char* checked_vfs();

// A database that is still empty gets pages with checksums.
void want_page_checksums(sqlite3* database);

// Whether the pages of the open database have them; only after something was read.
bool has_page_checksums(sqlite3* database);

}  // namespace kcast::dataset
