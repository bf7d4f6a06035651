// Sentences of a prediction advise options of the command line ("give them with --arg n=ELEMENTS").
// Whoever asked in another way is told the field of that way instead.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "predict/report.h"

namespace kcast::serve {

// How a surface names what the command line has as an option; empty: it has no such field.
struct FieldNames {
  std::string_view arguments, fills, defines;  // objects: name and value
  std::string_view grid, block, shared, argv, kernel, predictor, sweep;
  std::string_view include;  // what stands for "-I DIR names a folder"
};

inline constexpr FieldNames kHttpFields = {.arguments = "arguments",
                                           .fills = "fills",
                                           .defines = "defines",
                                           .grid = "launch.grid",
                                           .block = "launch.block",
                                           .shared = "launch.shared",
                                           .argv = "argv",
                                           .kernel = "kernel",
                                           .predictor = "predictor",
                                           .sweep = "sweep",
                                           .include = "send headers in \"files\""};

// Of the tools for agents, and of .kernelcast.json, which has the same names.
inline constexpr FieldNames kToolFields = {.arguments = "args",
                                           .fills = "fills",
                                           .defines = "defines",
                                           .grid = "grid",
                                           .block = "block",
                                           .shared = "shared",
                                           .argv = "argv",
                                           .kernel = "kernel",
                                           .predictor = "",
                                           .sweep = "sweep",
                                           .include = "\"flags\": \"-I DIR\" names a folder"};
inline constexpr FieldNames kEditorFields = {.arguments = "args",
                                             .fills = "fills",
                                             .defines = "defines",
                                             .grid = "grid",
                                             .block = "block",
                                             .shared = "shared",
                                             .argv = "argv",
                                             .kernel = "",
                                             .predictor = "kernelcast.predictor",
                                             .sweep = "sweeps",
                                             .include = "\"flags\": \"-I DIR\" names a folder"};

// "give them with --arg n=ELEMENTS": "give them with "arguments": {"n": ELEMENTS}".
std::string with_fields(std::string_view text, const FieldNames& fields);

// All sentences of a report, or of the error that came instead.
Result<predict::PredictReport> with_fields(Result<predict::PredictReport> report,
                                           const FieldNames& fields);

}  // namespace kcast::serve
