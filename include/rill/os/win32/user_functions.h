// rill/os/win32/user_functions.h: on first use, loads the functions of
// user32.dll that show windows. Programs that show no windows do not load that
// library, and no program links it.
//
// Layer 3. Throws nothing. Tests: test/os/win32/window_test.cpp.
#ifndef RILL_OS_WIN32_USER_FUNCTIONS_H
#define RILL_OS_WIN32_USER_FUNCTIONS_H

#include "../library.h"
#include "converted_text.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
void* rill_CreateThread(void*, std::size_t, windows_word (*)(void*), void*,
                        windows_word, windows_word*) noexcept
    __asm__("CreateThread");
}

using window_handle = void*;
using message_number = unsigned;
using window_procedure = long long (*)(window_handle, message_number,
                                       unsigned long long, long long);

inline constexpr message_number close_window = 0x10;  // WM_CLOSE

/// WNDCLASSEXW
struct window_class {
  unsigned size = sizeof(window_class);
  unsigned style = 0;
  window_procedure procedure = nullptr;
  int extra_sizes[2] = {};
  void* module = nullptr;
  void* icon = nullptr;
  void* cursor = nullptr;
  void* background = nullptr;
  wchar_t const* menu = nullptr;
  wchar_t const* name = nullptr;
  void* small_icon = nullptr;
};
static_assert(sizeof(window_class) == 80);

/// MSG
struct thread_message {
  window_handle window;
  message_number number;
  unsigned long long word;
  long long value;
  windows_word time;
  int x;
  int y;
};
static_assert(sizeof(thread_message) == 48);

/// USEROBJECTFLAGS
struct user_object_flags {
  int inherits;
  int reserved;
  windows_word flags;
};

/// The functions; load_user_functions() has their names in Windows.
struct user_functions {
  int (*message_box)(window_handle, wchar_t const*, wchar_t const*, unsigned);
  void* (*get_window_station)();
  windows_bool (*get_object_information)(void*, int, void*, windows_word,
                                         windows_word*);
  unsigned short (*register_class)(window_class const*);
  window_handle (*create_window)(windows_word, wchar_t const*, wchar_t const*,
                                 windows_word, int, int, int, int,
                                 window_handle, void*, void*, void*);
  long long (*handle_usually)(window_handle, message_number, unsigned long long,
                              long long);
  int (*get_message)(thread_message*, window_handle, unsigned, unsigned);
  windows_bool (*translate_message)(thread_message const*);
  long long (*dispatch_message)(thread_message const*);
  long long (*send_message)(window_handle, message_number, unsigned long long,
                            long long);
  windows_bool (*post_message)(window_handle, message_number,
                               unsigned long long, long long);
  void (*post_quit)(int);
  windows_bool (*move_window)(window_handle, int, int, int, int, windows_bool);
  window_handle (*set_focus)(window_handle);
  windows_bool (*each_window_of_thread)(
      windows_word, windows_bool (*)(window_handle, long long), long long);
  long long (*set_window_value)(window_handle, int, long long);
  long long (*get_window_value)(window_handle, int);
  void* (*load_cursor)(void*, wchar_t const*);
  void* (*get_stock_object)(int);  // of gdi32.dll; null if missing
  bool is_whole;                   // all required functions exist
};

// Sets a member to the function with its name. Returns false if the library has
// no such function.
template <class Function>
bool find_function(void* library, char const* name,
                   Function*& member) noexcept {
  member = reinterpret_cast<Function*>(rill_GetProcAddress(library, name));
  return member != nullptr;
}

inline user_functions load_user_functions() noexcept {
  user_functions to{};
  void* const user32 = load_library("user32.dll").address;
  if (!user32) return to;
  if (void* const gdi32 = load_library("gdi32.dll").address)
    (void)find_function(gdi32, "GetStockObject", to.get_stock_object);
  to.is_whole =
      find_function(user32, "MessageBoxW", to.message_box) &&
      find_function(user32, "GetProcessWindowStation", to.get_window_station) &&
      find_function(user32, "GetUserObjectInformationW",
                    to.get_object_information) &&
      find_function(user32, "RegisterClassExW", to.register_class) &&
      find_function(user32, "CreateWindowExW", to.create_window) &&
      find_function(user32, "DefWindowProcW", to.handle_usually) &&
      find_function(user32, "GetMessageW", to.get_message) &&
      find_function(user32, "TranslateMessage", to.translate_message) &&
      find_function(user32, "DispatchMessageW", to.dispatch_message) &&
      find_function(user32, "SendMessageW", to.send_message) &&
      find_function(user32, "PostMessageW", to.post_message) &&
      find_function(user32, "PostQuitMessage", to.post_quit) &&
      find_function(user32, "MoveWindow", to.move_window) &&
      find_function(user32, "SetFocus", to.set_focus) &&
      find_function(user32, "EnumThreadWindows", to.each_window_of_thread) &&
      find_function(user32, "SetWindowLongPtrW", to.set_window_value) &&
      find_function(user32, "GetWindowLongPtrW", to.get_window_value) &&
      find_function(user32, "LoadCursorW", to.load_cursor);
  return to;
}

inline user_functions const& loaded_user_functions() noexcept {
  static user_functions const all = load_user_functions();
  return all;
}

/// The functions that a test can replace.
struct user_calls {
  user_functions const& (*functions)() = loaded_user_functions;
};

/// The functions in force; a test replaces them and puts them back.
RILL_REPLACEABLE user_calls user_call;

inline user_functions const& user() noexcept { return user_call.functions(); }

/// Returns true if a user can see the windows of this process. Those of a
/// service are on a window station without a screen, where no user can close
/// them.
inline bool has_visible_station() noexcept {
  constexpr int flags_of_object = 1;      // UOI_FLAGS
  constexpr windows_word is_visible = 1;  // WSF_VISIBLE
  if (!user().is_whole) return false;
  user_object_flags about{};
  windows_word size = 0;
  return user().get_object_information(user().get_window_station(),
                                       flags_of_object, &about, sizeof about,
                                       &size) != 0 &&
         (about.flags & is_visible) != 0;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
