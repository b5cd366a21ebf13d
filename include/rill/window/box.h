// rill/window/box.h: the function box, a message in a window.
//
// Layer 7. Tests: test/window/box_test.cpp, test/os/win32/window_test.cpp.
#ifndef RILL_WINDOW_BOX_H
#define RILL_WINDOW_BOX_H

#include "../cstdio/c_stream_writer.h"
#include "../os/output.h"
#include "../os/window.h"
#include "../print/format_string.h"
#include "../print/list.h"
#include "../print/print.h"
#include "../process/run.h"
#include "../stream/message_text.h"
#include "../stream/scratch_writer.h"
#include "helper.h"

// A message in a window, or on standard error.
//
// Allocates; throws only std::bad_alloc.

namespace rill::inline RILL_BUILD {
namespace detail {

// Writes `title: message` and a newline to standard error, after the output
// that is buffered for it; without a title, only the message.
inline error_code say_message(text title, text message) {
  scratch_writer<512> line;
  if (title.size != 0) {
    line.write(title);
    line.write(": ");
  }
  line.write(message);
  line.put('\n');
  (void)drain_standard_streams();
  text const bytes = line.bytes();
  return os::write_all(os::standard_error_handle, bytes.data, bytes.size).error;
}

// Runs a helper until its window is closed. Returns false if it cannot have
// shown the message: it did not start, a signal ended it, its exit status is
// unexpected, or it has a time-out option and did not end in time.
inline bool show_by(shown_by helper, box_request const& what,
                    time_limit timeout) {
  // Helpers with a time-out option close the window themselves; allow 5 s more.
  bool const knows_time = helper != shown_by::kdialog;
  owned_text const input = message_input(helper, what.message);
  run_options how;
  if (!input.empty()) how.input = input;
  how.out = discarded;
  how.err = discarded;
  how.environment = helper_environment();
  if (timeout.is_set())
    how.timeout = knows_time ? time_limit(elapsed_time{static_cast<long long>(
                                   (what.seconds + 5) * 1'000'000'000)})
                             : timeout;
  result<run_result> const done = try_run(message_command(helper, what), how);
  if (done) return has_shown(helper, is_long(what.message), done->status);
  return !knows_time && done.error().code() == library_problem::timed_out;
}

// Shows a long message in a scrolling window of lines.
inline bool show_in_own_window(os::window_message const& what) {
  if (!is_long(what.bytes)) return os::show_message(what);
  os::text_window scrolling;
  constexpr bool follows = false;
  if (!scrolling.open(what.title, follows) || !scrolling.add(what.bytes))
    return false;
  scrolling.wait(what.nanoseconds);
  scrolling.close();
  return true;
}

// The text for a window: with U+FFFD for NUL and ill-formed UTF-8, and without
// the newline at its end.
inline owned_text text_for_window(text bytes) {
  if (bytes.size != 0 && bytes.end()[-1] == '\n') --bytes.size;
  scratch_writer<512> made;
  write_message(made, bytes);
  return owned_text(made.bytes());
}

// The limit in seconds, rounded up. At least 1, because 0 means no limit to a
// helper. At most 2^31 - 1 (68 years), because zenity's --timeout is a C int.
// The sum of that limit and 5 s, in nanoseconds, fits a long long.
inline unsigned long long seconds_of(time_limit limit) noexcept {
  constexpr unsigned long long second = 1'000'000'000, most = 2'147'483'647;
  unsigned long long const whole = limit.nanoseconds() / second +
                                   (limit.nanoseconds() % second != 0 ? 1 : 0);
  return smaller(larger(whole, 1ull), most);
}

inline result<shown_by> show(box_options const& options, text bytes) {
  text const name =
      options.title.data ? options.title : text(os::program_name());
  owned_text const title = text_for_window(name);
  owned_text const message = text_for_window(bytes);
  unsigned long long const nanoseconds =
      options.timeout.is_set() ? options.timeout.nanoseconds() : ~0ull;
  if (show_in_own_window({title, message, options.level, nanoseconds}))
    return shown_by::own_window;
  unsigned long long const seconds =
      options.timeout.is_set() ? seconds_of(options.timeout) : 0;
  if (os::has_display())
    for (shown_by const helper : helpers)
      if (show_by(helper, {title, message, options.level, seconds},
                  options.timeout))
        return helper;
  text const shown_title = options.title.size != 0 ? text(title) : text();
  if (error_code const problem = say_message(shown_title, message))
    return error(problem, "write", "standard error");
  return shown_by::standard_error;
}

// The function box.
//
// Allocates; throws what printing the values throws.

[[gnu::noinline]] inline result<shown_by> show_list(box_options const& options,
                                                    print_list list) {
  scratch_writer<512> out;
  put_list(out, list);
  return show(options, out.bytes());
}

struct try_box_fn {
  template <class... Args, sight S = sight_of_call<Args...>()>
  result<shown_by> operator()(box_options const& options,
                              Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (all_printable<Args...>)
      return show_list(options,
                       listed_call<seen_as<Args>...>(as_seen(args)...).list());
    else
      return shown_by::standard_error;
  }
  template <class... Args, sight S = sight_of_call<Args...>()>
  result<shown_by> operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    return (*this)(box_options{}, args...);
  }
};

struct box_fn {
  template <class... Args, sight S = sight_of_call<Args...>()>
  shown_by operator()(box_options const& options, Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    return try_box_fn()(options, args...).value();
  }
  template <class... Args, sight S = sight_of_call<Args...>()>
  shown_by operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    return try_box_fn()(box_options{}, args...).value();
  }
};

}  // namespace detail

/// Shows its arguments, one after the other, in a message window, and waits
/// until the user closes it or options.timeout is over. If no window can be
/// shown, writes the text to standard error, after the title if one is given.
///
/// On Windows, calls MessageBoxW, and loads its library for that. Elsewhere
/// tries zenity, kdialog and osascript in turn. A helper has not shown the
/// message if it is not in PATH, cannot start, is ended by a signal, or exits
/// with an unexpected status. Starts no helper if neither DISPLAY nor
/// WAYLAND_DISPLAY is set (not required on macOS). A message of more than 2,000
/// bytes or 25 lines scrolls. U+FFFD replaces NUL and ill-formed UTF-8.
///
/// Without options.timeout, waits for a helper until it ends. With it, kills
/// zenity or osascript 5 s after the time is over, and tries the next. Kills
/// kdialog, which has no time-out option, when the time is over: it has then
/// shown the message.
///
/// Returns: what has shown the message.
/// Errors: those of writing to standard error, if nothing else has shown it.
///
/// Example:
///     void report(int count) {
///       rill::box({.title = "Backup"}, count, " files are copied.");
///     }
inline constexpr detail::box_fn box{};
inline constexpr detail::try_box_fn try_box{};

}  // namespace rill::inline RILL_BUILD

#endif
