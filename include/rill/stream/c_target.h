// rill/stream/c_target.h: a FILE for one call of print or scan, with what
// errors call it and where they are kept.
//
// Floor 4. Allocates nothing, throws nothing. Tests:
// test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_TARGET_H
#define RILL_STREAM_C_TARGET_H

#include <stdio.h>  // FILE

#include "../base/error_code.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// Where the calls of a c_file leave what they have met. One for each stream
// that is owned; it changes while the stream's lock is held.
struct c_file_state {
  FILE* quick = nullptr;  // the stream, while prints may go straight into it
  error_code error;       // sticks until it is cleared
  char const* operation = "write";  // what error happened to
  bool is_told = false;             // a call has thrown or returned error
  bool has_read = false;            // the last slow call was a read
  bool has_written = false;         // or a print

  void stop(error_code reason, char const* what) noexcept {
    if (error) return;
    error = reason;
    operation = what;
    quick = nullptr;
  }
};

inline constexpr text null_stream_name = "a null FILE*";
inline constexpr text stream_name = "a FILE";

// A stream for one call: with what errors call it, and where they are kept
// (nowhere for a stream that is borrowed).
struct c_target {
  FILE* stream = nullptr;
  char const* given_name =
      nullptr;  // null for one that is known by its pointer
  c_file_state* state = nullptr;

  constexpr text name() const noexcept {
    if (!stream) return state ? text("a closed c_file") : null_stream_name;
    return given_name ? text{given_name, length_of(given_name)} : stream_name;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
