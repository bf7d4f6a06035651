#include "frontend/lower/lower_pieces.h"

#include <llvm/Bitcode/BitcodeReader.h>

#include <set>
#include <utility>

#include "frontend/lower/back_end.h"
#include "frontend/lower/join_ptx.h"
#include "frontend/lower/split_module.h"

namespace kcast::frontend {

namespace {

// The pieces of one module on their way.
class Pieces {
 public:
  Pieces(const PiecesJob& job, std::vector<ModulePiece> pieces)
      : job_(job), pieces_(std::move(pieces)) {}

  // Nothing where their texts cannot be joined.
  Result<std::optional<Lowered>> lower() {
    std::vector<std::string> questions;
    questions.reserve(pieces_.size());
    for (const ModulePiece& piece : pieces_)
      questions.push_back(question_of(piece.kernels, piece.bitcode, {}));
    // Most edits change the only piece of a small program, which is lowered here in the time that
    // it takes to ask for it.
    const bool is_small = questions.size() == 1;
    KCAST_TRY(const std::vector<Lowered> answers,
              ask(questions, is_small ? AnswerPieces() : job_.answer));
    std::set<std::string> math;
    for (const Lowered& answer : answers)
      math.merge(declared_functions(answer.ptx, "__kc_"));
    std::vector<Lowered> library;
    if (!math.empty()) {
      KCAST_TRY(library, ask({question_of({}, "", {math.begin(), math.end()})}, job_.answer));
    }
    return joined(answers, library);
  }

 private:
  std::string question_of(const std::vector<std::string>& kernels, const std::string& bitcode,
                          const std::vector<std::string>& math) const {
    return piece_question(
        {std::string(job_.language.name), job_.settings, job_.file, kernels, bitcode, math});
  }

  static Result<std::vector<Lowered>> ask(const std::vector<std::string>& questions,
                                          const AnswerPieces& answer_pieces) {
    std::vector<std::optional<std::string>> answers;
    if (answer_pieces) answers = answer_pieces(questions);
    answers.resize(questions.size());
    std::vector<Lowered> out;
    out.reserve(questions.size());
    for (size_t i = 0; i < questions.size(); ++i) {
      const std::string answer = answers[i] ? *std::move(answers[i]) : answer_piece(questions[i]);
      KCAST_TRY(Lowered lowered, read_piece_answer(answer));
      out.push_back(std::move(lowered));
    }
    return out;
  }

  std::optional<Lowered> joined(const std::vector<Lowered>& answers,
                                const std::vector<Lowered>& library) const {
    Lowered out;
    std::vector<PtxPart> parts;
    for (size_t i = 0; i < answers.size(); ++i) {
      const Lowered& answer = answers[i];
      if (!answer.ptx.empty()) parts.push_back({answer.ptx, pieces_[i].lines});
      out.kernels.insert(answer.kernels.begin(), answer.kernels.end());
      out.refused.insert(answer.refused.begin(), answer.refused.end());
      out.diagnostics.insert(out.diagnostics.end(), answer.diagnostics.begin(),
                             answer.diagnostics.end());
    }
    for (const Lowered& functions : library)
      parts.push_back({functions.ptx, std::nullopt});
    if (parts.empty()) return out;
    if (parts.size() == 1 && !parts[0].lines) {
      out.ptx = parts[0].ptx;
      return out;
    }
    std::optional<std::string> ptx = join_ptx(parts);
    if (!ptx) return std::nullopt;
    out.ptx = *std::move(ptx);
    return out;
  }

  const PiecesJob& job_;
  std::vector<ModulePiece> pieces_;
};

// The module as it is, with all that it needs.
Result<Lowered> lower_whole(const PiecesJob& job, const llvm::Module& module) {
  const ModulePiece whole = whole_module(module, job.kernels);
  Lowered lowered;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(collect_diagnostics(lowered));
  auto copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(whole.bitcode, job.file), context);
  if (!copy) return Error{ErrorCode::Internal, llvm::toString(copy.takeError())};
  KCAST_OK(
      finish_module({job.language, job.settings, job.file, job.kernels, true}, **copy, lowered));
  return lowered;
}

}  // namespace

Result<Lowered> lower_pieces(const PiecesJob& job, const llvm::Module& module) {
  KCAST_TRY(std::optional<Lowered> lowered, Pieces(job, split_module(module, job.kernels)).lower());
  if (lowered) return *std::move(lowered);
  return lower_whole(job, module);
}

}  // namespace kcast::frontend
