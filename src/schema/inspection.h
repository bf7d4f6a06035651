// What the front end found in a program: kernels, launches, PTX, diagnostics.
//
// Everything here is a plain value; the JSON form (inspection_json.h) uses the
// same field names. Sizes are in bytes unless a field says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/buffer_fill.h"

namespace kcast {

// A scalar or pointer inside a struct that is passed by value.
struct ParameterMember {
  std::string name;  // after the parameter: "p.n", "p.n[2]"
  std::string type;
  int64_t offset_bytes = 0;  // from the start of the struct
  int64_t size_bytes = 0;
  bool is_pointer = false;
  std::string element_type;   // pointee of a pointer, otherwise the type without typedefs
  int64_t element_bytes = 0;  // 0 for void and incomplete types

  bool operator==(const ParameterMember&) const = default;
};
// Of a struct, array or vector; further ones are not listed, nor the values that host code gives
// them.
inline constexpr size_t kMaxParameterMembers = 1024;

// One kernel parameter, as declared.
struct Parameter {
  std::string name;        // empty when the declaration has none
  std::string type;        // as written, after template substitution: "const float *"
  int64_t size_bytes = 0;  // of the argument itself; 8 for a pointer
  bool is_pointer = false;
  std::string element_type;   // pointee of a pointer, otherwise the type itself
  int64_t element_bytes = 0;  // 0 for void and incomplete types
  bool is_const = false;      // pointee is const (pointer) or the value is
  bool is_restrict = false;
  std::string address_space;  // pointers: "generic", "global", "shared", "constant"; else "value"
  std::vector<ParameterMember> members;  // of a struct: all that it holds, flattened

  bool operator==(const Parameter&) const = default;
};

// __launch_bounds__, reqd_work_group_size and the like; 0 where not given.
struct LaunchBounds {
  int64_t max_threads = 0;
  int64_t min_blocks = 0;
  int64_t max_cluster_blocks = 0;
  std::array<int64_t, 3> required_block = {0, 0, 0};

  bool operator==(const LaunchBounds&) const = default;
};

// What ptxas reports for a kernel.
struct ResourceUse {
  int64_t registers = 0;
  int64_t spill_store_bytes = 0;
  int64_t spill_load_bytes = 0;
  int64_t stack_bytes = 0;
  int64_t static_shared_bytes = 0;

  bool operator==(const ResourceUse&) const = default;
};

// One GPU entry point; an instantiated template counts once per instantiation.
struct Kernel {
  std::string name;                             // as written, qualified: "ns::saxpy"
  std::string mangled;                          // symbol in the PTX
  std::vector<std::string> template_arguments;  // as printed by the compiler; empty if no template
  bool is_template = false;  // true with no arguments: a template nobody launches
  std::string language;      // "cuda", "hip", "opencl"
  std::string file;
  int64_t line = 0;
  std::vector<Parameter> parameters;
  LaunchBounds launch_bounds;
  int64_t static_shared_bytes = 0;
  bool uses_dynamic_shared = false;  // refers to an extern __shared__ array or a __local pointer
  bool lowered = false;              // the PTX holds it
  std::string not_lowered_reason;    // why not, one line; empty when lowered
  std::optional<ResourceUse> resources;     // only when ptxas ran
  bool assumed_templates = false;           // nobody instantiates it with these arguments
  std::vector<std::string> assumed_macros;  // "TILE=16": undefined, so that one was guessed

  bool operator==(const Kernel&) const = default;
};

// A number computed by host code: known, or unknown for a stated reason.
struct HostValue {
  std::optional<int64_t> integer;  // integers, booleans, enumerators
  std::optional<double> real;      // floating point
  std::optional<double> likely;    // not known, but to be expected about so
  std::string text;                // the source expression
  std::vector<std::string> needs;  // names that would make it known; empty when known

  bool known() const { return integer || real; }
  bool operator==(const HostValue&) const = default;
};

enum class ArgumentKind { Buffer, Scalar, Struct, Null, Unknown };

// What host code puts into a buffer before the launch, where that was recognised.
struct HostFill {
  Fill fill;                // of offsets, without the argument that they point into
  int64_t value_bytes = 0;  // of one value; 0: any
  bool is_real = false;     // the values are floating point

  bool operator==(const HostFill&) const = default;
};

// One argument of a launch.
struct HostArgument {
  std::string name;  // of the kernel's parameter
  ArgumentKind kind = ArgumentKind::Unknown;
  HostValue value;  // Scalar
  // Buffer: two arguments with the same buffer id share memory.
  int64_t buffer = -1;
  std::string buffer_name;  // variable that the host code allocated it through
  HostValue buffer_bytes;   // size of the whole allocation
  HostValue offset_bytes;   // where in the allocation the argument points
  std::optional<HostFill> fill;
  std::vector<FillField> fields;  // of a buffer of structs, where they are filled apart
  // Struct passed by value: its scalar and pointer members, flattened ("p.n").
  std::vector<HostArgument> members;
  int64_t member_offset = 0;  // members: bytes from the start of the struct

  bool operator==(const HostArgument&) const = default;
};

// One launch found in host code. Identical launches of one site are merged.
struct HostLaunch {
  std::string kernel;  // Kernel::mangled
  std::string file;
  int64_t line = 0;
  std::array<HostValue, 3> grid;   // in blocks (OpenCL: work-groups)
  std::array<HostValue, 3> block;  // in threads
  HostValue shared_bytes;          // dynamic shared memory
  std::vector<HostArgument> arguments;
  HostValue count;                   // how often the program makes this launch
  bool reached = true;               // false: found in the text, not on the evaluated path
  std::string note;                  // e.g. "under a condition that is not known"
  std::vector<std::string> assumed;  // "rows=4096": variables that were given a value

  bool operator==(const HostLaunch&) const = default;
};

// A name that static evaluation could not resolve, and where it first mattered.
struct Unresolved {
  std::string name;    // bind it with -D name=value
  std::string reason;  // "read from a file", "run-time query", ...
  std::string file;
  int64_t line = 0;

  bool operator==(const Unresolved&) const = default;
};

enum class Severity { Note, Warning, Error };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  int64_t line = 0;  // 1-based; 0 when it has no place
  int64_t column = 0;
  std::string message;

  bool operator==(const Diagnostic&) const = default;
};

// The PTX of one translation unit and the way it was made.
struct PtxModule {
  std::string file;
  std::string route;  // "clang", "nvrtc", "nvcc"
  std::string arch;   // "sm_90"
  std::string text;
  std::string slice;    // device-only source, where one was written
  std::string listing;  // of ptxas's machine code, where it was asked for

  bool operator==(const PtxModule&) const = default;
};

struct Inspection {
  std::vector<Kernel> kernels;
  std::vector<HostLaunch> launches;
  std::vector<Unresolved> unresolved;
  std::vector<Diagnostic> diagnostics;
  std::vector<PtxModule> modules;
  bool has_main = false;  // host code is a whole program

  bool operator==(const Inspection&) const = default;
};

}  // namespace kcast
