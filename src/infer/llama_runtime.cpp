#include "infer/llama_runtime.h"

#include <ggml.h>
#include <llama.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <mutex>

#include "base/text.h"

namespace kcast::infer {
namespace {

std::mutex g_mutex;
std::string g_complaint;

// The part of a line behind "function_name: ".
std::string_view without_function(std::string_view line) {
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos || line.substr(0, colon).find(' ') != std::string_view::npos)
    return line;
  return line.substr(colon + 2);
}

void keep_complaint(ggml_log_level level, const char* text, void* /*unused*/) {
  if (level != GGML_LOG_LEVEL_ERROR) return;
  const std::string_view line = without_function(trim(text));
  // The first one says what was wrong; what follows says that loading failed.
  const std::lock_guard lock(g_mutex);
  if (g_complaint.empty() && !line.empty()) g_complaint = line;
}

// ggml ends the process where a file contradicts itself. The user still reads one line.
void say_last_words(const char* message) {
  std::string_view line = trim(message);
  line = line.substr(0, line.find('\n'));
  std::cerr << "kcast-llm: the model file is damaged or of a kind that llama.cpp does not know ("
            << line << "); `kcast models verify FILE` checks it\n";
  std::cerr.flush();
  ::_exit(1);
}

}  // namespace

void start_llama() {
  static const bool started = [] {
    llama_log_set(keep_complaint, nullptr);
    ggml_set_abort_callback(say_last_words);
    llama_backend_init();
    return true;
  }();
  static_cast<void>(started);
}

std::string last_llama_complaint() {
  const std::lock_guard lock(g_mutex);
  std::string out;
  if (!g_complaint.empty()) out = " (" + g_complaint + ")";
  g_complaint.clear();
  return out;
}

}  // namespace kcast::infer
