// rill/os/debug_output.h: messages for a developer, beside standard error: to
// the journal or to syslog, or to a debugger on Windows.
//
// Layer 3. Throws nothing. Tests: test/os/debug_output_test.cpp,
// test/os/win32/debug_output_test.cpp.
#ifndef RILL_OS_DEBUG_OUTPUT_H
#define RILL_OS_DEBUG_OUTPUT_H

#include "../base/config.h"
#include "process_types.h"

#if !RILL_HOSTED

namespace rill::inline RILL_BUILD::os {

/// Always false: this system takes no debug messages.
constexpr bool send_debug_message(debug_message const&) noexcept {
  return false;
}

}  // namespace rill::inline RILL_BUILD::os

#elif defined(__unix__) || defined(__APPLE__)

#include <fcntl.h>       // fcntl, FD_CLOEXEC
#include <sys/socket.h>  // socket, connect, sendmsg
#include <sys/un.h>      // sockaddr_un
#include <time.h>        // localtime_r
#include <unistd.h>      // getpid
#if defined(__linux__)
#include <sys/syscall.h>  // SYS_memfd_create
#endif

#include "../base/text.h"
#include "posix/output.h"

// A datagram socket to a daemon of this machine.
//
// Allocates nothing, throws nothing. Makes a socket for each message: a program
// that closes all descriptors would close a socket that is kept, and its number
// could then name another file. Waits at most 100 ms for a daemon that does not
// read.

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
  /// Connects to the socket at a path. After an error, problem() returns it.
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

  /// Sends the parts as one datagram. Requires: problem() returns no error.
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
  // Makes a close-on-exec socket. Its number is never 0, 1 or 2, even if that
  // is free: other threads may print to these descriptors meanwhile.
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
// Allocates only in localtime_r, throws nothing. syslog(3) is not used: it does
// not report whether the daemon took the message, may wait without a limit, and
// shares its settings with the rest of the program. Source: RFC 3164, sections
// 4.1 and 5.

/// The paths of the daemons' sockets.
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

// The header of a message: for syslog at most 82 bytes, for the journal at most
// 94 (48 of each for the identifier).
class log_header {
 public:
  void add(text bytes) noexcept {
    std::size_t const count =
        detail::smaller(bytes.size, sizeof bytes_ - size_);
    detail::copy_bytes(bytes_ + size_, bytes.data, count);
    size_ += count;
  }
  /// Adds a number, padded with `fill` to `width` characters.
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
  /// Adds the program's name, at most 48 bytes. Bytes that would end the name
  /// or begin another field become `_`.
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

// Returns a header such as `<15>Feb  3 04:05:06 program[123]: `. The number is
// 8 times the facility, user (1), plus the severity. The time is local.
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

// Returns the first line of a text. Of a line of more than `most` bytes returns
// the beginning, cut between two characters.
inline text first_piece(text whole, std::size_t most) noexcept {
  std::size_t size = 0;
  while (size != whole.size && whole.data[size] != '\n') ++size;
  if (size <= most) return {whole.data, size};
  size = most;
  while (size > most - 3 && (whole.data[size] & 0xC0) == 0x80) --size;
  return {whole.data, size};
}

/// Sends a message to the syslog daemon at a socket, one datagram per line.
/// Splits longer lines, because daemons cut messages after 1,024 bytes (RFC
/// 3164, section 4.1). Returns the error if the daemon did not take all of it.
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

#if defined(__linux__)

// Messages for the journal of systemd.
//
// Allocates nothing. Source: "Native Journal Protocol" and memfd_create(2).

/// The system call that a test can replace. C libraries before glibc 2.27 have
/// no function for it.
struct memory_file_calls {
  int (*create)(char const*, unsigned) = [](char const* name, unsigned flags) {
    return static_cast<int>(::syscall(SYS_memfd_create, name, flags));
  };
};

/// The call in force; a test replaces it and puts it back.
RILL_REPLACEABLE memory_file_calls memory_file_call;

// The fields of a message in parts. Each value ends with a newline. A value
// without a newline in it follows `=`. Any other value follows a newline and
// its size: 64 bits with the least significant byte first.
class journal_entry {
 public:
  explicit journal_entry(debug_message const& message) noexcept {
    head_.add("PRIORITY=");
    head_.add_number(static_cast<unsigned>(message.severity), 1, ' ');
    head_.add("\nSYSLOG_IDENTIFIER=");
    head_.add_identifier(message.identifier);
    head_.add("\nMESSAGE");
    text const bytes = message.bytes;
    bool const is_one_line = first_piece(bytes, bytes.size).size == bytes.size;
    head_.add(is_one_line ? "=" : "\n");
    for (int i = 0; i != 64 && !is_one_line; i += 8) {
      unsigned long long const size = bytes.size;
      char const byte = static_cast<char>(size >> i & 0xFF);
      head_.add({&byte, 1});
    }
    parts_[0] = make_part(head_.bytes().data, head_.bytes().size);
    parts_[1] = make_part(bytes.data, bytes.size);
    parts_[2] = make_part("\n", 1);
  }
  journal_entry(journal_entry const&) = delete;
  journal_entry& operator=(journal_entry const&) = delete;

  using part_list = part[3];
  part_list& parts() noexcept { return parts_; }

 private:
  log_header head_;
  part_list parts_;
};

// Sends an entry that is too large for a datagram (about 200 KiB) as a memory
// file. The journal accepts the file once it is sealed against changes.
inline error_code send_as_file(log_socket& to, journal_entry& entry) noexcept {
  constexpr unsigned close_on_exec = 1, allow_sealing = 2;
  constexpr int add_seals = 1033;  // F_ADD_SEALS
  constexpr int every_seal = 0xF;  // seal, shrink, grow, write
  int const file =
      memory_file_call.create("rill-message", close_on_exec | allow_sealing);
  if (file < 0) return last_error();
  error_code problem =
      write_all(file, entry.parts(), sizeof entry.parts() / sizeof(part)).error;
  if (!problem && ::fcntl(file, add_seals, every_seal) != 0)
    problem = last_error();
  if (!problem) problem = to.send_descriptor(file);
  (void)call.close(file);
  return problem;
}

/// Sends a message to the journal at a socket. Returns the error if the journal
/// did not take it.
inline error_code send_to_journal(char const* path,
                                  debug_message const& message) noexcept {
  log_socket to(path);
  if (to.problem()) return to.problem();
  journal_entry entry(message);
  error_code const problem = to.send(entry.parts());
  if (problem != error_code{error_source::system, EMSGSIZE}) return problem;
  return send_as_file(to, entry);
}

#endif  // defined(__linux__)

/// Sends a message to the system's log: on Linux to the journal or, if that
/// fails, to syslog. Returns false if no daemon took it.
inline bool send_debug_message(debug_message const& message) noexcept {
#if defined(__linux__)
  if (!send_to_journal(log_socket_paths.journal, message)) return true;
#endif
  return !send_to_syslog(log_socket_paths.syslog, message);
}

}  // namespace rill::inline RILL_BUILD::os

#elif defined(_WIN32)

#include "win32/converted_text.h"

// Allocates with malloc. Source: Microsoft's descriptions of OutputDebugStringW
// and OUTPUT_DEBUG_STRING_INFO.

namespace rill::inline RILL_BUILD::os {

extern "C" {
void rill_OutputDebugStringW(wchar_t const*) noexcept
    __asm__("OutputDebugStringW");
windows_bool rill_IsDebuggerPresent() noexcept __asm__("IsDebuggerPresent");
void* rill_OpenEventW(windows_word, windows_bool, wchar_t const*) noexcept
    __asm__("OpenEventW");
}

// Returns true if a debugger is attached or a viewer of debug output runs,
// which creates an event of this name. Cannot see a kernel debugger.
inline bool is_debug_output_read() noexcept {
  constexpr windows_word synchronize = 0x100000;
  if (rill_IsDebuggerPresent()) return true;
  void* const event = rill_OpenEventW(synchronize, 0, L"DBWIN_BUFFER_READY");
  if (event) (void)call.close_handle(event);
  return event != nullptr;
}

/// The calls that a test can replace.
struct debug_calls {
  void (*output)(wchar_t const*) = rill_OutputDebugStringW;
  bool (*is_read)() = is_debug_output_read;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE debug_calls debug_call;

// The most units in one call: a debugger's event stores the size in bytes,
// including the NUL, in 16 bits.
inline constexpr std::size_t largest_debug_output = 32'766;

// Outputs UTF-16 units in pieces that end between characters. Requires that the
// unit after the last can be overwritten: each piece gets a NUL meanwhile.
inline void output_in_chunks(wchar_t* units, std::size_t size) noexcept {
  while (size != 0) {
    std::size_t count = detail::smaller(size, largest_debug_output);
    bool const is_cut =
        count != size && units[count] >= 0xDC00 && units[count] <= 0xDFFF;
    if (is_cut) --count;
    wchar_t const next = units[count];
    units[count] = L'\0';
    debug_call.output(units);
    units[count] = next;
    units += count;
    size -= count;
  }
}

/// Outputs a message and a newline. Returns false if neither a debugger nor a
/// viewer seems to read it.
inline bool send_debug_message(debug_message const& message) noexcept {
  bool const is_read = debug_call.is_read();
  wide_text const wide = widened(message.bytes);
  wide_text line;
  if (wide.error || !line.make_room(wide.size + 2)) return false;
  __builtin_memcpy(line.data, wide.data, wide.size * sizeof(wchar_t));
  line.data[wide.size] = L'\n';
  output_in_chunks(line.data, wide.size + 1);
  return is_read;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
