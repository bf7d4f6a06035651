// Pieces of a program that are lowered apart: what each depends on are bytes, and so is what comes
// of it. So others can do it, and keep it for the next time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/lower/lowered.h"
#include "frontend/parse/flags.h"

namespace kcast::frontend {

// All that the PTX of a piece depends on.
struct PieceQuestion {
  std::string language;
  BuildSettings settings;
  std::string file;
  std::vector<std::string> kernels;
  std::string bitcode;
  std::vector<std::string> math;  // functions of the math library, and nothing else
};

std::string piece_question(const PieceQuestion& question);

// Answers one, in this process, which LLVM ends on some inputs.
std::string answer_piece(std::string_view question);
Result<Lowered> read_piece_answer(std::string_view answer);

// In a process whose forks answer them: has LLVM do once what it does at its first piece.
void warm_back_end();

// Answers for questions; nothing where there is none, which is then lowered here.
using AnswerPieces =
    std::function<std::vector<std::optional<std::string>>(const std::vector<std::string>&)>;

}  // namespace kcast::frontend
