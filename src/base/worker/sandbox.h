// Takes a process's rights away: no file, no network, no program, no other process.
#pragma once

#include <cstdint>
#include <string>

namespace kcast {

// What the kernel let a worker give up.
struct Sandbox {
  bool seccomp = false;   // system calls other than those for memory and its socket fail
  bool landlock = false;  // no path can be opened, whatever call asks for it
  bool limits = false;    // no descriptor can be opened, no file written
  bool operator==(const Sandbox&) const = default;
};

// Closes every descriptor but `keep`, gives up all rights and says which are gone. There is no way
// back. The caller must have one thread.
Sandbox enter_sandbox(int keep);

// "no files, network, programs or processes (seccomp, Landlock)", or what is missing.
std::string describe(const Sandbox& sandbox);

}  // namespace kcast
