#include "dataset/parquet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/files.h"
#include "base/rng.h"

namespace kcast::dataset {
namespace {

Table some_table(size_t rows) {
  Rng rng(7);
  std::vector<std::string> texts;
  std::vector<int64_t> longs;
  std::vector<int32_t> ints;
  std::vector<double> doubles;
  std::vector<float> floats;
  std::vector<uint8_t> bools;
  for (size_t i = 0; i < rows; ++i) {
    texts.push_back("text " + std::to_string(rng.below(1000)));
    longs.push_back(static_cast<int64_t>(rng.next()));
    ints.push_back(static_cast<int32_t>(rng.below(100)) - 50);
    doubles.push_back(rng.unit());
    floats.push_back(static_cast<float>(rng.unit()));
    bools.push_back(rng.chance(0.3) ? 1 : 0);
  }
  return {{{"texts", texts},
           {"longs", longs},
           {"ints", ints},
           {"doubles", doubles},
           {"floats", floats},
           {"bools", bools}},
          {{"made_from", "numbers"}, {"empty", ""}}};
}

class ParquetTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(parquet) << parquet.error().message; }
  std::filesystem::path file(const std::string& name) const { return dir->path() / name; }

  Result<Parquet> parquet = Parquet::load(KCAST_MODULE_DIR);
  Result<TempDir> dir = TempDir::make("parquet");
};

TEST_F(ParquetTest, gives_back_what_was_written) {
  for (const size_t rows : {size_t{0}, size_t{1}, size_t{5000}}) {
    const Table table = some_table(rows);
    const Status written = parquet->write(file("a.parquet"), table);
    ASSERT_TRUE(written) << written.error().message;
    const auto read = parquet->read(file("a.parquet"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, table) << rows;
  }
}

TEST_F(ParquetTest, keeps_special_numbers_and_bytes) {
  const double inf = std::numeric_limits<double>::infinity();
  const Table table = {{{"numbers", std::vector<double>{-0.0, inf, -inf, 5e-324, NAN}},
                        {"texts", std::vector<std::string>{"", "a\"\n\t", "\xc3\xa9", "x", "y"}}},
                       {}};
  ASSERT_TRUE(parquet->write(file("a.parquet"), table));
  const auto read = parquet->read(file("a.parquet"));
  ASSERT_TRUE(read);
  const auto numbers = read_numbers(*read, "numbers");
  ASSERT_TRUE(numbers);
  EXPECT_TRUE(std::signbit(numbers->at(0)));
  EXPECT_EQ(numbers->at(1), inf);
  EXPECT_EQ(numbers->at(2), -inf);
  EXPECT_EQ(numbers->at(3), 5e-324);
  EXPECT_TRUE(std::isnan(numbers->at(4)));
  EXPECT_EQ(read->columns[1], table.columns[1]);
}

// A thousand different texts take ten bits each, and random doubles all of their bits.
TEST_F(ParquetTest, sizes_are_those_of_the_information) {
  Table table = some_table(50'000);
  for (const auto& [name, most_bytes] :
       {std::pair{"texts", 50'000 * 10.5 / 8}, {"ints", 50'000 * 7.0 / 8}, {"floats", 175'000.0}}) {
    Table one;
    for (const Column& column : table.columns) {
      if (column.name == name) one.columns.push_back(column);
    }
    ASSERT_TRUE(parquet->write(file("one.parquet"), one));
    EXPECT_LT(static_cast<double>(std::filesystem::file_size(file("one.parquet"))),
              most_bytes + 8000)
        << name;
  }
}

TEST_F(ParquetTest, what_is_no_parquet_is_an_error) {
  ASSERT_TRUE(write_file(file("text.parquet"), "no such thing"));
  ASSERT_TRUE(write_file(file("empty.parquet"), ""));
  const Table table = some_table(5000);
  ASSERT_TRUE(parquet->write(file("whole.parquet"), table));
  const auto whole = read_file(file("whole.parquet"));
  std::string damaged = *whole;
  for (size_t i = 100; i < 2000; ++i)
    damaged[i] = static_cast<char>(~damaged[i]);
  ASSERT_TRUE(write_file(file("damaged.parquet"), damaged));
  ASSERT_TRUE(write_file(file("half.parquet"), whole->substr(0, whole->size() / 2)));
  for (const char* name : {"text.parquet", "empty.parquet", "damaged.parquet", "half.parquet"}) {
    const auto read = parquet->read(file(name));
    ASSERT_FALSE(read) << name;
    EXPECT_NE(read.error().message.find(file(name).string()), std::string::npos);
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
  }
  EXPECT_FALSE(parquet->read(file("missing.parquet")));
}

TEST_F(ParquetTest, a_missing_module_says_what_to_do) {
  const auto missing = Parquet::load(dir->path());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("./kcast in a checkout"), std::string::npos);
  ASSERT_TRUE(write_file(file("kcast-parquet.so"), "no library"));
  EXPECT_FALSE(Parquet::load(dir->path()));
}

TEST(Table, columns_are_found_by_name_and_type) {
  const Table table = some_table(3);
  EXPECT_EQ(row_count(table), 3U);
  EXPECT_EQ((*text_column(table, "texts"))->size(), 3U);
  EXPECT_FALSE(text_column(table, "ints"));
  EXPECT_FALSE(text_column(table, "speed"));
  EXPECT_FALSE(read_numbers(table, "texts"));
  EXPECT_EQ(read_numbers(table, "bools")->size(), 3U);
}

TEST_F(ParquetTest, a_changed_bit_is_found_or_changes_nothing) {
  const Table table = some_table(500);
  ASSERT_TRUE(parquet->write(file("a.parquet"), table));
  const auto whole = read_file(file("a.parquet"));
  ASSERT_TRUE(whole);
  Rng rng(3);
  size_t found = 0;
  constexpr size_t kFlips = 300;
  for (size_t i = 0; i < kFlips; ++i) {
    std::string changed = *whole;
    changed[rng.below(changed.size())] ^= static_cast<char>(1U << rng.below(8));
    ASSERT_TRUE(write_file(file("b.parquet"), changed));
    const auto read = parquet->read(file("b.parquet"));
    if (read) {
      EXPECT_EQ(*read, table);
    } else {
      ++found;
      EXPECT_NE(read.error().message.find("b.parquet"), std::string::npos);
    }
  }
  EXPECT_GE(found, kFlips - 3);  // all but the words about the checksum
}

// Another program that keeps our words in a file of its own does no harm.
TEST_F(ParquetTest, words_about_another_file_are_not_believed) {
  ASSERT_TRUE(parquet->write(file("a.parquet"), some_table(10)));
  std::string bytes = *read_file(file("a.parquet"));
  const size_t size = bytes.find(" of 0");
  ASSERT_NE(size, std::string::npos);
  bytes[size + 4] = '9';
  ASSERT_TRUE(write_file(file("a.parquet"), bytes));
  EXPECT_TRUE(parquet->read(file("a.parquet")));
}

// Its pages have checksums of their own, which other programs compare too.
TEST_F(ParquetTest, pages_have_checksums) {
  ASSERT_TRUE(parquet->write(file("a.parquet"), some_table(500)));
  std::string bytes = *read_file(file("a.parquet"));
  const size_t words = bytes.find("kcast_checksum");
  ASSERT_NE(words, std::string::npos);
  bytes[words] = 'K';
  bytes[300] ^= 4;
  ASSERT_TRUE(write_file(file("a.parquet"), bytes));
  const auto read = parquet->read(file("a.parquet"));
  ASSERT_FALSE(read);
}

}  // namespace
}  // namespace kcast::dataset
