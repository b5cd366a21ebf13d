// rill/stream/byte_call.h: calls of a callable that moves bytes.
//
// Floor 4. The callable gets a block and says how many bytes it moved, or by
// a negative number, as read(2) and write(2) do, that errno has a reason; in
// programs without a C library that number is the reason, as -EIO. Sizes and
// counts are of any integer type. Tests: test/stream/callback_test.cpp.
#ifndef RILL_STREAM_BYTE_CALL_H
#define RILL_STREAM_BYTE_CALL_H

#include <type_traits>  // std::is_integral_v, std::is_signed_v

#include "../base/bare.h"
#include "../os/error.h"

#if RILL_HOSTED
#include <errno.h>  // EINTR, what a callable that returns less than 0 means
#endif

namespace rill::inline RILL_BUILD::detail {

// True when a Size passes to the callable's second parameter without being
// narrowed.
template <class Call, class Byte, class Size>
concept takes_size =
    requires(Call& call, Byte* data, Size size) { call(data, {size}); };

// The first of the types that the callable takes as a size; std::size_t for a
// parameter that is `auto`, and for a callable of another shape.
template <class Call, class Byte, class... Sizes>
struct first_size {
  using type = std::size_t;
};
template <class Call, class Byte, class Size, class... More>
struct first_size<Call, Byte, Size, More...> : first_size<Call, Byte, More...> {
};
template <class Call, class Byte, class Size, class... More>
  requires takes_size<Call, Byte, Size>
struct first_size<Call, Byte, Size, More...> {
  using type = Size;
};

// The type of the size argument: the first of these that the callable takes
// without narrowing.
template <class Call, class Byte>
using size_parameter =
    typename first_size<Call, Byte, std::size_t, long long, unsigned, int,
                        unsigned short, short, unsigned char, signed char,
                        bool>::type;

// A count or an error: rill::result<std::size_t>, std::expected.
template <class Answer>
concept result_of_call = requires(Answer const& answer) {
  static_cast<bool>(answer);
  *answer;
  answer.error();
};

// The largest size that a parameter or an answer of the type can hold. For a
// result, of its count; all sizes for what is no integer.
template <class Size>
constexpr std::size_t largest_size() noexcept {
  if constexpr (std::is_same_v<Size, bool>) {
    return 1;
  } else if constexpr (std::is_integral_v<Size>) {
    constexpr std::size_t bits = sizeof(Size) * 8 - std::is_signed_v<Size>;
    constexpr std::size_t all = sizeof(std::size_t) * 8;
    return ~std::size_t{0} >> (bits < all ? all - bits : 0);
  } else if constexpr (result_of_call<Size>) {
    return largest_size<bare<decltype(*imagined<Size>())>>();
  } else {
    return ~std::size_t{0};
  }
}

template <class Call, class Byte>
concept takes_bytes =
    requires(Call& call, Byte* data, size_parameter<Call, Byte> size) {
      call(data, size);
    };

// What a sink is given: constant bytes, or where it takes no such, those of
// the writer's own buffer.
template <class Sink>
using sunk_byte = std::conditional_t<!takes_bytes<Sink, char const> &&
                                         takes_bytes<Sink, char>,
                                     char, char const>;

// Calls with `size`, or as much of it as the parameter and the answer can
// hold; `size` becomes what was said.
template <class Call, class Byte>
auto call_with_size(Call& call, Byte* data, std::size_t& size) {
  using parameter = size_parameter<Call, Byte>;
  if constexpr (!takes_bytes<Call, Byte>) {
    static_assert(never<Call>,
                  "rill: a source is called as source(char* out, std::size_t "
                  "size), a sink as sink(char const* data, std::size_t size)");
    return std::size_t{};
  } else {
    using answer = decltype(call(data, parameter{}));
    static_assert(!std::is_same_v<answer, bool>,
                  "rill: the callable says how many bytes it moved, not "
                  "whether it moved them");
    size = smaller(
        size, smaller(largest_size<parameter>(), largest_size<bare<answer>>()));
    return call(data, static_cast<parameter>(size));
  }
}

// True when a signal interrupted the call before it moved a byte, as read(2)
// and write(2) tell it: it is to be made again. errno is cleared, so that a
// callable that returns less than 0 and sets none is not asked for ever.
template <class Answer>
bool was_interrupted(Answer const& answer) noexcept {
#if RILL_HOSTED
  if constexpr (std::is_signed_v<Answer>) {
    if (answer >= 0 || errno != EINTR) return false;
    errno = 0;
    return true;
  }
#endif
  (void)answer;
  return false;
}

// Calls until no signal interrupts. errno is cleared before, so that the
// number that is found there afterwards comes from the callable.
template <class Call, class Byte>
auto call_to_the_end(Call& call, Byte* data, std::size_t& size) {
  for (;;) {
#if RILL_HOSTED
    errno = 0;
#endif
    auto answer = call_with_size(call, data, size);
    if (!was_interrupted(answer)) return answer;
  }
}

// The error that a callable's answer tells of; false when it is a count.
// Where there is no errno, the number itself tells.
template <class Answer>
error_code told_error(Answer answer) noexcept {
  if constexpr (std::is_signed_v<Answer>) {
#if RILL_HOSTED
    if (answer < 0)
      return errno != 0 ? os::c_error(errno) : library_problem::no_reason;
#else
    if (answer < 0) return os::c_error(static_cast<int>(-answer));
#endif
  }
  return {};
}

// The error of a callable that returns a larger count than it was offered.
// `than` is the second half of the sentence, before the number.
[[gnu::cold, gnu::noinline]] inline error impossible_count(
    text operation, text path, unsigned long long answer, char const* than,
    std::size_t offered) noexcept {
  error_text_builder words;
  words.add("it returned ");
  words.add(answer);
  words.add(than);
  words.add(static_cast<unsigned long long>(offered));
  return {library_problem::impossible_count, operation, path,
          words.is_whole() ? words.so_far() : text()};
}
inline constexpr char const* than_room = " bytes, and room was for ";
inline constexpr char const* than_given = " bytes, and was given ";

// What can be the callable of a callback_reader, and of a callback_writer.
template <class Call>
concept byte_source = requires(Call& call, char* room) { call(room, 0); };
template <class Call>
concept byte_sink = requires(Call& call, char const* bytes) {
  call(bytes, 0);
} || byte_source<Call>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
