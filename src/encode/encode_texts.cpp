#include "encode/encode_texts.h"

#include <algorithm>

#include "encode/chat.h"
#include "encode/token_shard.h"

namespace kcast::encode {
namespace {

using Ids = std::vector<int32_t>;

void append(std::span<const int32_t> ids, Ids& out) {
  out.insert(out.end(), ids.begin(), ids.end());
}

// The pieces of a sample with their tokens; the first `prompt` of them are the prompt.
SampleTokens join_pieces(std::span<const Piece> pieces, std::span<const Ids> ids, size_t prompt,
                         const Ids& mark, size_t limit) {
  size_t code = 0;
  size_t rest = 0;
  for (size_t i = 0; i < pieces.size(); ++i)
    (pieces[i].kind == PieceKind::Code ? code : rest) += ids[i].size();
  const std::optional<CodeCut> kept = cut_code(code, rest, mark.size(), limit);
  SampleTokens out;
  if (!kept) return out;
  out.cut = kept->head < code;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i == prompt) out.answer = static_cast<int32_t>(out.tokens.size());
    if (pieces[i].kind != PieceKind::Code || !out.cut) {
      append(ids[i], out.tokens);
      continue;
    }
    append(std::span(ids[i]).first(kept->head), out.tokens);
    append(mark, out.tokens);
    append(std::span(ids[i]).last(kept->tail), out.tokens);
  }
  if (prompt == pieces.size()) out.answer = static_cast<int32_t>(out.tokens.size());
  return out;
}

}  // namespace

Result<std::vector<SampleTokens>> encode_texts(const Tokenizer& tokenizer,
                                               std::span<const SampleText> texts, size_t limit) {
  std::vector<Piece> pieces;
  std::vector<std::pair<size_t, size_t>> ends;  // of the prompt, of the sample
  const ChatFormat format = tokenizer.chat_format();
  for (const SampleText& text : texts) {
    std::ranges::move(prompt_pieces(format, text.prompt), std::back_inserter(pieces));
    const size_t prompt = pieces.size();
    std::ranges::move(answer_pieces(format, text.answer), std::back_inserter(pieces));
    ends.emplace_back(prompt, pieces.size());
  }
  std::vector<TokenText> token_texts;
  token_texts.reserve(pieces.size() + 1);
  for (const Piece& piece : pieces)
    token_texts.push_back({piece.text, piece.kind == PieceKind::Special});
  token_texts.push_back({kCutMark, false});
  KCAST_TRY(const std::vector<Ids> ids, tokenizer.encode(token_texts));
  std::vector<SampleTokens> out;
  size_t begin = 0;
  for (const auto& [prompt, end] : ends) {
    out.push_back(join_pieces(std::span(pieces).subspan(begin, end - begin),
                              std::span(ids).subspan(begin, end - begin), prompt - begin,
                              ids.back(), limit));
    begin = end;
  }
  return out;
}

}  // namespace kcast::encode
