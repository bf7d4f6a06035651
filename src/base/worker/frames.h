// What the two ends of a worker's socket say to each other: a kind, a size, and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kcast {

enum class FrameKind : uint32_t {
  Request,   // to the worker: what it is to answer; the first frame, and the only one of its kind
  Answer,    // from the worker: its last frame
  Stopped,   // from the worker: its last frame; a limit that it passed, as a sentence
  Progress,  // from the worker: what it works on now; no reply
  FindFile,  // from the worker: a path; the reply is File
  File,      // to the worker: whether it is there, and its text
  Ask,       // from the worker: a request for another worker; the reply is Reply
  AskOnce,   // the same of a list of requests that read no file: answers may be kept ones
  Call,      // from the worker: bytes for the caller itself; the reply is Reply
  Reply,     // to the worker: how that one ended, and its answer
};

// Requests that a worker passes on together.
inline constexpr size_t kMostAtOnce = 64;

struct FrameHeader {
  FrameKind kind = FrameKind::Request;
  uint32_t zero = 0;
  uint64_t size = 0;  // of the bytes that follow
};

struct Frame {
  FrameKind kind = FrameKind::Request;
  std::string bytes;
};

// For the worker's end, which waits as long as it takes. False when the other side is gone.
bool send_frame(int socket, FrameKind kind, std::string_view bytes);
bool read_frame(int socket, Frame& frame);

}  // namespace kcast
