#include "analyze/machine/lift.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyze/machine/emit_float.h"
#include "analyze/machine/emit_integer.h"
#include "analyze/machine/emit_memory.h"
#include "analyze/machine/emit_warp.h"
#include "analyze/machine/emitter.h"
#include "analyze/machine/modifiers.h"
#include "analyze/ptx/parse/readable.h"
#include "analyze/ptx/rare_ways.h"
#include "schema/ptx_text.h"

namespace kcast::machine {

namespace {

constexpr size_t kMostListing = size_t{96} << 20;
constexpr size_t kMostInstructions = 60000;  // of a kernel, with what is inlined
constexpr int kDeepestCalls = 8;

class KernelLift {
 public:
  explicit KernelLift(const KernelContext& context, const std::vector<int>& files)
      : context_(context), files_(files), emitter_(context) {}

  Result<std::string> run() {
    KCAST_TRY(const std::string head, header());
    find_rare_functions();
    std::string body;
    lift_from(0, "", 0, body);
    for (size_t at = 0; at < pending_.size() && emitter_.failure().empty(); ++at) {
      const Call call = pending_[at];
      body += call.name + ":\n";
      lift_from(call.target, call.name, call.depth, body);
    }
    if (emitter_.failure().empty() && emitter_.uses_shared && !emitter_.uses_cluster_window)
      emitter_.fail("shared memory that is not reached through its window");
    if (!emitter_.failure().empty()) return Error{ErrorCode::Unsupported, emitter_.failure()};
    return head + declarations() + body + "}\n";
  }

 private:
  struct Call {
    int target = 0;
    int depth = 0;
    std::string name;  // of the label
  };

  // Name and parameters as the PTX has them.
  Result<std::string> header() const {
    std::string out = ".visible .entry " + context_.kernel.name + std::string(kMachineSuffix) + "(";
    bool first = true;
    for (const ptx::Variable& parameter : context_.kernel.parameters) {
      out += first ? "\n" : ",\n";
      first = false;
      const bool is_plain = parameter.bytes == 1 || parameter.bytes == 2 || parameter.bytes == 4 ||
                            parameter.bytes == 8;
      const bool is_aligned = parameter.align == parameter.bytes;
      if (is_plain && is_aligned && ptx::bits_of(parameter.type) == 8 * parameter.bytes) {
        out += "\t.param ." + std::string(ptx::name_of(parameter.type)) + " " + parameter.name;
      } else {
        out += "\t.param .align " + std::to_string(std::max<int64_t>(1, parameter.align)) +
               " .b8 " + parameter.name + "[" + std::to_string(parameter.bytes) + "]";
      }
    }
    out += "\n)\n";
    const auto sizes = [&out](const char* word, const std::array<int32_t, 3>& values) {
      if (values[0] <= 0) return;
      out += std::string(word) + " " + std::to_string(values[0]) + ", " +
             std::to_string(values[1]) + ", " + std::to_string(values[2]) + "\n";
    };
    sizes(".maxntid", context_.kernel.max_threads);
    sizes(".reqntid", context_.kernel.required_threads);
    return out + "{\n";
  }

  std::string declarations() const {
    std::string out =
        "\t.reg .b32 %r<256>;\n\t.reg .b32 %u<64>;\n\t.reg .pred %p<7>;\n\t.reg .pred %q<7>;\n"
        "\t.reg .pred %true, %false, %agreed;\n\t.reg .b32 %none, %barrier;\n";
    out += "\t.reg .b32 %t<" + std::to_string(emitter_.most_words() + 1) + ">;\n";
    out += "\t.reg .b64 %w<" + std::to_string(emitter_.most_wides() + 1) + ">;\n";
    out += "\t.reg .pred %c<" + std::to_string(emitter_.most_flags() + 1) + ">;\n";
    if (context_.stack_bytes > 0 || uses_stack_) {
      out += "\t.local .align 16 .b8 stack[" +
             std::to_string(std::max<int64_t>(16, context_.stack_bytes)) + "];\n";
    }
    if (context_.shared_bytes > 0) {
      out += "\t.shared .align 16 .b8 variables[" + std::to_string(context_.shared_bytes) + "];\n";
    }
    out += "\tsetp.eq.u32 %true, 0, 0;\n\tsetp.ne.u32 %false, 0, 0;\n";
    return out;
  }

  const std::vector<Instruction>& code() const { return context_.code.instructions; }

  static int target_of(const Instruction& i) {
    for (const Operand& operand : i.operands)
      if (operand.kind == Kind::Label) return operand.index;
    return -1;
  }

  static bool always(const Instruction& i) {
    return i.guard.kind == Kind::Other || Emitter::is_true(i.guard);
  }

  // What a branch asks beside its guard; -1: nothing, -2: it never branches.
  static int condition_of(const Instruction& i) {
    if (i.has("DIV")) return -2;
    for (size_t k = 0; k < i.operands.size(); ++k)
      if (is_predicate(i.operands[k])) return static_cast<int>(k);
    return -1;
  }

  // Instructions that are reached without a call, ascending.
  std::vector<int> reach(int start) {
    std::set<int> seen;
    std::vector<int> work = {start};
    const auto count = static_cast<int>(code().size());
    while (!work.empty()) {
      const int at = work.back();
      work.pop_back();
      if (at < 0 || at >= count || !seen.insert(at).second) continue;
      const Instruction& i = code()[static_cast<size_t>(at)];
      bool goes_on = true;
      if (i.opcode == "BRA") {
        const int condition = condition_of(i);
        if (condition != -2) work.push_back(target_of(i));
        goes_on = !always(i) || condition != -1;
        if (target_of(i) < 0) emitter_.fail("a branch without a target");
      } else if (i.opcode == "BRX") {
        for (const int target : table_of(i))
          work.push_back(target);
        goes_on = false;
      } else if (i.opcode == "EXIT" || i.opcode == "RET") {
        goes_on = !always(i);
      }
      if (goes_on) work.push_back(at + 1);
    }
    return {seen.begin(), seen.end()};
  }

  // (*"BRANCH_TARGETS .L_x_1,.L_x_2"*)
  std::vector<int> table_of(const Instruction& i) {
    std::vector<int> out;
    const std::string_view mark = "BRANCH_TARGETS ";
    const size_t begin = i.remark.find(mark);
    const size_t end = i.remark.find('"', begin == std::string::npos ? 0 : begin);
    if (begin == std::string::npos || end == std::string::npos) {
      emitter_.fail("a branch to an address");
      return out;
    }
    std::string name;
    for (size_t at = begin + mark.size(); at <= end; ++at) {
      const char c = i.remark[at];
      if (c != ',' && c != '"' && c != ' ') {
        name += c;
        continue;
      }
      const auto found = context_.code.labels.find(name);
      if (!name.empty() && found == context_.code.labels.end())
        emitter_.fail("a branch to a label that is not there");
      if (!name.empty() && found != context_.code.labels.end()) out.push_back(found->second);
      name.clear();
    }
    return out;
  }

  static std::string label(const std::string& scope, int at) {
    return "$L" + scope + "_" + std::to_string(at);
  }

  void lift_from(int start, const std::string& scope, int depth, std::string& out) {
    const std::vector<int> reached = reach(start);
    lifted_ += reached.size();
    if (lifted_ > kMostInstructions) emitter_.fail("too many instructions");
    std::set<int> targets;
    for (const int at : reached) {
      const Instruction& i = code()[static_cast<size_t>(at)];
      if (i.opcode == "BRA") targets.insert(target_of(i));
      if (i.opcode != "BRX") continue;
      for (const int target : table_of(i))
        targets.insert(target);
    }
    if (!reached.empty() && reached.front() != start) {
      targets.insert(start);
      out += "\tbra " + label(scope, start) + ";\n";
    }
    int file = -1;
    int line = -1;
    for (const int at : reached) {
      if (!emitter_.failure().empty()) return;
      const Instruction& i = code()[static_cast<size_t>(at)];
      if (targets.contains(at)) out += label(scope, at) + ":\n";
      const int number = i.file >= 0 ? files_[static_cast<size_t>(i.file)] : 0;
      if (number > 0 && (number != file || i.line != line)) {
        file = number;
        line = i.line;
        out += "\t.loc\t" + std::to_string(file) + " " + std::to_string(line) + " 0\n";
      }
      lift_one(i, at, scope, depth, out);
    }
  }

  std::string guard_of(const Instruction& i) const {
    if (always(i)) return "";
    if (Emitter::is_false(i.guard)) return "@%false";
    const std::string name =
        (i.guard.kind == Kind::Predicate ? "%p" : "%q") + std::to_string(i.guard.index);
    return std::string(i.guard.complement ? "@!" : "@") + name;
  }

  void lift_one(const Instruction& i, int at, const std::string& scope, int depth,
                std::string& out) {
    if (!is_known_form(i)) emitter_.fail("the instruction " + i.full_name());
    if (!always(i) && !is_predicate(i.guard)) emitter_.fail("a guard that is not understood");
    for (const Operand& operand : i.operands)
      uses_stack_ = uses_stack_ || (operand.kind == Kind::Constant && operand.offset == 0x28);
    const std::string own = guard_of(i);
    if (i.opcode == "BRA") {
      const int condition = condition_of(i);
      if (condition == -1) {
        emitter_.begin(i, own);
        emitter_.core("bra " + label(scope, target_of(i)));
        if (!always(i)) mark_rare(i, at);
      } else if (condition == -2) {
        emitter_.begin(i, own);
      } else {
        emitter_.begin(i, "");
        const std::string asked = emitter_.flag(i.operands[static_cast<size_t>(condition)]);
        const std::string both = both_of(i, asked);
        emitter_.core("@" + both + " bra " + label(scope, target_of(i)));
        mark_rare(i, at);
      }
    } else if (i.opcode == "EXIT" || (i.opcode == "RET" && scope.empty())) {
      emitter_.begin(i, own);
      for (const Operand& operand : i.operands)
        if (is_predicate(operand) && !Emitter::is_true(operand)) emitter_.fail(i.full_name());
      emitter_.core("exit");
    } else if (i.opcode == "RET") {
      emitter_.begin(i, own);
      emitter_.core("bra " + scope + "_back");
    } else if (i.opcode == "CALL") {
      const std::string name = "$C" + std::to_string(pending_.size()) + "_" + std::to_string(at);
      const int target = target_of(i);
      if (target < 0) emitter_.fail("a call of another function");
      if (depth >= kDeepestCalls) emitter_.fail("calls that lie too deep in each other");
      pending_.push_back({target, depth + 1, name});
      emitter_.begin(i, own);
      emitter_.core("bra " + name);
      emitter_.end(out);
      out += name + "_back:\n";
      return;
    } else if (i.opcode == "BRX") {
      lift_table(i, at, scope);
    } else {
      emitter_.begin(i, own);
      if (!Emitter::is_false(i.guard)) lift_plain(i);
    }
    emitter_.end(out);
  }

  // Whether a call of what divides or takes roots of rare numbers comes before any other jump.
  bool is_rare_way(int at) const {
    constexpr int kLongest = 24;
    for (int step = 0; step < kLongest && static_cast<size_t>(at + step) < code().size(); ++step) {
      const Instruction& i = code()[static_cast<size_t>(at + step)];
      if (i.opcode == "CALL") return rare_.contains(target_of(i));
      if (i.opcode == "BRA" || i.opcode == "BRX" || i.opcode == "EXIT" || i.opcode == "RET")
        return false;
    }
    return false;
  }

  void find_rare_functions() {
    for (const auto& [name, at] : context_.code.labels) {
      if (name.find("__cuda_sm") == std::string::npos) continue;
      for (const char* part : {"slowpath", "f64", "dsqrt", "drsqrt", "rcp"})
        if (name.find(part) != std::string::npos) rare_.insert(at);
    }
  }

  void mark_rare(const Instruction& i, int at) {
    const bool there = is_rare_way(target_of(i));
    const bool here = is_rare_way(at + 1);
    if (there != here) emitter_.count_as(there ? ptx::kToRareWay : ptx::kAroundRareWay);
  }

  std::string both_of(const Instruction& i, const std::string& asked) {
    if (always(i)) return asked;
    const std::string own = emitter_.flag(i.guard);
    const std::string both = emitter_.flag_temp();
    emitter_.help("and.pred " + both + ", " + own + ", " + asked);
    return both;
  }

  void lift_table(const Instruction& i, int at, const std::string& scope) {
    emitter_.begin(i, "");
    const std::vector<int> targets = table_of(i);
    int64_t offset = 0;
    for (const Operand& operand : i.operands)
      if (operand.kind == Kind::Immediate) offset = static_cast<int64_t>(operand.bits);
    const bool is_known =
        static_cast<size_t>(at + 1) < code().size() && !i.operands.empty() && always(i);
    if (!is_known) {
      emitter_.fail(i.full_name());
      return;
    }
    const int64_t next = code()[static_cast<size_t>(at + 1)].address;
    const std::string value = emitter_.raw_word(i.operands[0]);
    std::set<int> seen;
    for (const int target : targets) {
      if (!seen.insert(target).second) continue;
      if (seen.size() == std::set<int>(targets.begin(), targets.end()).size()) {
        emitter_.core("bra " + label(scope, target));
        break;
      }
      const int64_t wanted = code()[static_cast<size_t>(target)].address - next - offset;
      const std::string flag = emitter_.flag_temp();
      emitter_.help("setp.eq.s32 " + flag + ", " + value + ", " +
                    std::to_string(static_cast<int32_t>(wanted)));
      emitter_.help("@" + flag + " bra " + label(scope, target));
    }
  }

  void lift_plain(const Instruction& i) {
    std::string_view opcode = i.opcode;
    const auto emit = [&] {
      return emit_integer(emitter_, opcode) || emit_float(emitter_, opcode) ||
             emit_memory(emitter_, opcode) || emit_warp(emitter_, opcode);
    };
    if (emit()) return;
    if (opcode.starts_with("U")) {
      opcode.remove_prefix(1);
      if (emit()) return;
    }
    emitter_.fail("the instruction " + i.full_name());
  }

  const KernelContext& context_;
  const std::vector<int>& files_;  // numbers in the PTX of the listing's files; 0: none
  Emitter emitter_;
  std::vector<Call> pending_;
  std::set<int> rare_;  // instructions where such functions begin
  size_t lifted_ = 0;
  bool uses_stack_ = false;
};

std::vector<int> numbers_of_files(const Listing& listing, const ptx::Module& module) {
  std::vector<int> out;
  for (const std::string& file : listing.files) {
    int number = 0;
    for (size_t k = 1; k < module.files.size() && number == 0; ++k) {
      const std::string& name = module.files[k];
      const bool is_end = !name.empty() && file.size() > name.size() && file.ends_with(name) &&
                          file[file.size() - name.size() - 1] == '/';
      if (file == name || is_end) number = static_cast<int>(k);
    }
    out.push_back(number);
  }
  return out;
}

}  // namespace

Result<Lifted> lift(std::string_view ptx, std::string_view listing,
                    const std::map<std::string, KernelSizes>& kernels) {
  if (listing.size() > kMostListing)
    return Error{ErrorCode::Unsupported, "the machine code is too long"};
  KCAST_TRY(const ptx::ReadableModule readable, ptx::parse_readable(ptx));
  KCAST_TRY(const Listing code, parse_listing(listing));
  const std::vector<int> files = numbers_of_files(code, readable.module);
  Lifted out;
  for (const auto& [name, sizes] : kernels) {
    const ptx::Function* kernel = readable.module.find(name);
    const Function* function = code.find(name);
    if (kernel == nullptr || !kernel->is_entry || function == nullptr) {
      out.errors[name] = "the kernel is not in the machine code";
      continue;
    }
    const KernelContext context{code,
                                *function,
                                readable.module,
                                *kernel,
                                (sizes.stack_bytes + 15) / 16 * 16,
                                sizes.shared_bytes};
    Result<std::string> text = KernelLift(context, files).run();
    if (text) {
      out.text += "\n" + *text;
    } else {
      out.errors[name] = text.error().message;
    }
  }
  return out;
}

}  // namespace kcast::machine
