#include "analyze/machine/listing.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/text.h"

namespace kcast::machine {

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::string Instruction::full_name() const {
  std::string name = opcode;
  for (const std::string& modifier : modifiers)
    name += "." + modifier;
  return name;
}

const Function* Listing::find(std::string_view name) const {
  for (const Function& function : functions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

Control control_of(const Instruction& instruction) {
  const uint64_t bits = instruction.high >> 41;
  Control out;
  out.stall = static_cast<int>(bits & 15);
  out.write_barrier = static_cast<int>(bits >> 5 & 7);
  out.read_barrier = static_cast<int>(bits >> 8 & 7);
  out.wait_mask = static_cast<int>(bits >> 11 & 63);
  return out;
}

namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

double parse_number(std::string_view text) {
  const bool negative = starts_with(text, "-");
  if (text.find("INF") != std::string_view::npos) {
    const double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  if (text.find("NAN") != std::string_view::npos) return std::nan("");
  return std::strtod(std::string(text).c_str(), nullptr);
}

// Operands of these read their immediates as floating-point numbers.
bool reads_numbers(std::string_view opcode) {
  static constexpr std::string_view kOpcodes[] = {
      "FADD", "FMUL",  "FFMA",  "FSETP", "FSEL",   "FMNMX", "FCHK",  "FSET",
      "MUFU", "FRND",  "DADD",  "DMUL",  "DFMA",   "DSETP", "F2I",   "F2F",
      "F2FP", "HADD2", "HMUL2", "HFMA2", "HSETP2", "HSET2", "HMNMX2"};
  return std::find(std::begin(kOpcodes), std::end(kOpcodes), opcode) != std::end(kOpcodes);
}

void set_immediate(Operand& operand, std::string_view text, const std::string& opcode) {
  operand.kind = Kind::Immediate;
  if (reads_numbers(opcode) && !starts_with(text, "0x")) {
    operand.number = parse_number(text);
    operand.bits = std::bit_cast<uint32_t>(static_cast<float>(operand.number));
    return;
  }
  const bool negative = starts_with(text, "-");
  if (negative) text.remove_prefix(1);
  const uint64_t value = std::strtoull(std::string(text).c_str(), nullptr, 0);
  operand.bits = negative ? ~value + 1 : value;
}

int register_number(std::string_view digits, int zero) {
  if (starts_with(digits, "Z") || starts_with(digits, "T")) return zero;
  return std::atoi(std::string(digits).c_str());
}

// R12.H0_H0.reuse and friends: the selector of a packed half.
char half_of(std::string_view text) {
  if (text.find("H0_H0") != std::string_view::npos) return 'l';
  if (text.find("H1_H1") != std::string_view::npos) return 'h';
  return 0;
}

// "[R2.64+0x10]" without the brackets.
void set_address(Operand& operand, std::string_view text) {
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('+', start + 1);
    if (end == std::string_view::npos) end = text.size();
    std::string_view part = text.substr(start, end - start);
    if (starts_with(part, "+")) part.remove_prefix(1);
    if (starts_with(part, "UR")) {
      operand.uniform = register_number(part.substr(2), 63);
      operand.is_uniform_wide = part.find(".64") != std::string_view::npos;
    } else if (starts_with(part, "R")) {
      operand.index = register_number(part.substr(1), 255);
      operand.is_wide = part.find(".64") != std::string_view::npos;
      operand.is_narrow = part.find(".U32") != std::string_view::npos;
      const size_t scale = part.find(".X");
      if (scale != std::string_view::npos)
        operand.scale = std::atoi(std::string(part.substr(scale + 2)).c_str());
    } else {
      operand.offset += std::strtoll(std::string(part).c_str(), nullptr, 0);
    }
    start = end;
  }
}

bool set_bracketed(Operand& operand, std::string_view text) {
  if (starts_with(text, "c[") || starts_with(text, "cx[")) {
    operand.kind = Kind::Constant;
    const size_t open = text.find('[');
    operand.bank =
        static_cast<int>(std::strtol(std::string(text.substr(open + 1)).c_str(), nullptr, 0));
    const size_t second = text.find("][");
    const size_t close = text.rfind(']');
    set_address(operand, text.substr(second + 2, close - second - 2));
    return true;
  }
  const size_t open = text.rfind('[');
  if (open == std::string_view::npos) return false;
  operand.kind = Kind::Memory;
  const size_t close = text.rfind(']');
  set_address(operand, text.substr(open + 1, close - open - 1));
  return true;
}

bool set_register(Operand& operand, std::string_view text) {
  if (text.size() < 2) return false;
  const auto digit = [&](size_t at, char zero) {
    return at < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == zero);
  };
  if (starts_with(text, "UR") && digit(2, 'Z')) {
    operand.kind = Kind::Uniform;
    operand.index = register_number(text.substr(2), 63);
  } else if (starts_with(text, "UP") && digit(2, 'T')) {
    operand.kind = Kind::UniformPredicate;
    operand.index = register_number(text.substr(2), 7);
  } else if (text[0] == 'R' && digit(1, 'Z')) {
    operand.kind = Kind::Register;
    operand.index = register_number(text.substr(1), 255);
  } else if (text[0] == 'P' && digit(1, 'T')) {
    operand.kind = Kind::Predicate;
    operand.index = register_number(text.substr(1), 7);
  } else {
    return false;
  }
  operand.half = half_of(text);
  const std::vector<std::string> parts = split(text, '.');
  for (size_t k = 1; k < parts.size(); ++k) {
    const std::string word(trim(parts[k].substr(0, parts[k].find('|'))));
    if (!word.empty() && word != "reuse") operand.suffix = word;
  }
  return true;
}

Operand parse_operand(std::string_view text, const std::string& opcode) {
  Operand operand;
  text = trim(text);
  if (starts_with(text, "SR")) {
    operand.kind = Kind::Special;
    operand.name = text;
    return operand;
  }
  const bool number = text.size() > 1 && (text[0] == '-' || text[0] == '+') &&
                      (std::isdigit(static_cast<unsigned char>(text[1])) != 0 || text[1] == 'I' ||
                       text[1] == 'Q' || text[1] == 'S');
  if (number || (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0)) {
    set_immediate(operand, text, opcode);
    return operand;
  }
  while (!text.empty() && (text[0] == '-' || text[0] == '~' || text[0] == '!' || text[0] == '|')) {
    operand.negative |= text[0] == '-';
    operand.absolute |= text[0] == '|';
    operand.complement |= text[0] == '~' || text[0] == '!';
    text.remove_prefix(1);
  }
  if (set_bracketed(operand, text) || set_register(operand, text)) return operand;
  operand.name = text;
  return operand;
}

// Operands are separated by commas outside brackets.
std::vector<std::string> split_operands(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (const char letter : text) {
    depth += letter == '[' || letter == '(' ? 1 : letter == ']' || letter == ')' ? -1 : 0;
    if (letter == ',' && depth == 0) {
      parts.push_back(part);
      part.clear();
    } else {
      part += letter;
    }
  }
  if (!trim(part).empty()) parts.push_back(part);
  return parts;
}

struct Pending {
  size_t function, instruction, operand;
  std::string label;
};

class ListingParser {
 public:
  Result<Listing> parse(std::string_view text) {
    for (const std::string& line : split(text, '\n'))
      read_line(line);
    for (const Pending& pending : pending_) {
      Function& function = listing_.functions[pending.function];
      const auto found = function.labels.find(pending.label);
      if (found == function.labels.end()) continue;
      function.instructions[pending.instruction].operands[pending.operand].index = found->second;
    }
    listing_.global_names = bank4_;
    for (const auto& [offset, name] : bank4_) {
      const auto found = globals_.find(name);
      if (found != globals_.end()) listing_.global_offsets[offset] = found->second;
    }
    if (listing_.functions.empty()) {
      return Error{ErrorCode::InvalidInput, "the listing has no functions"};
    }
    return std::move(listing_);
  }

 private:
  void read_line(std::string_view raw) {
    const std::string_view line = trim(raw);
    if (starts_with(line, ".section")) {
      start_section(line);
    } else if (section_ == Section::Shared) {
      if (starts_with(line, ".zero")) *shared_ += parse_int(trim(line.substr(5))).value_or(0);
    } else if (section_ == Section::Text) {
      read_code(line);
    } else if (section_ == Section::Globals || section_ == Section::Constants) {
      read_data(line);
    } else if (section_ == Section::Bank4 && line.find(".dword") != std::string_view::npos) {
      const int offset =
          static_cast<int>(std::strtol(std::string(line.substr(2)).c_str(), nullptr, 16));
      bank4_[offset] = std::string(trim(line.substr(line.find(".dword") + 6)));
    }
  }

  void start_section(std::string_view line) {
    const std::string name(line.substr(8, line.find(',') - 8));
    const std::string_view section = trim(name);
    section_ = Section::Skip;
    if (starts_with(section, ".text.")) {
      section_ = Section::Text;
      listing_.functions.push_back({std::string(section.substr(6)), {}, {}});
    } else if (starts_with(section, ".nv.global.init")) {
      section_ = Section::Globals;
      data_ = &listing_.global_bytes;
    } else if (starts_with(section, ".nv.constant4")) {
      section_ = Section::Bank4;
    } else if (starts_with(section, ".nv.constant3") || starts_with(section, ".nv.constant2")) {
      section_ = Section::Constants;
      data_ = &listing_.constants[std::string(section)];
      is_bank3_ = starts_with(section, ".nv.constant3");
    } else if (starts_with(section, ".nv.shared.") &&
               !starts_with(section, ".nv.shared.reserved")) {
      section_ = Section::Shared;
      shared_ = &listing_.shared_bytes[std::string(section.substr(11))];
    }
    if (section_ == Section::Text) file_ = -1;
  }

  void read_data(std::string_view line) {
    const size_t directive = line.find(".byte");
    if (directive == std::string_view::npos) {
      const size_t zero = line.find(".zero");
      if (zero != std::string_view::npos) {
        data_->append(std::strtoul(std::string(line.substr(zero + 5)).c_str(), nullptr, 0), '\0');
      } else if (line.ends_with(":") && section_ == Section::Globals) {
        globals_[std::string(line.substr(0, line.size() - 1))] =
            static_cast<int64_t>(data_->size());
      } else if (line.ends_with(":") && is_bank3_ && !starts_with(line, ".")) {
        listing_.variables.push_back(
            {std::string(line.substr(0, line.size() - 1)), static_cast<int64_t>(data_->size())});
      }
      return;
    }
    for (const std::string& value : split(line.substr(directive + 5), ',')) {
      data_->push_back(static_cast<char>(std::strtol(value.c_str(), nullptr, 0)));
    }
  }

  void read_code(std::string_view line) {
    Function& function = listing_.functions.back();
    if (line.ends_with(":")) {
      function.labels[std::string(line.substr(0, line.size() - 1))] =
          static_cast<int>(function.instructions.size());
      return;
    }
    if (starts_with(line, "//## File ")) {
      read_location(line.substr(10));
      return;
    }
    const size_t comment = line.find("*/");
    if (!starts_with(line, "/*") || comment == std::string_view::npos) return;
    if (starts_with(line, "/* 0x")) {
      if (!function.instructions.empty())
        function.instructions.back().high = hex_number(line.substr(5));
      return;
    }
    const uint64_t address = hex_number(line.substr(2));
    line = trim(line.substr(comment + 2));
    const size_t end = line.find(';');
    if (end == std::string_view::npos) return;
    Instruction instruction = read_instruction(trim(line.substr(0, end)));
    instruction.address = static_cast<int64_t>(address);
    const size_t encoding = line.find("/* 0x", end);
    if (encoding != std::string_view::npos) instruction.low = hex_number(line.substr(encoding + 5));
    instruction.file = file_;
    instruction.line = line_;
    function.instructions.push_back(std::move(instruction));
  }

  static uint64_t hex_number(std::string_view text) {
    return std::strtoull(std::string(text.substr(0, 16)).c_str(), nullptr, 16);
  }

  // "\"a.h\", line 3 inlined at \"a.cu\", line 7": where the code was inlined, in the end.
  void read_location(std::string_view text) {
    const size_t close = text.rfind('"');
    const size_t open =
        close == std::string_view::npos || close == 0 ? close : text.rfind('"', close - 1);
    const size_t line = text.rfind("line ");
    if (open == std::string_view::npos || line == std::string_view::npos || line < close) return;
    const std::string name(text.substr(open + 1, close - open - 1));
    const auto found = std::find(listing_.files.begin(), listing_.files.end(), name);
    file_ = static_cast<int>(found - listing_.files.begin());
    if (found == listing_.files.end()) listing_.files.push_back(name);
    line_ = static_cast<int>(std::strtol(std::string(text.substr(line + 5)).c_str(), nullptr, 10));
  }

  Instruction read_instruction(std::string_view text) {
    Instruction instruction;
    const size_t remark = text.find("(*");
    if (remark != std::string_view::npos) {
      instruction.remark = text.substr(remark);
      text = trim(text.substr(0, remark));
    }
    if (starts_with(text, "@")) {
      const size_t blank = text.find(' ');
      instruction.guard = parse_operand(text.substr(1, blank - 1), "");
      text = trim(text.substr(blank));
    }
    const size_t blank = std::min(text.find(' '), text.size());
    const std::vector<std::string> words = split(text.substr(0, blank), '.');
    instruction.opcode = words[0];
    instruction.modifiers.assign(words.begin() + 1, words.end());
    for (const std::string& part : split_operands(text.substr(blank))) {
      const size_t label = part.find("`(");
      if (label != std::string::npos) {
        const size_t close = part.find(')', label);
        const std::string before(trim(part.substr(0, label)));
        if (!before.empty()) {
          instruction.operands.push_back(parse_operand(before, instruction.opcode));
        }
        Operand target;
        target.kind = Kind::Label;
        pending_.push_back(
            {listing_.functions.size() - 1, listing_.functions.back().instructions.size(),
             instruction.operands.size(), part.substr(label + 2, close - label - 2)});
        instruction.operands.push_back(target);
      } else {
        instruction.operands.push_back(parse_operand(part, instruction.opcode));
      }
    }
    return instruction;
  }

  enum class Section { Skip, Text, Globals, Constants, Bank4, Shared };
  Section section_ = Section::Skip;
  Listing listing_;
  std::string* data_ = nullptr;
  bool is_bank3_ = false;
  int64_t* shared_ = nullptr;
  int file_ = -1, line_ = 0;
  std::map<std::string, int64_t> globals_;
  std::map<int, std::string> bank4_;
  std::vector<Pending> pending_;
};

}  // namespace

Result<Listing> parse_listing(std::string_view text) {
  return ListingParser().parse(text);
}

}  // namespace kcast::machine
