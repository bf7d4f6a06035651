// The commands that stay and answer others: servers.
#pragma once

#include "cli/commands.h"

namespace kcast::cli {

Status cmd_lsp(Args args);
Status cmd_mcp(Args args);
Status cmd_serve(Args args);

}  // namespace kcast::cli
