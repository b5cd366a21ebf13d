// rill/stream/standard_styles.h: whether C's streams take styles: stdout and
// stderr, each for itself and once, and the others by their handles.
//
// Floor 4. Allocates nothing, throws nothing. Tests:
// test/system/style_test.py, test/print/styled_test.cpp.
#ifndef RILL_STREAM_STANDARD_STYLES_H
#define RILL_STREAM_STANDARD_STYLES_H

#include <stdio.h>  // stdout, stderr

#include "../os/c_stream.h"
#include "handle_styles.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Of stdout and of stderr: looked at by several threads, whose answers are
// the same.
inline style_answer standard_styles[2];

inline style_answer& styles_memory(FILE* standard) {
  return standard_styles[standard == stderr ? 1 : 0];
}

[[gnu::cold, gnu::noinline]] inline style_answer decide_styles(FILE* standard) {
  style_answer known = style_answer::unasked;
  style_answer answer = styles_at(os::handle_of(standard));
  // What somebody has set in the meantime stays.
  return __atomic_compare_exchange(&styles_memory(standard), &known, &answer,
                                   false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
             ? answer
             : known;
}

// `stream` is stdout or stderr.
inline style_answer standard_styles_of(FILE* stream) {
  style_answer known;
  __atomic_load(&styles_memory(stream), &known, __ATOMIC_RELAXED);
  if (known == style_answer::unasked) [[unlikely]]
    return decide_styles(stream);
  return known;
}

inline bool is_standard(FILE* stream) {
  return stream == stdout || stream == stderr;
}

inline style_answer styles_of(FILE* stream) {
  return is_standard(stream) ? standard_styles_of(stream)
                             : styles_at(os::handle_of(stream));
}

[[gnu::cold]] inline style_answer settle(style_question const& question) {
  return question.c_stream ? styles_of(static_cast<FILE*>(question.c_stream))
                           : styles_at(*static_cast<os::native_handle const*>(
                                 question.handle));
}

}  // namespace detail

/// Returns true when styled values that are printed to the stream get their
/// escape sequences. Cost: a look; for streams other than stdout and stderr a
/// question to the system.
inline bool takes_styles(FILE* stream) {
  return detail::styles_of(stream) != detail::style_answer::no;
}

/// Sets when stdout or stderr take styles, from now on and before all that the
/// environment says: what `--color=always` is for. Of other streams of C
/// nothing is kept: returns false, and with_styles(stream, mode) is the way.
inline bool set_styles(FILE* stream, style_mode mode) {
  if (!detail::is_standard(stream)) return false;
  detail::style_answer answer = detail::answer_for(mode);
  __atomic_store(&detail::styles_memory(stream), &answer, __ATOMIC_RELAXED);
  return true;
}

}  // namespace rill::inline RILL_BUILD

#endif
