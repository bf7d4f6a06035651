// A conversation as the pieces that a tokenizer gets one by one. Training and inference cut texts
// at the same places, so that they see the same tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"

namespace kcast::encode {

enum class ChatFormat : uint8_t {
  Plain,   // no roles: turns with an empty line between them, "<|endoftext|>" at the end
  ChatMl,  // "<|im_start|>user\n...<|im_end|>\n": Qwen, SmolLM2
  Llama3,  // "<|start_header_id|>user<|end_header_id|>\n\n...<|eot_id|>"
};
std::string_view chat_format_name(ChatFormat format);  // "plain", "chatml", "llama3"
Result<ChatFormat> chat_format_named(std::string_view name);

enum class PieceKind : uint8_t { Text, Special, Code, Answer };

struct Piece {
  PieceKind kind = PieceKind::Text;
  std::string text;

  bool operator==(const Piece&) const = default;
};

// The prompt, up to where the model begins to answer. A turn without a role stands alone, in every
// format.
std::vector<Piece> prompt_pieces(ChatFormat format, const std::vector<Turn>& turns);

// The answer and the token that ends it; empty for an empty answer.
std::vector<Piece> answer_pieces(ChatFormat format, const std::string& answer);

}  // namespace kcast::encode
