// rill/os/posix/debug_output.h: messages for a developer, to syslog or the
// journal's socket.
//
// Layer 3. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_POSIX_DEBUG_OUTPUT_H
#define RILL_OS_POSIX_DEBUG_OUTPUT_H

#include <fcntl.h>       // fcntl, FD_CLOEXEC
#include <sys/socket.h>  // socket, connect, sendmsg
#include <sys/un.h>      // sockaddr_un
#include <time.h>        // localtime_r
#include <unistd.h>      // getpid

#include "../../base/text.h"
#include "../process_types.h"
#include "output.h"

// A datagram socket to a daemon of this machine.
//
// Allocates nothing, throws nothing. A socket is made for each message: one
// that is kept would be closed by programs that close every descriptor, whose
// number then belongs to another file. Waits 100 ms at most for a daemon that
// does not read.

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

// Messages for syslog, written as datagrams.
//
// Allocates what localtime_r does, throws nothing. syslog(3) is not used: it
// does not tell whether the message was taken, may wait for ever, and shares
// its settings with the rest of the program. Source: RFC 3164, sections 4.1
// and 5.

/// Where the daemons listen.
struct log_sockets {
  char const* journal = "/run/systemd/journal/socket";
#if defined(__APPLE__)
  char const* syslog = "/var/run/syslog";
#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
  char const* syslog = "/var/run/log";
#else
  char const* syslog = "/dev/log";
#endif
};

/// The paths in force; a test replaces them and puts them back.
RILL_REPLACEABLE log_sockets log_socket_paths;

// What stands before a message. At most 12 bytes of numbers and brackets
// around the process, 16 of the time, and the identifier.
class log_header {
 public:
  void add(text bytes) noexcept {
    std::size_t const count =
        detail::smaller(bytes.size, sizeof bytes_ - size_);
    detail::copy_bytes(bytes_ + size_, bytes.data, count);
    size_ += count;
  }
  /// At least `width` digits or spaces.
  void add_number(unsigned number, int width, char fill) noexcept {
    char digits[10];
    int at = 10;
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (10 - at < width) digits[--at] = fill;
    add({digits + at, static_cast<std::size_t>(10 - at)});
  }
  /// The name of the program. Bytes that end it or that begin another field
  /// become `_`; at most 48 bytes.
  void add_identifier(text name) noexcept {
    for (char c :
         text(name.data, detail::smaller(name.size, std::size_t{48}))) {
      bool const is_plain = c > ' ' && c != ':' && c != '[' && c != '\x7F';
      bool const is_kept = is_plain || static_cast<unsigned char>(c) >= 0x80;
      add({is_kept ? &c : "_", 1});
    }
  }
  text bytes() const noexcept { return {bytes_, size_}; }

 private:
  char bytes_[128] = {};
  std::size_t size_ = 0;
};

// `<15>Feb  3 04:05:06 program[123]: `. The facility is user (1), and the time
// that of the local zone.
inline log_header syslog_header(debug_message const& message) noexcept {
  log_header to;
  to.add("<");
  to.add_number(8u + static_cast<unsigned>(message.severity), 1, ' ');
  to.add(">");
  time_t const now = ::time(nullptr);
  tm parts{};
  if (::localtime_r(&now, &parts)) {
    constexpr char const* months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    to.add({months + (3 * parts.tm_mon), 3});
    to.add(" ");
    to.add_number(static_cast<unsigned>(parts.tm_mday), 2, ' ');
    to.add(" ");
    to.add_number(static_cast<unsigned>(parts.tm_hour), 2, '0');
    to.add(":");
    to.add_number(static_cast<unsigned>(parts.tm_min), 2, '0');
    to.add(":");
    to.add_number(static_cast<unsigned>(parts.tm_sec), 2, '0');
    to.add(" ");
  }
  to.add_identifier(message.identifier);
  to.add("[");
  to.add_number(static_cast<unsigned>(::getpid()), 1, ' ');
  to.add("]: ");
  return to;
}

// The first piece of a text: a line, or as much of it as `most` bytes hold
// without a part of a character at the end.
inline text first_piece(text whole, std::size_t most) noexcept {
  std::size_t size = 0;
  while (size != whole.size && whole.data[size] != '\n') ++size;
  if (size <= most) return {whole.data, size};
  size = most;
  while (size > most - 3 && (whole.data[size] & 0xC0) == 0x80) --size;
  return {whole.data, size};
}

/// Sends a message to the syslog daemon at a socket. A line is a datagram, and
/// a longer one several: daemons drop what is behind 1,024 bytes (RFC 3164,
/// section 4.1). Returns why the daemon did not take all of it.
inline error_code send_to_syslog(char const* path,
                                 debug_message const& message) noexcept {
  log_socket to(path);
  if (to.problem()) return to.problem();
  log_header const header = syslog_header(message);
  constexpr std::size_t most = 1024;
  text left = message.bytes;
  for (;;) {
    text const piece = first_piece(left, most - header.bytes().size);
    part parts[] = {make_part(header.bytes().data, header.bytes().size),
                    make_part(piece.data, piece.size)};
    if (piece.size != 0)
      if (error_code const problem = to.send(parts)) return problem;
    left = {piece.end(), left.size - piece.size};
    if (left.size == 0) return {};
    if (*left.data == '\n') left = {left.data + 1, left.size - 1};
  }
}

}  // namespace rill::inline RILL_BUILD::os

// Messages for a developer, to syslog.
//
// Throws nothing. Linux asks the journal first: os/linux/debug_output.h.

#if !defined(__linux__)
namespace rill::inline RILL_BUILD::os {

/// Sends a message to the system's log. Returns false when no daemon took it.
inline bool send_debug_message(debug_message const& message) noexcept {
  return !send_to_syslog(log_socket_paths.syslog, message);
}

}  // namespace rill::inline RILL_BUILD::os
#endif  // !defined(__linux__)

#endif
