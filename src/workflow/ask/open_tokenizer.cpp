#include "workflow/ask/open_tokenizer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "encode/bpe.h"
#include "encode/tokenize_pipe.h"
#include "workflow/ask/llm_program.h"

namespace kcast::workflow {
namespace {

bool is_gguf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[4] = {};
  in.read(magic, sizeof magic);
  return in.gcount() == 4 && std::string_view(magic, 4) == "GGUF";
}

// A name of `kcast models list` has neither a folder nor an ending of ours.
bool is_file_of_ours(const std::string& model) {
  std::error_code ignored;
  return model.find('/') != std::string::npos || model.ends_with(".json") ||
         std::filesystem::exists(model, ignored);
}

}  // namespace

Result<std::unique_ptr<encode::Tokenizer>> open_tokenizer(const std::string& model, size_t jobs) {
  constexpr size_t kMostProcesses = 8;  // each has the vocabulary in memory
  if (!is_gguf(model) && is_file_of_ours(model)) {
    KCAST_TRY(std::unique_ptr<encode::BpeTokenizer> ours, encode::BpeTokenizer::load(model));
    return std::unique_ptr<encode::Tokenizer>(std::move(ours));
  }
  KCAST_TRY(const std::string program, llm_program());
  // A process of it answers one thread at a time.
  KCAST_TRY(auto processes,
            encode::PipeTokenizer::start_several({program, "tokenize", "--model", model},
                                                 std::clamp<size_t>(jobs, 1, kMostProcesses)));
  return std::unique_ptr<encode::Tokenizer>(new encode::TokenizerPool(std::move(processes)));
}

}  // namespace kcast::workflow
