// rill/window/helper.h: the programs that show windows: their commands and
// processes.
//
// Layer 7. Tests: test/window/box_test.cpp, test/window/box_writer_test.cpp,
// test/window/helper_test.cpp.
#ifndef RILL_WINDOW_HELPER_H
#define RILL_WINDOW_HELPER_H

#include "../base/text.h"
#include "../base/time_out.h"
#include "../os/process_types.h"
#include "../process/child.h"
#include "../process/command.h"
#include "../process/options.h"

// Options of boxes.

namespace rill::inline RILL_BUILD {

/// What has shown a message.
enum class shown_by : unsigned char {
  own_window,  ///< a window of the program, on Windows
  zenity,      ///< a helper program
  kdialog,
  osascript,
  standard_error,
};

/// Options of box. The texts are borrowed.
struct box_options {
  text title = {};  ///< by default the name of the program
  debug_level level = debug_level::information;  ///< chooses the icon
  /// The longest time that the window stays; by default until the user closes
  /// it. Helpers count whole seconds, rounded up.
  time_limit timeout = {};
};

/// What happens to the window when its writer is closed or destroyed.
enum class window_end : unsigned char {
  leave,  ///< it stays until the user closes it (Windows: or the program ends)
  wait,   ///< the program waits until the user closes it
  close,  ///< it is closed
};

struct box_writer_options {
  text title = {};  ///< as in box_options
  window_end at_end = window_end::leave;
};

// Processes that go on without their owner.
//
// Allocates; throws only std::bad_alloc. A child that has ended is a zombie
// until its parent waits for it, and the program does not wait for the helper
// of a window that stays open. leave_child() therefore collects earlier
// children that have ended. Any thread may call it.

namespace detail {

struct left_child {
  child process;
  left_child* next;
};

// Children in this list continue to run after the program ends.
RILL_STATE inline left_child* left_children = nullptr;

inline void keep_left_child(left_child* one) noexcept {
  one->next = __atomic_load_n(&left_children, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&left_children, &one->next, one, true,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

/// Takes over a child without stopping or waiting for it, and collects earlier
/// ones that have ended.
inline void leave_child(child process) {
  auto* const added = new left_child{static_cast<child&&>(process), nullptr};
  left_child* one = __atomic_exchange_n(
      &left_children, static_cast<left_child*>(nullptr), __ATOMIC_ACQUIRE);
  while (one) {
    left_child* const next = one->next;
    result<bool> const has_ended = one->process.try_wait_for(no_wait);
    if (!has_ended || *has_ended) {
      (void)one->process.try_wait();
      delete one;
    } else {
      keep_left_child(one);
    }
    one = next;
  }
  keep_left_child(added);
}

// The commands of the programs that show windows.
//
// Allocates; throws only std::bad_alloc. Uses no shell, and a text that begins
// with a dash does not become an option. Sources: the manual pages of zenity
// and kdialog, Qt's Qt::mightBeRichText, and AppleScript's `display dialog`.

inline constexpr shown_by helpers[] = {shown_by::zenity, shown_by::kdialog,
                                       shown_by::osascript};

inline owned_text joined_text(text first, text second) {
  owned_text both(first);
  both.add(second);
  return both;
}

// Whether a message needs a scrolling window: a dialog could be larger than a
// small screen, with its button out of sight. Linux also limits an argument to
// 128 KiB.
inline bool is_long(text message) noexcept {
  constexpr std::size_t most_bytes = 2000, most_lines = 25;
  std::size_t lines = 1;
  for (char c : message) lines += c == '\n' ? 1 : 0;
  return message.size > most_bytes || lines > most_lines;
}

// Qt interprets text with a tag as HTML. So this converts text with a `<` to
// HTML that shows the same text.
inline owned_text without_tags(text bytes) {
  bool has_tag = false;
  for (char c : bytes) has_tag = has_tag || c == '<';
  if (!has_tag) return owned_text(bytes);
  owned_text made(text("<span style=\"white-space:pre-wrap\">"));
  for (char const& c : bytes)
    made.add(c == '<'   ? text("&lt;")
             : c == '>' ? text("&gt;")
             : c == '&' ? text("&amp;")
                        : text(&c, 1));
  made.add("</span>");
  return made;
}

// The same for each line, for a window that interprets each line by itself.
inline owned_text lines_without_tags(text lines) {
  owned_text made;
  while (lines.size != 0) {
    std::size_t size = 0;
    while (size != lines.size && lines.data[size] != '\n') ++size;
    made.add(without_tags({lines.data, size}));
    if (size != lines.size) made.add({&lines.data[size++], 1});
    lines = {lines.data + size, lines.size - size};
  }
  return made;
}

// Doubles each backslash, because kdialog replaces \\ and \n in the texts of
// its options.
inline owned_text with_double_backslashes(text bytes) {
  owned_text made;
  for (char const& c : bytes) {
    if (c == '\\') made.add("\\");
    made.add({&c, 1});
  }
  return made;
}

inline text decimal(unsigned long long number, char (&room)[24]) noexcept {
  char* at = room + sizeof room;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return {at, static_cast<std::size_t>(room + sizeof room - at)};
}

// The parameters of a message window.
struct box_request {
  text title;
  text message;
  debug_level level;
  unsigned long long seconds;  // 0: no limit
};

// The command of zenity for a message, which zenity interprets as markup by
// default.
inline command zenity_message(box_request const& what) {
  command made{"zenity", what.level == debug_level::error     ? "--error"
                         : what.level == debug_level::warning ? "--warning"
                                                              : "--info"};
  made.add("--no-markup");
  made.add(joined_text("--text=", what.message));
  return made;
}

/// The command that shows a message. It reads a long one from standard input.
inline command message_command(shown_by helper, box_request const& what) {
  char room[24];
  text const seconds = decimal(what.seconds, room);
  if (helper == shown_by::osascript) {
    // osascript takes options only before the first other argument. That is
    // "show", so the title and the message are never options.
    command made{"osascript", "-e", "on run argv", "-e"};
    owned_text script(text(
        "display dialog (item 2 of argv) with title (item 3 of argv) buttons "
        "{\"OK\"} default button 1 with icon "));
    script.add(what.level == debug_level::error     ? "stop"
               : what.level == debug_level::warning ? "caution"
                                                    : "note");
    if (what.seconds != 0) {
      script.add(" giving up after ");
      script.add(seconds);
    }
    made.add(script).add("-e").add("end run").add("show");
    return static_cast<command&&>(made.add(what.message).add(what.title));
  }
  bool const scrolls = is_long(what.message);
  command made;
  if (helper == shown_by::zenity) {
    made = scrolls
               ? command{"zenity", "--text-info", "--width=640", "--height=480"}
               : zenity_message(what);
    if (what.seconds != 0) made.add(joined_text("--timeout=", seconds));
  } else if (scrolls) {
    made = command{"kdialog", "--textbox=-", "640", "480"};
  } else {
    made = command{"kdialog"};
    made.add(joined_text(what.level == debug_level::error     ? "--error="
                         : what.level == debug_level::warning ? "--sorry="
                                                              : "--msgbox=",
                         with_double_backslashes(without_tags(what.message))));
  }
  made.add(joined_text("--title=", what.title));
  return made;
}

/// The standard input of the command: empty, except for a long message.
inline owned_text message_input(shown_by helper, text message) {
  if (helper == shown_by::osascript || !is_long(message)) return {};
  return helper == shown_by::kdialog ? lines_without_tags(message)
                                     : owned_text(message);
}

/// The command that shows lines from its standard input; empty if the helper
/// does not support it.
inline command lines_command(shown_by helper, text title) {
  command made;
  if (helper == shown_by::zenity)
    made = command{"zenity", "--text-info", "--auto-scroll", "--width=640",
                   "--height=480"};
  else if (helper == shown_by::kdialog)
    made = command{"kdialog", "--textbox=-", "640", "480"};
  else
    return made;
  made.add(joined_text("--title=", title));
  return made;
}

// Exit statuses of zenity. zenity_closed: the user closed the window.
// zenity_over: the time is over. helper_environment() sets both. By default a
// closed window exits with 1, as GTK does if it finds no display. Message
// windows of zenity 3 ignore ZENITY_TIMEOUT: when the time is over they exit
// with 5, zenity_message_over (zenity(1)).
inline constexpr unsigned zenity_closed = 96, zenity_over = 97,
                          zenity_message_over = 5;

inline environment_changes helper_environment() {
  return {{"ZENITY_OK", "0"},       {"ZENITY_CANCEL", "96"},
          {"ZENITY_ESC", "96"},     {"ZENITY_EXTRA", "96"},
          {"ZENITY_TIMEOUT", "97"}, {"ZENITY_ERROR", "255"}};
}

/// Returns true if a helper with this status has shown its window. `scrolls`:
/// it was a window for long texts.
inline bool has_shown(shown_by helper, bool scrolls,
                      exit_status status) noexcept {
  if (!status.is_exited()) return false;
  unsigned const number = status.status();
  switch (helper) {
    case shown_by::zenity:
      return number == 0 || number == zenity_closed || number == zenity_over ||
             (!scrolls && number == zenity_message_over);
    case shown_by::kdialog:
      // A closed text box exits with 1, a closed message with 2.
      return number == 0 || number == (scrolls ? 1u : 2u);
    default:
      return number == 0;
  }
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
