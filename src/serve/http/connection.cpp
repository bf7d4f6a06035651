#include "serve/http/connection.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace kcast::http {

namespace {

constexpr size_t kTurnBytes = size_t{64} << 10;

}  // namespace

Connection::~Connection() {
  ::close(fd);
}

void Connection::set_reply(std::string head, std::shared_ptr<const std::string> body) {
  head_ = std::move(head);
  body_ = std::move(body);
  sent_ = 0;
}

size_t Connection::unsent_bytes() const {
  return head_.size() + (body_ ? body_->size() : 0) - sent_;
}

Connection::Sent Connection::send_more() {
  while (unsent_bytes() > 0) {
    iovec parts[2];
    size_t count = 0;
    if (sent_ < head_.size()) parts[count++] = {head_.data() + sent_, head_.size() - sent_};
    const size_t body_sent = sent_ > head_.size() ? sent_ - head_.size() : 0;
    if (body_ && body_sent < body_->size()) {
      parts[count++] = {const_cast<char*>(body_->data()) + body_sent, body_->size() - body_sent};
    }
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = count;
    const ssize_t sent = ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? Sent::Some : Sent::Failed;
    sent_ += static_cast<size_t>(sent);
  }
  body_.reset();
  head_.clear();
  sent_ = 0;
  return Sent::All;
}

Connection::Received Connection::receive(std::string& out) const {
  std::array<char, kTurnBytes> buffer;
  while (true) {
    const ssize_t got = ::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? Received::Nothing : Received::End;
    if (got == 0) return Received::End;
    out.append(buffer.data(), static_cast<size_t>(got));
    return Received::Bytes;
  }
}

}  // namespace kcast::http
