#include "infer/answer_head.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "encode/safetensors.h"

namespace kcast::infer {
namespace {

struct NamedValues {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
};

std::filesystem::path write_head(const TempDir& folder,
                                 const std::map<std::string, std::string>& metadata,
                                 const std::vector<NamedValues>& tensors) {
  std::vector<encode::SafetensorsWriter::Planned> planned;
  for (const NamedValues& tensor : tensors)
    planned.push_back({tensor.name, "F32", tensor.shape});
  const auto path = folder.path() / "head.safetensors";
  auto writer = encode::SafetensorsWriter::create(path, planned, metadata);
  for (const NamedValues& tensor : tensors)
    EXPECT_TRUE(writer->write(std::as_bytes(std::span(tensor.values))));
  EXPECT_TRUE(writer->finish());
  return path;
}

// By hand: hidden (1, 2), feature 5 with mean 3 and scale 2 is 1; the first layer gives
// (1 + 2 + 1, -1 + 0.5) = (4, -0.5), GELU makes (3.99987, -0.154269) of it.
TEST(AnswerHead, computes_by_hand) {
  const auto folder = TempDir::make();
  const auto path = write_head(*folder,
                               {{"kind", "hybrid"},
                                {"pooling", "mean"},
                                {"targets", "time_us,int_ops"},
                                {"features", "blocks"}},
                               {{"mlp.0.weight", {2, 3}, {1, 1, 1, -1, 0, 0}},
                                {"mlp.0.bias", {2}, {0, 0.5}},
                                {"mlp.2.weight", {2, 2}, {1, 0, 0, 2}},
                                {"mlp.2.bias", {2}, {0, 1}},
                                {"feature_mean", {1}, {3}},
                                {"feature_scale", {1}, {2}},
                                {"target_mean", {2}, {10, 20}},
                                {"target_scale", {2}, {2, 3}}});
  const auto head = AnswerHead::open(path);
  ASSERT_TRUE(head) << head.error().message;
  EXPECT_EQ(head->pooling(), Pooling::Mean);
  EXPECT_EQ(head->info().targets, (std::vector<std::string>{"time_us", "int_ops"}));
  const std::vector<float> hidden = {1, 2};
  const std::vector<float> features = {5};
  const std::vector<float> origin = {100, NAN};
  const auto out = head->apply(hidden, features, origin);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_NEAR((*out)[0], 100 + 10 + 2 * 3.999873, 1e-4);
  // There is no estimate to correct.
  EXPECT_TRUE(std::isnan((*out)[1]));
  const auto whole = head->apply(hidden, features, std::vector<float>{100, 7});
  EXPECT_NEAR((*whole)[1], 7 + 20 + 3 * (1 + 2 * -0.1542688), 1e-4);
  // A feature that nobody knows is average.
  const auto unknown = head->apply(hidden, std::vector<float>{NAN}, origin);
  const auto average = head->apply(hidden, std::vector<float>{3}, origin);
  EXPECT_EQ((*unknown)[0], (*average)[0]);
  EXPECT_FALSE(head->apply(hidden, features, {}));
  const auto wrong = head->apply(std::vector<float>{1, 2, 3}, features, origin);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("another base"), std::string::npos);
}

// kcast-train writes the quantiles of its settings whatever the loss is.
TEST(AnswerHead, quantiles_count_with_their_loss_only) {
  const auto folder = TempDir::make();
  std::map<std::string, std::string> metadata = {{"kind", "regression"},
                                                 {"targets", "time_us"},
                                                 {"loss", "mse"},
                                                 {"quantiles", "0.05,0.5,0.95"}};
  const auto mean =
      AnswerHead::open(write_head(*folder, metadata, {{"mlp.0.weight", {1, 1}, {2}}}));
  ASSERT_TRUE(mean) << mean.error().message;
  EXPECT_TRUE(mean->info().quantiles.empty());
  metadata["loss"] = "quantile";
  const auto three =
      AnswerHead::open(write_head(*folder, metadata, {{"mlp.0.weight", {3, 1}, {1, 2, 4}}}));
  ASSERT_TRUE(three) << three.error().message;
  EXPECT_EQ(three->info().quantiles.size(), 3U);
  EXPECT_EQ(*three->apply(std::vector<float>{3}, {}, {}), (std::vector<float>{3, 6, 12}));
}

TEST(AnswerHead, refuses_what_does_not_fit) {
  const auto folder = TempDir::make();
  const auto message = [&](const std::map<std::string, std::string>& metadata,
                           const std::vector<NamedValues>& tensors) {
    const auto head = AnswerHead::open(write_head(*folder, metadata, tensors));
    return head ? std::string("none") : head.error().message;
  };
  const NamedValues layer = {"mlp.0.weight", {1, 2}, {1, 1}};
  EXPECT_NE(message({{"kind", "tree"}}, {layer}).find("kind 'tree'"), std::string::npos);
  EXPECT_NE(message({{"kind", "class"}}, {{"x", {1}, {1}}}).find("no layer"), std::string::npos);
  EXPECT_NE(message({{"kind", "class"}}, {layer, {"mlp.2.weight", {1, 3}, {1, 1, 1}}})
                .find("does not fit the layer before it"),
            std::string::npos);
  EXPECT_NE(message({{"kind", "regression"}, {"targets", "a,b"}}, {layer}).find("last layer"),
            std::string::npos);
}

}  // namespace
}  // namespace kcast::infer
