// rill/os/win32/window.h: message boxes, and windows of text.
//
// Layer 3. Tests: test/os/win32/window_test.cpp.
#ifndef RILL_OS_WIN32_WINDOW_H
#define RILL_OS_WIN32_WINDOW_H

#include <new>  // placement new

#include "../process_types.h"
#include "child.h"  // wait_time
#include "user_functions.h"

// Shows a message in a window of the system.
//
// Throws nothing; allocates with malloc. Source: Microsoft's descriptions of
// MessageBoxW, EnumThreadWindows and GetUserObjectInformationW. Tests run under
// Wine.

namespace rill::inline RILL_BUILD::os {

constexpr unsigned icon_of(debug_level level) noexcept {
  constexpr unsigned error = 0x10, warning = 0x30, information = 0x40;
  return level == debug_level::error     ? error
         : level == debug_level::warning ? warning
                                         : information;
}

// The arguments of a message box. If a separate thread shows the box, that
// thread and the caller share them: the last owner frees them.
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

// Asks the windows of a thread to close, again and again until the thread ends,
// at most 5 s. A window may not exist yet when the first requests are sent.
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

// Shows the box in a thread of its own, which can be waited for.
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
/// Returns false if it could not be shown.
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

// A window of text lines, with a thread of its own.
//
// Throws nothing; allocates with malloc. The window exists until the user
// closes it or the program ends. Its thread handles its messages, so that the
// program need not handle any. Source: Microsoft's descriptions of
// CreateWindowExW, of edit controls and of the messages named below. Tests run
// under Wine.

extern "C" {
windows_bool rill_SetEvent(void*) noexcept __asm__("SetEvent");
windows_bool rill_GetModuleHandleExW(windows_word, void const*, void**) noexcept
    __asm__("GetModuleHandleExW");
}

namespace window_message_number {
inline constexpr message_number create = 1;
inline constexpr message_number destroy = 2;
inline constexpr message_number size = 5;
inline constexpr message_number set_focus = 7;
inline constexpr message_number get_text_length = 0xE;
inline constexpr message_number set_font = 0x30;
inline constexpr message_number set_selection = 0xB1;
inline constexpr message_number scroll_to_caret = 0xB7;
inline constexpr message_number replace_selection = 0xC2;
inline constexpr message_number set_limit = 0xC5;
inline constexpr message_number add_lines = 0x8001;  // of ours: WM_APP + 1
}  // namespace window_message_number

// The state that the object and the thread share. The last one frees it.
struct window_state {
  int owners = 2;
  window_handle window = nullptr;  // null after it was closed
  window_handle edit = nullptr;
  void* is_made = nullptr;  // an event: creation succeeded or failed
  wide_text title;
  bool follows = true;  // keeps the last line visible
};

inline void drop(window_state* state) noexcept {
  if (__atomic_sub_fetch(&state->owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (state->is_made) (void)call.close_handle(state->is_made);
  state->~window_state();
  give_memory(state);
}

// The edit control that fills the window.
inline bool make_edit(window_state& state, window_handle parent) noexcept {
  constexpr windows_word child = 0x40000000, visible = 0x10000000,
                         vertical_scroll = 0x200000, many_lines = 4,
                         read_only = 0x800, scrolls = 0x40;
  state.edit = user().create_window(
      0, L"EDIT", L"",
      child | visible | vertical_scroll | many_lines | read_only | scrolls, 0,
      0, 0, 0, parent, nullptr, nullptr, nullptr);
  if (!state.edit) return false;
  (void)user().send_message(state.edit, window_message_number::set_limit,
                            0x7FFFFFFE, 0);
  constexpr int usual_font = 17;  // DEFAULT_GUI_FONT, which is not bold
  if (user().get_stock_object)
    (void)user().send_message(state.edit, window_message_number::set_font,
                              reinterpret_cast<unsigned long long>(
                                  user().get_stock_object(usual_font)),
                              0);
  return true;
}

inline void append_to_edit(window_state const& state,
                           long long units) noexcept {
  namespace number = window_message_number;
  auto const send = [&state](message_number what, unsigned long long word,
                             long long value) {
    return user().send_message(state.edit, what, word, value);
  };
  long long const size = send(number::get_text_length, 0, 0);
  (void)send(number::set_selection, static_cast<unsigned long long>(size),
             size);
  (void)send(number::replace_selection, 0, units);
  if (!state.follows) (void)send(number::set_selection, 0, 0);
  (void)send(number::scroll_to_caret, 0, 0);
}

inline long long handle_window_message(window_handle window,
                                       message_number message,
                                       unsigned long long word,
                                       long long value) {
  namespace number = window_message_number;
  constexpr int own_data = -21;  // GWLP_USERDATA
  if (message == number::create) {
    // CREATESTRUCTW starts with the last argument of CreateWindowExW.
    auto* const state = *reinterpret_cast<window_state**>(value);
    (void)user().set_window_value(window, own_data,
                                  reinterpret_cast<long long>(state));
    return make_edit(*state, window) ? 0 : -1;
  }
  auto* const state = reinterpret_cast<window_state*>(
      user().get_window_value(window, own_data));
  if (state && message == number::size) {
    (void)user().move_window(state->edit, 0, 0,
                             static_cast<int>(value & 0xFFFF),
                             static_cast<int>(value >> 16 & 0xFFFF), 1);
    return 0;
  }
  if (state && message == number::set_focus) {
    (void)user().set_focus(state->edit);
    return 0;
  }
  if (state && message == number::add_lines) {
    append_to_edit(*state, value);
    return 1;
  }
  if (message == number::destroy) {
    if (state) __atomic_store_n(&state->window, nullptr, __ATOMIC_RELEASE);
    user().post_quit(0);
    return 0;
  }
  return user().handle_usually(window, message, word, value);
}

inline window_handle make_window(window_state& state) noexcept {
  constexpr windows_word overlapped = 0xCF0000, visible = 0x10000000;
  constexpr int usual = static_cast<int>(0x80000000);  // CW_USEDEFAULT
  constexpr std::size_t arrow = 32512, window_colour = 6;
  constexpr windows_word pin = 1, from_address = 4;
  window_class about;
  about.procedure = handle_window_message;
  // Keeps this module loaded, because the window runs its code.
  (void)rill_GetModuleHandleExW(
      pin | from_address, reinterpret_cast<void const*>(handle_window_message),
      &about.module);
  about.cursor =
      user().load_cursor(nullptr, reinterpret_cast<wchar_t const*>(arrow));
  about.background = reinterpret_cast<void*>(window_colour);
  about.name = L"rill text window";
  // Fails for the second and later windows, which use the class of the first.
  (void)user().register_class(&about);
  return user().create_window(0, about.name, state.title.data,
                              overlapped | visible, usual, usual, 640, 480,
                              nullptr, nullptr, about.module, &state);
}

inline windows_word run_window_thread(void* argument) {
  auto* const state = static_cast<window_state*>(argument);
  window_handle const window = make_window(*state);
  __atomic_store_n(&state->window, window, __ATOMIC_RELEASE);
  (void)rill_SetEvent(state->is_made);
  thread_message message{};
  while (window && user().get_message(&message, nullptr, 0, 0) > 0) {
    (void)user().translate_message(&message);
    (void)user().dispatch_message(&message);
  }
  drop(state);
  return 0;
}

/// A window to which lines are added. Movable. The destructor leaves the window
/// open.
class text_window {
 public:
  text_window() noexcept = default;
  text_window(text_window&& other) noexcept
      : state_(other.state_), thread_(other.thread_) {
    other.state_ = nullptr;
    other.thread_ = nullptr;
  }
  text_window& operator=(text_window&& other) noexcept {
    window_state* const state = other.state_;
    void* const thread = other.thread_;
    other.state_ = state_;
    other.thread_ = thread_;
    state_ = state;
    thread_ = thread;
    return *this;
  }
  ~text_window() { leave(); }

  /// Opens the window. Keeps the last line visible if `follows`, otherwise the
  /// first. Returns false on failure.
  bool open(text title, bool follows = true) noexcept {
    leave();
    if (!has_visible_station()) return false;
    void* const memory = take_memory(sizeof(window_state));
    if (!memory) return false;
    state_ = ::new (memory) window_state;
    state_->title = widened(title);
    state_->follows = follows;
    state_->is_made = rill_CreateEventW(nullptr, 1, 0, nullptr);
    if (!state_->title.error && state_->is_made)
      thread_ =
          rill_CreateThread(nullptr, 0, run_window_thread, state_, 0, nullptr);
    if (!thread_) {
      state_->owners = 1;
      leave();
      return false;
    }
    (void)rill_WaitForSingleObject(state_->is_made, ~windows_word{0});
    return is_open();
  }

  /// Returns false if no window was opened, or the user has closed it.
  bool is_open() const noexcept { return window() != nullptr; }

  /// Adds text at the end. Returns false if the window is closed.
  bool add(text lines) noexcept {
    window_handle const to = window();
    if (!to) return false;
    wide_text const wide = widened(lines);
    wide_text shown;
    if (wide.error || !shown.make_room(2 * wide.size + 1)) return false;
    wchar_t* out = shown.data;
    for (std::size_t i = 0; i != wide.size; ++i) {
      if (wide.data[i] == L'\n') *out++ = L'\r';
      *out++ = wide.data[i];
    }
    *out = L'\0';
    return user().send_message(to, window_message_number::add_lines, 0,
                               reinterpret_cast<long long>(shown.data)) == 1;
  }

  /// Waits until the user has closed the window, at most for `nanoseconds`;
  /// ~0 waits without a limit.
  void wait(unsigned long long nanoseconds) const noexcept {
    if (thread_) (void)has_thread_ended(thread_, nanoseconds);
  }

  /// Closes the window and waits until its thread has ended, 5 s at most.
  void close() noexcept {
    if (window_handle const to = window())
      (void)user().post_message(to, close_window, 0, 0);
    wait(5'000'000'000);
    leave();
  }

 private:
  window_handle window() const noexcept {
    return state_ ? __atomic_load_n(&state_->window, __ATOMIC_ACQUIRE)
                  : nullptr;
  }
  void leave() noexcept {
    if (thread_) (void)call.close_handle(thread_);
    if (state_) drop(state_);
    state_ = nullptr;
    thread_ = nullptr;
  }

  window_state* state_ = nullptr;
  void* thread_ = nullptr;
};

// The display of the system.
//
// Throws nothing.

/// Returns false: no helper programs are started to open windows.
constexpr bool has_display() noexcept { return false; }

/// Always 0: used only for pipes to helper programs.
constexpr std::size_t unread_bytes(native_handle) noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif
