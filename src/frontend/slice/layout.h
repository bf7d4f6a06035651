// The text of a unit that the preprocessor took: the user's files in the order in
// which they were read, headers at their first inclusion, without inactive parts.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

struct SlicePiece {
  enum class Kind { Text, Define, Undef, Pragma } kind;
  clang::FileID file;
  unsigned begin = 0;  // offsets in the file
  unsigned end = 0;
  int64_t position = 0;  // of `begin` in the whole; grows from piece to piece
};

class SliceLayout {
 public:
  explicit SliceLayout(const ParsedUnit& unit);

  const std::vector<SlicePiece>& pieces() const { return pieces_; }
  llvm::StringRef text(const SlicePiece& piece) const;
  bool is_user_file(clang::FileID file) const { return by_file_.contains(file); }

  // Where a place stands in the whole; for one inside a macro, where the macro
  // stands. Nothing for built-in headers and text that was left out.
  std::optional<int64_t> position(clang::SourceLocation place) const;
  // The place of a position; invalid when it lies between pieces.
  clang::SourceLocation place(int64_t position) const;

  // The position behind a declaration that ends with the token at `end`: with
  // `to_semicolon`, behind the next semicolon that is in no bracket, otherwise
  // behind the token and a semicolon that follows it at once.
  int64_t end_position(clang::SourceLocation end, bool to_semicolon) const;

 private:
  void add_file(clang::FileID file, int depth);
  unsigned handle_directive(clang::FileID file, llvm::StringRef text, unsigned hash, int depth);
  void add_piece(SlicePiece::Kind kind, clang::FileID file, unsigned begin, unsigned end);

  const ParsedUnit& unit_;
  std::vector<SlicePiece> pieces_;
  std::map<clang::FileID, std::vector<size_t>> by_file_;  // pieces, in order of offset
  std::map<unsigned, unsigned> skips_;  // raw location of a directive's hash: of the skip's end
};

}  // namespace kcast::frontend
