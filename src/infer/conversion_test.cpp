// Hugging Face folders to GGUF files and back. Where the folder of fixtures is, llama.cpp's logits
// are held against those that transformers and peft computed
// (tests/reference/make_train_fixtures.py).
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "encode/safetensors.h"
#include "infer/dequantize.h"
#include "infer/gguf_file.h"
#include "infer/import_model.h"
#include "infer/language_model.h"
#include "infer/lora_adapter.h"
#include "infer/model_shape.h"
#include "infer/tiny_model.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;

const fs::path kFixtures = fs::path(KCAST_SOURCE_DIR) / "tests" / "data" / "train";

Result<LanguageModel> load(const fs::path& gguf, const fs::path& adapter = {}) {
  return LanguageModel::load(
      {.gguf = gguf, .adapter = adapter, .threads = 1, .context = 128, .exact_cache = true});
}

// The largest difference of two rows of logits.
double worst_difference(std::span<const float> a, std::span<const float> b) {
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return worst;
}

std::vector<float> logits_after(LanguageModel& model, std::span<const int32_t> tokens) {
  EXPECT_TRUE(model.evaluate(tokens));
  return {model.logits().begin(), model.logits().end()};
}

class Conversion : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempDir::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
  }
  fs::path path(const std::string& name) const { return folder_->path() / name; }

  // A fixture with a tokenizer, which transformers did not need.
  fs::path fixture(const std::string& name) const {
    const fs::path out = path(name);
    fs::create_directories(out);
    for (const char* file :
         {"config.json", "model.safetensors", "adapter_config.json", "adapter_model.safetensors"}) {
      fs::copy_file(kFixtures / name / file, out / file);
    }
    write_tiny_tokenizer(out, 97);
    return out;
  }

  std::optional<TempDir> folder_;
};

class Parity : public Conversion, public testing::WithParamInterface<const char*> {};

// Logits of both sequences at every place that llama.cpp's context reaches.
void expect_logits(LanguageModel& model, const encode::SafetensorsFile& expected,
                   const std::string& tensor, size_t n_places, double tolerance) {
  const auto ids = *expected.values<int64_t>("ids", "I64");
  const auto logits = *expected.values<float>(tensor, "F32");
  const auto info = *expected.info(tensor);
  const auto length = static_cast<size_t>(info.shape[1]);
  const auto n_tokens = static_cast<size_t>(info.shape[2]);
  for (size_t sequence = 0; sequence < 2; ++sequence) {
    const std::vector<int32_t> tokens(ids.begin() + static_cast<int64_t>(sequence * length),
                                      ids.begin() + static_cast<int64_t>((sequence + 1) * length));
    for (size_t n = 1; n <= std::min(length, n_places); ++n) {
      const auto found = logits_after(model, std::span(tokens).first(n));
      const auto right = logits.subspan((sequence * length + n - 1) * n_tokens, n_tokens);
      ASSERT_LT(worst_difference(found, right), tolerance) << tensor << ", place " << n;
    }
  }
}

TEST_P(Parity, logits_are_those_of_transformers) {
  const std::string name = GetParam();
  if (!fs::exists(kFixtures / name)) GTEST_SKIP() << "no fixture " << name;
  // ggml takes GELU, which StarCoder2 has, from a table of half precision.
  const double tolerance = name == "starcoder2" ? 4e-3 : 2e-5;
  const fs::path folder = fixture(name);
  const auto expected = encode::SafetensorsFile::open(kFixtures / name / "expected.safetensors");
  ASSERT_TRUE(expected);
  const Status imported = import_model(folder, path("m.gguf"), {.type = "f32"});
  ASSERT_TRUE(imported) << imported.error().message;
  // Behind a sliding window llama.cpp's attention differs, and the file's context ends there.
  const auto file = GgufFile::open(path("m.gguf"));
  const auto context = static_cast<size_t>(shape_of_gguf(*file)->context);
  auto model = load(path("m.gguf"));
  ASSERT_TRUE(model) << model.error().message;
  expect_logits(*model, *expected, "logits", context, tolerance);

  const Status converted = convert_adapter(folder, path("m.gguf"), path("a.gguf"));
  ASSERT_TRUE(converted) << converted.error().message;
  auto adapted = load(path("m.gguf"), path("a.gguf"));
  ASSERT_TRUE(adapted) << adapted.error().message;
  expect_logits(*adapted, *expected, "lora_logits", context, tolerance);
}

TEST_P(Parity, dequantized_weights_are_the_same) {
  const std::string name = GetParam();
  if (!fs::exists(kFixtures / name)) GTEST_SKIP() << "no fixture " << name;
  const fs::path folder = fixture(name);
  ASSERT_TRUE(import_model(folder, path("m.gguf"), {.type = "f32"}));
  const Status done = dequantize(path("m.gguf"), path("back"), {.type = "f32"});
  ASSERT_TRUE(done) << done.error().message;
  const auto before = encode::SafetensorsFile::open(folder / "model.safetensors");
  const auto after = encode::SafetensorsFile::open(path("back") / "model.safetensors");
  ASSERT_TRUE(before && after);
  size_t n_compared = 0;
  for (const auto& [tensor, info] : after->tensors()) {
    ASSERT_TRUE(before->tensors().contains(tensor)) << tensor;
    const auto a = *before->values<float>(tensor, "F32");
    const auto b = *after->values<float>(tensor, "F32");
    EXPECT_TRUE(std::ranges::equal(a, b)) << tensor;
    ++n_compared;
  }
  EXPECT_GE(n_compared, 20);
  EXPECT_EQ(shape_of_config(*read_file(folder / "config.json"), "")->rope,
            shape_of_config(*read_file(path("back") / "config.json"), "")->rope);
}

INSTANTIATE_TEST_SUITE_P(Architectures, Parity,
                         testing::Values("llama", "smollm", "qwen2", "starcoder2"));

TEST_F(Conversion, every_type_keeps_the_logits_within_its_error) {
  write_tiny_llama(folder_->path(), 3);
  const std::vector<int32_t> tokens = {5, 80, 33, 12, 64};
  ASSERT_TRUE(import_model(folder_->path(), path("f32.gguf"), {.type = "f32"}));
  auto exact = load(path("f32.gguf"));
  ASSERT_TRUE(exact) << exact.error().message;
  const std::vector<float> right = logits_after(*exact, tokens);
  const std::map<std::string, double> tolerances = {{"f16", 0.02}, {"bf16", 0.1}, {"q8_0", 0.15}};
  for (const auto& [type, tolerance] : tolerances) {
    const fs::path gguf = path(type + ".gguf");
    ASSERT_TRUE(import_model(folder_->path(), gguf, {.type = type, .jobs = 2}));
    auto model = load(gguf);
    ASSERT_TRUE(model) << type << model.error().message;
    const double rounding = worst_difference(logits_after(*model, tokens), right);
    EXPECT_LT(rounding, tolerance) << type;
    EXPECT_GT(rounding, 0) << type;
    // Dequantised and imported exactly, it is the same model.
    const fs::path back = path(type);
    const Status done = dequantize(gguf, back, {.type = "f32", .jobs = 2});
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_TRUE(import_model(back, path("again.gguf"), {.type = "f32"}));
    auto reloaded = load(path("again.gguf"));
    ASSERT_TRUE(reloaded);
    EXPECT_LT(worst_difference(logits_after(*reloaded, tokens), logits_after(*model, tokens)),
              tolerance)
        << type;
    EXPECT_EQ(reloaded->vocabulary().sha256(), model->vocabulary().sha256());
  }
}

TEST_F(Conversion, reads_shards) {
  write_tiny_llama(folder_->path(), 3);
  ASSERT_TRUE(import_model(folder_->path(), path("whole.gguf"), {.type = "f32"}));
  const auto whole = encode::SafetensorsFile::open(path("model.safetensors"));
  nlohmann::json map;
  std::vector<encode::SafetensorsWriter::Planned> planned[2];
  for (const auto& [name, info] : whole->tensors()) {
    const size_t shard = name.find("layers.1") != std::string::npos ? 1 : 0;
    planned[shard].push_back({name, info.type, info.shape});
    map[name] = "part" + std::to_string(shard) + ".safetensors";
  }
  for (size_t shard = 0; shard < 2; ++shard) {
    auto writer = encode::SafetensorsWriter::create(
        path("part" + std::to_string(shard) + ".safetensors"), planned[shard]);
    for (const auto& tensor : planned[shard])
      ASSERT_TRUE(writer->write(*whole->bytes(tensor.name)));
    ASSERT_TRUE(writer->finish());
  }
  fs::remove(path("model.safetensors"));
  const std::string index = nlohmann::json({{"weight_map", map}}).dump();
  ASSERT_TRUE(write_file(path("model.safetensors.index.json"), index));
  const Status done = import_model(folder_->path(), path("shards.gguf"), {.type = "f32"});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(*read_file(path("whole.gguf")), *read_file(path("shards.gguf")));
  // A part that is not there.
  fs::remove(path("part1.safetensors"));
  const Status missing = import_model(folder_->path(), path("x.gguf"), {.type = "f32"});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("part1.safetensors: no such file"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("x.gguf")));
}

TEST_F(Conversion, refuses_folders_that_are_not_whole) {
  const auto message = [&] {
    const Status done = import_model(folder_->path(), path("x.gguf"), {});
    EXPECT_FALSE(fs::exists(path("x.gguf")));
    return done ? std::string("none") : done.error().message;
  };
  EXPECT_NE(message().find("config.json"), std::string::npos);
  write_tiny_llama(folder_->path(), 3);
  const std::string config = *read_file(path("config.json"));
  auto other = nlohmann::json::parse(config);
  other["num_hidden_layers"] = 3;
  ASSERT_TRUE(write_file(path("config.json"), other.dump()));
  EXPECT_NE(message().find("model.layers.2.input_layernorm.weight' is missing"), std::string::npos);
  other["num_hidden_layers"] = 1;
  ASSERT_TRUE(write_file(path("config.json"), other.dump()));
  EXPECT_NE(message().find("has no place in a llama model"), std::string::npos);
  other["num_hidden_layers"] = 2;
  other["intermediate_size"] = 65;
  ASSERT_TRUE(write_file(path("config.json"), other.dump()));
  EXPECT_NE(message().find("another shape than config.json says"), std::string::npos);
  ASSERT_TRUE(write_file(path("config.json"), config));
  auto tokenizer = nlohmann::json::parse(*read_file(path("tokenizer.json")));
  tokenizer["pre_tokenizer"] = {{"type", "Metaspace"}};
  ASSERT_TRUE(write_file(path("tokenizer.json"), tokenizer.dump()));
  EXPECT_NE(message().find("not a byte-level BPE tokenizer"), std::string::npos);
  fs::remove(path("tokenizer.json"));
  EXPECT_NE(message().find("tokenizer.json"), std::string::npos);
}

// Cut anywhere, a file is an error that names it, never a crash.
TEST_F(Conversion, truncated_files_are_refused) {
  const auto gguf = make_tiny_gguf(folder_->path(), 3);
  ASSERT_TRUE(gguf) << gguf.error().message;
  const std::string whole = *read_file(*gguf);
  for (size_t i = 0; i < 60; ++i) {
    const size_t bytes = whole.size() * i / 60;
    ASSERT_TRUE(write_file(path("cut.gguf"), std::string_view(whole).substr(0, bytes)));
    const auto file = GgufFile::open(path("cut.gguf"));
    ASSERT_FALSE(file) << bytes;
    EXPECT_NE(file.error().message.find("cut.gguf: not a whole GGUF file"), std::string::npos);
    EXPECT_FALSE(LanguageModel::load({.gguf = path("cut.gguf")}));
    EXPECT_FALSE(dequantize(path("cut.gguf"), path("out"), {}));
    EXPECT_FALSE(fs::exists(path("out")));
  }
}

TEST_F(Conversion, a_full_disk_leaves_nothing) {
  const auto gguf = make_tiny_gguf(folder_->path(), 3);
  ASSERT_TRUE(gguf);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 40'000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const Status folder = dequantize(*gguf, path("out"), {.type = "f32"});
  const Status file = import_model(folder_->path(), path("x.gguf"), {.type = "f32"});
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(folder);
  ASSERT_FALSE(file);
  EXPECT_NE(folder.error().message.find("File too large"), std::string::npos);
  EXPECT_NE(file.error().message.find("File too large"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(path("out")));
  for (const auto& entry : fs::directory_iterator(folder_->path()))
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
  EXPECT_FALSE(fs::exists(path("x.gguf")));
}

TEST_F(Conversion, refuses_adapters_for_another_base) {
  if (!fs::exists(kFixtures / "llama")) GTEST_SKIP() << "no fixtures";
  const fs::path llama = fixture("llama");
  ASSERT_TRUE(import_model(llama, path("llama.gguf"), {.type = "f32"}));
  ASSERT_TRUE(convert_adapter(llama, path("llama.gguf"), path("a.gguf")));
  // Another architecture, another size, other layers, another vocabulary.
  const fs::path qwen = fixture("qwen2");
  ASSERT_TRUE(import_model(qwen, path("qwen.gguf"), {.type = "f32"}));
  const auto loaded = load(path("qwen.gguf"), path("a.gguf"));
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("made for a base of architecture 'llama', not 'qwen2'"),
            std::string::npos);
  const fs::path smollm = fixture("smollm");
  ASSERT_TRUE(import_model(smollm, path("smollm.gguf"), {.type = "f32"}));
  const auto smaller = load(path("smollm.gguf"), path("a.gguf"));
  ASSERT_FALSE(smaller);
  EXPECT_NE(smaller.error().message.find("made for another base"), std::string::npos);
  const Status converted = convert_adapter(llama, path("smollm.gguf"), path("b.gguf"));
  ASSERT_FALSE(converted);
  EXPECT_NE(converted.error().message.find("made for another base"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("b.gguf")));
  auto tokenizer = nlohmann::json::parse(*read_file(llama / "tokenizer.json"));
  tokenizer["model"]["merges"] = nlohmann::json::array({"c d"});
  ASSERT_TRUE(write_file(llama / "tokenizer.json", tokenizer.dump()));
  ASSERT_TRUE(import_model(llama, path("other.gguf"), {.type = "f32"}));
  const auto other = load(path("other.gguf"), path("a.gguf"));
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("has another vocabulary"), std::string::npos);
  // A model is no adapter.
  const auto model = load(path("llama.gguf"), path("llama.gguf"));
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("not a LoRA adapter"), std::string::npos);
}

// alpha / sqrt(r), and another alpha for some layers, as a part of B.
TEST_F(Conversion, folds_other_scalings_into_b) {
  if (!fs::exists(kFixtures / "llama")) GTEST_SKIP() << "no fixtures";
  const fs::path llama = fixture("llama");
  ASSERT_TRUE(import_model(llama, path("m.gguf"), {.type = "f32"}));
  ASSERT_TRUE(convert_adapter(llama, path("m.gguf"), path("plain.gguf")));
  auto config = nlohmann::json::parse(*read_file(llama / "adapter_config.json"));
  config["use_rslora"] = true;                   // r = 4: twice as much
  config["alpha_pattern"] = {{"q_proj", 24.0}};  // and twice that
  ASSERT_TRUE(write_file(llama / "adapter_config.json", config.dump()));
  ASSERT_TRUE(convert_adapter(llama, path("m.gguf"), path("scaled.gguf")));
  const auto plain = GgufFile::open(path("plain.gguf"));
  const auto scaled = GgufFile::open(path("scaled.gguf"));
  ASSERT_TRUE(plain && scaled);
  const auto first_ratio = [&](const std::string& name) {
    const auto value = [&](const GgufFile& file) {
      return *reinterpret_cast<const float*>(file.bytes(*file.find(name)).data());
    };
    return value(*scaled) / value(*plain);
  };
  EXPECT_FLOAT_EQ(first_ratio("blk.0.attn_q.weight.lora_b"), 4);
  EXPECT_FLOAT_EQ(first_ratio("blk.1.ffn_up.weight.lora_b"), 2);
  EXPECT_FLOAT_EQ(first_ratio("blk.1.ffn_up.weight.lora_a"), 1);
  config["use_dora"] = true;
  ASSERT_TRUE(write_file(llama / "adapter_config.json", config.dump()));
  EXPECT_FALSE(convert_adapter(llama, path("m.gguf"), path("x.gguf")));
}

}  // namespace
}  // namespace kcast::infer
