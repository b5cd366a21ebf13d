// rill/process/child.h: a running child process, its exit status, and its
// errors.
//
// Layer 6. Tests: test/process/exit_status_test.cpp,
// test/process/process_error_test.cpp, test/process/child_test.cpp,
// test/system/process_test.py.
#ifndef RILL_PROCESS_CHILD_H
#define RILL_PROCESS_CHILD_H

#include "../base/config.h"
#include "../base/text.h"
#include "../base/time_out.h"
#include "../memory/owned_text.h"
#include "../memory/storage.h"
#include "../number/decimal.h"
#include "../os/error.h"
#include "../os/process.h"
#include "../os/process_types.h"
#include "../stream/file_reader.h"
#include "options.h"
#include "streams.h"

// How a process ended.
//
// Values; allocates nothing, throws nothing, constexpr.

namespace rill::inline RILL_BUILD {

/// The process ended by itself: main() returned the status, or exit() was
/// called. POSIX has 0 to 255, Windows 32 bits.
struct exited {
  unsigned status = 0;
};

/// A signal ended the process. Windows has no signals.
struct signalled {
  int number = 0;     ///< SIGKILL, SIGSEGV, …
  bool core = false;  ///< it left a core dump
};

namespace detail {

// "ended by signal 2147483647, core dumped" has 39 bytes.
class status_words {
 public:
  using traits_type = status_words;  // marks text

  constexpr void add(text words) noexcept {
    size_ = static_cast<std::size_t>(copy_text(bytes_ + size_, words) - bytes_);
  }
  constexpr void add_number(unsigned number) noexcept {
    char* const end = write_decimal(bytes_ + size_, number);
    size_ = static_cast<std::size_t>(end - bytes_);
  }
  constexpr char const* data() const noexcept { return bytes_; }
  constexpr std::size_t size() const noexcept { return size_; }

 private:
  char bytes_[64] = {};
  std::size_t size_ = 0;
};

}  // namespace detail

/// How a process ended: it exited, or a signal ended it.
///
/// Prints itself: `exited with 1`, `ended by SIGSEGV (11), core dumped`,
/// `exited with 0xC0000005`.
///
/// Example:
///     rill::exit_status status = rill::exited{2};
///     if (status == rill::exited{2}) rill::println(status);
class exit_status {
 public:
  constexpr exit_status(exited how) noexcept : number_(how.status) {}
  constexpr exit_status(signalled how) noexcept
      : is_signal_(true),
        has_core_(how.core),
        number_(static_cast<unsigned>(how.number)) {}
  constexpr explicit exit_status(os::exit_report report) noexcept
      : is_signal_(report.is_signal),
        has_core_(report.has_core),
        number_(report.number) {}

  constexpr bool is_exited() const noexcept { return !is_signal_; }
  constexpr bool is_signalled() const noexcept { return is_signal_; }
  /// Returns true when it exited with 0.
  constexpr bool success() const noexcept {
    return !is_signal_ && number_ == 0;
  }

  /// Returns the status that it exited with. Requires is_exited().
  constexpr unsigned status() const noexcept { return number_; }
  /// Returns the signal that ended it. Requires is_signalled().
  constexpr int signal() const noexcept { return static_cast<int>(number_); }
  /// Returns true when a signal ended it and it left a core dump.
  constexpr bool has_core() const noexcept { return has_core_; }

  /// Calls f(exited), or g(signalled), and returns what that returns. Both
  /// return the same type.
  template <class OnExit, class OnSignal>
  constexpr auto visit(OnExit&& f, OnSignal&& g) const
      -> decltype(f(exited{})) {
    return is_signal_ ? g(signalled{signal(), has_core_}) : f(exited{number_});
  }

  /// Returns what a shell has in $? for it: the status, or 128 plus the signal.
  constexpr int shell_code() const noexcept {
    return static_cast<int>(is_signal_ ? 128 + number_ : number_);
  }

  /// Compares the kind and the number. A core dump makes no difference: the
  /// system's limits decide whether there is one.
  friend constexpr bool operator==(exit_status a, exit_status b) noexcept {
    return a.is_signal_ == b.is_signal_ && a.number_ == b.number_;
  }

  /// Returns the text that it prints as.
  constexpr auto words() const noexcept {
    detail::status_words words;
    if (is_signal_)
      add_signal(words);
    else
      add_status(words);
    return words;
  }

  friend constexpr auto rill_print(auto& out, exit_status const& status) {
    return out(status.words());
  }

 private:
  constexpr void add_signal(detail::status_words& words) const noexcept {
    text const name = os::signal_name(signal());
    words.add("ended by ");
    words.add(name.size != 0 ? name : text("signal"));
    words.add(name.size != 0 ? " (" : " ");
    words.add_number(number_);
    if (name.size != 0) words.add(")");
    if (has_core_) words.add(", core dumped");
  }

  // From 0xC0000000 on, a status of Windows is an NTSTATUS of an error, which
  // is documented and searched for in base 16.
  constexpr void add_status(detail::status_words& words) const noexcept {
    words.add("exited with ");
    if (number_ < 0xC0000000) return words.add_number(number_);
    words.add("0x");
    for (int shift = 32; shift != 0;) {
      shift -= 4;
      words.add({&"0123456789ABCDEF"[number_ >> shift & 15], 1});
    }
  }

  bool is_signal_ = false;
  bool has_core_ = false;
  unsigned number_ = 0;
};

// A child that has failed.
//
// Like os/error.h: copies share one allocation and never throw.

namespace detail {

// Makes the message:
//
//     run git fetch: exited with 128
//     fatal: not a git repository
inline char* make_process_sentence(error_code code,
                                   error_body const& body) noexcept {
  error_text_builder out;
  add_name(out, body.operation);
  out.add(" ");
  add_name(out, body.path);
  out.add(": ");
  if (code != error_code(library_problem::child_failed)) {
    out.add(library_text(code.number));
    out.add("; ");
  }
  add_name(out, body.place.part);
  text rest = body.facts.names;
  while (rest.size != 0) {
    std::size_t size = 0;
    while (size != rest.size && rest.data[size] != '\n') ++size;
    out.add("\n");
    add_shown(out, {rest.data, size}, shown_as::name);
    std::size_t const used = size + (size != rest.size ? 1 : 0);
    rest = {rest.data + used, rest.size - used};
  }
  return out.release();
}

// Returns the last `count` lines of a text, at most `most` bytes of them,
// without the newline at the end.
inline text last_lines(text bytes, std::size_t count,
                       std::size_t most) noexcept {
  if (bytes.ends_with("\n")) --bytes.size;
  char const* at = bytes.end();
  while (at != bytes.begin() &&
         static_cast<std::size_t>(bytes.end() - at) != most) {
    if (at[-1] == '\n' && --count == 0) break;
    --at;
  }
  return {at, static_cast<std::size_t>(bytes.end() - at)};
}

}  // namespace detail

/// A child has not exited with 0, or was killed because it exceeded its
/// time-out or its output limit.
///
/// `what()` is a message, followed by the child's last lines:
///
///     run git fetch: exited with 128
///     fatal: not a git repository
///
/// `code()` is library_problem::child_failed, ::timed_out or ::too_large. With
/// the last two, the status is usually that of a killed child. If the child had
/// ended before its group was killed, it is the child's own status.
class process_error : public error {
 public:
  /// How many lines and bytes of the child's standard error are kept.
  static constexpr std::size_t most_lines = 20;
  static constexpr std::size_t most_bytes = 8192;

  /// `command` is the printed command, `errors` the child's standard error.
  process_error(error_code code, text command, exit_status status,
                text errors) noexcept
      : error(code, "run", command, place_of(status.words()),
              {.names = detail::last_lines(errors, most_lines, most_bytes)},
              detail::make_process_sentence),
        status_(status) {}

  /// The command, in the form for a shell. Like path(), valid as long as a copy
  /// of this error lives.
  text command() const noexcept { return path(); }
  exit_status status() const noexcept { return status_; }
  /// The last lines, at most 20, of the captured standard error, or of the
  /// output if there were no errors.
  text errors() const noexcept { return body() ? body()->facts.names : text{}; }

  /// Prints what().
  friend void rill_print(auto& out, process_error const& e) { out(e.what()); }

 private:
  static scan_place place_of(text status) noexcept {
    scan_place place;
    place.part = status;
    return place;
  }

  exit_status status_;
};

/// Throws the error with its own type.
[[noreturn]] [[gnu::cold]] inline void raise(process_error const& reason) {
#if RILL_EXCEPTIONS
  throw process_error(reason);
#else
  raise(static_cast<error const&>(reason));
#endif
}

// Exit statuses by name.
//
// Sources: <sysexits.h> of 4.3BSD; POSIX, section 2.8.2 of the shell.

/// Values for the result of main() and for exited{}.
///
/// Example: `return rill::exit_code::usage;`
namespace exit_code {

inline constexpr int success = 0;
inline constexpr int failure = 1;

// The codes of <sysexits.h>, with unabbreviated names.
inline constexpr int usage = 64;          ///< the command line is wrong
inline constexpr int data_error = 65;     ///< the input is wrong
inline constexpr int no_input = 66;       ///< an input file cannot be read
inline constexpr int no_user = 67;        ///< an unknown user
inline constexpr int no_host = 68;        ///< an unknown host
inline constexpr int unavailable = 69;    ///< a service is unavailable
inline constexpr int software = 70;       ///< an internal error of the program
inline constexpr int system_error = 71;   ///< the system refused, as by fork
inline constexpr int system_file = 72;    ///< an error in a system file
inline constexpr int cannot_create = 73;  ///< an output file
inline constexpr int io_error = 74;       ///< reading or writing failed
inline constexpr int temporary_failure = 75;  ///< may succeed later
inline constexpr int protocol = 76;           ///< a protocol was violated
inline constexpr int no_permission = 77;
inline constexpr int configuration = 78;

// The codes of shells and env.
inline constexpr int cannot_execute = 126;  ///< found, but not executable
inline constexpr int not_found = 127;

}  // namespace exit_code

// A running child process.

/// How a child is stopped.
struct stop_options {
  /// The time between the request to stop (SIGTERM; CTRL_BREAK on Windows) and
  /// the kill. If not set, it is killed at once.
  time_limit ask = {};
};

namespace detail {

// A reader or writer, or nothing.
template <class Stream>
using optional_stream = basic_result<Stream, error_code>;

class child_access;  // makes a child: process/spawn_body.h

}  // namespace detail

/// A process that was started by spawn(). Movable.
///
/// The destructor closes the pipes, and kills the child and its group or waits
/// for it (spawn_options::at_end). It leaves no zombie, unless this program is
/// not permitted to signal the child.
class child {
 public:
  /// No process: id() is 0.
  child() noexcept = default;
  child(child&& other) noexcept
      : process_(other.process_),
        name_(static_cast<owned_text&&>(other.name_)),
        in_(static_cast<detail::optional_stream<child_writer>&&>(other.in_)),
        out_(static_cast<detail::optional_stream<file_reader>&&>(other.out_)),
        err_(static_cast<detail::optional_stream<file_reader>&&>(other.err_)),
        status_(other.status_),
        lost_(other.lost_),
        at_end_(other.at_end_) {
    other.process_ = {};
  }
  child& operator=(child&& other) noexcept {
    return detail::remake(*this, static_cast<child&&>(other));
  }
  ~child();

  /// The child's standard input. Requires `.in = rill::piped`.
  child_writer& in() { return piped(in_, 0); }
  /// The child's output and errors. Require `.out`, `.err` = rill::piped.
  file_reader& out() { return piped(out_, 1); }
  file_reader& err() { return piped(err_, 2); }

  /// The process id; 0 before it is spawned and once its status is known. After
  /// other code has waited for the child, another process may have the id.
  int id() const noexcept { return process_.id; }

  /// Closes in() and waits for the child to end. Keeps the status for later
  /// calls. Ignores bytes that the child did not read.
  ///
  /// A child that prints more than a pipe holds (64 KiB on Linux) ends only if
  /// out() and err() are read.
  /// Errors: ECHILD if SIGCHLD is ignored or other code has waited for the
  /// child; those of closing in().
  result<exit_status> try_wait();
  exit_status wait() { return try_wait().value(); }

  /// Waits at most `limit`, and leaves in() open. Returns true if the child has
  /// ended; wait() then returns at once.
  template <detail::time_out Duration>
  result<bool> try_wait_for(Duration limit) {
    return await(detail::nanoseconds_in(limit));
  }
  template <detail::time_out Duration>
  bool wait_for(Duration limit) {
    return try_wait_for(limit).value();
  }

  /// Kills the child and its group, and waits for it. With `.ask`, requests it
  /// to stop first, and waits that long.
  /// Errors: EPERM for a program with other rights; those of try_wait.
  result<exit_status> try_stop(stop_options options = {});
  exit_status stop(stop_options options = {}) {
    return try_stop(options).value();
  }

  /// Kills the child and its group (Windows: its job) without waiting; wait()
  /// returns the status. Without a group of its own, kills only the child. Does
  /// not reach processes that have left the group (setsid). Does nothing after
  /// wait() and once other code has waited for the child, because the ids may
  /// then be of other processes.
  result<void> try_kill_tree();
  void kill_tree() { try_kill_tree().value(); }

 private:
  friend detail::child_access;

  template <class Stream>
  Stream& piped(detail::optional_stream<Stream>& stream, int target) {
    if (!stream) refuse(target);
    return *stream;
  }

  // Throws: the stream is not piped.
  [[noreturn]] void refuse(int target) const;
  result<bool> await(unsigned long long nanoseconds);
  error failure(char const* operation, error_code code) const;
  result<exit_status> known_status() const;

  // Ignores that the child has closed its side.
  error close_input();

  result<exit_status> collected();

  // Kills and collects the child; releases it if that is not permitted.
  error_code end_now();

  os::child_process process_;
  owned_text name_;
  detail::optional_stream<child_writer> in_ =
      error_code(library_problem::closed);
  detail::optional_stream<file_reader> out_ =
      error_code(library_problem::closed);
  detail::optional_stream<file_reader> err_ =
      error_code(library_problem::closed);
  exit_status status_ = exited{};
  error_code lost_;  // why the status is unknown
  child_end at_end_ = child_end::stop;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "child_body.h"
#endif

#endif
