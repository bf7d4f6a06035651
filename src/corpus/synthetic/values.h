// Expressions over the values that a synthetic kernel has so far.
//
// One draw per statement of ours: C++ does not say in which order the operands of + are made, and
// the same seed must give the same text with every compiler. Operands are mostly the last results,
// so that chains of dependences form.
#pragma once

#include <string>

#include "corpus/synthetic/writer.h"

namespace kcast::corpus {

// A value's name, or a number.
std::string draw_operand(SynthWriter& writer, const std::string& type);
std::string draw_expression(SynthWriter& writer, const std::string& type, int depth);
// Never a bare operand.
std::string draw_operation(SynthWriter& writer, const std::string& type, int depth);
std::string draw_number(SynthWriter& writer, const std::string& type);
// An int that may be anything.
std::string draw_index(SynthWriter& writer);
// A test that all, half or few of the threads pass.
std::string draw_condition(SynthWriter& writer);

// The value as an operand of a type; half meets float and int only.
std::string cast_value(const SynthValue& value, const std::string& type);

// A new variable that later statements may use.
void add_value(SynthWriter& writer, const std::string& type, const std::string& text);
void add_arithmetic(SynthWriter& writer, int statements);
// What nothing has used yet goes into one last value.
void use_up_values(SynthWriter& writer);

}  // namespace kcast::corpus
