#include "launch/parameter_role.h"

#include <gtest/gtest.h>

namespace kcast::launch {
namespace {

TEST(parameter_role, names_say_what_an_integer_is) {
  EXPECT_EQ(role_of("n"), ParameterRole::Length);
  EXPECT_EQ(role_of("Width"), ParameterRole::Width);
  EXPECT_EQ(role_of("nbins"), ParameterRole::Bins);
  EXPECT_EQ(role_of("seed"), ParameterRole::Other);
  EXPECT_EQ(role_of(""), ParameterRole::Other);
}

TEST(parameter_role, a_word_of_a_name_says_what_is_likely) {
  using Role = ParameterRole;
  const std::pair<const char*, Role> cases[] = {
      {"n", Role::Length},           {"p.numElements", Role::Length},
      {"in_offset", Role::Offset},   {"startIdx", Role::Offset},
      {"incx", Role::Increment},     {"ldc", Role::Pitch},
      {"srcStride", Role::Pitch},    {"nRows", Role::Height},
      {"numcols", Role::Width},      {"seed", Role::Seed},
      {"maskBits", Role::Mask},      {"num_heads", Role::Batch},
      {"blockSize", Role::Threads},  {"num_blocks", Role::Blocks},
      {"blocks", Role::Blocks},      {"group_size", Role::Part},
      {"headDim", Role::Part},       {"batch_size", Role::Batch},
      {"window_size", Role::Radius}, {"array_size", Role::Length},
      {"is_causal", Role::Flag},     {"maxIterations", Role::Rounds},
      {"ne00", Role::Width},         {"ne01", Role::Height},
      {"nb02", Role::ByteStride},    {"args.nb[1]", Role::ByteStride},
      {"zork", Role::Other},         {"", Role::Other}};
  for (const auto& [name, role] : cases)
    EXPECT_EQ(likely_role(name, "int"), role) << name;
  EXPECT_EQ(likely_role("n", "bool"), Role::Flag);
}

// A scalar of bfloat16 is no integer, and a buffer of vectors of reals holds no places in others.
TEST(parameter_role, reals_are_known_by_their_type) {
  for (const char* type :
       {"float", "double", "half", "__half", "__half2", "__nv_bfloat16", "float4"})
    EXPECT_TRUE(is_real_type(type)) << type;
  for (const char* type : {"int", "unsigned int", "bool", "size_t", "unsigned char", "int2", ""})
    EXPECT_FALSE(is_real_type(type)) << type;
}

TEST(parameter_role, numbers_are_small_and_no_structs) {
  Parameter number;
  number.element_type = "int";
  number.size_bytes = 4;
  EXPECT_TRUE(is_number(number));
  EXPECT_FALSE(is_local(number));
  Parameter structure = number;
  structure.members.emplace_back();
  EXPECT_FALSE(is_number(structure));
  Parameter local = number;
  local.is_pointer = true;
  local.address_space = "shared";
  EXPECT_FALSE(is_number(local));
  EXPECT_TRUE(is_local(local));
}

}  // namespace
}  // namespace kcast::launch
