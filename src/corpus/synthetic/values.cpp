#include "corpus/synthetic/values.h"

#include <algorithm>

#include "corpus/draw.h"

namespace kcast::corpus {
namespace {

bool is_real_word(const std::string& type) {
  return type == "float" || type == "double" || type == "half";
}

bool is_wide_word(const std::string& type) {
  return type == "long" || type == "double";
}

bool has_value(const SynthWriter& writer, const std::string& type) {
  return std::any_of(writer.values.begin(), writer.values.end(),
                     [&](const SynthValue& value) { return value.type == type; });
}

std::string draw_another(SynthWriter& writer, const std::string& type, int depth,
                         const std::string& than) {
  std::string text = draw_expression(writer, type, depth);
  for (int tries = 0; tries < 3 && text == than; ++tries)
    text = draw_expression(writer, type, depth);
  // Squares are common, other operations of a value with itself are not.
  return text == than && !percent(writer.rng, 30) ? draw_number(writer, type) : text;
}

std::string real_expression(SynthWriter& writer, const std::string& type, int depth) {
  const std::string a = draw_expression(writer, type, depth - 1);
  const std::string b = draw_another(writer, type, depth - 1, a);
  switch (weighted(writer.rng, {20, 14, 22, 8, 12, 6, 6, 4, 4, 3, 3, 3, 2, 2, 3, 3})) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "fma(" + a + ", " + b + ", " + draw_operand(writer, type) + ")";
    case 4:
      return "(" + a + " * " + b + " + " + draw_operand(writer, type) + ")";
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
      return "(" + a + " > " + b + " ? " + a + " : " + draw_operand(writer, type) + ")";
    default:
      return "(" + draw_number(writer, type) + " * " + a + ")";
  }
}

std::string half_expression(SynthWriter& writer, int depth) {
  const std::string a = draw_expression(writer, "half", depth - 1);
  const std::string b = draw_another(writer, "half", depth - 1, a);
  switch (weighted(writer.rng, {30, 20, 30, 10, 5, 5})) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "fma(" + a + ", " + b + ", " + draw_operand(writer, "half") + ")";
    case 4:
      return "fmax(" + a + ", " + b + ")";
    default:
      return "sqrt(fabs(" + a + "))";
  }
}

std::string integer_expression(SynthWriter& writer, const std::string& type, int depth) {
  const std::string a = draw_expression(writer, type, depth - 1);
  const std::string b = draw_another(writer, type, depth - 1, a);
  const std::string shift = std::to_string(writer.rng.between(1, is_wide_word(type) ? 31 : 15));
  switch (weighted(writer.rng, {20, 14, 12, 10, 6, 10, 8, 8, 5, 5, 4, 4, 2})) {
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
      return "(" + a + " % " + std::to_string(writer.rng.between(3, 61)) + ")";
    case 11:
      return "(" + a + " < " + b + " ? " + draw_operand(writer, type) + " : " + a + ")";
    default:
      return "(" + type + ")popc(" + a + ")";
  }
}

}  // namespace

std::string draw_number(SynthWriter& writer, const std::string& type) {
  if (!is_real_word(type)) return std::to_string(writer.rng.between(1, 63));
  const std::string fraction = std::to_string(writer.rng.between(1, 99));
  return std::to_string(writer.rng.below(3)) + "." + (fraction.size() == 1 ? "0" : "") + fraction;
}

std::string cast_value(const SynthValue& value, const std::string& type) {
  if (value.type == type) return value.name;
  if (type == "half" && value.type != "float") return "(half)(float)" + value.name;
  if (value.type == "half" && type != "float") return "(" + type + ")(float)" + value.name;
  return "(" + type + ")" + value.name;
}

std::string draw_operand(SynthWriter& writer, const std::string& type) {
  if (writer.values.empty() || percent(writer.rng, 6)) return draw_number(writer, type);
  const bool wants_same = percent(writer.rng, 85) && has_value(writer, type);
  size_t back = 0;
  for (size_t i = writer.values.size(); i > 0; --i) {
    SynthValue& value = writer.values[i - 1];
    if (wants_same && value.type != type) continue;
    // The last one with a good half, the one before with a quarter, ...
    if (percent(writer.rng, 55) || ++back > 8) {
      ++value.uses;
      return cast_value(value, type);
    }
  }
  SynthValue& last = writer.values.back();
  ++last.uses;
  return cast_value(last, type);
}

std::string draw_expression(SynthWriter& writer, const std::string& type, int depth) {
  if (depth <= 0 || percent(writer.rng, 20)) return draw_operand(writer, type);
  return draw_operation(writer, type, depth);
}

std::string draw_operation(SynthWriter& writer, const std::string& type, int depth) {
  if (type == "half") return half_expression(writer, depth);
  return is_real_word(type) ? real_expression(writer, type, depth)
                            : integer_expression(writer, type, depth);
}

void add_value(SynthWriter& writer, const std::string& type, const std::string& text) {
  const std::string name = writer.fresh("v");
  writer.line(type + " " + name + " = " + text + ";");
  writer.values.push_back({name, type});
}

void add_arithmetic(SynthWriter& writer, int statements) {
  for (int i = 0; i < statements; ++i) {
    const std::string type = percent(writer.rng, 85) || writer.values.empty()
                                 ? writer.main_type
                                 : writer.values[writer.rng.below(writer.values.size())].type;
    const int depth = static_cast<int>(writer.rng.between(1, 3));
    // Mostly new variables; sometimes one of the last is changed.
    std::string target;
    for (size_t back = writer.values.size(); back > 0 && writer.values.size() - back < 4; --back) {
      const SynthValue& value = writer.values[back - 1];
      if (value.mutable_value && value.type == type && percent(writer.rng, 15)) target = value.name;
    }
    if (target.empty()) {
      add_value(writer, type, draw_operation(writer, type, depth));
      continue;
    }
    const std::string op = pick_of<std::string>(writer.rng, {"+=", "-=", "*=", "=", "+="});
    writer.line(target + " " + op + " " + draw_operation(writer, type, depth) + ";");
  }
}

void use_up_values(SynthWriter& writer) {
  std::string sum;
  int terms = 0;
  for (SynthValue& value : writer.values) {
    if (value.uses > 0 || !value.mutable_value || terms == 10) continue;
    ++value.uses;
    const std::string op =
        terms == 0 ? "" : pick_of<std::string>(writer.rng, {" + ", " + ", " - ", " * "});
    sum += op + cast_value(value, writer.main_type);
    ++terms;
  }
  if (terms > 0) add_value(writer, writer.main_type, sum);
}

std::string draw_index(SynthWriter& writer) {
  for (size_t i = writer.values.size(); i > 0; --i) {
    if (writer.values[i - 1].type == "int" && percent(writer.rng, 70))
      return writer.values[i - 1].name;
  }
  return writer.at;
}

std::string draw_condition(SynthWriter& writer) {
  switch (writer.rng.below(7)) {
    case 0:
      return "bid(0) % " + std::to_string(writer.rng.between(2, 5)) + " == 0";
    case 1: {
      const std::string divisor = std::to_string(writer.rng.between(2, 7));
      return writer.at + " % " + divisor + " == " + std::to_string(writer.rng.below(2));
    }
    case 2:
      return "(tid(0) & " + std::to_string(1 << writer.rng.below(6)) + ") != 0";
    case 3:
      return writer.at + " % " + std::to_string(writer.rng.between(500, 3000)) + " == 0";
    case 4:
      return writer.count + " > " + std::to_string(writer.rng.between(1000, 100000));
    default: {
      const std::string type =
          writer.values.empty() || writer.main_type == "half" ? "float" : writer.main_type;
      const std::string left = draw_expression(writer, type, 1);
      const std::string op = percent(writer.rng, 50) ? " > " : " < ";
      return left + op + draw_expression(writer, type, 1);
    }
  }
}

}  // namespace kcast::corpus
