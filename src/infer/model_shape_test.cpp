#include "infer/model_shape.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "infer/tensor_copy.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

ModelShape small_shape(const std::string& architecture) {
  return {.architecture = architecture,
          .layers = 12,
          .hidden = 64,
          .feed_forward = 128,
          .heads = 4,
          .kv_heads = 2,
          .head_dim = 16,
          .vocabulary = 100,
          .context = 512};
}

TEST(ModelShape, names_lead_there_and_back) {
  const ModelShape llama = small_shape("llama");
  EXPECT_EQ(gguf_name(llama, "model.layers.11.self_attn.q_proj.weight"), "blk.11.attn_q.weight");
  EXPECT_EQ(gguf_name(llama, "model.layers.3.mlp.down_proj.weight"), "blk.3.ffn_down.weight");
  EXPECT_EQ(gguf_name(llama, "model.norm.weight"), "output_norm.weight");
  EXPECT_EQ(gguf_name(llama, "lm_head.weight"), "output.weight");
  EXPECT_EQ(hugging_face_name(llama, "blk.0.ffn_norm.weight"),
            "model.layers.0.post_attention_layernorm.weight");
  const ModelShape starcoder = small_shape("starcoder2");
  EXPECT_EQ(gguf_name(starcoder, "model.layers.1.mlp.c_proj.bias"), "blk.1.ffn_down.bias");
  EXPECT_EQ(gguf_name(starcoder, "model.layers.1.mlp.gate_proj.weight"), std::nullopt);
  EXPECT_EQ(gguf_name(llama, "model.layers.12.self_attn.q_proj.weight"), std::nullopt);
  EXPECT_EQ(gguf_name(llama, "model.layers.x.self_attn.q_proj.weight"), std::nullopt);
  EXPECT_EQ(gguf_name(llama, "model.layers.0.self_attn.q_proj.lora_A.weight"), std::nullopt);
  EXPECT_EQ(hugging_face_name(llama, "blk.0.attn_q.scale"), std::nullopt);
}

// One head of four rows: the halves (0, 1) and (2, 3) become the pairs (0, 2) and (1, 3).
TEST(ModelShape, rows_of_llama_are_interleaved) {
  std::vector<int64_t> rows;
  for (int64_t row = 0; row < 8; ++row)
    rows.push_back(hugging_face_row_of(row, 8, 2));
  EXPECT_EQ(rows, (std::vector<int64_t>{0, 2, 1, 3, 4, 6, 5, 7}));
  for (int64_t row = 0; row < 192; ++row)
    EXPECT_EQ(gguf_row_of(hugging_face_row_of(row, 192, 3), 192, 3), row);
  EXPECT_EQ(interleaved_heads(small_shape("llama"), "blk.0.attn_k.weight"), 2);
  EXPECT_EQ(interleaved_heads(small_shape("llama"), "blk.0.attn_v.weight"), 0);
  EXPECT_EQ(interleaved_heads(small_shape("qwen2"), "blk.0.attn_q.weight"), 0);
}

TEST(ModelShape, configuration_leads_there_and_back) {
  for (const std::string architecture : {"llama", "qwen2", "starcoder2"}) {
    ModelShape shape = small_shape(architecture);
    shape.attention_bias = architecture != "llama";
    shape.tied = true;
    shape.norm_epsilon = 1e-6;
    shape.rope_theta = 500000;
    shape.bos = 1;
    shape.eos = 2;
    if (architecture == "llama") shape.rope = Llama3Rope{.factor = 32};
    const auto reread = shape_of_config(config_of_shape(shape, "bfloat16"), "config.json");
    ASSERT_TRUE(reread) << reread.error().message;
    EXPECT_EQ(*reread, shape) << config_of_shape(shape, "bfloat16");
  }
}

TEST(ModelShape, refuses_other_configurations) {
  const auto message = [](const std::string& text) {
    const auto shape = shape_of_config(text, "c.json");
    return shape ? std::string("none") : shape.error().message;
  };
  EXPECT_EQ(message(R"({"model_type": "gpt_neox"})"),
            "c.json: architecture 'gpt_neox'; there are llama, qwen2 and starcoder2");
  EXPECT_EQ(message("[]"), "c.json: no JSON object");
  EXPECT_NE(message(R"({"model_type": "llama"})").find("num_hidden_layers"), std::string::npos);
  EXPECT_EQ(message(R"({"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 8,
      "intermediate_size": 8, "num_attention_heads": 1, "vocab_size": 4294967296})"),
            "c.json: vocab_size is too large");
  EXPECT_EQ(message(R"({"model_type": "llama", "num_hidden_layers": 1e300})"),
            "c.json: num_hidden_layers has to be a whole number");
  EXPECT_NE(message(R"({"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 8,
      "intermediate_size": 8, "num_attention_heads": 1, "vocab_size": 9,
      "rope_scaling": {"rope_type": "yarn", "factor": 2}})")
                .find("RoPE scaling 'yarn'"),
            std::string::npos);
}

// Llama 3.2 1B: theta 500000, heads of 64, factor 32. Short wavelengths stay, long ones are
// divided by the factor, and those between lie between.
TEST(ModelShape, rope_factors_of_llama_3_2) {
  ModelShape shape = small_shape("llama");
  shape.head_dim = 64;
  shape.rope_theta = 500000;
  shape.rope = Llama3Rope{.factor = 32};
  const std::vector<float> factors = rope_factors(shape);
  ASSERT_EQ(factors.size(), 32);
  for (size_t i = 0; i + 1 < factors.size(); ++i)
    EXPECT_LE(factors[i], factors[i + 1]);
  // Wavelength 2 pi 500000^(i/32): below 2048 up to i = 14, above 8192 from i = 18 on.
  EXPECT_EQ(factors[14], 1);
  EXPECT_GT(factors[15], 1);
  EXPECT_LT(factors[17], 32);
  EXPECT_EQ(factors[18], 32);
}

TEST(TensorCopy, converts_in_pieces_and_permutes) {
  // 3000 rows of 2048: more than one piece.
  std::vector<float> from(3000 * 2048);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<float>(i % 1021) / 64;
  TensorCopy copy = copy_of_shape({3000, 2048});
  copy.from = std::as_bytes(std::span(from));
  copy.to_type = *number_type("BF16");
  copy.source_row = [](int64_t row) { return 2999 - row; };
  copy.scale = 2;
  std::vector<std::byte> out;
  ASSERT_TRUE(copy_tensor(copy, 2, [&](std::span<const std::byte> bytes) -> Status {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return Unit{};
  }));
  ASSERT_EQ(out.size(), from.size() * 2);
  const auto* halves = reinterpret_cast<const uint16_t*>(out.data());
  for (const size_t i : {size_t{0}, size_t{2047}, size_t{2048}, size_t{5'000'000}}) {
    const size_t row = i / 2048;
    const uint32_t bits = static_cast<uint32_t>(halves[i]) << 16;
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    const float expected = from[(2999 - row) * 2048 + i % 2048] * 2;
    EXPECT_NEAR(value, expected, expected / 256) << i;
  }
}

TEST(TensorCopy, an_error_of_the_sink_ends_it) {
  const std::vector<float> from(64, 1);
  TensorCopy copy = copy_of_shape({8, 8});
  copy.from = std::as_bytes(std::span(from));
  const Status done = copy_tensor(
      copy, 1, [](std::span<const std::byte>) -> Status { return Error{ErrorCode::Io, "full"}; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "full");
}

}  // namespace
}  // namespace kcast::infer
