// The file format of a GPU (data/gpus/<id>.json) and the lookup by name.
//
// 1. One JSON object: "id", "name", "vendor", "architecture", "target" (texts),
//    "aliases" (list of texts), "validated" (true or false), "note" (text, optional).
// 2. One object per section of schema/gpu_figures.h: "units", "clocks", "registers", ...
//    A figure is {"value": ..., "source": "key", "note": "..."}; the note is optional.
//    The unit is part of the figure's name. An unknown figure is null or left out;
//    only those that are optional in schema/gpu.h may be unknown.
// 3. "measured" (optional): figures in the same form, "provenance" (texts "date", "driver",
//    "tool", "clocks", "command", null when not recorded) and "instructions":
//    {"fma.rn.f32": {"per_clock": ..., "latency_cycles": ..., "source": "key"}}.
// 4. "machine" (optional): constants of the models that this GPU has of its own, see
//    schema/machine_json.h.
// 5. "sources": {"key": {"title", "kind", "where", "note"}}; kind is vendor, driver,
//    measured, third-party, derived or estimate; where and note are optional. Every
//    source that a figure names must be there, and every one that is there must be used.
//
// The reader is strict: an unknown key, a missing or negative figure, a wrong type or
// a figure without a source is an error that names the file and the field.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_text.h"
#include "base/result.h"
#include "schema/gpu/gpu.h"

namespace kcast {

// Reads one file; `file` is only its name for messages.
Result<Gpu> gpu_from_json(std::string_view file, std::string_view text);

// The same format, with every key in its place and null for what is unknown.
std::string gpu_to_json(const Gpu& gpu);

// A JSON array of the above.
std::string gpus_to_json(std::span<const Gpu> gpus);

// Reads all files, sorted by id. Two GPUs that answer to the same name are an error.
Result<std::vector<Gpu>> load_gpus(std::span<const NamedText> files);

// The GPU with this id, name or alias; case, '-', '_' and blanks do not matter. Null if none.
const Gpu* find_gpu(std::span<const Gpu> gpus, std::string_view name);

// What a --gpu option means: a known GPU, or the path of a file in this format (a text
// that ends in .json). The error lists the known names and the nearest one.
Result<Gpu> select_gpu(std::span<const Gpu> gpus, std::string_view name_or_path);

}  // namespace kcast
