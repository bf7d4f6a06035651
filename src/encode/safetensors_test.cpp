#include "encode/safetensors.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace kcast::encode {
namespace {

class Safetensors : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make();
    ASSERT_TRUE(made);
    dir_ = std::make_unique<TempDir>(*std::move(made));
  }
  std::filesystem::path path() const { return dir_->path() / "file.safetensors"; }
  // A file as the format's description has it, written without our writer.
  void put(const std::string& header, const std::string& body) const {
    std::ofstream file(path(), std::ios::binary);
    const uint64_t length = header.size();
    for (int i = 0; i < 8; ++i)
      file.put(static_cast<char>(length >> (8 * i)));
    file << header << body;
  }
  std::string error() const {
    const auto opened = SafetensorsFile::open(path());
    return opened ? "none" : opened.error().message;
  }

 private:
  std::unique_ptr<TempDir> dir_;
};

template <typename T>
std::span<const std::byte> as_bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

TEST_F(Safetensors, reads_what_the_format_describes) {
  put(R"({"__metadata__":{"format":"pt"},"b":{"dtype":"I32","shape":[2],"data_offsets":[4,12]},)"
      R"("a":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]} })",
      std::string("\x00\x3c\x00\x40\x01\x00\x00\x00\xff\xff\xff\xff", 12));
  const auto file = SafetensorsFile::open(path());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->metadata().at("format"), "pt");
  EXPECT_EQ(file->info("a")->shape, (std::vector<int64_t>{1, 2}));
  const auto halves = file->values<uint16_t>("a", "F16");
  ASSERT_TRUE(halves) << halves.error().message;
  EXPECT_EQ((*halves)[1], 0x4000);
  EXPECT_EQ(file->info("b")->type, "I32");
  EXPECT_EQ(std::to_integer<int>((*file->bytes("b"))[4]), 0xff);
}

TEST_F(Safetensors, what_is_written_is_read) {
  const std::vector<float> weights = {1, 2, 3, 4, 5, 6};
  const std::vector<int64_t> offsets = {0, 7};
  auto writer = SafetensorsWriter::create(
      path(), {{"weights", "F32", {2, 3}}, {"offsets", "I64", {2}}, {"none", "I32", {0}}},
      {{"tokenizer", "abc"}});
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_TRUE(writer->write(as_bytes(weights)));
  EXPECT_FALSE(std::filesystem::exists(path()));
  ASSERT_TRUE(writer->write(as_bytes(offsets)));
  ASSERT_TRUE(writer->finish());
  const auto file = SafetensorsFile::open(path());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ((*file->values<float>("weights", "F32"))[5], 6);
  EXPECT_EQ((*file->values<int64_t>("offsets", "I64"))[1], 7);
  EXPECT_TRUE(file->bytes("none")->empty());
  EXPECT_EQ(file->metadata().at("tokenizer"), "abc");
  EXPECT_FALSE(file->values<float>("offsets", "F32"));
  EXPECT_FALSE(file->bytes("missing"));
}

TEST_F(Safetensors, an_unfinished_file_leaves_nothing) {
  {
    auto writer = SafetensorsWriter::create(path(), {{"a", "F32", {2}}});
    ASSERT_TRUE(writer);
    const std::vector<float> one = {1};
    ASSERT_TRUE(writer->write(as_bytes(one)));
    EXPECT_FALSE(writer->finish());
    EXPECT_FALSE(writer->write(as_bytes(std::vector<float>{2, 3})));
  }
  EXPECT_TRUE(std::filesystem::is_empty(path().parent_path()));
}

TEST_F(Safetensors, broken_files_are_named) {
  put("{", "");
  EXPECT_NE(error().find("no JSON object"), std::string::npos) << error();
  put(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "1234");
  EXPECT_NE(error().find("'a' does not fit"), std::string::npos) << error();
  put(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "1234");
  EXPECT_NE(error().find("'a' does not fit"), std::string::npos) << error();
  put(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", "");
  EXPECT_NE(error().find("'a' does not fit"), std::string::npos) << error();
  put(R"({"a":{"dtype":"F32","shape":[1e300],"data_offsets":[0,4]}})", "1234");
  EXPECT_NE(error().find("'a' has an extent that is no whole number"), std::string::npos)
      << error();
  put(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "12");
  EXPECT_NE(error().find("has 2 bytes"), std::string::npos) << error();
  put(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
      R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
      "123");
  EXPECT_NE(error().find("overlap"), std::string::npos) << error();
  std::filesystem::resize_file(path(), 20);
  EXPECT_NE(error().find("header is cut off"), std::string::npos) << error();
  std::filesystem::resize_file(path(), 5);
  EXPECT_NE(error().find("cut off"), std::string::npos) << error();
  std::filesystem::remove(path());
  EXPECT_NE(error().find("no such file"), std::string::npos) << error();
}

}  // namespace
}  // namespace kcast::encode
