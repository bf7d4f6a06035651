// Programs of a public suite as requests to predict: what a user would type for them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "predict/predict.h"
#include "schema/inspection.h"
#include "workflow/eval/public_programs.h"

namespace kcast::workflow {

// The folder of a repository below the sources: "owner+name".
std::filesystem::path repository_folder(const std::filesystem::path& sources,
                                        const std::string& repository);

// A program with its host code: files, -I folders, flags and arguments.
Result<predict::PredictRequest> program_request(const std::filesystem::path& sources,
                                                const PublicProgram& program, const Gpu& gpu);

// An OpenCL kernel without its host code, built as for a reading. Nothing is said of its launch.
Result<predict::PredictRequest> kernel_request(const std::filesystem::path& sources,
                                               const PublicProgram& program,
                                               const PublicReading& reading, const Gpu& gpu);

// The launch of an OpenCL reading: shape, lengths of buffers, and scalars as the kernel's
// parameters have their types.
predict::LaunchOverrides given_launch(const PublicReading& reading, const Kernel& kernel);

// A number by the name of its type; nothing where the bytes are no number of that type.
std::optional<predict::Number> number_of_bytes(const std::string& bytes, const std::string& type);

}  // namespace kcast::workflow
