// What the front end is asked: source texts and how to read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kcast::frontend {

struct SourceFile {
  std::string name;  // as the user named it; relative names are below working_dir
  std::string text;

  bool operator==(const SourceFile&) const = default;
};

// What the project has of a name that the sources may leave open.
struct KnownElsewhere {
  std::string name;
  std::string file;   // which declares it; empty: host code passes it to a build, as -D
  std::string value;  // of that macro

  bool operator==(const KnownElsewhere&) const = default;
};

struct InspectRequest {
  std::vector<SourceFile> files;  // sources and, if any, the headers that go with them
  std::string working_dir = "/";  // absolute; what relative names refer to
  // Folders that #include may read from disk: quoted includes also look beside the
  // including file, and only below one of these. Empty: nothing is read from disk.
  std::vector<std::string> readable_dirs;
  std::vector<std::string> include_dirs;  // -I, also for <...>; readable too
  std::string language;                   // "cuda", "hip", "opencl", "openmp"; empty: by ending
  std::string standard;                   // "c++20", "CL2.0"; empty: the language's default
  std::string arch = "sm_90";
  std::vector<std::pair<std::string, std::string>> defines;  // -D name=value
  std::vector<std::string> flags;                            // build flags from the allow-list
  std::optional<std::vector<std::string>> argv;  // the program's arguments, without its name
  // What run-time queries of the device answer: "prop.multiProcessorCount" = 132. Host code
  // goes on with it, and what rests on it is marked as likely, not as known.
  std::vector<std::pair<std::string, int64_t>> device;
  std::string kernel;                     // only kernels of this name; empty: all
  std::vector<std::string> skip_kernels;  // symbols not to lower: they broke the back end before
  bool lower = true;                      // make PTX
  // Values for what the text leaves open: variables of host code, arguments of templates that
  // nobody instantiates, macros that a build would define. The inspection says which.
  bool assume = false;
  std::vector<KnownElsewhere> elsewhere;  // consulted for what nothing declares; only with assume
  int64_t assume_smaller = 1;  // sizes so many times smaller, along an axis, than usual ones
  bool slice = false;          // also write the device-only slice
  // OpenMP: kernels that reduce over teams take their buffer from the first argument, as
  // libomptarget launches them. Otherwise it is a variable of the module, and a launch needs
  // nothing but what host code says.
  bool environment_argument = false;
  // OpenMP: the bitcode of NVIDIA's libdevice, whose math functions take the place of ours. Ours
  // are right and slow; for predictions it is enough to know which one is called, but code that
  // runs on a GPU has NVIDIA's.
  std::string math_library;

  bool operator==(const InspectRequest&) const = default;
};

}  // namespace kcast::frontend
