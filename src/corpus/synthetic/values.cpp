// Expressions. One draw per statement of ours: C++ does not say in which order the operands of +
// are made, and the same seed must give the same text with every compiler.
// Operands are mostly the last results, so that chains of dependences form.
#include <algorithm>

#include "corpus/draw.h"
#include "corpus/synthetic/writer.h"

namespace kcast::corpus {
namespace {

bool is_real_word(const std::string& type) {
  return type == "float" || type == "double" || type == "half";
}

bool is_wide_word(const std::string& type) {
  return type == "long" || type == "double";
}

}  // namespace

bool SynthWriter::has_value(const std::string& type) const {
  return std::any_of(values.begin(), values.end(),
                     [&](const SynthValue& value) { return value.type == type; });
}

std::string SynthWriter::number(const std::string& type) {
  if (!is_real_word(type)) return std::to_string(rng.between(1, 63));
  const std::string fraction = std::to_string(rng.between(1, 99));
  return std::to_string(rng.below(3)) + "." + (fraction.size() == 1 ? "0" : "") + fraction;
}

// half meets float and int only.
std::string SynthWriter::cast(const SynthValue& value, const std::string& type) const {
  if (value.type == type) return value.name;
  if (type == "half" && value.type != "float") return "(half)(float)" + value.name;
  if (value.type == "half" && type != "float") return "(" + type + ")(float)" + value.name;
  return "(" + type + ")" + value.name;
}

std::string SynthWriter::operand(const std::string& type) {
  if (values.empty() || percent(rng, 6)) return number(type);
  const bool wants_same = percent(rng, 85) && has_value(type);
  size_t back = 0;
  for (size_t i = values.size(); i > 0; --i) {
    SynthValue& value = values[i - 1];
    if (wants_same && value.type != type) continue;
    // The last one with a good half, the one before with a quarter, ...
    if (percent(rng, 55) || ++back > 8) {
      ++value.uses;
      return cast(value, type);
    }
  }
  SynthValue& last = values.back();
  ++last.uses;
  return cast(last, type);
}

std::string SynthWriter::real_expression(const std::string& type, int depth) {
  const std::string a = expression(type, depth - 1);
  const std::string b = another(type, depth - 1, a);
  switch (weighted(rng, {20, 14, 22, 8, 12, 6, 6, 4, 4, 3, 3, 3, 2, 2, 3, 3})) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "fma(" + a + ", " + b + ", " + operand(type) + ")";
    case 4:
      return "(" + a + " * " + b + " + " + operand(type) + ")";
    case 5:
      return "max(" + a + ", " + b + ")";
    case 6:
      return "min(" + a + ", " + b + ")";
    case 7:
      return "sqrt(fabs(" + a + "))";
    case 8:
      return "(" + a + " / (fabs(" + b + ") + 1.5))";
    case 9:
      return "exp(-fabs(" + a + "))";
    case 10:
      return "sin(" + a + ")";
    case 11:
      return "cos(" + a + ")";
    case 12:
      return "log(fabs(" + a + ") + 1.0)";
    case 13:
      return "tanh(" + a + ")";
    case 14:
      return "(" + a + " > " + b + " ? " + a + " : " + operand(type) + ")";
    default:
      return "(" + number(type) + " * " + a + ")";
  }
}

std::string SynthWriter::half_expression(int depth) {
  const std::string a = expression("half", depth - 1);
  const std::string b = another("half", depth - 1, a);
  switch (weighted(rng, {30, 20, 30, 10, 5, 5})) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "fma(" + a + ", " + b + ", " + operand("half") + ")";
    case 4:
      return "fmax(" + a + ", " + b + ")";
    default:
      return "sqrt(fabs(" + a + "))";
  }
}

std::string SynthWriter::integer_expression(const std::string& type, int depth) {
  const std::string a = expression(type, depth - 1);
  const std::string b = another(type, depth - 1, a);
  const std::string shift = std::to_string(rng.between(1, is_wide_word(type) ? 31 : 15));
  switch (weighted(rng, {20, 14, 12, 10, 6, 10, 8, 8, 5, 5, 4, 4, 2})) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "(" + a + " & " + b + ")";
    case 4:
      return "(" + a + " | " + b + ")";
    case 5:
      return "(" + a + " ^ " + b + ")";
    case 6:
      return "(" + a + " >> " + shift + ")";
    case 7:
      return "(" + a + " << " + shift + ")";
    case 8:
      return "min(" + a + ", " + b + ")";
    case 9:
      return "max(" + a + ", " + b + ")";
    case 10:
      return "(" + a + " % " + std::to_string(rng.between(3, 61)) + ")";
    case 11:
      return "(" + a + " < " + b + " ? " + operand(type) + " : " + a + ")";
    default:
      return "(" + type + ")popc(" + a + ")";
  }
}

std::string SynthWriter::expression(const std::string& type, int depth) {
  if (depth <= 0 || percent(rng, 20)) return operand(type);
  return operation(type, depth);
}

std::string SynthWriter::another(const std::string& type, int depth, const std::string& than) {
  std::string text = expression(type, depth);
  for (int tries = 0; tries < 3 && text == than; ++tries)
    text = expression(type, depth);
  // Squares are common, other operations of a value with itself are not.
  return text == than && !percent(rng, 30) ? number(type) : text;
}

std::string SynthWriter::operation(const std::string& type, int depth) {
  if (type == "half") return half_expression(depth);
  return is_real_word(type) ? real_expression(type, depth) : integer_expression(type, depth);
}

void SynthWriter::add_value(const std::string& type, const std::string& text) {
  const std::string name = fresh("v");
  line(type + " " + name + " = " + text + ";");
  values.push_back({name, type});
}

void SynthWriter::arithmetic(int statements) {
  for (int i = 0; i < statements; ++i) {
    const std::string type =
        percent(rng, 85) || values.empty() ? main_type : values[rng.below(values.size())].type;
    const int depth = static_cast<int>(rng.between(1, 3));
    // Mostly new variables; sometimes one of the last is changed.
    std::string target;
    for (size_t back = values.size(); back > 0 && values.size() - back < 4; --back) {
      const SynthValue& value = values[back - 1];
      if (value.mutable_value && value.type == type && percent(rng, 15)) target = value.name;
    }
    if (target.empty()) {
      add_value(type, operation(type, depth));
      continue;
    }
    const std::string op = pick_of<std::string>(rng, {"+=", "-=", "*=", "=", "+="});
    line(target + " " + op + " " + operation(type, depth) + ";");
  }
}

void SynthWriter::use_up() {
  std::string sum;
  int terms = 0;
  for (SynthValue& value : values) {
    if (value.uses > 0 || !value.mutable_value || terms == 10) continue;
    ++value.uses;
    const std::string op =
        terms == 0 ? "" : pick_of<std::string>(rng, {" + ", " + ", " - ", " * "});
    sum += op + cast(value, main_type);
    ++terms;
  }
  if (terms > 0) add_value(main_type, sum);
}

std::string SynthWriter::index_operand() {
  for (size_t i = values.size(); i > 0; --i) {
    if (values[i - 1].type == "int" && percent(rng, 70)) return values[i - 1].name;
  }
  return at;
}

// A test that all, half or few of the threads pass.
std::string SynthWriter::condition() {
  switch (rng.below(7)) {
    case 0:
      return "bid(0) % " + std::to_string(rng.between(2, 5)) + " == 0";
    case 1: {
      const std::string divisor = std::to_string(rng.between(2, 7));
      return at + " % " + divisor + " == " + std::to_string(rng.below(2));
    }
    case 2:
      return "(tid(0) & " + std::to_string(1 << rng.below(6)) + ") != 0";
    case 3:
      return at + " % " + std::to_string(rng.between(500, 3000)) + " == 0";
    case 4:
      return count + " > " + std::to_string(rng.between(1000, 100000));
    default: {
      const std::string type = values.empty() || main_type == "half" ? "float" : main_type;
      const std::string left = expression(type, 1);
      const std::string op = percent(rng, 50) ? " > " : " < ";
      return left + op + expression(type, 1);
    }
  }
}

}  // namespace kcast::corpus
