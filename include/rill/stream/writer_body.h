// rill/stream/writer_body.h: the bodies of writer.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_WRITER_BODY_H
#define RILL_STREAM_WRITER_BODY_H

#include "writer.h"

#if RILL_HOSTED
#include <stdio.h>   // stdout, stderr
#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE bool is_switched_on(char const* variable) {
  char const* const value = ::getenv(variable);
  return value && *value && ::strcmp(value, "0") != 0;
}

[[gnu::cold]] RILL_CORE style_preference environment_preference() {
  char const* const none = ::getenv("NO_COLOR");
  if (none && *none) return style_preference::off;
  if (is_switched_on("CLICOLOR_FORCE") || is_switched_on("FORCE_COLOR"))
    return style_preference::on;
  char const* const usual = ::getenv("CLICOLOR");
  if (usual && ::strcmp(usual, "0") == 0) return style_preference::off;
  return style_preference::none;
}

[[gnu::cold, gnu::noinline]] RILL_CORE style_answer
styles_at(os::native_handle handle) {
  style_preference const preference = environment_preference();
  if (preference == style_preference::off) return style_answer::no;
  // Calls this even if the environment decides: on a console of Windows it
  // turns styles on.
  bool const is_shown = os::shows_styles(handle);
  bool const is_standard = handle == os::standard_output_handle ||
                           handle == os::standard_error_handle;
  return is_shown || (preference == style_preference::on && is_standard)
             ? style_answer::yes
             : style_answer::no;
}

RILL_CORE style_answer& styles_memory(FILE* standard) {
  return standard_styles[standard == stderr ? 1 : 0];
}

[[gnu::cold, gnu::noinline]] RILL_CORE style_answer
decide_styles(FILE* standard) {
  style_answer known = style_answer::unasked;
  style_answer answer = styles_at(os::handle_of(standard));
  // Keeps an answer that another thread or set_styles has stored.
  return __atomic_compare_exchange(&styles_memory(standard), &known, &answer,
                                   false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
             ? answer
             : known;
}

RILL_CORE style_answer standard_styles_of(FILE* stream) {
  style_answer known;
  __atomic_load(&styles_memory(stream), &known, __ATOMIC_RELAXED);
  if (known == style_answer::unasked) [[unlikely]]
    return decide_styles(stream);
  return known;
}

RILL_CORE bool is_standard(FILE* stream) {
  return stream == stdout || stream == stderr;
}

RILL_CORE style_answer styles_of(FILE* stream) {
  return is_standard(stream) ? standard_styles_of(stream)
                             : styles_at(os::handle_of(stream));
}

[[gnu::cold]] RILL_CORE style_answer settle(style_question const& question) {
  return question.c_stream ? styles_of(static_cast<FILE*>(question.c_stream))
                           : styles_at(*static_cast<os::native_handle const*>(
                                 question.handle));
}

}  // namespace detail

RILL_CORE bool takes_styles(FILE* stream) {
  return detail::styles_of(stream) != detail::style_answer::no;
}

RILL_CORE bool set_styles(FILE* stream, style_mode mode) {
  if (!detail::is_standard(stream)) return false;
  detail::style_answer answer = detail::answer_for(mode);
  __atomic_store(&detail::styles_memory(stream), &answer, __ATOMIC_RELAXED);
  return true;
}

}  // namespace rill::inline RILL_BUILD
#endif  // RILL_HOSTED

#endif
