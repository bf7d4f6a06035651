// The language server: LSP 3.17 on two descriptors (docs/editors.md).
#pragma once

#include "base/result.h"
#include "predict/predictor.h"

namespace kcast::lsp {

struct ServerOptions {
  int input = 0;
  int output = 1;
  size_t workers = 2;
};

// Until the client says `exit` or hangs up. True: it said `shutdown` first, or just hung up.
Result<bool> run_server(predict::Predictor& predictor, const ServerOptions& options);

}  // namespace kcast::lsp
