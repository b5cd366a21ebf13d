// rill/os/posix/log_socket.h: a datagram socket to a daemon of this machine.
//
// Floor 3. Allocates nothing, throws nothing. A socket is made for each
// message: one that is kept would be closed by programs that close every
// descriptor, whose number then belongs to another file. Waits 100 ms at most
// for a daemon that does not read. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_POSIX_LOG_SOCKET_H
#define RILL_OS_POSIX_LOG_SOCKET_H

#include <fcntl.h>       // fcntl, FD_CLOEXEC
#include <sys/socket.h>  // socket, connect, sendmsg
#include <sys/un.h>      // sockaddr_un

#include "../../base/text.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// The system calls on sockets that a test can replace.
struct socket_calls {
  int (*socket)(int, int, int) = ::socket;
  int (*connect)(int, sockaddr const*, socklen_t) = ::connect;
  ssize_t (*sendmsg)(int, msghdr const*, int) = ::sendmsg;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE socket_calls socket_call;

class log_socket {
 public:
  /// Connects to the socket at a path. problem() says why it cannot.
  explicit log_socket(char const* path) noexcept {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    std::size_t const size = detail::length_of(path);
    if (size >= sizeof to.sun_path) {
      problem_ = {error_source::system, ENAMETOOLONG};
      return;
    }
    detail::copy_bytes(to.sun_path, path, size);
    descriptor_ = make_socket();
    if (descriptor_ < 0 ||
        socket_call.connect(descriptor_, reinterpret_cast<sockaddr*>(&to),
                            sizeof to) != 0)
      problem_ = last_error();
  }
  log_socket(log_socket const&) = delete;
  log_socket& operator=(log_socket const&) = delete;
  ~log_socket() {
    if (descriptor_ >= 0) (void)call.close(descriptor_);
  }

  error_code problem() const noexcept { return problem_; }

  /// Sends the parts as one datagram. Requires that there is no problem.
  /// Errors: EMSGSIZE for more than the system sends at once; would_wait.
  template <std::size_t Count>
  error_code send(part (&parts)[Count]) noexcept {
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = Count;
    return send(message);
  }

  /// Sends a descriptor and no bytes.
  error_code send_descriptor(int sent) noexcept {
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof sent)] = {};
    msghdr message{};
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof sent);
    __builtin_memcpy(CMSG_DATA(header), &sent, sizeof sent);
    return send(message);
  }

 private:
  // Closed by exec. Not 0, 1 or 2, where other threads may print meanwhile.
  static int make_socket() noexcept {
#if defined(SOCK_CLOEXEC)
    constexpr int kind = SOCK_DGRAM | SOCK_CLOEXEC;
#else
    constexpr int kind = SOCK_DGRAM;
#endif
    int const made = socket_call.socket(AF_UNIX, kind, 0);
#if !defined(SOCK_CLOEXEC)
    if (made >= 0) (void)::fcntl(made, F_SETFD, FD_CLOEXEC);
#endif
    if (made < 0 || made > 2) return made;
    int const above = ::fcntl(made, F_DUPFD_CLOEXEC, 3);
    (void)call.close(made);
    return above;
  }

  error_code send(msghdr const& message) noexcept {
#if defined(MSG_NOSIGNAL)
    constexpr int how = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
    constexpr int how = MSG_DONTWAIT;  // a datagram raises no SIGPIPE
#endif
    constexpr int most_waits = 20;
    constexpr int milliseconds = 5;
    for (int waits = 0; socket_call.sendmsg(descriptor_, &message, how) < 0;) {
      // A full queue is EAGAIN on Linux and ENOBUFS on BSDs and macOS.
      bool const is_full =
          errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS;
      if (!is_full && errno != EINTR) return last_error();
      if (++waits > most_waits) return would_wait;
      if (is_full) (void)takes_bytes(descriptor_, milliseconds);
    }
    return {};
  }

  int descriptor_ = -1;
  error_code problem_;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
