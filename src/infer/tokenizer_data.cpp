#include "infer/tokenizer_data.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "base/io/json_at.h"
#include "base/io/json_problem.h"
#include "base/sha256.h"
#include "infer/gguf_writer.h"

namespace kcast::infer {
namespace {

// Not ordered_json, which looks at every key before it adds one: there are 150,000 tokens.
using SortedJson = nlohmann::json;
namespace fs = std::filesystem;

// How the rules are spelled in tokenizer.json: a regular expression, or digits that stand alone
// before GPT-2's own rule.
struct SplittingRule {
  std::string_view name;
  std::string_view pattern;  // empty: the rule of GPT-2, which ByteLevel has built in
  bool digits = false;       // each digit is a word
  bool nfc = false;          // texts are normalised
  bool ignore_merges = false;
};
constexpr std::array kRules = {
    SplittingRule{.name = "qwen2",
                  .pattern = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
                             R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
                  .nfc = true},
    SplittingRule{.name = "llama-bpe",
                  .pattern = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
                             R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
                  .ignore_merges = true},
    SplittingRule{.name = "smollm", .pattern = "", .digits = true},
    SplittingRule{.name = "starcoder", .pattern = "", .digits = true},
    SplittingRule{.name = "gpt-2", .pattern = ""}};

const SplittingRule* rule_named(std::string_view name) {
  for (const SplittingRule& rule : kRules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

SortedJson rule_json(const SplittingRule& rule) {
  const SortedJson byte_level = {{"type", "ByteLevel"},
                                 {"add_prefix_space", false},
                                 {"trim_offsets", true},
                                 {"use_regex", rule.pattern.empty()}};
  SortedJson steps = SortedJson::array();
  if (rule.digits) steps.push_back({{"type", "Digits"}, {"individual_digits", true}});
  if (!rule.pattern.empty()) {
    steps.push_back({{"type", "Split"},
                     {"pattern", {{"Regex", rule.pattern}}},
                     {"behavior", "Isolated"},
                     {"invert", false}});
  }
  steps.push_back(byte_level);
  return {{"type", "Sequence"}, {"pretokenizers", steps}};
}

// The parts of a pre-tokenizer that decide where words end.
struct FoundRule {
  std::string pattern;
  bool digits = false;
  bool byte_level = false;
};
FoundRule find_rule(const SortedJson& pre) {
  FoundRule out;
  SortedJson steps = SortedJson::array();
  if (pre.is_object()) steps = pre.value("pretokenizers", SortedJson::array({pre}));
  for (const SortedJson& step : steps) {
    const std::string type = step.value("type", "");
    if (type == "ByteLevel") out.byte_level = true;
    if (type == "Digits") out.digits = step.value("individual_digits", false);
    if (type == "Split")
      out.pattern = step.value("pattern", SortedJson::object()).value("Regex", "?");
  }
  return out;
}

Result<std::string> rule_of_json(const SortedJson& tokenizer, const fs::path& folder) {
  const FoundRule found = find_rule(tokenizer.value("pre_tokenizer", SortedJson()));
  if (!found.byte_level) {
    return Error{ErrorCode::Unsupported, (folder / "tokenizer.json").string() +
                                             ": not a byte-level BPE tokenizer (a SentencePiece "
                                             "model needs llama.cpp's own converter)"};
  }
  for (const SplittingRule& rule : kRules) {
    if (rule.pattern == found.pattern && rule.digits == found.digits) return std::string(rule.name);
  }
  return Error{ErrorCode::Unsupported,
               (folder / "tokenizer.json").string() +
                   ": its rule for splitting words is not one that is known: " + found.pattern};
}

Result<std::vector<std::string>> merges_of_json(const SortedJson& merges, const fs::path& folder) {
  std::vector<std::string> out;
  out.reserve(merges.size());
  for (const SortedJson& merge : merges) {
    if (merge.is_string()) {
      out.push_back(merge.get<std::string>());
    } else if (merge.is_array() && merge.size() == 2) {
      out.push_back(merge[0].get<std::string>() + " " + merge[1].get<std::string>());
    } else {
      return Error{ErrorCode::InvalidInput,
                   (folder / "tokenizer.json").string() + ": a merge that is no pair"};
    }
  }
  return out;
}

// Ten times the largest vocabulary there is.
constexpr int64_t kMostTokenIds = 4'000'000;

void put_token(TokenizerData& data, const JsonAt<SortedJson>& number, const std::string& text,
               int32_t kind) {
  const auto id = number.get<int64_t>();
  if (id < 0 || id >= kMostTokenIds) number.wrong("is no token id");
  const auto at = static_cast<size_t>(id);
  if (at >= data.tokens.size()) {
    data.tokens.resize(at + 1);
    data.kinds.resize(at + 1, UnusedToken);
  }
  data.tokens[at] = text;
  data.kinds[at] = kind;
}

// A special token of tokenizer_config.json: its text, or an object with it.
std::optional<int64_t> special_token(const TokenizerData& data, const SortedJson& config,
                                     const char* key) {
  SortedJson value = config.value(key, SortedJson());
  if (value.is_object()) value = value.value("content", SortedJson());
  if (!value.is_string()) return std::nullopt;
  const auto text = value.get<std::string>();
  for (size_t id = 0; id < data.tokens.size(); ++id) {
    if (data.kinds[id] != UnusedToken && data.tokens[id] == text) return static_cast<int64_t>(id);
  }
  return std::nullopt;
}

// Whether every text begins with a special token.
bool begins_with_special(const SortedJson& tokenizer) {
  const SortedJson post = tokenizer.value("post_processor", SortedJson());
  if (!post.is_object()) return false;
  const SortedJson steps = post.value("processors", SortedJson::array({post}));
  for (const SortedJson& step : steps) {
    if (step.value("type", "") != "TemplateProcessing") continue;
    const SortedJson single = step.value("single", SortedJson::array());
    if (!single.empty() && single[0].contains("SpecialToken")) return true;
  }
  return false;
}

Status read_config(TokenizerData& data, const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder / "tokenizer_config.json", ignored)) {
    KCAST_TRY(const std::string text, read_file(folder / "tokenizer_config.json"));
    const SortedJson config = SortedJson::parse(text, nullptr, false);
    if (!config.is_object()) {
      return Error{ErrorCode::InvalidInput,
                   (folder / "tokenizer_config.json").string() + ": no JSON object"};
    }
    data.bos = special_token(data, config, "bos_token");
    data.eos = special_token(data, config, "eos_token");
    data.pad = special_token(data, config, "pad_token");
    data.unknown = special_token(data, config, "unk_token");
    const SortedJson chat = config.value("chat_template", SortedJson());
    if (chat.is_string()) data.chat_template = chat.get<std::string>();
    const SortedJson add = config.value("add_bos_token", SortedJson());
    if (add.is_boolean()) data.add_bos = add.get<bool>();
  }
  if (fs::exists(folder / "chat_template.jinja", ignored)) {
    KCAST_TRY(data.chat_template, read_file(folder / "chat_template.jinja"));
  }
  return Unit{};
}

SortedJson added_tokens_json(const TokenizerData& data) {
  SortedJson out = SortedJson::array();
  for (size_t id = 0; id < data.tokens.size(); ++id) {
    if (data.kinds[id] != ControlToken && data.kinds[id] != UserToken) continue;
    out.push_back({{"id", id},
                   {"content", data.tokens[id]},
                   {"single_word", false},
                   {"lstrip", false},
                   {"rstrip", false},
                   {"normalized", false},
                   {"special", data.kinds[id] == ControlToken}});
  }
  return out;
}

SortedJson model_json(const TokenizerData& data, const SplittingRule& rule) {
  SortedJson vocabulary = SortedJson::object();
  for (size_t id = 0; id < data.tokens.size(); ++id) {
    if (data.kinds[id] == NormalToken) vocabulary[data.tokens[id]] = id;
  }
  // Pairs, not texts: a token may hold a blank.
  SortedJson merges = SortedJson::array();
  for (const std::string& merge : data.merges) {
    const size_t blank = merge.find(' ', 1);
    merges.push_back({merge.substr(0, blank), merge.substr(blank + 1)});
  }
  return {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"ignore_merges", rule.ignore_merges},
          {"vocab", vocabulary},
          {"merges", merges}};
}

SortedJson bos_template(const TokenizerData& data) {
  if (!data.add_bos || !data.bos) return nullptr;
  const std::string& text = data.tokens[static_cast<size_t>(*data.bos)];
  const SortedJson bos = {{"SpecialToken", {{"id", text}, {"type_id", 0}}}};
  const SortedJson a = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}};
  const SortedJson b = {{"Sequence", {{"id", "B"}, {"type_id", 1}}}};
  return {{"type", "TemplateProcessing"},
          {"single", {bos, a}},
          {"pair", {bos, a, bos, b}},
          {"special_tokens", {{text, {{"id", text}, {"ids", {*data.bos}}, {"tokens", {text}}}}}}};
}

}  // namespace

Result<TokenizerData> tokenizer_of_gguf(const GgufFile& file) {
  TokenizerData data;
  const std::string model = file.text("tokenizer.ggml.model").value_or("");
  if (model != "gpt2") {
    return Error{ErrorCode::Unsupported,
                 file.path().string() + ": tokenizer '" + model + "' is not byte-level BPE (gpt2)"};
  }
  data.pre = file.text("tokenizer.ggml.pre").value_or("");
  data.tokens = file.texts("tokenizer.ggml.tokens");
  data.kinds = file.integers("tokenizer.ggml.token_type");
  data.merges = file.texts("tokenizer.ggml.merges");
  if (data.tokens.empty() || data.kinds.size() != data.tokens.size()) {
    return Error{ErrorCode::InvalidInput, file.path().string() + ": its vocabulary is not whole"};
  }
  data.bos = file.integer("tokenizer.ggml.bos_token_id");
  data.eos = file.integer("tokenizer.ggml.eos_token_id");
  data.pad = file.integer("tokenizer.ggml.padding_token_id");
  data.unknown = file.integer("tokenizer.ggml.unknown_token_id");
  data.add_bos = file.flag("tokenizer.ggml.add_bos_token").value_or(data.pre == "llama-bpe");
  data.chat_template = file.text("tokenizer.chat_template").value_or("");
  return data;
}

Result<TokenizerData> tokenizer_of_folder(const fs::path& folder, int64_t n_tokens) {
  const std::string path = (folder / "tokenizer.json").string();
  KCAST_TRY(const std::string text, read_file(path));
  const SortedJson tokenizer = SortedJson::parse(text, nullptr, false);
  if (!tokenizer.is_object()) return Error{ErrorCode::InvalidInput, path + ": no JSON object"};
  TokenizerData data;
  try {
    const SortedJson& model = tokenizer.at("model");
    if (model.value("type", "BPE") != "BPE") {
      return Error{ErrorCode::Unsupported, path + ": not a BPE tokenizer"};
    }
    KCAST_TRY(data.pre, rule_of_json(tokenizer, folder));
    const JsonAt at(tokenizer);
    for (const auto& [token, id] : at.at("model").at("vocab").members())
      put_token(data, id, token, NormalToken);
    if (tokenizer.contains("added_tokens")) {
      for (const JsonAt<SortedJson>& added : at.at("added_tokens").items()) {
        put_token(data, added.at("id"), added.at("content").get<std::string>(),
                  added.value("special", false) ? ControlToken : UserToken);
      }
    }
    KCAST_TRY(data.merges, merges_of_json(model.at("merges"), folder));
    data.add_bos = begins_with_special(tokenizer);
    KCAST_OK(read_config(data, folder));
  } catch (const std::exception& error) {  // the library's, or JsonError
    return Error{ErrorCode::InvalidInput, path + ": " + json_problem(error.what())};
  }
  if (static_cast<int64_t>(data.tokens.size()) > n_tokens) {
    return Error{ErrorCode::InvalidInput, path + ": " + std::to_string(data.tokens.size()) +
                                              " tokens, but the embedding has " +
                                              std::to_string(n_tokens) + " rows"};
  }
  data.tokens.resize(static_cast<size_t>(n_tokens));
  data.kinds.resize(static_cast<size_t>(n_tokens), UnusedToken);
  for (size_t id = 0; id < data.tokens.size(); ++id) {
    if (data.kinds[id] == UnusedToken) data.tokens[id] = "[PAD" + std::to_string(id) + "]";
  }
  return data;
}

void write_tokenizer(const TokenizerData& data, GgufWriter& writer) {
  writer.set_text("tokenizer.ggml.model", "gpt2");
  writer.set_text("tokenizer.ggml.pre", data.pre);
  writer.set_texts("tokenizer.ggml.tokens", data.tokens);
  writer.set_integers("tokenizer.ggml.token_type", data.kinds);
  writer.set_texts("tokenizer.ggml.merges", data.merges);
  if (data.bos) writer.set_integer("tokenizer.ggml.bos_token_id", *data.bos);
  if (data.eos) writer.set_integer("tokenizer.ggml.eos_token_id", *data.eos);
  if (data.pad) writer.set_integer("tokenizer.ggml.padding_token_id", *data.pad);
  if (data.unknown) writer.set_integer("tokenizer.ggml.unknown_token_id", *data.unknown);
  writer.set_flag("tokenizer.ggml.add_bos_token", data.add_bos);
  if (!data.chat_template.empty()) writer.set_text("tokenizer.chat_template", data.chat_template);
}

Status write_tokenizer_folder(const TokenizerData& data, const fs::path& folder) {
  const SplittingRule* rule = rule_named(data.pre);
  if (rule == nullptr) {
    return Error{ErrorCode::Unsupported,
                 "the rule '" + data.pre + "' for splitting words has no known spelling"};
  }
  const SortedJson tokenizer = {
      {"version", "1.0"},
      {"truncation", nullptr},
      {"padding", nullptr},
      {"added_tokens", added_tokens_json(data)},
      {"normalizer", rule->nfc ? SortedJson{{"type", "NFC"}} : SortedJson()},
      {"pre_tokenizer", rule_json(*rule)},
      {"post_processor", bos_template(data)},
      {"decoder",
       {{"type", "ByteLevel"},
        {"add_prefix_space", true},
        {"trim_offsets", true},
        {"use_regex", true}}},
      {"model", model_json(data, *rule)}};
  KCAST_OK(write_file(folder / "tokenizer.json", tokenizer.dump() + "\n"));
  SortedJson config = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                       {"add_bos_token", data.add_bos}};
  const auto name = [&](const char* key, const std::optional<int64_t>& id) {
    if (id && static_cast<size_t>(*id) < data.tokens.size())
      config[key] = data.tokens[static_cast<size_t>(*id)];
  };
  name("bos_token", data.bos);
  name("eos_token", data.eos);
  name("pad_token", data.pad);
  name("unk_token", data.unknown);
  if (!data.chat_template.empty()) config["chat_template"] = data.chat_template;
  return write_file(folder / "tokenizer_config.json", config.dump(2) + "\n");
}

std::string tokenizer_sha256(const TokenizerData& data) {
  std::string text = "kcast-tokenizer-1\n" + data.pre + "\n";
  for (size_t id = 0; id < data.tokens.size(); ++id) {
    // Holes are named as a converter likes.
    if (data.kinds[id] == UnusedToken) continue;
    text +=
        std::to_string(id) + " " + std::to_string(data.kinds[id]) + " " + data.tokens[id] + "\n";
  }
  for (const std::string& merge : data.merges)
    text += merge + "\n";
  return sha256_hex(text);
}

}  // namespace kcast::infer
