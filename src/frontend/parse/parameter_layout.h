// Structs that kernels take by value: where their members lie, as the device sees them.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

#include "schema/inspection.h"

namespace kcast::frontend {

// The scalars and pointers of a struct, array or vector, flattened and named after the
// parameter: "p.n", "p.in.d", "p.n[2]". Empty for anything else.
std::vector<ParameterMember> parameter_members(const clang::ASTContext& ast, clang::QualType type,
                                               const std::string& name);

// A texture or surface object, or an image of OpenCL: a number that stands for memory.
bool is_texture(clang::QualType type);
// What the elements of that memory are called: texels lie where the texture functions of our
// headers look for them (kcast_texture.h), and the analysis makes room for it.
inline constexpr const char* kTexelPrefix = "texel ";

// Bytes of a type; 0 where it has no size.
int64_t type_bytes(const clang::ASTContext& ast, clang::QualType type);

// The name of an element's type without typedefs, as tables of types know it; an
// enumeration is the whole number that holds it, and a vector of OpenCL is a "float4".
std::string element_name(clang::QualType type, const clang::PrintingPolicy& policy);

// half and bfloat16 are classes of the built-in headers around one number.
const clang::FieldDecl* only_number(const clang::CXXRecordDecl* record);

}  // namespace kcast::frontend
