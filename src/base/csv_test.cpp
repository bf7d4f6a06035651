#include "base/csv.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Result<Rows> rows_of(std::string_view text) {
  KCAST_TRY(CsvReader reader, CsvReader::open(text, "t.csv"));
  Rows out = {reader.header()};
  for (;;) {
    KCAST_TRY(const bool any, reader.next());
    if (!any) return out;
    out.emplace_back();
    for (size_t i = 0; i < reader.header().size(); ++i)
      out.back().push_back(reader.text(i));
  }
}

std::string error_of(std::string_view text) {
  const auto rows = rows_of(text);
  return rows ? "no error" : rows.error().message;
}

TEST(Csv, reads_quotes_commas_and_line_breaks_in_cells) {
  const auto rows = rows_of(
      "\"Name\",Value\n"
      "\"void f<int, 3>(int*, int)\",7\n"
      "\"say \"\"hi\"\"\",\"two\nlines\"\n"
      ",\n");
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(*rows, (Rows{{"Name", "Value"},
                         {"void f<int, 3>(int*, int)", "7"},
                         {"say \"hi\"", "two\nlines"},
                         {"", ""}}));
}

TEST(Csv, line_ends_marks_and_empty_lines_do_not_matter) {
  const Rows expected = {{"a", "b"}, {"1", "2"}, {"3", "4"}};
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\n\n1,2\n\r\n3,4",
                           "\xEF\xBB\xBF\"a\",b\n1,2\n\"3\",\"4\"\r\n", " a , b\n1,2\n3,4\n"}) {
    const auto rows = rows_of(text);
    ASSERT_TRUE(rows) << rows.error().message;
    EXPECT_EQ(*rows, expected) << text;
  }
}

TEST(Csv, errors_name_file_line_and_column) {
  EXPECT_EQ(error_of(""), "t.csv: no header: the table is empty");
  EXPECT_EQ(error_of("\n\n"), "t.csv: no header: the table is empty");
  EXPECT_EQ(error_of("a,b\n1,2\n1\n"),
            "t.csv:3: the row has 1 cells, the header 2: is the file cut off?");
  EXPECT_EQ(error_of("a,b\n1,2,3\n"),
            "t.csv:2: the row has 3 cells, the header 2: is the file cut off?");
  EXPECT_EQ(error_of("a,b\n1,\"2\n3,4\n"),
            "t.csv:2: cell 2 has no closing quote: is the file cut off?");
  EXPECT_EQ(error_of("a,b\n\"1\"2,3\n"), "t.csv:2: cell 1 goes on after its closing quote");
}

TEST(Csv, a_line_break_in_a_cell_counts_as_a_line) {
  auto reader = CsvReader::open("name,n\n\"a\nb\",1\nc,x\n", "t.csv");
  ASSERT_TRUE(reader);
  ASSERT_TRUE(*reader->next());
  EXPECT_EQ(reader->line(), 2U);
  ASSERT_TRUE(*reader->next());
  EXPECT_EQ(reader->line(), 4U);
  EXPECT_EQ(reader->number(1).error().message, "t.csv:4: column n: 'x' is no number");
  EXPECT_EQ(reader->integer(1).error().message, "t.csv:4: column n: 'x' is no whole number");
}

TEST(Csv, messages_are_one_line_whatever_a_cell_holds) {
  auto reader = CsvReader::open("n\n\"a\nb\"\n", "t.csv");
  ASSERT_TRUE(reader && *reader->next());
  EXPECT_EQ(reader->number(0).error().message, "t.csv:2: column n: 'a\\u000ab' is no number");
}

TEST(Csv, lines_are_counted_from_where_the_table_lies) {
  auto reader = CsvReader::open("a\nx\n", "t.csv", 4);
  ASSERT_TRUE(reader && *reader->next());
  EXPECT_EQ(reader->number(0).error().message, "t.csv:5: column a: 'x' is no number");
}

TEST(Csv, columns_are_found_by_name) {
  const auto reader = CsvReader::open("Kernel_Name,Grid_Size,Grid_Size\n", "t.csv");
  ASSERT_TRUE(reader);
  EXPECT_EQ(*reader->column("Grid_Size"), 1U);
  EXPECT_FALSE(reader->find("grid"));
  EXPECT_EQ(reader->column("KernelName").error().message,
            "t.csv: no column 'KernelName'; is it 'Kernel_Name'?");
  EXPECT_EQ(reader->column("End").error().message, "t.csv: no column 'End'");
}

TEST(CsvNumber, thousands_are_separated_by_commas) {
  EXPECT_EQ(parse_csv_number("1,024"), 1024);
  EXPECT_EQ(parse_csv_number("3,179,211,469.53"), 3179211469.53);
  EXPECT_EQ(parse_csv_number("-12,345.5"), -12345.5);
  EXPECT_EQ(parse_csv_number("524288.0"), 524288);
  EXPECT_EQ(parse_csv_number(" +8.1097E+14 "), 810970000000000);
  for (const char* bad : {"", " ", "1,02", "1,0245", ",123", "1234,567", "1,024,5", "1.5,000",
                          "n/a", "nan", "inf", "-inf", "0x10", "1 2", "1e", "--1", "1,024x", "."}) {
    EXPECT_FALSE(parse_csv_number(bad)) << bad;
  }
}

TEST(CsvNumber, whole_numbers_keep_every_digit) {
  EXPECT_EQ(parse_csv_integer("1700000000123456789"), 1700000000123456789);  // over 2^53
  EXPECT_EQ(parse_csv_integer("1700000000123456789.000"), 1700000000123456789);
  EXPECT_EQ(parse_csv_integer("1,048,576"), 1048576);
  EXPECT_EQ(parse_csv_integer("8.1097E+14"), 810970000000000);
  EXPECT_EQ(parse_csv_integer("-3.0"), -3);
  for (const char* bad : {"1.5", "1e19", "9223372036854775808", "", "x", "1,2"}) {
    EXPECT_FALSE(parse_csv_integer(bad)) << bad;
  }
}

}  // namespace
}  // namespace kcast
