// Damaged and hostile files of every format that kcast reads: an answer or an error of one line
// that names the file, never a crash. By hand and in the slow tests:
//   KCAST_FUZZ_COUNT   mutations of each format (2000)
//   KCAST_FUZZ_SEED    (1)
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "base/files.h"
#include "base/rng.h"
#include "base/text.h"
#include "collect/import/ncu.h"
#include "collect/import/profiled_launch.h"
#include "dataset/store.h"
#include "encode/bpe.h"
#include "encode/safetensors.h"
#include "encode/token_shard.h"
#include "eval/prediction_file.h"
#include "plan/launch_table.h"
#include "plan/plan_reader.h"
#include "predict/report_json.h"
#include "schema/gpu/gpu_json.h"
#include "schema/gpu/machine_json.h"
#include "workflow/ask/eval_answers.h"
#include "workflow/eval/suite_file.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

fs::path in_tree(const std::string& name) {
  return fs::path(KCAST_SOURCE_DIR) / name;
}

std::string seed_file(const std::string& name) {
  auto text = read_file(in_tree(name));
  EXPECT_TRUE(text) << name;
  return text ? *text : "";
}

// Numbers that overflow something, and pieces that other formats take for structure.
constexpr std::string_view kNumbers[] = {"-1",
                                         "0",
                                         "4294967296",
                                         "9223372036854775807",
                                         "18446744073709551615",
                                         "1e308",
                                         "-1e300",
                                         "0.5",
                                         "null",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         "true"};

void replace_number(std::string& text, Rng& rng) {
  const size_t from = rng.below(text.size());
  const size_t begin = text.find_first_of("0123456789", from);
  if (begin == std::string::npos) return;
  const size_t end = std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size());
  text.replace(begin, end - begin, kNumbers[rng.below(std::size(kNumbers))]);
}

std::string mutated(std::string text, Rng& rng) {
  for (uint64_t times = 1 + rng.below(3); times > 0 && !text.empty(); --times) {
    const size_t at = rng.below(text.size());
    switch (rng.below(7)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ static_cast<char>(1U << rng.below(8)));
        break;
      case 1:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        text.erase(at, rng.below(64));
        break;
      case 4:
        text.insert(at, text.substr(rng.below(text.size()), rng.below(64)));
        break;
      case 5:
        for (size_t i = at; i < std::min(at + 8, text.size()); ++i)
          text[i] = static_cast<char>(rng.chance(0.5) ? 0xff : 0x7f);
        break;
      default:
        replace_number(text, rng);
        break;
    }
  }
  return text;
}

// What a reader says to a file: an error, or nothing.
using Read = std::function<std::optional<Error>(const fs::path&)>;

template <typename T>
std::optional<Error> error_in(const Result<T>& result) {
  return result ? std::nullopt : std::optional<Error>(result.error());
}

class FileFuzz : public testing::Test {
 protected:
  // `names_file`: messages have the file's name.
  void fuzz(const std::string& seed, const std::string& file_name, const Read& read,
            bool names_file = true) const {
    ASSERT_FALSE(seed.empty());
    const fs::path file = dir->path() / file_name;
    ASSERT_TRUE(write_file(file, seed));
    const std::optional<Error> undamaged = read(file);
    ASSERT_FALSE(undamaged) << undamaged->message;
    Rng rng(setting("KCAST_FUZZ_SEED", 1));
    const uint64_t count = setting("KCAST_FUZZ_COUNT", 2000);
    size_t refused = 0;
    for (uint64_t i = 0; i < count; ++i) {
      ASSERT_TRUE(write_file(file, mutated(seed, rng)));
      const std::optional<Error> error = read(file);
      if (!error) continue;
      ++refused;
      EXPECT_EQ(error->message.find('\n'), std::string::npos) << error->message;
      EXPECT_EQ(error->message.find("json.exception"), std::string::npos) << error->message;
      EXPECT_EQ(error->message.find("bad_alloc"), std::string::npos) << error->message;
      if (names_file) {
        EXPECT_NE(error->message.find(file_name), std::string::npos) << error->message;
      }
      if (HasFailure()) return;
    }
    EXPECT_GT(refused, count / 20);
    std::cout << file_name << ": " << refused << " of " << count << " refused\n";
  }

  Result<TempDir> dir = TempDir::make("fuzz");
};

TEST_F(FileFuzz, safetensors) {
  fuzz(seed_file("tests/data/train/llama/adapter_model.safetensors"), "a.safetensors",
       [](const fs::path& file) { return error_in(encode::SafetensorsFile::open(file)); });
}

TEST_F(FileFuzz, token_shards) {
  const fs::path file = dir->path() / "seed";
  auto writer = encode::ShardWriter::create(file, {"train", "t", "x", {"f"}});
  for (int i = 0; i < 20; ++i) {
    encode::ShardSample sample;
    sample.id = "sample" + std::to_string(i);
    sample.tokens = {1, 2, 3, i};
    sample.features = {1};
    ASSERT_TRUE(writer->add(sample));
  }
  ASSERT_TRUE(writer->finish());
  std::string text = *read_file(file);
  // Without the checksum, what is behind it is reached.
  text.replace(text.find("kcast_checksum"), 5, "other");
  fuzz(text, "a.safetensors",
       [](const fs::path& at) { return error_in(encode::TokenShard::open(at)); });
}

TEST_F(FileFuzz, stores) {
  const fs::path file = dir->path() / "seed.db";
  {
    auto store = dataset::Store::open(file);
    ASSERT_TRUE(store);
    const auto run = store->begin_run({.collector = "fake", .gpu = "h200"});
    std::vector<dataset::StoredReading> readings;
    for (int i = 0; i < 40; ++i) {
      dataset::StoredReading reading;
      reading.kernel = {"syn-1:" + std::to_string(i), "cuda", "f", std::string(64, 'a')};
      reading.launch = "n=1";
      reading.reading.times_us = {1, 2, 3};
      reading.reading.raw = {{"ffma", 5}};
      readings.push_back(reading);
    }
    ASSERT_TRUE(store->add(*run, readings, {}));
  }
  const auto read = [](const fs::path& at) -> std::optional<Error> {
    const auto store = dataset::Store::open_to_read(at);
    if (!store) return store.error();
    const auto rows = store->each_row([](const dataset::Row&) { return true; });
    return error_in(rows);
  };
  fuzz(*read_file(file), "a.db", read);
}

TEST_F(FileFuzz, gpus) {
  fuzz(seed_file("data/gpus/h200.json"), "gpu.json", [](const fs::path& file) {
    return error_in(gpu_from_json(file.string(), *read_file(file)));
  });
}

TEST_F(FileFuzz, machines) {
  fuzz(seed_file("data/machines/h200.json"), "machine.json", [](const fs::path& file) {
    return error_in(machine_from_json(file.string(), *read_file(file)));
  });
}

TEST_F(FileFuzz, profiles_of_ncu) {
  fuzz(seed_file("tests/data/profilers/ncu_base.csv"), "ncu.csv", [](const fs::path& file) {
    return error_in(collect::import_ncu_files(std::vector<fs::path>{file}));
  });
}

TEST_F(FileFuzz, suites) {
  fuzz(seed_file("examples/suite/suite.json"), "suite.json", [](const fs::path& file) {
    return error_in(workflow::read_suite(file.parent_path().string()));
  });
}

TEST_F(FileFuzz, answers) {
  std::string lines;
  for (int i = 0; i < 10; ++i) {
    lines += R"({"id": "syn-1:)" + std::to_string(i) +
             R"(\tcuda\tn=1\th200", "template": "compact", "answer": "time 1 us"})" + "\n";
  }
  fuzz(lines, "answers.jsonl",
       [](const fs::path& file) { return error_in(workflow::read_answers(file.string(), "")); });
}

TEST_F(FileFuzz, predictions) {
  const fs::path file = dir->path() / "seed.tsv";
  {
    auto kept = eval::PredictionFile::open(file, "1", "h200");
    ASSERT_TRUE(kept);
    for (int i = 0; i < 10; ++i)
      ASSERT_TRUE(kept->add({"syn-1:" + std::to_string(i), "cuda", "n=1"}, {}));
    ASSERT_TRUE(kept->flush());
  }
  fuzz(*read_file(file), "kept.tsv",
       [](const fs::path& at) { return error_in(eval::PredictionFile::open(at, "1", "h200")); });
}

TEST_F(FileFuzz, reports) {
  fuzz(seed_file("tests/data/files/report.json"), "report.json", [](const fs::path& file) {
    return error_in(predict::report_from_json(*read_file(file), file.string()));
  });
}

TEST_F(FileFuzz, tokenizers) {
  fuzz(seed_file("tests/data/files/tokenizer.json"), "tokenizer.json",
       [](const fs::path& file) { return error_in(encode::BpeTokenizer::load(file)); });
}

TEST_F(FileFuzz, plans) {
  fuzz(
      seed_file("tests/data/files/plan.tsv"), "plan.tsv",
      [](const fs::path& file) {
        const auto rows = plan::PlanReader::open(file, {});
        if (!rows) return error_in(rows);
        return error_in(plan::parse_plan(*read_file(file)));
      },
      false);
}

}  // namespace
}  // namespace kcast
