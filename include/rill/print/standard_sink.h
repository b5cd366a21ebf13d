// rill/print/standard_sink.h: print and println to C's stdout and stderr.
//
// Floor 5. Part of rill/print.h where there is a C library. Errors are kept,
// not thrown (stream/standard_output.h). Tests: test/print/call_test.cpp,
// test/print/sink_test.cpp, test/system/.
#ifndef RILL_PRINT_STANDARD_SINK_H
#define RILL_PRINT_STANDARD_SINK_H

#include "../stream/lost_output.h"
#include "../stream/standard_output.h"
#include "../stream/unfinished_print.h"
#include "list.h"
#include "sink.h"

namespace rill::inline RILL_BUILD::detail {

// What a hook that does not return leaves behind is printed all the same. What
// a function of the stream's own (fopencookie) throws behind a hook that threw
// goes to the lost-output handler. A thread may be cancelled in the destructor:
// it is not noexcept.
class RILL_OF_THIS_MODULE unfinished_standard_print : unfinished_print {
 public:
  explicit unfinished_standard_print(c_stream_writer& out)
      : unfinished_print(out, finish) {}
  ~unfinished_standard_print() noexcept(false) {
    if (!is_over_ && leave()) finish(*this);
  }

  /// The hooks have returned.
  void end() {
    is_over_ = true;
    if (leave()) finish_standard(out_);
  }

 private:
  [[gnu::cold]] static void finish(unfinished_print& base) {
    c_stream_writer& out = static_cast<unfinished_standard_print&>(base).out_;
    if (os::handle_of(out.stream()) != os::no_handle)
      finish_standard(out);
    else
      (void)finish_or_report("standard output", [&] { finish_standard(out); });
  }

  bool is_over_ = false;
};

// To stdout or stderr, with hooks: one that throws keeps the pieces before it,
// and one that prints to the same stream itself comes before them.
void print_guarded(FILE* stream, print_list list);

// A call of plain values to stdout or stderr.
writer& begin_standard(void* memory, FILE* stream);
void print_plainly(FILE* stream, print_list list);

// To stdout or stderr, for the sinks that find one of them behind themselves.
void print_to_standard(FILE* stream, print_list list, bool is_plain);

// To stdout what is no row of plain values. Without hooks it may be plain once
// it is known that nobody takes its styles.
template <bool IsPlainUnstyled>
[[gnu::noinline]] void print_to_stdout(print_list list) {
  if (IsPlainUnstyled && standard_styles_of(stdout) == style_answer::no)
    print_plainly(stdout, list);
  else
    print_guarded(stdout, list);
}

// Prints straight into the stream's buffer when all pieces fit. The caller
// holds the lock.
template <class... Pieces>
RILL_ALWAYS_INLINE bool put_directly(FILE* stream, std::size_t reach,
                                     Pieces const&... pieces) {
  libc::put_area const area = libc::writable_or_passed(stream);
  if (RILL_UNLIKELY(!has_room(area, reach))) return false;
  char* cursor = area.cursor;
  ((cursor = pieces.write(cursor)), ...);
  libc::put_up_to(stream, cursor);
  return true;
}
// Pieces that may be written without a call, and the values that are.
template <class Piece>
inline constexpr bool may_be_brief = false;
template <>
inline constexpr bool may_be_brief<leaf_piece<char>> = true;
template <>
inline constexpr bool may_be_brief<newline_piece> = true;
template <integer T>
inline constexpr bool may_be_brief<leaf_piece<T>> = sizeof(T) <= 8;

inline bool is_brief(leaf_piece<char> const&) noexcept { return true; }
inline bool is_brief(newline_piece const&) noexcept { return true; }
template <integer T>
RILL_ALWAYS_INLINE bool is_brief(leaf_piece<T> const& piece) noexcept {
  return magnitude(piece.value) < 100000000;
}

// The everyday print of a loop. Without a call in it the function saves no
// registers. What it would restore, such as the caller's loop counter, comes
// from memory behind stores into the buffer, whose places the processor knows
// late: sometimes, from then on, it waits for them, and a print costs twice
// as much.
template <class... Pieces>
[[gnu::noinline]] void put_standard_briefly(Pieces... pieces) {
  if (RILL_LIKELY(libc::is_single_threaded() && standard_output.is_quick &&
                  (is_brief(pieces) && ...))) {
    std::size_t const reach = reach_of(pieces...);
    if (RILL_LIKELY(put_directly(stdout, reach, pieces...))) return;
  }
  alignas(standard_call) char memory[sizeof(standard_call)];
  writer& out = standard_call::begin(memory, stdout);
  standard_call::end(out, (row{out, out.cursor()}->*...->*pieces.value).end());
}

template <class First, class... Last>
RILL_ALWAYS_INLINE void put_standard_shortly(First const& first,
                                             Last const&... last) {
  if constexpr (is_text_piece<First>)
    print_text_to_standard_output(text_of(first).data, text_of(first).size,
                                  static_cast<char>(last.value)...);
  else
    put_standard_briefly(first, last...);
}

// A text or a small value, and perhaps a character or a newline.
template <class Piece>
inline constexpr bool is_short_piece =
    is_text_piece<Piece> || may_be_brief<Piece>;
template <bool EndsLine, class... Args>
inline constexpr bool is_short_for_stdout = false;
template <bool EndsLine, class T>
inline constexpr bool is_short_for_stdout<EndsLine, T> =
    is_short_piece<decltype(piece_of(imagined<T const>()))>;
template <class T>
inline constexpr bool is_short_for_stdout<false, T, char> =
    is_short_for_stdout<false, T>;

// print and println to C's stdout. One function takes all arguments and is
// inlined (print/put.h).
template <bool EndsLine>
struct standard_verb {
  template <class... Args>
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const {
    if constexpr (!all_printable<Args...>) {
    } else if constexpr (is_short_for_stdout<EndsLine, Args...>) {
      if constexpr (EndsLine)
        put_standard_shortly(piece_of(args)..., newline_piece());
      else
        put_standard_shortly(piece_of(args)...);
    } else if constexpr ((is_plain_value<Args> && ...)) {
      alignas(standard_call) char memory[sizeof(standard_call)];
      writer& out = standard_call::begin(memory, stdout);
      char* const end = (row{out, out.cursor()}->*...->*args).end();
      if constexpr (EndsLine)
        standard_call::end_line(out, end);
      else
        standard_call::end(out, end);
    } else {
      listed_value const values[sizeof...(Args) + 1] = {listed(args)...};
      print_to_stdout<(is_plain_unstyled<Args> && ...)>(
          {types_of_call<EndsLine, Args...>, values});
    }
  }
};

// To stderr: nothing there is worth a fast path.
template <bool EndsLine>
struct standard_error_verb {
  template <class... Args>
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const {
    if constexpr (all_printable<Args...>) {
      listed_value const values[sizeof...(Args) + 1] = {listed(args)...};
      print_list const list{types_of_call<EndsLine, Args...>, values};
      if constexpr ((is_plain_value<Args> && ...))
        print_plainly(stderr, list);
      else
        print_guarded(stderr, list);
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "standard_sink_body.h"
#endif

#endif
