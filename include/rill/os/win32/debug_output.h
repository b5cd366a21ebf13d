// rill/os/win32/debug_output.h: messages for a developer, to a debugger.
//
// Layer 3. Throws nothing; allocates with malloc. Source: Microsoft's
// descriptions of OutputDebugStringW and OUTPUT_DEBUG_STRING_INFO. Tests:
// test/os/win32/debug_output_test.cpp.
#ifndef RILL_OS_WIN32_DEBUG_OUTPUT_H
#define RILL_OS_WIN32_DEBUG_OUTPUT_H

#include "../process_types.h"
#include "converted_text.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
void rill_OutputDebugStringW(wchar_t const*) noexcept
    __asm__("OutputDebugStringW");
windows_bool rill_IsDebuggerPresent() noexcept __asm__("IsDebuggerPresent");
void* rill_OpenEventW(windows_word, windows_bool, wchar_t const*) noexcept
    __asm__("OpenEventW");
}

// A debugger is attached, or a viewer of debug output runs: it makes an event
// of this name. A debugger of the kernel is not seen.
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

// The units of one call: an event of a debugger has their bytes with the NUL
// in 16 bits.
inline constexpr std::size_t largest_debug_output = 32'766;

// Outputs units in pieces that end between characters. The unit behind the
// last is overwritten.
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

/// Outputs a message and a newline. Returns false when no debugger and no
/// viewer is known to read it.
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
