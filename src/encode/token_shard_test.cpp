#include "encode/token_shard.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/files.h"

namespace kcast::encode {
namespace {

namespace fs = std::filesystem;

ShardInfo small_info() {
  return {"train", "compact", std::string(64, 'a'), {"control.warps", "estimated"}};
}

std::vector<ShardSample> small_samples() {
  ShardSample first{"syn-1:1 n=4", {5, 6, 7, 8}, 2, 1, {}, {}, {1.5F, 0}};
  first.targets.fill(2);
  first.origin.fill(3);
  ShardSample second{"syn-1:2 n=8", {9}, 1, -1, {}, {}, {-1, 2}};
  return {first, second};
}

fs::path written(const fs::path& folder) {
  auto writer = ShardWriter::create(folder / "train.safetensors", small_info());
  for (const ShardSample& sample : small_samples())
    EXPECT_TRUE(writer->add(sample));
  EXPECT_TRUE(writer->finish());
  return folder / "train.safetensors";
}

TEST(TokenShard, comes_back_as_it_was_written) {
  const auto dir = TempDir::make();
  const auto shard = TokenShard::open(written(dir->path()));
  ASSERT_TRUE(shard) << shard.error().message;
  EXPECT_EQ(shard->info(), small_info());
  ASSERT_EQ(shard->samples(), 2U);
  EXPECT_EQ(shard->vocabulary_used(), 10);
  const auto samples = small_samples();
  for (size_t s = 0; s < 2; ++s) {
    EXPECT_EQ(shard->id(s), samples[s].id);
    EXPECT_TRUE(std::ranges::equal(shard->tokens(s), samples[s].tokens));
    EXPECT_EQ(shard->answer(s), samples[s].answer);
    EXPECT_EQ(shard->label(s), samples[s].label);
    EXPECT_TRUE(std::ranges::equal(shard->targets(s), samples[s].targets));
    EXPECT_TRUE(std::ranges::equal(shard->origin(s), samples[s].origin));
    EXPECT_TRUE(std::ranges::equal(shard->features(s), samples[s].features));
  }
  // Nothing but the shard is left.
  EXPECT_EQ(std::distance(fs::directory_iterator(dir->path()), fs::directory_iterator()), 1);
}

TEST(TokenShard, may_be_empty_and_without_features) {
  const auto dir = TempDir::make();
  ShardInfo info = small_info();
  info.features.clear();
  {
    auto writer = ShardWriter::create(dir->path() / "a", info);
    ASSERT_TRUE(writer->finish());
  }
  const auto shard = TokenShard::open(dir->path() / "a");
  ASSERT_TRUE(shard) << shard.error().message;
  EXPECT_EQ(shard->samples(), 0U);
}

TEST(TokenShard, unfinished_leaves_nothing) {
  const auto dir = TempDir::make();
  {
    auto writer = ShardWriter::create(dir->path() / "a", small_info());
    ASSERT_TRUE(writer->add(small_samples()[0]));
  }
  EXPECT_TRUE(fs::is_empty(dir->path()));
  EXPECT_FALSE(ShardWriter::create(dir->path() / "no" / "a", small_info()));
}

TEST(TokenShard, a_changed_bit_is_found) {
  const auto dir = TempDir::make();
  const fs::path file = dir->path() / "a";
  {
    auto writer = ShardWriter::create(file, small_info());
    ASSERT_TRUE(writer);
    for (const ShardSample& sample : small_samples())
      ASSERT_TRUE(writer->add(sample));
    ASSERT_TRUE(writer->finish());
  }
  const std::string whole = *read_file(file);
  size_t unnoticed = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] ^= static_cast<char>(1U << (at % 8));
    ASSERT_TRUE(write_file(file, changed));
    const auto shard = TokenShard::open(file);
    if (shard) {
      ++unnoticed;
    } else {
      EXPECT_NE(shard.error().message.find(file.string()), std::string::npos);
    }
  }
  // Only what stands about the checksum itself: its key and its words.
  EXPECT_LE(unnoticed, 60U);
  EXPECT_LT(unnoticed, whole.size() / 10);
}

TEST(TokenShard, refuses_samples_that_make_no_sense) {
  const auto dir = TempDir::make();
  auto writer = ShardWriter::create(dir->path() / "a", small_info());
  const auto refusal = [&](const std::function<void(ShardSample&)>& change) {
    ShardSample sample = small_samples()[0];
    change(sample);
    const Status added = writer->add(sample);
    return added ? std::string() : added.error().message;
  };
  EXPECT_NE(refusal([](auto& s) { s.answer = 5; }).find("its answer begins at token 5 of 4"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& s) { s.features = {1}; }).find("1 features of 2"), std::string::npos);
  EXPECT_NE(refusal([](auto& s) { s.id = "a\nb"; }).find("line break"), std::string::npos);
  EXPECT_NE(refusal([](auto& s) { s.tokens.clear(); }).find("sample 0: it has no tokens"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& s) { s.label = 2; }).find("label"), std::string::npos);
}

// The tensors and the metadata of a shard, to be spoilt one by one.
struct Parts {
  std::vector<int64_t> offsets = {0, 2, 3};
  std::vector<int32_t> tokens = {1, 2, 3};
  std::vector<int32_t> answer = {1, 1};
  std::vector<int32_t> label = {0, -1};
  std::vector<float> rows = std::vector<float>(24, 0.0F);
  int64_t features_width = 0;
  std::string ids = "a\nb\n";
  std::map<std::string, std::string> metadata = {
      {"format", "kcast-shard-1"},
      {"targets",
       "time_us,flops_fp16,flops_fp32,flops_fp64,flops_tensor,int_ops,l1_bytes,l2_bytes,"
       "hbm_read_bytes,hbm_write_bytes,l1_hit_rate_pct,l2_hit_rate_pct"}};
};

std::string complaint(const fs::path& path, const std::function<void(Parts&)>& spoil) {
  Parts p;
  spoil(p);
  const auto size = [](const auto& values) { return static_cast<int64_t>(values.size()); };
  const std::vector<float> features(static_cast<size_t>(2 * p.features_width));
  auto file = SafetensorsWriter::create(path,
                                        {{"offsets", "I64", {size(p.offsets)}},
                                         {"tokens", "I32", {size(p.tokens)}},
                                         {"answer", "I32", {size(p.answer)}},
                                         {"label", "I32", {size(p.label)}},
                                         {"targets", "F32", {size(p.rows) / 12, 12}},
                                         {"origin", "F32", {2, 12}},
                                         {"features", "F32", {2, p.features_width}},
                                         {"ids", "U8", {size(p.ids)}}},
                                        p.metadata);
  const std::vector<float> origin(24);
  EXPECT_TRUE(file->write(std::as_bytes(std::span(p.offsets))));
  for (const auto* ints : {&p.tokens, &p.answer, &p.label})
    EXPECT_TRUE(file->write(std::as_bytes(std::span(*ints))));
  for (const auto* reals : {&std::as_const(p.rows), &origin, &features})
    EXPECT_TRUE(file->write(std::as_bytes(std::span(*reals))));
  EXPECT_TRUE(file->write(std::as_bytes(std::span(p.ids))));
  EXPECT_TRUE(file->finish());
  const auto shard = TokenShard::open(path);
  return shard ? "" : shard.error().message;
}

TEST(TokenShard, reading_finds_what_is_wrong) {
  const auto dir = TempDir::make();
  const fs::path path = dir->path() / "x.safetensors";
  const auto says = [&](const std::function<void(Parts&)>& spoil, const std::string& wanted) {
    const std::string message = complaint(path, spoil);
    EXPECT_NE(message.find(wanted), std::string::npos) << message << " lacks " << wanted;
    EXPECT_EQ(message.find(path.string()), 0U) << message;
  };
  EXPECT_EQ(complaint(path, [](Parts&) {}), "");
  says([](Parts& p) { p.offsets = {0, 3, 3}; }, "sample 1: its offsets do not ascend");
  says([](Parts& p) { p.offsets = {0, INT64_MIN, 3}; }, "sample 0: its offsets do not ascend");
  says([](Parts& p) { p.offsets = {0, 2, 4}; }, "its offsets go from 0 to 4");
  says([](Parts& p) { p.offsets = {0, 3}; }, "2 offsets, which must be one more");
  says([](Parts& p) { p.answer = {3, 1}; }, "sample 0: its answer begins at token 3 of 2");
  says([](Parts& p) { p.label = {0, 7}; }, "sample 1: its label is 7");
  says([](Parts& p) { p.label = {0}; }, "tensor 'label' does not have a row");
  says([](Parts& p) { p.rows.resize(12); }, "tensor 'targets' does not have a row");
  says([](Parts& p) { p.features_width = 3; }, "tensor 'features' does not have a row");
  says([](Parts& p) { p.ids = "a\n"; }, "1 ids");
  says([](Parts& p) { p.ids = "a\nb"; }, "the last id does not end");
  says([](Parts& p) { p.tokens[1] = -1; }, "token 1 is negative");
  says([](Parts& p) { p.metadata["format"] = "other"; }, "not a token shard");
  says([](Parts& p) { p.metadata["targets"] = "time_us"; }, "its targets are 'time_us'");
}

TEST(CutCode, keeps_both_ends) {
  EXPECT_EQ(cut_code(100, 50, 3, 150), (CodeCut{100, 0}));
  EXPECT_EQ(cut_code(100, 50, 3, 149), (CodeCut{48, 48}));
  EXPECT_EQ(cut_code(100, 50, 4, 149), (CodeCut{48, 47}));
  EXPECT_EQ(cut_code(1000, 65, 3, 100), (CodeCut{16, 16}));
  EXPECT_EQ(cut_code(1000, 66, 3, 100), std::nullopt);
  EXPECT_EQ(cut_code(10, 100, 3, 50), std::nullopt);
  EXPECT_EQ(cut_code(0, 50, 3, 50), (CodeCut{0, 0}));
}

}  // namespace
}  // namespace kcast::encode
