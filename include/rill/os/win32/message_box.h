// rill/os/win32/message_box.h: a message in a window of the system.
//
// Floor 3. Throws nothing; allocates with malloc. Source: Microsoft's
// descriptions of MessageBoxW, EnumThreadWindows and GetUserObjectInformationW.
// Tests: test/os/win32/window_test.cpp, under Wine.
#ifndef RILL_OS_WIN32_MESSAGE_BOX_H
#define RILL_OS_WIN32_MESSAGE_BOX_H

#include <new>  // placement new

#include "../window_terms.h"
#include "child.h"  // wait_time
#include "user_functions.h"

namespace rill::inline RILL_BUILD::os {

constexpr unsigned icon_of(debug_level level) noexcept {
  constexpr unsigned error = 0x10, warning = 0x30, information = 0x40;
  return level == debug_level::error     ? error
         : level == debug_level::warning ? warning
                                         : information;
}

// What a message box is called with. Two own it where it has a thread.
struct message_box_call {
  wide_text title;
  wide_text bytes;
  unsigned icon;
  bool is_shown = false;
  int owners = 1;

  explicit message_box_call(window_message const& what) noexcept
      : title(widened(what.title)),
        bytes(widened(what.bytes)),
        icon(icon_of(what.level)) {}
  void run() noexcept {
    constexpr unsigned in_front = 0x10000, before_all_of_task = 0x2000;
    is_shown = user().message_box(nullptr, bytes.data, title.data,
                                  icon | in_front | before_all_of_task) > 0;
  }
};

inline void drop(message_box_call* box) noexcept {
  if (__atomic_sub_fetch(&box->owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  box->~message_box_call();
  give_memory(box);
}

inline windows_word run_message_box(void* argument) {
  auto* const box = static_cast<message_box_call*>(argument);
  box->run();
  drop(box);
  return 0;
}

inline bool has_thread_ended(void* thread, unsigned long long nanoseconds) {
  wait_time const time(nanoseconds);
  for (;;) {
    windows_word const left = time.milliseconds();
    if (rill_WaitForSingleObject(thread, left) != wait_time_over) return true;
    if (left == 0) return false;
  }
}

// Asks the windows of a thread to close until it ends, 5 s at most: the first
// may not be there yet.
inline void close_windows_of(void* thread, windows_word thread_number) {
  constexpr unsigned long long pause = 50'000'000;
  for (int left = 100; left != 0 && !has_thread_ended(thread, pause); --left)
    (void)user().each_window_of_thread(
        thread_number,
        [](window_handle window, long long) -> windows_bool {
          (void)user().post_message(window, close_window, 0, 0);
          return 1;
        },
        0);
}

// In a thread of its own, which can be waited for.
inline bool show_for(message_box_call* box, unsigned long long nanoseconds) {
  box->owners = 2;
  windows_word number = 0;
  void* const thread =
      rill_CreateThread(nullptr, 0, run_message_box, box, 0, &number);
  if (!thread) {
    box->owners = 1;
    return false;
  }
  bool const is_closed = has_thread_ended(thread, nanoseconds);
  if (!is_closed) close_windows_of(thread, number);
  (void)call.close_handle(thread);
  return !is_closed || box->is_shown;
}

/// Shows a message and waits until the user closes it or the time is over.
/// Returns false when it was not shown.
inline bool show_message(window_message const& what) noexcept {
  if (!has_visible_station()) return false;
  void* const memory = take_memory(sizeof(message_box_call));
  if (!memory) return false;
  auto* const box = ::new (memory) message_box_call(what);
  bool is_shown = false;
  if (!box->title.error && !box->bytes.error) {
    if (what.nanoseconds != ~0ull) {
      is_shown = show_for(box, what.nanoseconds);
    } else {
      box->run();
      is_shown = box->is_shown;
    }
  }
  drop(box);
  return is_shown;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
