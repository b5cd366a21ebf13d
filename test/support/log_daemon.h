// test/support/log_daemon.h: a daemon that receives messages at a socket.
#ifndef RILL_TEST_SUPPORT_LOG_DAEMON_H
#define RILL_TEST_SUPPORT_LOG_DAEMON_H

#include <fcntl.h>  // fcntl
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "files.h"

namespace rill_test {

class log_daemon {
 public:
  log_daemon() : path_(folder_ / "socket") {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::strcpy(at.sun_path, path_.c_str());
    socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    (void)::bind(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at);
  }
  log_daemon(log_daemon const&) = delete;
  log_daemon& operator=(log_daemon const&) = delete;
  ~log_daemon() { stop(); }

  // The socket's file stays, as after the death of a daemon.
  void stop() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  char const* path() const { return path_.c_str(); }

  // The seals of the last message that came as a file descriptor; -1 before
  // one.
  int seals = -1;

  // The bytes of the next message: of the datagram, or of the file whose
  // descriptor it has. Empty when no message is there.
  std::string next() {
    pollfd request{socket_, POLLIN, 0};
    if (::poll(&request, 1, 0) <= 0) return {};
    std::string bytes(1 << 20, '\0');
    iovec part{bytes.data(), bytes.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t const size = ::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
    if (size < 0) return {};
    bytes.resize(static_cast<std::size_t>(size));
    cmsghdr const* const header = CMSG_FIRSTHDR(&message);
    if (!header) return bytes;
    int file = -1;
    std::memcpy(&file, CMSG_DATA(header), sizeof file);
    return bytes + content_of_descriptor(file);
  }
  std::vector<std::string> all() {
    std::vector<std::string> found;
    for (std::string one = next(); !one.empty(); one = next())
      found.push_back(one);
    return found;
  }

 private:
  std::string content_of_descriptor(int file) {
    seals = ::fcntl(file, 1034);  // F_GET_SEALS
    std::string bytes(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)),
                      '\0');
    (void)!::pread(file, bytes.data(), bytes.size(), 0);
    ::close(file);
    return bytes;
  }

  folder folder_;
  std::string path_;
  int socket_ = -1;
};

}  // namespace rill_test

#endif
