// rill/window/box.h: the verb box.
//
// Floor 6. Allocates; throws what printing the values throws. Tests:
// test/window/box_test.cpp.
#ifndef RILL_WINDOW_BOX_H
#define RILL_WINDOW_BOX_H

#include "../print/list.h"
#include "../print/print.h"
#include "show.h"

namespace rill::inline RILL_BUILD {

namespace detail {

[[gnu::noinline]] inline result<shown_by> show_list(box_options const& options,
                                                    print_list list) {
  scratch_writer<512> out;
  put_list(out, list);
  return show(options, out.bytes());
}

struct try_box_verb {
  template <class... Args>
  result<shown_by> operator()(box_options const& options,
                              Args const&... args) const {
    if constexpr (all_printable<Args...>)
      return show_list(options, listed_call<Args...>(args...).list());
    else
      return shown_by::standard_error;
  }
  template <class... Args>
  result<shown_by> operator()(Args const&... args) const {
    return (*this)(box_options{}, args...);
  }
};

struct box_verb {
  template <class... Args>
  shown_by operator()(box_options const& options, Args const&... args) const {
    return try_box_verb()(options, args...).value();
  }
  template <class... Args>
  shown_by operator()(Args const&... args) const {
    return try_box_verb()(box_options{}, args...).value();
  }
};

}  // namespace detail

/// Shows its arguments, one after the other, in a message window, and waits
/// until the user closes it or the time of the options is over. Where there is
/// no window, the text goes to standard error, behind the title if one is
/// given.
///
/// On Windows the window is that of MessageBoxW, whose library is loaded then.
/// Elsewhere it is that of the first helper that shows it: zenity, kdialog,
/// osascript. One that is not in PATH, cannot start, is ended by a signal or
/// ends with an unusual status has not shown it. Without DISPLAY and
/// WAYLAND_DISPLAY in the environment none is started (macOS has neither). A
/// message of more than 2,000 bytes or 25 lines scrolls. U+FFFD stands for NUL
/// and for what is ill-formed UTF-8.
///
/// A helper that hangs is waited for as long as the user may take: for ever,
/// or 5 s longer than the time of the options; then the next is asked.
///
/// Returns: what has shown the message.
/// Errors: those of writing to standard error, where it was shown by nothing
/// else.
///
/// Example:
///     void report(int count) {
///       rill::box({.title = "Backup"}, count, " files are copied.");
///     }
inline constexpr detail::box_verb box{};
inline constexpr detail::try_box_verb try_box{};

}  // namespace rill::inline RILL_BUILD

#endif
