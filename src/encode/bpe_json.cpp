#include "encode/bpe_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/io/json_problem.h"
#include "encode/code_words.h"

namespace kcast::encode {
namespace {

using Json = nlohmann::ordered_json;

// The library writes bytes as letters: those of Latin-1 that can be seen are themselves, the
// others follow each other from U+0100.
const std::array<std::string, 256>& byte_letters() {
  static const std::array<std::string, 256> letters = [] {
    std::array<std::string, 256> out;
    unsigned next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
      const unsigned code = printable ? byte : next++;
      if (code < 0x80) {
        out[byte] = static_cast<char>(code);
      } else {
        out[byte] = {static_cast<char>(0xC0U | (code >> 6U)),
                     static_cast<char>(0x80U | (code & 0x3FU))};
      }
    }
    return out;
  }();
  return letters;
}

std::string letters_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes)
    out += byte_letters()[static_cast<unsigned char>(c)];
  return out;
}

Json pre_tokenizer_json() {
  return {{"type", "Sequence"},
          {"pretokenizers",
           {{{"type", "Split"},
             {"pattern", {{"Regex", kCodeWordRegex}}},
             {"behavior", "Isolated"},
             {"invert", false}},
            {{"type", "ByteLevel"},
             {"add_prefix_space", false},
             {"trim_offsets", true},
             {"use_regex", false}}}}};
}

Json model_json(const BpeModel& model) {
  Json vocabulary = Json::object();
  int32_t id = 0;
  for (const std::string& special : model.specials)
    vocabulary[special] = id++;
  for (const std::string& token : model.tokens)
    vocabulary[letters_of(token)] = id++;
  Json merges = Json::array();
  const auto letters = [&](int32_t of) {
    return letters_of(model.tokens[static_cast<size_t>(of) - model.specials.size()]);
  };
  for (const auto& [left, right] : model.merges)
    merges.push_back(letters(left) + " " + letters(right));
  return {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"ignore_merges", false},
          {"vocab", std::move(vocabulary)},
          {"merges", std::move(merges)}};
}

// Reads one file; every step fails with the file's name.
class Reader {
 public:
  Reader(const Json& json, const std::string& name) : json_(json), name_(name) {}

  Result<BpeModel> read() {
    try {
      KCAST_OK(check_kind());
      read_specials();
      KCAST_OK(read_tokens());
      KCAST_OK(read_merges());
    } catch (const Json::exception& error) {
      return wrong("a broken tokenizer.json: " + json_problem(error.what()));
    }
    return std::move(model_);
  }

 private:
  Error wrong(const std::string& why) const {
    return Error{ErrorCode::InvalidInput, name_ + ": " + why};
  }

  Status check_kind() const {
    if (!json_.is_object() || !json_.contains("model") || !json_.contains("pre_tokenizer")) {
      return wrong("no tokenizer.json");
    }
    if (json_.at("pre_tokenizer") == pre_tokenizer_json() &&
        json_.at("model").at("type") == "BPE" && json_.value("normalizer", Json()).is_null()) {
      return Unit{};
    }
    return wrong(
        "a tokenizer of another kind; kcast reads those that kcast tokenizer train writes, and "
        "others from a GGUF file");
  }

  void read_specials() {
    for (const Json& token : json_.at("added_tokens"))
      model_.specials.push_back(token.at("content").get<std::string>());
  }

  // In letters; ids must be the places of the tokens.
  Status read_tokens() {
    const Json& vocabulary = json_.at("model").at("vocab");
    std::vector<std::string> by_id(vocabulary.size());
    for (const auto& [letters, id] : vocabulary.items()) {
      const uint64_t place = id.is_number_unsigned() ? id.get<uint64_t>() : by_id.size();
      if (place >= by_id.size() || !by_id[place].empty()) {
        return wrong("the ids of its vocabulary are not 0 to " + std::to_string(by_id.size() - 1));
      }
      by_id[place] = letters;
    }
    const size_t specials = model_.specials.size();
    if (by_id.size() < specials ||
        !std::equal(model_.specials.begin(), model_.specials.end(), by_id.begin())) {
      return wrong("its special tokens are not the first of its vocabulary");
    }
    for (size_t i = specials; i < by_id.size(); ++i) {
      KCAST_TRY(std::string bytes, bytes_of(by_id[i]));
      ids_[by_id[i]] = static_cast<int32_t>(i);
      model_.tokens.push_back(std::move(bytes));
    }
    return Unit{};
  }

  Status read_merges() {
    for (const Json& merge : json_.at("model").at("merges")) {
      // Newer versions of the library write a list of two.
      const std::string text =
          merge.is_array() ? merge.at(0).get<std::string>() + " " + merge.at(1).get<std::string>()
                           : merge.get<std::string>();
      const size_t gap = text.find(' ');
      const auto left = ids_.find(text.substr(0, gap));
      const auto right = gap == std::string::npos ? ids_.end() : ids_.find(text.substr(gap + 1));
      if (left == ids_.end() || right == ids_.end()) {
        return wrong("merge '" + text + "' is not of two tokens");
      }
      model_.merges.emplace_back(left->second, right->second);
    }
    return Unit{};
  }

  Result<std::string> bytes_of(const std::string& letters) const {
    std::string out;
    for (size_t at = 0; at < letters.size();) {
      const size_t length = (static_cast<unsigned char>(letters[at]) & 0x80U) != 0 ? 2 : 1;
      const auto found = bytes_.find(letters.substr(at, length));
      if (found == bytes_.end()) return wrong("token '" + letters + "' is not made of bytes");
      out += found->second;
      at += length;
    }
    return out;
  }

  static std::unordered_map<std::string, char> bytes_by_letter() {
    std::unordered_map<std::string, char> out;
    for (size_t byte = 0; byte < byte_letters().size(); ++byte)
      out[byte_letters()[byte]] = static_cast<char>(byte);
    return out;
  }

  const Json& json_;
  const std::string& name_;
  BpeModel model_;
  std::unordered_map<std::string, int32_t> ids_;
  std::unordered_map<std::string, char> bytes_ = bytes_by_letter();
};

}  // namespace

std::string bpe_model_json(const BpeModel& model) {
  Json added = Json::array();
  for (size_t i = 0; i < model.specials.size(); ++i) {
    added.push_back({{"id", i},
                     {"content", model.specials[i]},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false},
                     {"special", true}});
  }
  const Json json = {{"version", "1.0"},
                     {"truncation", nullptr},
                     {"padding", nullptr},
                     {"added_tokens", std::move(added)},
                     {"normalizer", nullptr},
                     {"pre_tokenizer", pre_tokenizer_json()},
                     {"post_processor", nullptr},
                     {"decoder",
                      {{"type", "ByteLevel"},
                       {"add_prefix_space", false},
                       {"trim_offsets", true},
                       {"use_regex", false}}},
                     {"model", model_json(model)}};
  return json.dump(1) + "\n";
}

Result<BpeModel> parse_bpe_model(std::string_view json, const std::string& name) {
  const Json parsed = Json::parse(json, nullptr, false);
  if (parsed.is_discarded()) return Error{ErrorCode::InvalidInput, name + ": no JSON"};
  return Reader(parsed, name).read();
}

}  // namespace kcast::encode
