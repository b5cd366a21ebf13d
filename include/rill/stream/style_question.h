// rill/stream/style_question.h: what a writer knows about styles, or whom it
// would ask.
//
// Floor 4. Allocates nothing, throws nothing. Tests:
// test/stream/handle_styles_test.cpp, test/print/styled_sink_test.cpp.
#ifndef RILL_STREAM_STYLE_QUESTION_H
#define RILL_STREAM_STYLE_QUESTION_H

#include "../value/style.h"

namespace rill::inline RILL_BUILD::detail {

// Whether a writer takes styles, as far as it is known.
enum class style_answer : unsigned char {
  unasked,
  no,
  yes,
  inside,  // yes; and the writer is a styling_writer
};

constexpr style_answer answer_for(style_mode mode) noexcept {
  return mode == style_mode::always  ? style_answer::yes
         : mode == style_mode::never ? style_answer::no
                                     : style_answer::unasked;
}

// What a device says of styles: an answer, or whom to ask. The asking is left
// to whoever prints styled values, so that other programs do without it.
struct style_question {
  style_answer answer = style_answer::no;
  void const* handle = nullptr;  // points to an os::native_handle
  void* c_stream = nullptr;      // a FILE*
};

#if !RILL_HOSTED
// Whoever can be asked is in stream/standard_styles.h.
constexpr style_answer settle(style_question const& question) {
  return question.answer;
}
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
