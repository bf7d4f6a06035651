// What a PTX text says without being parsed: which kernels stand in it, and which names; its
// declarations and definitions, where our back end wrote it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/inspection.h"

namespace kcast {

// Of identifiers, $ included.
bool is_ptx_name_char(char c);

// True where `name` stands in the text as a whole identifier.
bool has_ptx_name(std::string_view text, std::string_view name);

// Where the entry of this kernel (by its mangled name) begins: ".entry k("; npos where it is not.
size_t find_ptx_entry(std::string_view ptx, std::string_view kernel);

// True where any kernel begins in the text, which may be one line of PTX.
bool has_ptx_entry(std::string_view ptx);

// The mangled names of all kernels.
std::set<std::string> ptx_entries(std::string_view ptx);

// The first module that holds the kernel; nullptr where none does.
const PtxModule* module_with(const Inspection& inspection, std::string_view kernel);

// The kernel of that name as machine code, lifted into PTX, has this behind its name.
inline constexpr std::string_view kMachineSuffix = "$machine";
inline bool is_machine_name(std::string_view name) {
  return name.ends_with(kMachineSuffix);
}
inline bool has_machine_code(std::string_view ptx) {
  return ptx.find(kMachineSuffix) != std::string_view::npos;
}

inline constexpr std::string_view kPtxLocation = "\t.loc\t";
inline constexpr std::string_view kPtxFile = "\t.file\t";
inline constexpr std::string_view kPtxLabel = "$L__BB";  // and the number of the function

// A declaration or definition, or a line of the header.
struct PtxItem {
  std::string_view text;
  std::string_view name;  // empty: it belongs to every kernel
};

// In their order; empty where the text looks otherwise. Comments between them are left out.
std::vector<PtxItem> split_ptx_items(std::string_view ptx);

// Takes the first line off a text.
std::string_view take_ptx_line(std::string_view& text);

// The name that the text begins with; empty: with none.
std::string_view ptx_name_at(std::string_view text);

}  // namespace kcast
