// Real compiler output (tests/data/ptx), whole and broken.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/ptx.h"
#include "analyze/ptx/slice.h"
#include "analyze/ptx/static_shared.h"
#include "base/files.h"
#include "base/rng.h"

namespace kcast::ptx {
namespace {

struct Sample {
  std::string name;
  std::string text;
};

std::vector<Sample> corpus() {
  std::vector<Sample> samples;
  const std::filesystem::path folder = std::filesystem::path(KCAST_SOURCE_DIR) / "tests/data/ptx";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const Result<std::string> text = read_file(entry.path());
    EXPECT_TRUE(text);
    if (text) samples.push_back({entry.path().filename(), *text});
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.name < b.name; });
  EXPECT_GE(samples.size(), 20U);
  return samples;
}

// Counts instructions without looking at them: statements that are no directives.
size_t count_statements(std::string text) {
  for (size_t at = text.find("//"); at != std::string::npos; at = text.find("//", at))
    text.erase(at, text.find('\n', at) - at);
  if (const size_t section = text.find(".section"); section != std::string::npos)
    text.erase(section);
  size_t count = 0, start = 0;
  for (size_t end = text.find(';'); end != std::string::npos; end = text.find(';', start)) {
    std::string statement = text.substr(start, end - start);
    start = end + 1;
    // What comes before the statement: labels, braces, source lines.
    while (true) {
      statement.erase(0, statement.find_first_not_of(" \t\n{}"));
      const size_t line = statement.find('\n');
      const size_t word = statement.find_first_of(" \t\n:");
      if (line != std::string::npos &&
          (statement.starts_with(".loc") || statement.starts_with(".file"))) {
        statement.erase(0, line);
      } else if (word != std::string::npos && statement[word] == ':' &&
                 statement[word + 1] != ':') {
        statement.erase(0, word + 1);
      } else {
        break;
      }
    }
    const size_t colon = statement.find(':');
    const bool table = colon != std::string::npos && statement.find(" .call") != std::string::npos;
    // The first statement of a function comes after its head.
    const size_t body = statement.rfind("{\n");
    if (statement.starts_with(".") && body != std::string::npos) {
      statement.erase(0, body + 2);
      statement.erase(0, statement.find_first_not_of(" \t\n"));
    }
    if (!statement.empty() && statement[0] != '.' && !table) ++count;
  }
  return count;
}

void check_operand(const Module& module, const Function& function, const Operand& operand) {
  const bool symbol = operand.kind == OperandKind::Symbol ||
                      (operand.kind == OperandKind::Address && operand.base_is_symbol);
  if (symbol) {
    ASSERT_NE(module.symbol(function, operand.index), nullptr);
  } else if (operand.kind == OperandKind::Register) {
    ASSERT_LT(size_t(operand.index), function.registers.size());
  } else if (operand.kind == OperandKind::Address && operand.index >= 0) {
    ASSERT_LT(size_t(operand.index), function.registers.size());
  } else if (operand.kind == OperandKind::Label) {
    ASSERT_LT(size_t(operand.index), function.blocks.size());
  } else if (operand.kind == OperandKind::Function) {
    ASSERT_LT(size_t(operand.index), module.functions.size());
  } else if (operand.kind == OperandKind::Vector) {
    ASSERT_LE(size_t(operand.index) + operand.count, function.elements.size());
  }
}

void check_function(const Module& module, const Function& function) {
  int32_t next = 0;
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    ASSERT_EQ(block.first, next);
    next = block.last;
    for (const int32_t to : block.successors) {
      const std::vector<int32_t>& back = function.blocks[to].predecessors;
      ASSERT_EQ(std::count(back.begin(), back.end(), int32_t(b)), 1);
    }
  }
  ASSERT_EQ(size_t(next), function.instructions.size());
  for (const Operand& element : function.elements)
    check_operand(module, function, element);
  for (const Instruction& instruction : function.instructions) {
    ASSERT_LE(instruction.destinations, instruction.operands.size());
    ASSERT_LT(instruction.predicate, int32_t(function.registers.size()));
    for (const Operand& operand : instruction.operands)
      check_operand(module, function, operand);
  }
}

// Needed registers are made by needed instructions, which need what they read.
void check_slice(const Module& module, const Function& function) {
  const ControlSlice slice = control_slice(module, function);
  ASSERT_EQ(slice.needed.size(), function.instructions.size());
  for (size_t i = 0; i < slice.needed.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    for_each_write(function, instruction, [&](int32_t r) {
      if (slice.needed_registers[r]) {
        ASSERT_TRUE(slice.needed[i]);
      }
    });
    for_each_read(function, instruction, [&](int32_t r) {
      if (slice.needed[i] || r == instruction.predicate) {
        ASSERT_TRUE(slice.needed_registers[r]);
      }
    });
  }
  ASSERT_GE(static_shared_bytes(module, function), function.shared_bytes);
}

void check_module(const Module& module) {
  for (const Function& function : module.functions) {
    ASSERT_NO_FATAL_FAILURE(check_function(module, function));
    if (!function.has_body) continue;
    ASSERT_NO_FATAL_FAILURE(check_slice(module, function));
  }
}

TEST(PtxCorpus, everything_the_compilers_wrote_is_known) {
  for (const Sample& sample : corpus()) {
    SCOPED_TRACE(sample.name);
    const Result<Module> module = parse_ptx(sample.text);
    ASSERT_TRUE(module) << module.error().message;
    EXPECT_EQ(module->unknown, std::vector<std::string>{});
    size_t instructions = 0;
    for (const Function& function : module->functions)
      instructions += function.instructions.size();
    EXPECT_EQ(instructions, count_statements(sample.text));
    ASSERT_NO_FATAL_FAILURE(check_module(*module));
  }
}

TEST(PtxCorpus, lines_lead_to_user_files) {
  for (const Sample& sample : corpus()) {
    SCOPED_TRACE(sample.name);
    const Result<Module> module = parse_ptx(sample.text);
    ASSERT_TRUE(module);
    int inlined = 0;
    for (const Function& function : module->functions) {
      if (!function.is_entry) continue;
      for (const Instruction& instruction : function.instructions) {
        if (instruction.line > 0 &&
            module->files[instruction.file].find("/include/") != std::string::npos)
          ++inlined;
      }
    }
    EXPECT_EQ(inlined, 0);
  }
}

std::string mutate(std::string text, Rng& rng) {
  constexpr std::string_view kInserts[] = {"{",
                                           "}",
                                           "(",
                                           ")",
                                           ";",
                                           ",",
                                           "[",
                                           "]",
                                           ":",
                                           "@",
                                           "|",
                                           "<",
                                           "99999999999999999999",
                                           "-",
                                           "0x",
                                           ".reg",
                                           ".loc 1 1 1\n",
                                           "\"",
                                           "/*",
                                           "%r1",
                                           "bra $L__BB0_1;",
                                           ".section x",
                                           "_",
                                           std::string_view("\0", 1)};
  const uint64_t steps = 1 + rng.below(4);
  for (uint64_t step = 0; step < steps && !text.empty(); ++step) {
    const size_t at = rng.below(text.size());
    const size_t length = std::min<size_t>(1 + rng.below(40), text.size() - at);
    switch (rng.below(6)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text[at] = char(rng.below(256));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, text.substr(rng.below(text.size()), length));
        break;
      case 4:
        text.insert(at, kInserts[rng.below(std::size(kInserts))]);
        break;
      default:
        std::swap(text[at], text[rng.below(text.size())]);
        break;
    }
  }
  return text;
}

// Result or error, and a result that holds together. KCAST_FUZZ_MUTANTS asks for more.
TEST(PtxCorpus, broken_text_is_an_error_or_a_sound_module) {
  const char* const wanted = std::getenv("KCAST_FUZZ_MUTANTS");
  const int mutants = wanted != nullptr ? std::atoi(wanted) : 1500;
  const std::vector<Sample> samples = corpus();
  Rng rng(4);
  int errors = 0;
  for (int i = 0; i < mutants; ++i) {
    const Sample& sample = samples[rng.below(samples.size())];
    const std::string text = mutate(sample.text, rng);
    const Result<Module> module = parse_ptx(text);
    if (!module) {
      ++errors;
      EXPECT_FALSE(module.error().message.empty());
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(check_module(*module)) << sample.name << " mutant " << i;
  }
  EXPECT_GT(errors, mutants / 10);
  EXPECT_LT(errors, mutants);
}

TEST(PtxCorpus, every_prefix_of_a_text_is_read_or_refused) {
  const std::vector<Sample> samples = corpus();
  const std::string& text = samples.front().text;
  for (size_t length = 0; length < text.size(); ++length) {
    const Result<Module> module = parse_ptx(std::string_view(text).substr(0, length));
    if (!module) continue;
    ASSERT_NO_FATAL_FAILURE(check_module(*module)) << length;
  }
}

}  // namespace
}  // namespace kcast::ptx
