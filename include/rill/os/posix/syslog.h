// rill/os/posix/syslog.h: messages for syslog, written as datagrams.
//
// Floor 3. Allocates what localtime_r does, throws nothing. syslog(3) is not
// used: it does not tell whether the message was taken, may wait for ever, and
// shares its settings with the rest of the program. Source: RFC 3164, sections
// 4.1 and 5. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_POSIX_SYSLOG_H
#define RILL_OS_POSIX_SYSLOG_H

#include <time.h>    // localtime_r
#include <unistd.h>  // getpid

#include "../debug_terms.h"
#include "log_socket.h"

namespace rill::inline RILL_BUILD::os {

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

#endif
