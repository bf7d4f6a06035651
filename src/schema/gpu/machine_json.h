// The file format of a machine's constants (data/machines/<id>.json).
//
// 1. One JSON object: "id" (text), "note" (text, optional), one object per group of
//    schema/machine_constants.h ("time", "launch", "latency", ...), and "sources" as in
//    schema/gpu_json.h.
// 2. A constant is {"value": ..., "source": "key", "scaling": "...", "note": "..."}; the note is
//    optional. `scaling` is one of the words of to_text(Scaling).
// 3. A GPU's file may hold "machine": {"group": {"key": {"value", "source", "note"}}} with any of
//    the constants; the others are those of data/machines/h200.json.
//
// The reader is strict: an unknown key, a missing or negative constant, a wrong type, a constant
// without a source or an unknown scaling is an error that names the file and the field.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/machine.h"

namespace kcast {

class FigureReader;

// How a constant carries to a GPU that states none of its own: it is stated per this, so the
// models multiply it by what the GPU has.
enum class Scaling {
  Same,           // the number itself
  Units,          // of one unit
  UnitClock,      // cycles of the unit's clock
  L2Clock,        // cycles of the L2's clock
  L1Size,         // a share of L1's size
  L2Size,         // a share of L2's size
  DramBandwidth,  // a share of the nominal bandwidth
};

std::string_view to_text(Scaling scaling);

struct MachineConstant {
  FigureSource from;
  Scaling scaling = Scaling::Same;
};

struct MachineFile {
  std::string id;  // of the GPU that was measured
  std::string note;
  Machine machine;
  std::map<std::string, MachineConstant> constants;  // by "group.key"
  std::map<std::string, GpuSource> sources;
};

// Reads one file; `file` is only its name for messages.
Result<MachineFile> machine_from_json(std::string_view file, std::string_view text);

// data/machines/h200.json, which travels inside the binary.
Result<Machine> reference_machine();

// The constants that a GPU's file states itself, in its section "machine"; where they are from
// goes to the GPU's figure_sources, by "machine.group.key".
void read_own_constants(FigureReader& reader, Gpu& gpu);

}  // namespace kcast
