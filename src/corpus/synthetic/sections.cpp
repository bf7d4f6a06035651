// The parts that a synthetic kernel is made of.
#include <algorithm>

#include "corpus/draw.h"
#include "corpus/synthetic/writer.h"

namespace kcast::corpus {
// Constant or argument bounds, sometimes nested, sometimes unrolled.
void SynthWriter::counted_loop() {
  const bool by_argument = percent(rng, 35);
  const int64_t trips =
      by_argument ? 32 : pick_of<int64_t>(rng, {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32});
  const std::string scalar = by_argument ? count_scalar(1, trips) : "";
  const std::string counter = fresh("k");
  const std::string type = main_type;
  add_value(type, percent(rng, 60) ? "0" : expression(type, 1));
  const std::string sum = values.back().name;
  std::string head = "for (int " + counter + " = 0; " + counter + " < " +
                     (by_argument ? scalar : decimal(trips)) + "; ++" + counter + ")";
  if (percent(rng, 30)) head = (percent(rng, 50) ? "unroll " : "unroll(4) ") + head;
  const size_t outer = values.size();
  open(head);
  ++loop_depth;
  values.push_back({counter, "int", false});
  const int64_t loads = rng.between(0, 2);
  for (int64_t i = 0; i < loads; ++i)
    add_value(type, load_in_loop(type, counter, trips, scalar));
  arithmetic(static_cast<int>(rng.between(0, 4)));
  if (loop_depth == 1 && percent(rng, 20)) counted_loop();
  if (percent(rng, 20)) branch();
  const std::string op = pick_of<std::string>(rng, {" += ", " += ", " = ", " -= "});
  line(sum + op + expression(type, 2) + ";");
  --loop_depth;
  close();
  values.resize(outer);
}

// Rows of a sparse matrix: the data say how long the loop runs.
void SynthWriter::rows_loop() {
  if (form == SynthForm::Plane || form == SynthForm::Volume || loop_depth > 0)
    return counted_loop();
  const int64_t mean = pick_of<int64_t>(rng, {4, 8, 16, 32});
  grows(mean * 2);
  const std::string entries = "(" + size + ") * " + decimal(mean);
  const std::string data = buffer(main_type, "in", size);
  const std::string columns = buffer("int", "in", entries, "index_into " + data);
  const std::string rows =
      buffer("int", "in", size + " + 1", "offsets_into " + columns + " " + decimal(mean));
  const std::string counter = fresh("k");
  add_value(main_type, "0");
  const std::string sum = values.back().name;
  const size_t outer = values.size();
  open("for (int " + counter + " = " + rows + "[" + at + "]; " + counter + " < " + rows + "[" + at +
       " + 1]; ++" + counter + ")");
  ++loop_depth;
  add_value(main_type, data + "[" + columns + "[" + counter + "]]");
  if (percent(rng, 60))
    add_value(main_type, buffer(main_type, "in", entries) + "[" + counter + "]");
  arithmetic(static_cast<int>(rng.between(0, 2)));
  line(sum + " += " + expression(main_type, 1) + ";");
  --loop_depth;
  close();
  values.resize(outer);
}

// Until a value is small or large enough, with a limit.
void SynthWriter::search_loop() {
  const std::string rounds = fresh("r");
  const bool is_whole = main_type == "int" || main_type == "uint" || main_type == "long";
  const std::string type = main_type == "half" ? "float" : main_type;
  add_value(type, is_whole ? "(" + expression(type, 1) + " & 1023) + 1"
                           : "fabs(" + expression(type, 1) + ") + 1.0");
  const std::string value = values.back().name;
  line("int " + rounds + " = 0;");
  const size_t outer = values.size();
  const std::string limit = decimal(rng.between(8, 64));
  open("while (" + value + (is_whole ? " > 1" : " > 0.01") + " && " + rounds + " < " + limit + ")");
  ++loop_depth;
  if (is_whole) {
    line(value + " = (" + value + " & 1) == 0 ? " + value + " / 2 : (" + value +
         " * 3 + 1) & 4095;");
  } else {
    line(value + " = " + value + " * 0." + decimal(rng.between(3, 9)) + ";");
    if (percent(rng, 40)) line("if (" + value + " < " + number(type) + ") break;");
  }
  line("++" + rounds + ";");
  --loop_depth;
  close();
  values.resize(outer);
  values.push_back({rounds, "int"});
}

void SynthWriter::branch() {
  std::string target;
  for (const SynthValue& value : values) {
    if (value.mutable_value && value.type == main_type) target = value.name;
  }
  if (target.empty()) {
    add_value(main_type, expression(main_type, 1));
    target = values.back().name;
  }
  const size_t outer = values.size();
  open("if (" + condition() + ")");
  if (percent(rng, 30)) load_value(main_type);
  arithmetic(static_cast<int>(rng.between(0, 3)));
  line(target + " = " + expression(main_type, 2) + ";");
  values.resize(outer);
  close();
  if (percent(rng, 45)) {
    open("else");
    arithmetic(static_cast<int>(rng.between(0, 2)));
    const std::string op = pick_of<std::string>(rng, {" = ", " += ", " -= "});
    line(target + op + expression(main_type, 2) + ";");
    values.resize(outer);
    close();
  }
}

// Counting, sums and maxima that many threads share.
void SynthWriter::atomic_update() {
  const int64_t bins = pick_of<int64_t>(rng, {1, 16, 64, 256, 1024, 4096});
  const bool adds_reals = (main_type == "float" || main_type == "double") && percent(rng, 40);
  const std::string type =
      adds_reals ? main_type : pick_of<std::string>(rng, {"int", "uint", "uint"});
  const std::string name = buffer(type, "inout", decimal(bins), "zero");
  const std::string key =
      bins == 1 ? "0" : "(int)((uint)" + index_operand() + " % " + decimal(bins) + "u)";
  const std::string function =
      adds_reals
          ? "atomic_add"
          : pick_of<std::string>(rng, {"atomic_add", "atomic_max", "atomic_min", "atomic_or"});
  const std::string value = type == "uint" && percent(rng, 50) ? "1u" : expression(type, 1);
  const std::string statement = function + "(&" + name + "[" + key + "], " + value + ");";
  line(guard.empty() ? statement : "if (" + guard + ") " + statement);
}

// A few results of a thread in registers.
void SynthWriter::register_array() {
  const int64_t length = rng.between(2, 8);
  const std::string name = fresh("reg");
  const std::string counter = fresh("k");
  const std::string type = main_type;
  line(type + " " + name + "[" + decimal(length) + "];");
  const size_t outer = values.size();
  ++loop_depth;
  open("unroll for (int " + counter + " = 0; " + counter + " < " + decimal(length) + "; ++" +
       counter + ")");
  values.push_back({counter, "int", false});
  if (percent(rng, 60)) add_value(type, load_in_loop(type, counter, length, ""));
  line(name + "[" + counter + "] = " + expression(type, 2) + ";");
  close();
  --loop_depth;
  values.resize(outer);
  add_value(type, name + "[0]");
  const std::string sum = values.back().name;
  const std::string second = fresh("k");
  open("unroll for (int " + second + " = 1; " + second + " < " + decimal(length) + "; ++" + second +
       ")");
  const std::string element = name + "[" + second + "]";
  const std::string whole =
      sum + (percent(rng, 60) ? " += " : " = " + sum + " * " + number(type) + " + ") + element +
      ";";
  line(whole);
  close();
}

void SynthWriter::vector_access() {
  const bool is_real_type =
      main_type == "float" || main_type == "double" || main_type == "int" || main_type == "uint";
  if (!is_real_type) return load_value(main_type);
  const int lanes = main_type == "double" ? 2 : pick_of(rng, {2, 4, 4});
  const std::string type = main_type + decimal(lanes);
  const std::string name = fresh("q");
  if (percent(rng, 60)) {
    line(type + " " + name + " = " + buffer(type, "in", size) + "[" + at + "];");
  } else {
    grows(lanes);
    const std::string source = buffer(main_type, "in", "(" + size + ") * " + decimal(lanes));
    line(type + " " + name + " = vload" + decimal(lanes) + "(" + source + ", " + at + ");");
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (percent(rng, 75)) add_value(main_type, name + "." + "xyzw"[lane]);
  }
  if (!percent(rng, 35)) return;
  std::string made = type + "(";
  for (int lane = 0; lane < lanes; ++lane)
    made += (lane > 0 ? ", " : "") + expression(main_type, 1);
  const std::string statement = buffer(type, "out", size) + "[" + at + "] = " + made + ");";
  line(guard.empty() ? statement : "if (" + guard + ") " + statement);
}

void SynthWriter::record_access() {
  if (main_type == "half" || !records.empty()) return load_value(main_type);
  const int64_t members = rng.between(2, 6);
  std::string record = "struct Item { ";
  for (int64_t i = 0; i < members; ++i)
    record += (percent(rng, 75) ? main_type : std::string("int")) + " f" + decimal(i) + "; ";
  records.push_back(record + "};");
  const std::string name = fresh("item");
  line("Item " + name + " = " + buffer("Item", "in", size) + "[" + at + "];");
  for (int64_t i = 0; i < members; ++i) {
    const std::string member = "f" + decimal(i) + ";";
    const bool is_main = record.find(main_type + " " + member) != std::string::npos;
    if (percent(rng, 70)) add_value(is_main ? main_type : "int", name + ".f" + decimal(i));
  }
}

// A device function of its own, and calls of it.
void SynthWriter::helper_call() {
  if (helpers.size() < 2 && (helpers.empty() || percent(rng, 40))) {
    SynthWriter inner(rng.next());
    inner.main_type = main_type;
    const int arguments = static_cast<int>(rng.between(1, 3));
    std::string head =
        "func " + main_type + " helper" + decimal(static_cast<int64_t>(helpers.size())) + "(";
    for (int i = 0; i < arguments; ++i) {
      head += (i > 0 ? ", " : "") + main_type + " p" + decimal(i);
      inner.values.push_back({"p" + decimal(i), main_type, false});
    }
    inner.arithmetic(static_cast<int>(rng.between(1, 4)));
    inner.line("return " + inner.expression(main_type, 2) + ";");
    functions.push_back(head + ") {\n" + inner.body() + "}");
    helpers.push_back(
        {"helper" + decimal(static_cast<int64_t>(helpers.size())), main_type, arguments});
  }
  const Helper& helper = pick(rng, helpers);
  std::string call = helper.name + "(";
  for (int i = 0; i < helper.arguments; ++i)
    call += (i > 0 ? ", " : "") + expression(main_type, 1);
  add_value(main_type, call + ")");
}

void SynthWriter::section() {
  switch (weighted(rng, {26, 18, 16, 6, 5, 12, 5, 5, 5, 4, 6})) {
    case 0:
      return arithmetic(static_cast<int>(rng.between(1, 6)));
    case 1:
      for (int64_t i = rng.between(1, 3); i > 0; --i)
        load_value(percent(rng, 85) ? main_type : "int");
      return;
    case 2:
      return counted_loop();
    case 3:
      return rows_loop();
    case 4:
      return search_loop();
    case 5:
      return branch();
    case 6:
      return atomic_update();
    case 7:
      return register_array();
    case 8:
      return vector_access();
    case 9:
      return record_access();
    default:
      return helper_call();
  }
}

std::string SynthWriter::linear_thread() const {
  if (form == SynthForm::Plane) return "tid(1) * bdim(0) + tid(0)";
  if (form == SynthForm::Volume) return "(tid(2) * bdim(1) + tid(1)) * bdim(0) + tid(0)";
  return "tid(0)";
}

// Values of other threads through shared memory.
void SynthWriter::shared_exchange() {
  const std::string type = main_type;
  const std::string tile = fresh("tile");
  const std::string thread = fresh("t");
  const std::string threads = decimal(block);
  const int64_t pad = percent(rng, 30) ? 1 : 0;
  shared.push_back("shared " + type + " " + tile + "[" + decimal(block + pad * 32) + "];");
  line("int " + thread + " = " + linear_thread() + ";");
  line(tile + "[" + thread + "] = " + expression(type, 1) + ";");
  line("barrier();");
  switch (rng.below(5)) {
    case 0:
      add_value(type, tile + "[(" + thread + " + " + decimal(rng.between(1, 31)) + ") % " +
                          threads + "]");
      break;
    case 1:
      add_value(type, tile + "[" + decimal(block - 1) + " - " + thread + "]");
      break;
    case 2:
      add_value(type, tile + "[" + thread + " ^ " + decimal(int64_t{1} << rng.below(5)) + "]");
      break;
    case 3: {
      // A stride through the banks.
      const int64_t stride = pick_of<int64_t>(rng, {2, 4, 8, 16, 32, 3, 5});
      add_value(type, tile + "[" + thread + " * " + decimal(stride) + " % " + threads + "]");
      break;
    }
    default: {
      const int64_t reach = rng.between(2, 8);
      const std::string counter = fresh("k");
      add_value(type, "0");
      const std::string sum = values.back().name;
      line("for (int " + counter + " = 0; " + counter + " < " + decimal(reach) + "; ++" + counter +
           ") " + sum + " += " + tile + "[(" + thread + " + " + counter + ") % " + threads + "];");
      break;
    }
  }
  line("barrier();");
}

// The block's sum or maximum, folded in shared memory.
void SynthWriter::shared_sum() {
  const std::string type = main_type == "half" ? "float" : main_type;
  const std::string tile = fresh("fold");
  const std::string thread = fresh("t");
  const std::string counter = fresh("s");
  shared.push_back("shared " + type + " " + tile + "[" + decimal(block) + "];");
  line("int " + thread + " = " + linear_thread() + ";");
  line(tile + "[" + thread + "] = " + expression(type, 1) + ";");
  line("barrier();");
  open("for (int " + counter + " = " + decimal(block / 2) + "; " + counter + " > 0; " + counter +
       " >>= 1)");
  const std::string mine = tile + "[" + thread + "]";
  const std::string other = tile + "[" + thread + " + " + counter + "]";
  const std::string folded =
      percent(rng, 65) ? mine + " + " + other : "max(" + mine + ", " + other + ")";
  line("if (" + thread + " < " + counter + ") " + mine + " = " + folded + ";");
  line("barrier();");
  close();
  add_value(type, tile + "[0]");
  line("barrier();");
}

void SynthWriter::shuffle_exchange() {
  const std::string type = main_type == "half" ? "float" : main_type;
  const std::string value = expression(type, 1);
  switch (rng.below(4)) {
    case 0:
      return add_value(type,
                       "shfl_xor(" + value + ", " + decimal(int64_t{1} << rng.below(5)) + ")");
    case 1:
      return add_value(type, "shfl_down(" + value + ", " + decimal(rng.between(1, 16)) + ")");
    case 2:
      return add_value(type, "shfl_up(" + value + ", " + decimal(rng.between(1, 16)) + ")");
    default:
      return add_value(type, "shfl(" + value + ", " + decimal(rng.between(0, 31)) + ")");
  }
}

void SynthWriter::shuffle_sum() {
  const std::string type = main_type == "half" ? "float" : main_type;
  add_value(type, expression(type, 1));
  const std::string sum = values.back().name;
  const std::string counter = fresh("d");
  const std::string how = pick_of<std::string>(rng, {"shfl_down", "shfl_xor"});
  const std::string other = how + "(" + sum + ", " + counter + ")";
  line("unroll for (int " + counter + " = 16; " + counter + " > 0; " + counter + " >>= 1) " + sum +
       (percent(rng, 70) ? " += " + other : " = max(" + sum + ", " + other + ")") + ";");
}

void SynthWriter::collective_section() {
  switch (weighted(rng, {40, 20, 20, 20})) {
    case 0:
      return shared_exchange();
    case 1:
      return shared_sum();
    case 2:
      return shuffle_exchange();
    default:
      return shuffle_sum();
  }
}

}  // namespace kcast::corpus
