#include "infer/model_registry.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "base/files.h"
#include "base/sha256.h"
#include "infer/tiny_model.h"

namespace kcast::infer {
namespace {

namespace fs = std::filesystem;

// The two files that name the models agree.
TEST(ModelRegistry, is_what_the_lock_file_pins) {
  const auto models = known_models();
  ASSERT_TRUE(models) << models.error().message;
  ASSERT_EQ(models->size(), 3);
  std::istringstream lock(*read_file(std::string(KCAST_SOURCE_DIR) + "/deps.lock"));
  std::map<std::string, std::vector<std::string>> joins;
  for (std::string line; std::getline(lock, line);) {
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string word; words >> word;)
      fields.push_back(word);
    if (!fields.empty() && fields[0] == "join") joins[fields[1]] = fields;
  }
  for (const KnownModel& model : *models) {
    ASSERT_TRUE(joins.contains(model.group)) << model.name;
    const std::vector<std::string>& join = joins[model.group];
    EXPECT_EQ(join[2], std::to_string(model.bytes));
    EXPECT_EQ(join[3], model.sha256);
    EXPECT_EQ(join[4], model.licence);
    EXPECT_EQ(join[5], model.file);
  }
}

TEST(ModelRegistry, says_how_to_get_a_model) {
  const auto folder = TempDir::make();
  ::setenv("XDG_CACHE_HOME", folder->path().c_str(), 1);
  const auto missing = find_model("smollm2-135m");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "model 'smollm2-135m' is not here; run `kcast models get smollm2-135m` (98.4 MB)");
  EXPECT_EQ(
      find_model("nothing").error().message,
      "no model 'nothing'; there are qwen2.5-coder-1.5b, qwen2.5-coder-0.5b, smollm2-135m, or "
      "give the path of a GGUF file");
  EXPECT_EQ(find_model("some/file").error().message, "some/file: no such file");
  ::unsetenv("XDG_CACHE_HOME");
}

TEST(ModelRegistry, tells_altered_files) {
  const auto folder = TempDir::make();
  const auto gguf = make_tiny_gguf(folder->path(), 3);
  ASSERT_TRUE(gguf);
  const std::string whole = *read_file(*gguf);
  const auto file = GgufFile::open(*gguf);
  KnownModel model{.name = "tiny",
                   .bytes = whole.size(),
                   .sha256 = sha256_hex(whole),
                   .shape = *shape_of_gguf(*file)};
  EXPECT_TRUE(verify_model(model, *gguf, nullptr));
  std::string altered = whole;
  altered[whole.size() / 2] = static_cast<char>(altered[whole.size() / 2] ^ 1);
  ASSERT_TRUE(write_file(folder->path() / "altered.gguf", altered));
  const Status changed = verify_model(model, folder->path() / "altered.gguf", nullptr);
  ASSERT_FALSE(changed);
  EXPECT_NE(changed.error().message.find("SHA-256 is " + sha256_hex(altered)), std::string::npos);
  ASSERT_TRUE(write_file(folder->path() / "cut.gguf", whole.substr(0, whole.size() - 1)));
  const Status cut = verify_model(model, folder->path() / "cut.gguf", nullptr);
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().message.find("bytes; tiny has"), std::string::npos);
  model.shape.layers = 3;
  EXPECT_FALSE(verify_model(model, *gguf, nullptr));
}

}  // namespace
}  // namespace kcast::infer
