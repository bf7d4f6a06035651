#include "encode/chat.h"

#include <array>

#include "base/text.h"

namespace kcast::encode {
namespace {

constexpr std::array<std::string_view, 3> kFormatNames = {"plain", "chatml", "llama3"};

class PieceList {
 public:
  void special(std::string_view text) { add(PieceKind::Special, text); }
  void code(std::string_view text) { add(PieceKind::Code, text); }

  // Texts that follow each other are one piece.
  void text(std::string_view text) {
    if (!pieces_.empty() && pieces_.back().kind == PieceKind::Text) {
      pieces_.back().text += text;
    } else {
      add(PieceKind::Text, text);
    }
  }

  void content(const Turn& turn) {
    text(turn.before);
    code(turn.code);
    text(turn.after);
  }

  std::vector<Piece> take() { return std::move(pieces_); }

 private:
  void add(PieceKind kind, std::string_view text) {
    if (!text.empty()) pieces_.push_back({kind, std::string(text)});
  }

  std::vector<Piece> pieces_;
};

void open_turn(ChatFormat format, std::string_view role, PieceList& out) {
  if (format == ChatFormat::ChatMl) {
    out.special("<|im_start|>");
    out.text(std::string(role) + "\n");
  } else if (format == ChatFormat::Llama3) {
    out.special("<|start_header_id|>");
    out.text(role);
    out.special("<|end_header_id|>");
    out.text("\n\n");
  }
}

void close_turn(ChatFormat format, PieceList& out) {
  switch (format) {
    case ChatFormat::Plain:
      out.text("\n\n");
      break;
    case ChatFormat::ChatMl:
      out.special("<|im_end|>");
      out.text("\n");
      break;
    case ChatFormat::Llama3:
      out.special("<|eot_id|>");
      break;
  }
}

}  // namespace

std::string_view chat_format_name(ChatFormat format) {
  return kFormatNames[static_cast<size_t>(format)];
}

Result<ChatFormat> chat_format_named(std::string_view name) {
  for (size_t i = 0; i < kFormatNames.size(); ++i) {
    if (kFormatNames[i] == name) return static_cast<ChatFormat>(i);
  }
  return Error{ErrorCode::InvalidInput,
               "no chat format '" + std::string(name) + "'; there are plain, chatml and llama3"};
}

std::vector<Piece> prompt_pieces(ChatFormat format, const std::vector<Turn>& turns) {
  PieceList out;
  if (turns.size() == 1 && turns[0].role.empty()) {
    out.content(turns[0]);
    return out.take();
  }
  if (format == ChatFormat::Llama3) out.special("<|begin_of_text|>");
  for (const Turn& turn : turns) {
    open_turn(format, turn.role, out);
    out.content(turn);
    close_turn(format, out);
  }
  open_turn(format, "assistant", out);
  return out.take();
}

std::vector<Piece> answer_pieces(ChatFormat format, const std::string& answer) {
  if (answer.empty()) return {};
  constexpr std::array<const char*, 3> kEnds = {"<|endoftext|>", "<|im_end|>", "<|eot_id|>"};
  return {{PieceKind::Answer, answer}, {PieceKind::Special, kEnds[static_cast<size_t>(format)]}};
}

}  // namespace kcast::encode
