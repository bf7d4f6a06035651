#include "corpus/synthetic/sections.h"

#include <string>

#include "corpus/draw.h"
#include "corpus/synthetic/access.h"
#include "corpus/synthetic/values.h"

namespace kcast::corpus {
namespace {

void branch(SynthWriter& writer) {
  std::string target;
  for (const SynthValue& value : writer.values) {
    if (value.mutable_value && value.type == writer.main_type) target = value.name;
  }
  if (target.empty()) {
    add_value(writer, writer.main_type, draw_expression(writer, writer.main_type, 1));
    target = writer.values.back().name;
  }
  const size_t outer = writer.values.size();
  writer.open("if (" + draw_condition(writer) + ")");
  if (percent(writer.rng, 30)) add_load(writer, writer.main_type);
  add_arithmetic(writer, static_cast<int>(writer.rng.between(0, 3)));
  writer.line(target + " = " + draw_expression(writer, writer.main_type, 2) + ";");
  writer.values.resize(outer);
  writer.close();
  if (percent(writer.rng, 45)) {
    writer.open("else");
    add_arithmetic(writer, static_cast<int>(writer.rng.between(0, 2)));
    const std::string op = pick_of<std::string>(writer.rng, {" = ", " += ", " -= "});
    writer.line(target + op + draw_expression(writer, writer.main_type, 2) + ";");
    writer.values.resize(outer);
    writer.close();
  }
}

// Constant or argument bounds, sometimes nested, sometimes unrolled.
void counted_loop(SynthWriter& writer) {
  const bool by_argument = percent(writer.rng, 35);
  const int64_t trips =
      by_argument ? 32 : pick_of<int64_t>(writer.rng, {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32});
  const std::string scalar = by_argument ? writer.count_scalar(1, trips) : "";
  const std::string counter = writer.fresh("k");
  const std::string type = writer.main_type;
  add_value(writer, type, percent(writer.rng, 60) ? "0" : draw_expression(writer, type, 1));
  const std::string sum = writer.values.back().name;
  std::string head = "for (int " + counter + " = 0; " + counter + " < " +
                     (by_argument ? scalar : decimal(trips)) + "; ++" + counter + ")";
  if (percent(writer.rng, 30)) head = (percent(writer.rng, 50) ? "unroll " : "unroll(4) ") + head;
  const size_t outer = writer.values.size();
  writer.open(head);
  ++writer.loop_depth;
  writer.values.push_back({counter, "int", false});
  const int64_t loads = writer.rng.between(0, 2);
  for (int64_t i = 0; i < loads; ++i)
    add_value(writer, type, draw_load_in_loop(writer, type, counter, trips, scalar));
  add_arithmetic(writer, static_cast<int>(writer.rng.between(0, 4)));
  if (writer.loop_depth == 1 && percent(writer.rng, 20)) counted_loop(writer);
  if (percent(writer.rng, 20)) branch(writer);
  const std::string op = pick_of<std::string>(writer.rng, {" += ", " += ", " = ", " -= "});
  writer.line(sum + op + draw_expression(writer, type, 2) + ";");
  --writer.loop_depth;
  writer.close();
  writer.values.resize(outer);
}

// Rows of a sparse matrix: the data say how long the loop runs.
void rows_loop(SynthWriter& writer) {
  if (writer.form == SynthForm::Plane || writer.form == SynthForm::Volume || writer.loop_depth > 0)
    return counted_loop(writer);
  const int64_t mean = pick_of<int64_t>(writer.rng, {4, 8, 16, 32});
  writer.grows(mean * 2);
  const std::string entries = "(" + writer.size + ") * " + decimal(mean);
  const std::string data = writer.buffer(writer.main_type, "in", writer.size);
  const std::string columns = writer.buffer("int", "in", entries, "index_into " + data);
  const std::string rows = writer.buffer("int", "in", writer.size + " + 1",
                                         "offsets_into " + columns + " " + decimal(mean));
  const std::string counter = writer.fresh("k");
  add_value(writer, writer.main_type, "0");
  const std::string sum = writer.values.back().name;
  const size_t outer = writer.values.size();
  writer.open("for (int " + counter + " = " + rows + "[" + writer.at + "]; " + counter + " < " +
              rows + "[" + writer.at + " + 1]; ++" + counter + ")");
  ++writer.loop_depth;
  add_value(writer, writer.main_type, data + "[" + columns + "[" + counter + "]]");
  if (percent(writer.rng, 60))
    add_value(writer, writer.main_type,
              writer.buffer(writer.main_type, "in", entries) + "[" + counter + "]");
  add_arithmetic(writer, static_cast<int>(writer.rng.between(0, 2)));
  writer.line(sum + " += " + draw_expression(writer, writer.main_type, 1) + ";");
  --writer.loop_depth;
  writer.close();
  writer.values.resize(outer);
}

// Until a value is small or large enough, with a limit.
void search_loop(SynthWriter& writer) {
  const std::string rounds = writer.fresh("r");
  const bool is_whole =
      writer.main_type == "int" || writer.main_type == "uint" || writer.main_type == "long";
  const std::string type = writer.main_type == "half" ? "float" : writer.main_type;
  add_value(writer, type,
            is_whole ? "(" + draw_expression(writer, type, 1) + " & 1023) + 1"
                     : "fabs(" + draw_expression(writer, type, 1) + ") + 1.0");
  const std::string value = writer.values.back().name;
  writer.line("int " + rounds + " = 0;");
  const size_t outer = writer.values.size();
  const std::string limit = decimal(writer.rng.between(8, 64));
  writer.open("while (" + value + (is_whole ? " > 1" : " > 0.01") + " && " + rounds + " < " +
              limit + ")");
  ++writer.loop_depth;
  if (is_whole) {
    writer.line(value + " = (" + value + " & 1) == 0 ? " + value + " / 2 : (" + value +
                " * 3 + 1) & 4095;");
  } else {
    writer.line(value + " = " + value + " * 0." + decimal(writer.rng.between(3, 9)) + ";");
    if (percent(writer.rng, 40))
      writer.line("if (" + value + " < " + draw_number(writer, type) + ") break;");
  }
  writer.line("++" + rounds + ";");
  --writer.loop_depth;
  writer.close();
  writer.values.resize(outer);
  writer.values.push_back({rounds, "int"});
}

// Counting, sums and maxima that many threads share.
void atomic_update(SynthWriter& writer) {
  const int64_t bins = pick_of<int64_t>(writer.rng, {1, 16, 64, 256, 1024, 4096});
  const bool adds_reals =
      (writer.main_type == "float" || writer.main_type == "double") && percent(writer.rng, 40);
  const std::string type =
      adds_reals ? writer.main_type : pick_of<std::string>(writer.rng, {"int", "uint", "uint"});
  const std::string name = writer.buffer(type, "inout", decimal(bins), "zero");
  const std::string key =
      bins == 1 ? "0" : "(int)((uint)" + draw_index(writer) + " % " + decimal(bins) + "u)";
  const std::string function =
      adds_reals ? "atomic_add"
                 : pick_of<std::string>(writer.rng,
                                        {"atomic_add", "atomic_max", "atomic_min", "atomic_or"});
  const std::string value =
      type == "uint" && percent(writer.rng, 50) ? "1u" : draw_expression(writer, type, 1);
  const std::string statement = function + "(&" + name + "[" + key + "], " + value + ");";
  writer.line(writer.guard.empty() ? statement : "if (" + writer.guard + ") " + statement);
}

// A few results of a thread in registers.
void register_array(SynthWriter& writer) {
  const int64_t length = writer.rng.between(2, 8);
  const std::string name = writer.fresh("reg");
  const std::string counter = writer.fresh("k");
  const std::string type = writer.main_type;
  writer.line(type + " " + name + "[" + decimal(length) + "];");
  const size_t outer = writer.values.size();
  ++writer.loop_depth;
  writer.open("unroll for (int " + counter + " = 0; " + counter + " < " + decimal(length) + "; ++" +
              counter + ")");
  writer.values.push_back({counter, "int", false});
  if (percent(writer.rng, 60))
    add_value(writer, type, draw_load_in_loop(writer, type, counter, length, ""));
  writer.line(name + "[" + counter + "] = " + draw_expression(writer, type, 2) + ";");
  writer.close();
  --writer.loop_depth;
  writer.values.resize(outer);
  add_value(writer, type, name + "[0]");
  const std::string sum = writer.values.back().name;
  const std::string second = writer.fresh("k");
  writer.open("unroll for (int " + second + " = 1; " + second + " < " + decimal(length) + "; ++" +
              second + ")");
  const std::string element = name + "[" + second + "]";
  const std::string whole =
      sum +
      (percent(writer.rng, 60) ? " += " : " = " + sum + " * " + draw_number(writer, type) + " + ") +
      element + ";";
  writer.line(whole);
  writer.close();
}

void vector_access(SynthWriter& writer) {
  const bool is_real_type = writer.main_type == "float" || writer.main_type == "double" ||
                            writer.main_type == "int" || writer.main_type == "uint";
  if (!is_real_type) return add_load(writer, writer.main_type);
  const int lanes = writer.main_type == "double" ? 2 : pick_of(writer.rng, {2, 4, 4});
  const std::string type = writer.main_type + decimal(lanes);
  const std::string name = writer.fresh("q");
  if (percent(writer.rng, 60)) {
    writer.line(type + " " + name + " = " + writer.buffer(type, "in", writer.size) + "[" +
                writer.at + "];");
  } else {
    writer.grows(lanes);
    const std::string source =
        writer.buffer(writer.main_type, "in", "(" + writer.size + ") * " + decimal(lanes));
    writer.line(type + " " + name + " = vload" + decimal(lanes) + "(" + source + ", " + writer.at +
                ");");
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (percent(writer.rng, 75)) add_value(writer, writer.main_type, name + "." + "xyzw"[lane]);
  }
  if (!percent(writer.rng, 35)) return;
  std::string made = type + "(";
  for (int lane = 0; lane < lanes; ++lane)
    made += (lane > 0 ? ", " : "") + draw_expression(writer, writer.main_type, 1);
  const std::string statement =
      writer.buffer(type, "out", writer.size) + "[" + writer.at + "] = " + made + ");";
  writer.line(writer.guard.empty() ? statement : "if (" + writer.guard + ") " + statement);
}

void record_access(SynthWriter& writer) {
  if (writer.main_type == "half" || !writer.records.empty())
    return add_load(writer, writer.main_type);
  const int64_t members = writer.rng.between(2, 6);
  std::string record = "struct Item { ";
  for (int64_t i = 0; i < members; ++i)
    record += (percent(writer.rng, 75) ? writer.main_type : std::string("int")) + " f" +
              decimal(i) + "; ";
  writer.records.push_back(record + "};");
  const std::string name = writer.fresh("item");
  writer.line("Item " + name + " = " + writer.buffer("Item", "in", writer.size) + "[" + writer.at +
              "];");
  for (int64_t i = 0; i < members; ++i) {
    const std::string member = "f" + decimal(i) + ";";
    const bool is_main = record.find(writer.main_type + " " + member) != std::string::npos;
    if (percent(writer.rng, 70))
      add_value(writer, is_main ? writer.main_type : "int", name + ".f" + decimal(i));
  }
}

// A device function of its own, and calls of it.
void helper_call(SynthWriter& writer) {
  if (writer.helpers.size() < 2 && (writer.helpers.empty() || percent(writer.rng, 40))) {
    SynthWriter inner(writer.rng.next());
    inner.main_type = writer.main_type;
    const int arguments = static_cast<int>(writer.rng.between(1, 3));
    std::string head = "func " + writer.main_type + " helper" +
                       decimal(static_cast<int64_t>(writer.helpers.size())) + "(";
    for (int i = 0; i < arguments; ++i) {
      head += (i > 0 ? ", " : "") + writer.main_type + " p" + decimal(i);
      inner.values.push_back({"p" + decimal(i), writer.main_type, false});
    }
    add_arithmetic(inner, static_cast<int>(writer.rng.between(1, 4)));
    inner.line("return " + draw_expression(inner, writer.main_type, 2) + ";");
    writer.functions.push_back(head + ") {\n" + inner.body() + "}");
    writer.helpers.push_back({"helper" + decimal(static_cast<int64_t>(writer.helpers.size())),
                              writer.main_type, arguments});
  }
  const SynthWriter::Helper& helper = pick(writer.rng, writer.helpers);
  std::string call = helper.name + "(";
  for (int i = 0; i < helper.arguments; ++i)
    call += (i > 0 ? ", " : "") + draw_expression(writer, writer.main_type, 1);
  add_value(writer, writer.main_type, call + ")");
}

std::string linear_thread(const SynthWriter& writer) {
  if (writer.form == SynthForm::Plane) return "tid(1) * bdim(0) + tid(0)";
  if (writer.form == SynthForm::Volume) return "(tid(2) * bdim(1) + tid(1)) * bdim(0) + tid(0)";
  return "tid(0)";
}

// Values of other threads through shared memory.
void shared_exchange(SynthWriter& writer) {
  const std::string type = writer.main_type;
  const std::string tile = writer.fresh("tile");
  const std::string thread = writer.fresh("t");
  const std::string threads = decimal(writer.block);
  const int64_t pad = percent(writer.rng, 30) ? 1 : 0;
  writer.shared.push_back("shared " + type + " " + tile + "[" + decimal(writer.block + pad * 32) +
                          "];");
  writer.line("int " + thread + " = " + linear_thread(writer) + ";");
  writer.line(tile + "[" + thread + "] = " + draw_expression(writer, type, 1) + ";");
  writer.line("barrier();");
  switch (writer.rng.below(5)) {
    case 0:
      add_value(writer, type,
                tile + "[(" + thread + " + " + decimal(writer.rng.between(1, 31)) + ") % " +
                    threads + "]");
      break;
    case 1:
      add_value(writer, type, tile + "[" + decimal(writer.block - 1) + " - " + thread + "]");
      break;
    case 2:
      add_value(writer, type,
                tile + "[" + thread + " ^ " + decimal(int64_t{1} << writer.rng.below(5)) + "]");
      break;
    case 3: {
      // A stride through the banks.
      const int64_t stride = pick_of<int64_t>(writer.rng, {2, 4, 8, 16, 32, 3, 5});
      add_value(writer, type,
                tile + "[" + thread + " * " + decimal(stride) + " % " + threads + "]");
      break;
    }
    default: {
      const int64_t reach = writer.rng.between(2, 8);
      const std::string counter = writer.fresh("k");
      add_value(writer, type, "0");
      const std::string sum = writer.values.back().name;
      writer.line("for (int " + counter + " = 0; " + counter + " < " + decimal(reach) + "; ++" +
                  counter + ") " + sum + " += " + tile + "[(" + thread + " + " + counter + ") % " +
                  threads + "];");
      break;
    }
  }
  writer.line("barrier();");
}

// The block's sum or maximum, folded in shared memory.
void shared_sum(SynthWriter& writer) {
  const std::string type = writer.main_type == "half" ? "float" : writer.main_type;
  const std::string tile = writer.fresh("fold");
  const std::string thread = writer.fresh("t");
  const std::string counter = writer.fresh("s");
  writer.shared.push_back("shared " + type + " " + tile + "[" + decimal(writer.block) + "];");
  writer.line("int " + thread + " = " + linear_thread(writer) + ";");
  writer.line(tile + "[" + thread + "] = " + draw_expression(writer, type, 1) + ";");
  writer.line("barrier();");
  writer.open("for (int " + counter + " = " + decimal(writer.block / 2) + "; " + counter +
              " > 0; " + counter + " >>= 1)");
  const std::string mine = tile + "[" + thread + "]";
  const std::string other = tile + "[" + thread + " + " + counter + "]";
  const std::string folded =
      percent(writer.rng, 65) ? mine + " + " + other : "max(" + mine + ", " + other + ")";
  writer.line("if (" + thread + " < " + counter + ") " + mine + " = " + folded + ";");
  writer.line("barrier();");
  writer.close();
  add_value(writer, type, tile + "[0]");
  writer.line("barrier();");
}

void shuffle_exchange(SynthWriter& writer) {
  const std::string type = writer.main_type == "half" ? "float" : writer.main_type;
  const std::string value = draw_expression(writer, type, 1);
  switch (writer.rng.below(4)) {
    case 0:
      return add_value(
          writer, type,
          "shfl_xor(" + value + ", " + decimal(int64_t{1} << writer.rng.below(5)) + ")");
    case 1:
      return add_value(writer, type,
                       "shfl_down(" + value + ", " + decimal(writer.rng.between(1, 16)) + ")");
    case 2:
      return add_value(writer, type,
                       "shfl_up(" + value + ", " + decimal(writer.rng.between(1, 16)) + ")");
    default:
      return add_value(writer, type,
                       "shfl(" + value + ", " + decimal(writer.rng.between(0, 31)) + ")");
  }
}

void shuffle_sum(SynthWriter& writer) {
  const std::string type = writer.main_type == "half" ? "float" : writer.main_type;
  add_value(writer, type, draw_expression(writer, type, 1));
  const std::string sum = writer.values.back().name;
  const std::string counter = writer.fresh("d");
  const std::string how = pick_of<std::string>(writer.rng, {"shfl_down", "shfl_xor"});
  const std::string other = how + "(" + sum + ", " + counter + ")";
  writer.line(
      "unroll for (int " + counter + " = 16; " + counter + " > 0; " + counter + " >>= 1) " + sum +
      (percent(writer.rng, 70) ? " += " + other : " = max(" + sum + ", " + other + ")") + ";");
}

}  // namespace

void add_section(SynthWriter& writer) {
  switch (weighted(writer.rng, {26, 18, 16, 6, 5, 12, 5, 5, 5, 4, 6})) {
    case 0:
      return add_arithmetic(writer, static_cast<int>(writer.rng.between(1, 6)));
    case 1:
      for (int64_t i = writer.rng.between(1, 3); i > 0; --i)
        add_load(writer, percent(writer.rng, 85) ? writer.main_type : "int");
      return;
    case 2:
      return counted_loop(writer);
    case 3:
      return rows_loop(writer);
    case 4:
      return search_loop(writer);
    case 5:
      return branch(writer);
    case 6:
      return atomic_update(writer);
    case 7:
      return register_array(writer);
    case 8:
      return vector_access(writer);
    case 9:
      return record_access(writer);
    default:
      return helper_call(writer);
  }
}

void add_collective_section(SynthWriter& writer) {
  switch (weighted(writer.rng, {40, 20, 20, 20})) {
    case 0:
      return shared_exchange(writer);
    case 1:
      return shared_sum(writer);
    case 2:
      return shuffle_exchange(writer);
    default:
      return shuffle_sum(writer);
  }
}

}  // namespace kcast::corpus
