// llama.cpp and ggml, started once: what they log is kept for our messages instead of printed.
#pragma once

#include <string>

namespace kcast::infer {

// Starts the libraries; calling it again does nothing.
void start_llama();

// The last thing that they complained of, as the end of a sentence (" (tensor 'x' not found)"),
// and empty when there was nothing. Asking forgets it.
std::string last_llama_complaint();

}  // namespace kcast::infer
