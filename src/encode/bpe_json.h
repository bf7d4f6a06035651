// The tokenizer.json of a vocabulary, as Hugging Face's tokenizers library writes and reads it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "encode/bpe.h"

namespace kcast::encode {

std::string bpe_model_json(const BpeModel& model);

// Whether the vocabulary is whole is for BpeTokenizer::make to say. `name` is for errors.
Result<BpeModel> parse_bpe_model(std::string_view json, const std::string& name);

}  // namespace kcast::encode
