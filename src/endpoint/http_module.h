// The border to kcast-http.so, in C: Debian has cpp-httplib and OpenSSL as shared libraries
// only, and the release binary needs no library that a machine may lack. So the code that
// talks HTTP is a module beside kcast, loaded when a command wants it.
#pragma once

#include <cstddef>

extern "C" {

struct KcastHttpCall {
  const char* url;
  const char* body;
  size_t body_bytes;
  const char* bearer;
  double timeout_seconds;
  // One of the two is called, once, before the call returns.
  void (*reply)(void* context, int status, const char* body, size_t body_bytes,
                double retry_after_seconds);
  void (*fail)(void* context, int error_code, const char* message);
  void* context;
};

void kcast_http_post(const KcastHttpCall* call);
}
