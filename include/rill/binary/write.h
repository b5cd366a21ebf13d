// rill/binary/write.h: writes values as binary data: write_binary, to_bytes,
// binary_size.
//
// Layer 6. Tests: test/binary/write_test.cpp.
#ifndef RILL_BINARY_WRITE_H
#define RILL_BINARY_WRITE_H

#include "../stream/scratch_writer.h"
#include "read.h"

#include RILL_STRING_HEADER  // declares std::string

namespace rill::inline RILL_BUILD {

template <class S>
struct sink_traits;  // print/list.h

namespace detail {

template <class... Args>
struct last_argument {
  using type = void;
};
template <class First, class... Rest>
struct last_argument<First, Rest...> : last_argument<Rest...> {};
template <class Last>
struct last_argument<Last> {
  using type = Last;
};

// The format of a call: its last argument, or binary_compact.
template <class... Args>
struct format_of_call {
  using last = typename last_argument<Args...>::type;
  using type = std::conditional_t<is_format<last>, last, compact_format>;
};

// Makes a text of a string literal; other arrays of characters stay arrays.
template <class T>
constexpr T const& argument_of(T& value) noexcept {
  return value;
}
// A range that may be changed and cannot be copied is written in place.
template <range_to_change T>
  requires(binary_kind_of<T> == binary_kind::refused &&
           iterable_only_in_place<T> && iterable_twice<in_place<T&>>)
constexpr in_place<T&> argument_of(T& value) noexcept {
  return value;
}
template <std::size_t Size>
constexpr text argument_of(char const (&literal)[Size]) noexcept {
  return {&literal[0], length_up_to(&literal[0], Size)};
}

/// What a call sees of its arguments.
template <class... T>
inline constexpr sight sight_of_written =
    binary_sight_of_call<decltype(argument_of(declval<T&>()))...>;

// Calls put(target, cursor, values), which writes the values. Not a template:
// each type adds only its `put`. Returns the reason why a value cannot be
// written.
using put_function = char* (*)(binary_target& to, char* at, void const* values);
binary_problem put_into(writer& out, put_function put, void const* values);
void put_or_raise(writer& out, put_function put, void const* values);
// Makes the error of a value that cannot be written, or of the writer.
error put_error(binary_problem problem, writer const& out);

template <class... T>
struct written_values {
  template <sight Seen = binary_sight_of_call<T...>>
  static char* put(binary_target& to, char* at, void const* values) {
    return put_each<Seen>(to, at, static_cast<void const* const*>(values),
                          make_index_sequence<int{sizeof...(T)}>());
  }

 private:
  template <sight, int... Numbers>
  static char* put_each(binary_target& to, char* at,
                        [[maybe_unused]] void const* const* values,
                        index_sequence<Numbers...>) {
    using format = typename format_of_call<T...>::type;
    if constexpr (format::has_numbers)
      return put_group<format>(to, at,
                               *static_cast<T const*>(values[Numbers])...);
    else
      return put_plain_row<format>(to, at,
                                   *static_cast<T const*>(values[Numbers])...);
  }
};
// One value, in binary_compact.
template <class T>
struct written_values<T> {
  template <sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, void const* value) {
    return put_value<compact_format>(to, at, *static_cast<T const*>(value));
  }
};

// Calls put(writer, function, values) with the function for values of these
// types.
template <class Put, class... T>
RILL_ALWAYS_INLINE auto with_values(Put put, writer& out, T const&... values) {
  static_assert(
      (is_format<T> + ... + 0) == is_format<typename last_argument<T...>::type>,
      "rill: the format is the last argument");
  if constexpr (sizeof...(T) == 1) {
    return (put(out, written_values<T>::template put<>,
                __builtin_addressof(values)),
            ...);
  } else {
    void const* const all[] = {__builtin_addressof(values)..., nullptr};
    return put(out, written_values<T...>::template put<>, all);
  }
}
template <class... T>
RILL_ALWAYS_INLINE void put_values(writer& out, T const&... values) {
  with_values(put_or_raise, out, values...);
}

// Counts the bytes, and discards them.
class size_writer : public writer {
 public:
  size_writer() noexcept : writer(device, nullptr, 0) {}
  std::size_t size() const noexcept { return size_; }

 private:
  static void drain(writer& base, char const*, std::size_t size) {
    static_cast<size_writer&>(base).size_ += size;
  }
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  std::size_t size_ = 0;
};

// Most messages fit in this many bytes, and need no heap.
inline constexpr std::size_t message_block = 4096;

struct write_binary_fn {
  template <class Sink, class... T, sight = sight_of_written<T...>>
  void operator()(Sink&& sink, T&&... values) const {
    if constexpr (std::derived_from<remove_cvref<Sink>, writer>) {
      put_values(sink, argument_of(values)...);
    } else {
      // One call of the sink, so that the output of threads does not
      // interleave.
      scratch_writer<message_block> whole;
      put_values(whole, argument_of(values)...);
      put_in_sink(sink, whole.bytes());
    }
  }

 private:
  template <class Sink>
  static void put_in_sink(Sink& sink, text bytes) {
    static_assert(
        requires { sink_traits<remove_cvref<Sink>>::put(sink, bytes); },
        "rill: the first argument of write_binary is not a sink, or the header "
        "of its kind is missing: rill/file.h, rill/print.h, rill/iostream.h");
    if constexpr (requires {
                    sink_traits<remove_cvref<Sink>>::put(sink, bytes);
                  })
      sink_traits<remove_cvref<Sink>>::put(sink, bytes);
  }
};

// Keeps up to 64 KiB. Longer data is only counted, and then written again
// straight into a string of its size: copying 40 MB out of a block takes as
// long as encoding them again.
class message_writer : public writer {
 public:
  message_writer() noexcept : writer(device, first_, message_block) {
    // For values without bytes, std::string copies none; g++ 12 sees a read of
    // this one (-Wmaybe-uninitialized).
    *first_ = '\0';
  }

  bool is_kept() const noexcept { return begin_ != nullptr; }
  text bytes() const noexcept { return pending(); }
  std::size_t size() const noexcept {
    return is_kept() ? pending().size : counted_;
  }

 private:
  static constexpr std::size_t most_kept = 65536;
  static void drain(writer& base, char const* data, std::size_t size);
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  std::size_t counted_ = 0;
  storage more_;
  char first_[message_block];
};

// Writes into a block whose size was counted before.
class counted_writer : public writer {
 public:
  counted_writer(char* memory, std::size_t size) noexcept
      : writer(device, memory, size) {}
  std::size_t size() const noexcept { return pending().size; }

 private:
  [[gnu::cold]] static void drain(writer& base, char const*, std::size_t size);
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};
};

struct to_bytes_fn {
  template <class String = std::string, class... T,
            sight = sight_of_written<T...>>
  [[nodiscard]] String operator()(T&&... values) const {
    message_writer whole;
    put_values(whole, argument_of(values)...);
    if (RILL_LIKELY(whole.is_kept()))
      return String(whole.bytes().data, whole.bytes().size);
    String made;
    made.resize(whole.size());
    counted_writer out(made.data(), made.size());
    put_values(out, argument_of(values)...);
    made.resize(out.size());
    return made;
  }
};

// Calls write(), and returns its error. Catches a rill::error.
template <class Write>
error error_of(Write write) {
#if RILL_EXCEPTIONS
  try {
    return write();
  } catch (error const& why) {
    return why;
  }
#else
  return write();
#endif
}

struct try_write_binary_fn {
  template <class Sink, class... T, sight = sight_of_written<T...>>
  [[nodiscard]] result<void> operator()(Sink&& sink, T&&... values) const {
    return error_of([&]() -> error {
      if constexpr (std::derived_from<remove_cvref<Sink>, writer>) {
        writer& out = sink;
        return put_error(with_values(put_into, out, argument_of(values)...),
                         out);
      } else {
        write_binary_fn()(sink, values...);
        return {};
      }
    });
  }
};

struct try_to_bytes_fn {
  template <class String = std::string, class... T,
            sight = sight_of_written<T...>>
  [[nodiscard]] result<String> operator()(T&&... values) const {
    String made;
    if (error why = error_of([&]() -> error {
          // Counts first: finds values that cannot be written, without to_bytes
          // throwing.
          size_writer size;
          error const problem = put_error(
              with_values(put_into, size, argument_of(values)...), size);
          if (!problem) made = to_bytes_fn().operator()<String>(values...);
          return problem;
        }))
      return why;
    return made;
  }
};

struct binary_size_fn {
  template <class... T, sight = sight_of_written<T...>>
  [[nodiscard]] std::size_t operator()(T&&... values) const {
    size_writer out;
    put_values(out, argument_of(values)...);
    return out.size();
  }
};

}  // namespace detail

/// write_binary(sink, x…[, format]) writes the values, one after the other, to
/// any sink of print. The format is binary_compact, unless the last argument is
/// binary_tagged or binary_fixed.
///
/// Errors: those of the sink. A variant without a value, and values nested
/// deeper than 100 levels, throw; a part may then be written.
/// Cost: into a writer, one copy; into other sinks, one call with all bytes.
///
/// Example:
///     #include <rill/binary.h>
///     std::string bytes;
///     rill::string_writer out(bytes);
///     rill::write_binary(out, 42, std::string("abc"));
///     out.flush();
///     rill::println(bytes.size());
inline constexpr detail::write_binary_fn write_binary{};

/// The same, but returns a result<void>. An error of the sink also stays in the
/// sink.
inline constexpr detail::try_write_binary_fn try_write_binary{};

/// to_bytes(x…[, format]) returns the bytes as a std::string. Requires
/// <string>. More than 64 KiB are encoded twice, the first time to count. A
/// hook that writes more the second time is an error
/// (library_problem::no_room).
///
/// Example:
///     #include <rill/binary.h>
///     std::string const bytes = rill::to_bytes(std::vector{1, 2, 3});
///     rill::println(rill::from_bytes<std::vector<int>>(bytes));
inline constexpr detail::to_bytes_fn to_bytes{};

/// The same, but returns a result<std::string>.
inline constexpr detail::try_to_bytes_fn try_to_bytes{};

/// binary_size(x…[, format]) returns how many bytes write_binary would write.
inline constexpr detail::binary_size_fn binary_size{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "write_body.h"
#endif

#endif
