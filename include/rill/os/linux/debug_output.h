// rill/os/linux/debug_output.h: messages for a developer, to the journal or to
// syslog.
//
// Layer 3. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_LINUX_DEBUG_OUTPUT_H
#define RILL_OS_LINUX_DEBUG_OUTPUT_H

#include <sys/syscall.h>  // SYS_memfd_create

#include "../posix/debug_output.h"

// Messages for the journal of systemd.
//
// Allocates nothing, throws nothing. Source: "Native Journal Protocol" and
// memfd_create(2).

namespace rill::inline RILL_BUILD::os {

/// The system call that a test can replace. C libraries before glibc 2.27 have
/// no function for it.
struct memory_file_calls {
  int (*create)(char const*, unsigned) = [](char const* name, unsigned flags) {
    return static_cast<int>(::syscall(SYS_memfd_create, name, flags));
  };
};

/// The call in force; a test replaces it and puts it back.
RILL_REPLACEABLE memory_file_calls memory_file_call;

// The fields of a message in parts. A value without a newline follows `=` and
// ends with a newline; another one follows a newline and its size, 64 bits
// with the least significant byte first.
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

// What is too large for a datagram (some 200 KiB) goes as a file in memory,
// which the journal accepts when it cannot change any more.
inline error_code send_as_file(log_socket& to, journal_entry& entry) noexcept {
  constexpr unsigned close_on_exec = 1, allow_sealing = 2;
  constexpr int add_seals = 1033;  // F_ADD_SEALS
  constexpr int every_seal = 0xF;  // of seals, shrinking, growing, writing
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

/// Sends a message to the journal at a socket. Returns why it was not taken.
inline error_code send_to_journal(char const* path,
                                  debug_message const& message) noexcept {
  log_socket to(path);
  if (to.problem()) return to.problem();
  journal_entry entry(message);
  error_code const problem = to.send(entry.parts());
  if (problem != error_code{error_source::system, EMSGSIZE}) return problem;
  return send_as_file(to, entry);
}

// Messages for a developer, to the journal or to syslog.
//
// Throws nothing.

/// Sends a message to the system's log. Returns false when no daemon took it.
inline bool send_debug_message(debug_message const& message) noexcept {
  return !send_to_journal(log_socket_paths.journal, message) ||
         !send_to_syslog(log_socket_paths.syslog, message);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
