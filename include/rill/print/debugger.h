// rill/print/debugger.h: the debugger or the system's log as a sink of print.
//
// Floor 5. Each call is one message. Throws what allocating and printing the
// values throw. Tests: test/print/debugger_test.cpp.
#ifndef RILL_PRINT_DEBUGGER_H
#define RILL_PRINT_DEBUGGER_H

#include "../os/debug_output.h"
#include "../os/output.h"  // program_name
#include "../stream/message_text.h"
#include "../stream/scratch_writer.h"
#include "dbg_output.h"

namespace rill::inline RILL_BUILD {

/// The sink that debugger() returns. A plain value.
class debugger_sink {
 public:
  constexpr explicit debugger_sink(debug_level level) noexcept
      : level_(level) {}
  constexpr debug_level level() const noexcept { return level_; }

 private:
  debug_level level_;
};

/// Returns a sink for messages to a developer. Each call of print is one
/// message, and a newline at its end makes no difference. A message goes
///
/// - on Windows to OutputDebugStringW, in pieces of at most 32,766 units of
///   UTF-16 that end between characters;
/// - on Linux to the journal (journalctl), with the level as its priority and
///   the name of the program as its identifier; a long one as a file in memory;
/// - on Linux without the journal, and on other POSIX systems, to syslog, a
///   datagram of at most 1,024 bytes for each line;
/// - where none of these takes it, to standard error. On Windows that is where
///   no debugger is attached and no viewer such as DebugView runs.
///
/// U+FFFD stands for NUL and for what is ill-formed UTF-8. An empty message,
/// and one of debug_level::none, goes nowhere.
///
/// Errors: none. A daemon that does not read is waited for 100 ms at most;
/// then the message goes to standard error.
/// Cost: on POSIX four system calls, some 10 us.
///
/// Example:
///     rill::println(rill::debugger(rill::debug_level::warning), "low: ", 3);
constexpr debugger_sink debugger(
    debug_level level = debug_level::debug) noexcept {
  return debugger_sink(level);
}

#if RILL_HOSTED
/// Gives the text of dbg to debugger(level): for set_dbg_output.
inline void dbg_to_debugger(text message, debug_level level) {
  if (message.size != 0 && message.end()[-1] == '\n') --message.size;
  if (message.size == 0 || level == debug_level::none) return;
  detail::scratch_writer<512> made;
  text bytes = message;
  if (detail::clean_beginning(message) != message.size) {
    detail::write_message(made, message);
    bytes = made.bytes();
  }
  if (!os::send_debug_message(
          {bytes, static_cast<int>(level), text(os::program_name())}))
    detail::say_line(message, true);
}

namespace detail {

[[gnu::noinline]] inline void print_to_debugger(debug_level level,
                                                print_list list) {
  scratch_writer<512> out;
  put_list(out, list);
  dbg_to_debugger(out.bytes(), level);
}

}  // namespace detail
#endif

template <>
struct sink_traits<debugger_sink> {
  template <class... Args>
  static void put(debugger_sink const& to, Args const&... args) {
#if RILL_HOSTED
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_debugger(to.level(),
                                detail::listed_call<Args...>(args...).list());
#else
    static_assert(detail::never<void(Args const&...)>,
                  "rill: this program is built without a system: there is no "
                  "debugger to print to");
#endif
  }
  static void flush(debugger_sink const&) noexcept {}
};

}  // namespace rill::inline RILL_BUILD

#endif
