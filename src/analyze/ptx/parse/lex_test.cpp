#include "analyze/ptx/parse/lex.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kcast::ptx {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next())
    out.emplace_back(token.text);
  return out;
}

uint64_t bits(std::string_view text, Type type) {
  const std::optional<Literal> literal = parse_number(text);
  EXPECT_TRUE(literal) << text;
  return literal ? bits_as(*literal, type) : 0;
}

TEST(PtxLex, keeps_opcodes_registers_and_directives_whole) {
  EXPECT_EQ(words("@!%p1 ld.global.nc.L1::no_allocate.f32 %f1, [%rd2+-8]; // end"),
            (std::vector<std::string>{"@", "!", "%p1", "ld.global.nc.L1::no_allocate.f32", "%f1",
                                      ",", "[", "%rd2", "+", "-", "8", "]", ";"}));
  EXPECT_EQ(words(".reg.b32 f,%tid.x;"),
            (std::vector<std::string>{".reg", ".b32", "f", ",", "%tid.x", ";"}));
  EXPECT_EQ(words("$L__BB0_1:bra a;/* x\ny */ %p<7>"),
            (std::vector<std::string>{"$L__BB0_1", ":", "bra", "a", ";", "%p", "<", "7", ">"}));
}

TEST(PtxLex, takes_what_stands_between_quotes_and_ends_with_the_text) {
  EXPECT_EQ(words("\"a b\" x"), (std::vector<std::string>{"a b", "x"}));
  EXPECT_EQ(words("\"open"), (std::vector<std::string>{"open"}));
  EXPECT_EQ(words("/* open"), (std::vector<std::string>{}));
  EXPECT_EQ(words("a::"), (std::vector<std::string>{"a", ":", ":"}));
}

TEST(PtxLex, skips_lines_and_braces) {
  Lexer lexer("{ a { b } c } d\ne");
  EXPECT_TRUE(lexer.next().is('{'));
  lexer.skip_braces();
  EXPECT_TRUE(lexer.next().is("d"));
  EXPECT_EQ(lexer.line_at(lexer.position()), 1);
  EXPECT_TRUE(lexer.next().is("e"));
  EXPECT_EQ(lexer.line_at(lexer.position()), 2);
}

TEST(PtxLex, reads_integers_of_every_base) {
  EXPECT_EQ(bits("42", Type::S32), 42U);
  EXPECT_EQ(bits("0x2A", Type::S32), 42U);
  EXPECT_EQ(bits("052", Type::S32), 42U);
  EXPECT_EQ(bits("0b101010", Type::S32), 42U);
  EXPECT_EQ(bits("0", Type::S32), 0U);
  EXPECT_EQ(bits("0x3fb8aa3bU", Type::B32), 0x3fb8aa3bU);
  EXPECT_EQ(bits("18446744073709551615", Type::U64), UINT64_MAX);
  EXPECT_FALSE(parse_number("18446744073709551616"));
  EXPECT_FALSE(parse_number("12z"));
  EXPECT_FALSE(parse_number("089"));
}

TEST(PtxLex, reads_floats_as_bits_and_as_decimals) {
  EXPECT_EQ(bits("0f3F800000", Type::F32), 0x3F800000U);
  EXPECT_EQ(bits("0d3FF0000000000000", Type::F64), 0x3FF0000000000000U);
  EXPECT_EQ(bits("0F3f800000", Type::F64), 0x3FF0000000000000U);
  EXPECT_EQ(bits("0d3FF0000000000000", Type::F32), 0x3F800000U);
  EXPECT_EQ(bits("1.5", Type::F32), 0x3FC00000U);
  EXPECT_EQ(bits("1.5e-1", Type::F64), 0x3FC3333333333333U);
  EXPECT_EQ(bits("1e300", Type::F32), 0x7F800000U);
  EXPECT_FALSE(parse_number("0f3F8"));
}

TEST(PtxLex, cuts_numbers_to_the_width_of_their_type) {
  EXPECT_EQ(bits_as(negate({Type::S64, 1}), Type::S32), 0xFFFFFFFFU);
  EXPECT_EQ(bits_as(negate({Type::S64, 1}), Type::S16), 0xFFFFU);
  EXPECT_EQ(bits_as(negate({Type::S64, 1}), Type::S64), UINT64_MAX);
  EXPECT_EQ(bits_as(negate({Type::S64, 1}), Type::Pred), 1U);
  EXPECT_EQ(bits_as(negate({Type::F32, 0x3F800000}), Type::F32), 0xBF800000U);
}

}  // namespace
}  // namespace kcast::ptx
