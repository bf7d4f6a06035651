// Types that meet: what a number without a type becomes, and what converts to what.
#pragma once

#include <string_view>

#include "corpus/neutral/check/check_state.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// The type that arithmetic is done in: at least int.
Scalar promoted(Scalar scalar);

// Where a value is used, neither its place nor its being writable matters.
Type value_type(Type type);

// Numbers without a type take one; integers stay integers beside integers.
void adapt(Expr& expr, Scalar scalar);

// By a cast where needed.
void force(Expr& expr, Scalar scalar);

// As an assignment does; an error where it cannot. `what` is for the error.
void convert(CheckState& state, Expr& expr, const Type& to, std::string_view what);

// The type of an operation of both.
Type common_type(CheckState& state, Expr& a, Expr& b, int line);

void require_integer(CheckState& state, const Expr& expr, std::string_view what);

}  // namespace kcast::corpus
