#include "frontend/slice/layout.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/parse/source_tree.h"

namespace kcast::frontend {

namespace {

constexpr int kMaxIncludeDepth = 200;

// Behind the newline that ends the directive which goes on at `at`; escaped
// newlines and comments over several lines belong to it.
unsigned end_of_directive(llvm::StringRef text, size_t at) {
  bool in_comment = false;
  for (; at < text.size(); ++at) {
    const llvm::StringRef rest = text.substr(at);
    if (in_comment) {
      in_comment = !rest.starts_with("*/");
    } else if (rest.starts_with("/*")) {
      in_comment = true;
      ++at;
    } else if (rest.starts_with("\\\n")) {
      ++at;
    } else if (rest.starts_with("\\\r\n")) {
      at += 2;
    } else if (text[at] == '\n') {
      return static_cast<unsigned>(at + 1);
    }
  }
  return static_cast<unsigned>(text.size());
}

unsigned start_of_line(llvm::StringRef text, unsigned at) {
  const size_t newline = text.take_front(at).rfind('\n');
  return newline == llvm::StringRef::npos ? 0 : static_cast<unsigned>(newline + 1);
}

llvm::StringRef directive_word(llvm::StringRef text, unsigned hash) {
  return text.substr(hash + 1).ltrim(" \t").take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

}  // namespace

SliceLayout::SliceLayout(const ParsedUnit& unit) : unit_(unit) {
  for (const clang::SourceRange& range : unit.record.skipped) {
    skips_[range.getBegin().getRawEncoding()] = range.getEnd().getRawEncoding();
  }
  add_file(unit.sources().getMainFileID(), 0);
}

llvm::StringRef SliceLayout::text(const SlicePiece& piece) const {
  return unit_.sources().getBufferData(piece.file).slice(piece.begin, piece.end);
}

void SliceLayout::add_piece(SlicePiece::Kind kind, clang::FileID file, unsigned begin,
                            unsigned end) {
  if (begin >= end) return;
  int64_t position = 0;
  if (!pieces_.empty()) {
    const SlicePiece& last = pieces_.back();
    position = last.position + (last.end - last.begin) + 1;
  }
  by_file_[file].push_back(pieces_.size());
  pieces_.push_back({kind, file, begin, end, position});
}

void SliceLayout::add_file(clang::FileID file, int depth) {
  by_file_.try_emplace(file);
  const llvm::StringRef text = unit_.sources().getBufferData(file);
  const clang::SourceLocation start = unit_.sources().getLocForStartOfFile(file);
  const auto lexer_at = [&](unsigned offset) {
    return std::make_unique<clang::Lexer>(start, unit_.ast().getLangOpts(), text.begin(),
                                          text.begin() + offset, text.end());
  };
  unsigned begin = 0;
  auto lexer = lexer_at(0);
  clang::Token token;
  while (!lexer->LexFromRawLexer(token)) {
    if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine()) continue;
    const unsigned hash = unit_.sources().getFileOffset(token.getLocation());
    add_piece(SlicePiece::Kind::Text, file, begin, start_of_line(text, hash));
    begin = handle_directive(file, text, hash, depth);
    lexer = lexer_at(begin);
  }
  add_piece(SlicePiece::Kind::Text, file, begin, static_cast<unsigned>(text.size()));
}

// Returns the offset where the active text goes on.
unsigned SliceLayout::handle_directive(clang::FileID file, llvm::StringRef text, unsigned hash,
                                       int depth) {
  unsigned end = end_of_directive(text, hash);
  const clang::SourceLocation place =
      unit_.sources().getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(hash));
  const llvm::StringRef word = directive_word(text, hash);
  if (word == "define") {
    add_piece(SlicePiece::Kind::Define, file, hash, end);
  } else if (word == "undef") {
    add_piece(SlicePiece::Kind::Undef, file, hash, end);
  } else if (word == "pragma") {
    add_piece(SlicePiece::Kind::Pragma, file, hash, end);
  } else if (word.starts_with("include") || word == "import") {
    const auto entered = unit_.record.entered.find(place.getRawEncoding());
    if (entered != unit_.record.entered.end() && depth < kMaxIncludeDepth) {
      const auto entry = unit_.sources().getFileEntryRefForID(entered->second);
      if (entry && SourceTree::is_user_path(entry->getName()) &&
          !by_file_.contains(entered->second)) {
        add_file(entered->second, depth + 1);
      }
    }
  } else if (const auto skip = skips_.find(place.getRawEncoding()); skip != skips_.end()) {
    const clang::SourceLocation to = clang::SourceLocation::getFromRawEncoding(skip->second);
    const auto [to_file, to_offset] = unit_.sources().getDecomposedLoc(to);
    if (to_file == file && to_offset > hash) {
      // Clang's range ends inside an #else or #endif, but behind the line of an #elif.
      const unsigned line = start_of_line(text, to_offset);
      if (line == to_offset || to_offset >= text.size()) return to_offset;
      // The directive that ends the skip may itself begin the next one.
      const size_t next_hash = text.find('#', line);
      if (next_hash == llvm::StringRef::npos) return static_cast<unsigned>(text.size());
      return handle_directive(file, text, static_cast<unsigned>(next_hash), depth);
    }
  }
  return end;
}

std::optional<int64_t> SliceLayout::position(clang::SourceLocation place) const {
  if (place.isInvalid()) return std::nullopt;
  const auto [file, offset] =
      unit_.sources().getDecomposedLoc(unit_.sources().getExpansionLoc(place));
  const auto found = by_file_.find(file);
  if (found == by_file_.end()) return std::nullopt;
  const auto& indexes = found->second;
  const auto after = std::partition_point(
      indexes.begin(), indexes.end(), [&, at = offset](size_t i) { return pieces_[i].end <= at; });
  if (after == indexes.end() || pieces_[*after].begin > offset) return std::nullopt;
  return pieces_[*after].position + (offset - pieces_[*after].begin);
}

clang::SourceLocation SliceLayout::place(int64_t position) const {
  const auto after =
      std::partition_point(pieces_.begin(), pieces_.end(), [&](const SlicePiece& piece) {
        return piece.position + (piece.end - piece.begin) <= position;
      });
  if (after == pieces_.end() || after->position > position) return {};
  const auto offset = static_cast<int>(after->begin + (position - after->position));
  return unit_.sources().getLocForStartOfFile(after->file).getLocWithOffset(offset);
}

int64_t SliceLayout::end_position(clang::SourceLocation end, bool to_semicolon) const {
  const clang::SourceManager& sources = unit_.sources();
  const clang::SourceLocation last = sources.getExpansionRange(end).getEnd();
  const unsigned length =
      clang::Lexer::MeasureTokenLength(last, sources, unit_.ast().getLangOpts());
  const auto start = position(last);
  if (!start) return position(end).value_or(0) + 1;
  int64_t result = *start + length;
  const auto [file, offset] = sources.getDecomposedLoc(last);
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), unit_.ast().getLangOpts(), text.begin(),
                     text.begin() + offset + length, text.end());
  clang::Token token;
  int depth = 0;
  while (!lexer.LexFromRawLexer(token)) {
    if (depth == 0 && token.is(clang::tok::semi)) {
      return position(token.getLocation()).value_or(result - 1) + 1;
    }
    if (!to_semicolon) return result;
    if (token.isOneOf(clang::tok::l_paren, clang::tok::l_brace, clang::tok::l_square)) ++depth;
    if (token.isOneOf(clang::tok::r_paren, clang::tok::r_brace, clang::tok::r_square)) --depth;
    if (depth < 0) return result;
  }
  return result;
}

}  // namespace kcast::frontend
