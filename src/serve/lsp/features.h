// The answers to LSP's own requests, made from what is shown.
#pragma once

#include <optional>
#include <string>

#include "serve/lsp/protocol.h"
#include "serve/lsp/shown.h"

namespace kcast::lsp {

struct LensOptions {
  std::string uri;
  std::string command;    // that a click runs, with the address and the kernel's name
  bool outdated = false;  // the text is newer and will not be predicted by itself
};

Json code_lenses(const Shown& shown, const LensOptions& options);

// A table for a kernel's name or a launch, a sentence for a line that costs time; null elsewhere.
Json hover_at(const Shown& shown, const Text& text, const Position& position);

Json inlay_hints(const Shown& shown, const Text& text, const Range& range, Encoding encoding);

// The array of textDocument/publishDiagnostics.
Json diagnostics_json(const Shown& shown);

// A kernel in full, all GPUs, as Markdown.
std::string kernel_markdown(const Shown& shown, const ShownKernel& kernel);

}  // namespace kcast::lsp
