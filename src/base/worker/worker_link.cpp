#include "base/worker/worker_link.h"

#include <unistd.h>

#include <new>
#include <utility>

#include "base/wire.h"

namespace kcast {

namespace {

int worker_socket = -1;  // of this process, if it is a worker

// The caller is gone, or does not keep to the rules.
[[noreturn]] void give_up() {
  ::_exit(1);
}

}  // namespace

WorkerLink::WorkerLink(int socket, const Sandbox& sandbox) : socket_(socket), sandbox_(sandbox) {
  worker_socket = socket;
  // Code without exceptions cannot be told that memory is out.
  std::set_new_handler([] {
    std::set_new_handler(nullptr);
    stop_worker("it needs more memory than a request may have");
  });
}

DiskEntry WorkerLink::find_file(std::string_view path) const {
  Frame reply;
  if (!send_frame(socket_, FrameKind::FindFile, path) || !read_frame(socket_, reply)) give_up();
  if (reply.kind != FrameKind::File || reply.bytes.empty()) give_up();
  DiskEntry entry;
  entry.kind = static_cast<DiskEntry::Kind>(reply.bytes[0]);
  entry.text = reply.bytes.substr(1);
  return entry;
}

WorkerOutcome WorkerLink::ask(std::string_view request) const {
  return ask_as(FrameKind::Ask, request);
}

WorkerOutcome WorkerLink::ask_once(std::string_view request) const {
  return ask_each_once({std::string(request)})[0];
}

std::vector<WorkerOutcome> WorkerLink::ask_each_once(
    const std::vector<std::string>& requests) const {
  const WorkerOutcome all = ask_as(FrameKind::AskOnce, to_wire(requests));
  std::vector<WorkerOutcome> out(requests.size(), WorkerOutcome{all.end, all.text, {}});
  if (all.end != WorkerEnd::Answered) return out;
  const auto each = from_wire<std::vector<std::pair<WorkerEnd, std::string>>>(all.text);
  if (!each || each->size() != requests.size()) give_up();
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = {(*each)[i].first, (*each)[i].second, {}};
  return out;
}

WorkerOutcome WorkerLink::call(std::string_view request) const {
  return ask_as(FrameKind::Call, request);
}

WorkerOutcome WorkerLink::ask_as(FrameKind kind, std::string_view request) const {
  Frame reply;
  if (!send_frame(socket_, kind, request) || !read_frame(socket_, reply)) give_up();
  if (reply.kind != FrameKind::Reply || reply.bytes.empty()) give_up();
  return {static_cast<WorkerEnd>(reply.bytes[0]), reply.bytes.substr(1), {}};
}

void WorkerLink::say_progress(std::string_view what) const {
  constexpr size_t kMost = 4096;
  if (!send_frame(socket_, FrameKind::Progress, what.substr(0, kMost))) give_up();
}

void stop_worker(std::string_view why) {
  if (worker_socket < 0) return;
  send_frame(worker_socket, FrameKind::Stopped, why);
  ::_exit(1);
}

std::string sandbox_bytes(const Sandbox& sandbox) {
  return {static_cast<char>(sandbox.seccomp), static_cast<char>(sandbox.landlock),
          static_cast<char>(sandbox.limits)};
}

Sandbox sandbox_from(std::string_view bytes) {
  if (bytes.size() != 3) return {};
  return {bytes[0] != 0, bytes[1] != 0, bytes[2] != 0};
}

}  // namespace kcast
