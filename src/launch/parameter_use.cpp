#include "launch/parameter_use.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/ptx_text.h"

namespace kcast::launch {

namespace {

using Slot = std::pair<size_t, int64_t>;

// What a register holds, as far as it matters here.
struct Origin {
  bool of_thread = false;
  std::set<Slot> slots;     // numbers that it was computed from
  bool is_address = false;  // of a parameter that is a struct
  Slot address;
};

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t;") - first + 1);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    std::string_view part = trim(text.substr(0, comma));
    while (!part.empty() && (part.front() == '{' || part.front() == '['))
      part = trim(part.substr(1));
    while (!part.empty() && (part.back() == '}' || part.back() == ']'))
      part = trim(part.substr(0, part.size() - 1));
    out.push_back(part);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return out;
}

int64_t number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

class Reader {
 public:
  explicit Reader(std::string_view kernel) : prefix_(std::string(kernel) + "_param_") {}

  void read(std::string_view body) {
    while (!body.empty()) {
      const size_t end = body.find('\n');
      read_line(trim(body.substr(0, end)));
      if (end == std::string_view::npos) return;
      body.remove_prefix(end + 1);
    }
  }

  ParameterUses uses;

 private:
  void read_line(std::string_view line) {
    if (line.empty() || line[0] == '.' || line[0] == '$' || line[0] == '/') return;
    if (line[0] == '@') line = trim(line.substr(std::min(line.find(' '), line.size())));
    const size_t gap = line.find_first_of(" \t");
    if (gap == std::string_view::npos) return;
    const std::string_view op = line.substr(0, gap);
    const std::vector<std::string_view> operands = split(line.substr(gap));
    if (op.starts_with("ld.param")) return load(op, operands);
    // What memory holds is nobody's argument.
    if (operands.empty() || op.starts_with("ld.") || op.starts_with("st.")) return;
    if (op.starts_with("setp.")) return compare(op, operands);
    compute(op, operands);
  }

  // "k_param_3" is 3; -1: no parameter.
  int64_t parameter(std::string_view name) const {
    if (!name.starts_with(prefix_)) return -1;
    return number(name.substr(prefix_.size()));
  }

  void load(std::string_view op, const std::vector<std::string_view>& operands) {
    if (operands.size() < 2) return;
    const size_t plus = operands.back().find('+');
    const std::string_view base = operands.back().substr(0, plus);
    Slot from;
    if (const int64_t index = parameter(base); index >= 0) {
      from = {static_cast<size_t>(index), 0};
    } else if (const auto found = registers_.find(std::string(base));
               found != registers_.end() && found->second.is_address) {
      from = found->second.address;
    } else {
      return;
    }
    if (plus != std::string_view::npos) from.second += number(operands.back().substr(plus + 1));
    const int64_t bytes = number(op.substr(op.find_last_of("usbf") + 1)) / 8;
    for (size_t i = 0; i + 1 < operands.size(); ++i) {
      uses.try_emplace(from);
      registers_[std::string(operands[i])] = {false, {from}, false, {}};
      from.second += bytes;
    }
  }

  const Origin* origin(std::string_view operand) {
    if (!operand.starts_with("%")) return nullptr;
    const auto found = registers_.find(std::string(operand));
    return found == registers_.end() ? nullptr : &found->second;
  }

  bool of_thread(std::string_view operand) {
    if (operand.starts_with("%tid") || operand.starts_with("%ctaid")) return true;
    const Origin* known = origin(operand);
    return known != nullptr && known->of_thread;
  }

  template <typename Mark>
  void mark(std::string_view operand, const Mark& how) {
    const Origin* known = origin(operand);
    if (known == nullptr || known->of_thread) return;
    for (const Slot& slot : known->slots)
      how(uses[slot]);
  }

  void compare(std::string_view op, const std::vector<std::string_view>& operands) {
    if (operands.size() < 3) return;
    const bool by_order = !op.starts_with("setp.eq") && !op.starts_with("setp.ne");
    for (const size_t at : {size_t{1}, size_t{2}}) {
      const std::string_view other = operands[3 - at];
      const bool thread = of_thread(other);
      const bool constant = !other.starts_with("%");
      const Origin* known = origin(operands[at]);
      const int factors = known == nullptr ? 0 : static_cast<int>(known->slots.size());
      mark(operands[at], [&](ParameterUse& use) {
        if (thread) use.bounds_threads = true;
        if (thread) use.factors = std::max(use.factors, factors);
        if (!thread && (by_order || !constant)) use.bounds_loop = true;
        if (!thread && !by_order && constant) use.is_tested = true;
      });
    }
  }

  void compute(std::string_view op, const std::vector<std::string_view>& operands) {
    Origin made;
    for (size_t i = 1; i < operands.size(); ++i) {
      made.of_thread |= of_thread(operands[i]);
      if (const Origin* known = origin(operands[i])) {
        made.slots.insert(known->slots.begin(), known->slots.end());
        made.is_address |= known->is_address && op.starts_with("mov");
        if (known->is_address) made.address = known->address;
      } else if (const int64_t index = parameter(operands[i]); index >= 0) {
        made.is_address = true;
        made.address = {static_cast<size_t>(index), 0};
      }
    }
    constexpr size_t kMostSlots = 8;  // what comes of so many is none of them
    if (made.slots.size() > kMostSlots) made.slots.clear();
    mark_operands(op, operands);
    Origin& target = registers_[std::string(operands[0])];
    // A register of a loop is written in two places.
    made.of_thread |= target.of_thread;
    target = std::move(made);
  }

  void mark_operands(std::string_view op, const std::vector<std::string_view>& operands) {
    if (operands.size() < 3) return;
    const bool thread = of_thread(operands[1]) || of_thread(operands[2]);
    if (op.starts_with("mul.") || op.starts_with("mad.")) {
      for (const size_t at : {size_t{1}, size_t{2}}) {
        mark(operands[at], [&](ParameterUse& use) { use.scales |= thread; });
      }
      if (operands.size() > 3) {
        mark(operands[3], [](ParameterUse& use) { use.is_added = true; });
      }
    } else if (op.starts_with("div.") || op.starts_with("rem.")) {
      mark(operands[2], [&](ParameterUse& use) { use.divides = true; });
    } else if (op.starts_with("add.")) {
      for (const size_t at : {size_t{1}, size_t{2}}) {
        mark(operands[at], [&](ParameterUse& use) { use.is_added = true; });
      }
    }
  }

  std::string prefix_;
  std::map<std::string, Origin> registers_;
};

}  // namespace

ParameterUses parameter_uses(const Inspection& inspection, const Kernel& kernel) {
  const PtxModule* module = module_with(inspection, kernel.mangled);
  if (module == nullptr) return {};
  const std::string_view text = module->text;
  const size_t start = find_ptx_entry(text, kernel.mangled);
  const size_t open = text.find("\n{", start);
  if (open == std::string_view::npos) return {};
  Reader reader(kernel.mangled);
  reader.read(text.substr(open, text.find("\n}", open) - open));
  return std::move(reader.uses);
}

}  // namespace kcast::launch
