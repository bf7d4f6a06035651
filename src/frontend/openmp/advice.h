// What a user can do about the way in which OpenMP launches a region.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/StmtOpenMP.h>

#include <string>

#include "schema/inspection.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

// Lines of a region that stand outside of its parallel constructs: "9-11, 15"; empty: none.
std::string serial_lines(const clang::OMPExecutableDirective& directive,
                         const clang::ASTContext& ast);

// Remarks on a launch that still holds its clauses (launch_geometry.h); empty: none.
std::string offload_advice(const KernelEnvironment& kernel, const HostLaunch& launch,
                           const std::string& serial);

}  // namespace kcast::frontend
