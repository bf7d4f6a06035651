// The whole command line as a function, so that tests can call it.
#pragma once

#include "cli/commands.h"

namespace kcast::cli {

// Exit status: 0 ok, 1 failed, 2 wrong usage.
int run(Args args);

// The same for main(): also what the programs are started for by themselves.
int run_main(int argc, char** argv);

}  // namespace kcast::cli
