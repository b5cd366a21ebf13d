// rill/stream/c_file_mode.h: how a stream is opened over an open file.
//
// Floor 4. A mode is constexpr and allocates nothing. Tests:
// test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_FILE_MODE_H
#define RILL_STREAM_C_FILE_MODE_H

#include <errno.h>  // EINVAL

#include "../os/c_file_calls.h"
#include "../os/file.h"

namespace rill::inline RILL_BUILD {

/// The mode of fdopen: of its letters ("r", "w", "a", each with "+"; "b", "e",
/// "x" and "t" say nothing here), of open_options, or of neither: as the file
/// was opened.
class c_file_mode {
 public:
  constexpr c_file_mode() noexcept = default;
  constexpr c_file_mode(open_options const& options) noexcept
      : options_(options),
        is_known_(true),
        is_valid_(options.read || options.write || options.append) {}
  constexpr c_file_mode(char const* letters) noexcept : is_known_(true) {
    is_valid_ = letters && read(letters);
  }

  constexpr open_options const& options() const noexcept { return options_; }
  constexpr bool is_known() const noexcept { return is_known_; }
  constexpr bool is_valid() const noexcept { return is_valid_; }

 private:
  constexpr bool read(char const* at) noexcept {
    options_.read = *at == 'r';
    options_.write = *at == 'w' || *at == 'a';
    options_.append = *at == 'a';
    if (!options_.read && !options_.write) return false;
    while (*++at != '\0') {
      if (*at == '+') options_.read = options_.write = true;
      if (*at != '+' && *at != 'b' && *at != 'e' && *at != 'x' && *at != 't')
        return false;
    }
    return true;
  }

  open_options options_;
  bool is_known_ = false;
  bool is_valid_ = true;
};

namespace detail {

// What a stream over an open file is for: what the mode says, or how the file
// was opened.
inline result<open_options> options_over(file const& from, c_file_mode mode) {
  if (!mode.is_valid()) return from.failure("open", os::c_error(EINVAL));
  if (mode.is_known()) return mode.options();
  os::handle_mode const asked = os::mode_of(from.native_handle());
  if (asked.error) return from.failure("open", asked.error);
  return asked.options;
}

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
