// rill/stream/callback.h: readers and writers over a callable.
//
// Layer 4. Tests: test/stream/callback_test.cpp.
#ifndef RILL_STREAM_CALLBACK_H
#define RILL_STREAM_CALLBACK_H

#include <type_traits>  // std::is_integral_v, std::is_signed_v, …

#include "../base/text.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "kept_error.h"
#include "lost_output.h"
#include "read_buffer.h"
#include "reader.h"
#include "writer.h"

#if RILL_HOSTED
#include <errno.h>  // the error of a callable that returns less than 0
#endif

// Calls of a callable that moves bytes.
//
// The callable gets a block and returns how many bytes it moved, or a negative
// number for an error with its reason in errno, as read(2) and write(2) do.
// Without a C library the number itself is the negated reason, such as -EIO.
// Sizes and counts may be of any integer type.

namespace rill::inline RILL_BUILD {
namespace detail {

// True when a Size converts to the callable's second parameter without
// narrowing.
template <class Call, class Byte, class Size>
concept takes_size =
    requires(Call& call, Byte* data, Size size) { call(data, {size}); };

// The first of the types that the callable takes as a size. std::size_t for an
// `auto` parameter, and for a callable with another signature.
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

// The largest size that a parameter or return value of the type can hold. For a
// result, this is the largest count in it. For other types that are not
// integers, it is the largest std::size_t.
template <class Size>
constexpr std::size_t largest_size() noexcept {
  if constexpr (std::is_same_v<Size, bool>) {
    return 1;
  } else if constexpr (std::is_integral_v<Size>) {
    constexpr std::size_t bits = sizeof(Size) * 8 - std::is_signed_v<Size>;
    constexpr std::size_t all = sizeof(std::size_t) * 8;
    return ~std::size_t{0} >> (bits < all ? all - bits : 0);
  } else if constexpr (result_of_call<Size>) {
    return largest_size<remove_cvref<decltype(*declval<Size&>())>>();
  } else {
    return ~std::size_t{0};
  }
}

template <class Call, class Byte>
concept takes_bytes =
    requires(Call& call, Byte* data, size_parameter<Call, Byte> size) {
      call(data, size);
    };

// The byte type for a sink: char const, or char for a callable that takes only
// `char*`. The latter is given bytes in the writer's own buffer.
template <class Sink>
using sunk_byte = std::conditional_t<!takes_bytes<Sink, char const> &&
                                         takes_bytes<Sink, char>,
                                     char, char const>;

// Calls with `size`, limited to what the parameter and the return type can
// hold. Sets `size` to the size that was passed.
template <class Call, class Byte>
auto call_with_size(Call& call, Byte* data, std::size_t& size) {
  using parameter = size_parameter<Call, Byte>;
  if constexpr (!takes_bytes<Call, Byte>) {
    static_assert(always_false<Call>,
                  "rill: a source is called as source(char* out, std::size_t "
                  "size), a sink as sink(char const* data, std::size_t size)");
    return std::size_t{};
  } else {
    using answer = decltype(call(data, parameter{}));
    static_assert(!std::is_same_v<answer, bool>,
                  "rill: the callable returns the number of bytes it moved, "
                  "and not a bool");
    size = smaller(size, smaller(largest_size<parameter>(),
                                 largest_size<remove_cvref<answer>>()));
    return call(data, static_cast<parameter>(size));
  }
}

// True when a signal interrupted the call before it moved a byte (a negative
// result with EINTR, as from read(2) and write(2)): the caller repeats it.
// Clears errno, so that a callable that returns less than 0 without setting
// errno is not called for ever.
template <class Answer>
bool was_interrupted(Answer const& answer) noexcept {
#if RILL_HOSTED
  if constexpr (std::is_signed_v<Answer>) {
    if (answer >= 0 || os::c_error(errno) != os::errors::interrupted)
      return false;
    errno = 0;
    return true;
  }
#endif
  (void)answer;
  return false;
}

// Calls until no signal interrupts. Clears errno before each call: an errno
// found afterwards was set by the callable.
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

// Returns the error that a callable's return value stands for, or no error for
// a count. Without a C library the negated number is the error.
template <class Answer>
error_code error_of_answer(Answer answer) noexcept {
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

// The error for a callable that returns a larger count than it was offered.
// `than` is the text between the two numbers.
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
inline constexpr char const* than_room = " bytes, but had room for ";
inline constexpr char const* than_given = " bytes, but was given ";

// The callables that callback_reader and callback_writer accept.
template <class Call>
concept byte_source = requires(Call& call, char* room) { call(room, 0); };
template <class Call>
concept byte_sink = requires(Call& call, char const* bytes) {
  call(bytes, 0);
} || byte_source<Call>;

}  // namespace detail

// Readers and writers over a callable.
//
// An exception of the callable reaches the caller of the read or print.

/// A reader over `std::size_t source(char* out, std::size_t size)`, which
/// returns how many bytes it wrote, and 0 at the end. Less than 0 is an error
/// with its reason in errno; after EINTR the source is called again. Parameter
/// and result may be of any integer type; `size` is never larger than either
/// can hold. A count larger than `size` is an error (impossible_count), and
/// none of the bytes are used.
template <class Source>
class callback_reader : public detail::buffered_reader {
 public:
  explicit callback_reader(Source source,
                           std::size_t buffer_size = default_read_size)
      : buffered_reader(device, buffer_size),
        source_(static_cast<Source&&>(source)) {}
  callback_reader(callback_reader&& other)
      : buffered_reader(static_cast<buffered_reader&&>(other)),
        source_(static_cast<Source&&>(other.source_)),
        cause_(other.cause_) {}
  /// Requires a source that moves without throwing.
  callback_reader& operator=(callback_reader&& other) noexcept
    requires std::is_nothrow_move_constructible_v<Source>
  {
    return detail::remake(*this, static_cast<callback_reader&&>(other));
  }

 private:
  static bool fill(reader& base) {
    auto& self = static_cast<callback_reader&>(base);
    if (self.error_) return false;
    self.make_counted_room();
    std::size_t room = self.room_size();
    auto const answer =
        detail::call_to_the_end(self.source_, self.room_begin(), room);
    self.error_ = detail::error_of_answer(answer);
    if (self.error_) return false;
    auto const got = static_cast<std::size_t>(answer);
    if (got > room) [[unlikely]] {
      self.cause_ = detail::impossible_count("read", "from a callback", got,
                                             detail::than_room, room);
      self.error_ = self.cause_.code();
      return false;
    }
    self.add(got);
    return got != 0;
  }
  static source_position locate_source(reader const& base) {
    auto at = static_cast<callback_reader const&>(base).position_;
    at.name = "callback";
    at.reason = static_cast<callback_reader const&>(base).cause_.reason();
    return at;
  }
  static source_position place_in_source(reader const& base,
                                         char const* place) {
    auto const& self = static_cast<callback_reader const&>(base);
    return detail::count_on(self.memo_, locate_source(base), base, place);
  }
  static constexpr reader_device device{fill, locate_source, place_in_source};

  Source source_;
  rill::error cause_;  // of error_, when it has more than a code
};

/// A writer over `std::size_t sink(char const* data, std::size_t size)`, which
/// returns how many bytes it took, or over a sink that returns void and takes
/// all bytes.
///
/// - Fewer than `size`: the sink is called again with the rest.
/// - 0, or more than `size`: an error.
/// - Less than 0: an error with its reason in errno; after EINTR the sink is
///   called again.
///
/// Parameter and result may be of any integer type; `size` is never larger than
/// either can hold. A sink of `char*` is given only bytes in the writer's
/// buffer, and may change those that it takes; a piece longer than the buffer
/// is copied there in parts.
///
/// After an error, or an exception of the sink, the sink is not called again.
/// The destructor flushes; an error that no call has thrown goes to the
/// lost-output handler.
///
/// Movable, with the sink and the bytes in the buffer; the sink itself must not
/// move the writer. Assignable when the sink moves without throwing.
template <class Sink>
class callback_writer : public writer {
  using byte = detail::sunk_byte<Sink>;
  static constexpr bool takes_own_bytes = std::is_same_v<byte, char>;
  // Refuses a sink with another signature here, with a short instantiation
  // trace.
  static_assert(requires(Sink& sink, byte* data, std::size_t& size) {
    detail::call_with_size(sink, data, size);
  });

 public:
  explicit callback_writer(Sink sink,
                           std::size_t buffer_size = RILL_BUFFER_SIZE)
      : writer(device, nullptr, 0),
        sink_(static_cast<Sink&&>(sink)),
        buffer_(detail::larger(buffer_size, std::size_t{1})) {
    begin_ = cursor_ = buffer_.data();
    end_ = begin_ + buffer_.size();
  }
  callback_writer(callback_writer&& other) noexcept(
      std::is_nothrow_move_constructible_v<Sink>)
      : writer(device, nullptr, 0),
        sink_(static_cast<Sink&&>(other.sink_)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        cause_(other.cause_) {
    take(other);
    other.cause_ = {};
  }
  callback_writer& operator=(callback_writer&& other) noexcept
    requires std::is_nothrow_move_constructible_v<Sink>
  {
    return detail::remake(*this, static_cast<callback_writer&&>(other));
  }
  ~callback_writer() {
#if RILL_EXCEPTIONS
    if (error_) return;  // the call that failed has thrown it
#endif
    if (!detail::finish_or_report("to a callback", [this] { send_held(); }))
      return;
    if (pending().size != 0) detail::on_lost_output(failure());
  }

 private:
  template <class Use>
  auto keep_thrown(Use use) {
    return detail::keep_thrown("to a callback", error_, cause_, use);
  }

  // Gives bytes to the sink once and returns how many it took; 0 after an
  // error. error_ is set while the sink runs: a sink that prints to its own
  // writer fails.
  std::size_t give(byte* data, std::size_t size) {
    error_ = library_problem::wrote_nothing;
    if constexpr (std::is_void_v<decltype(detail::call_with_size(sink_, data,
                                                                 size))>) {
      keep_thrown([&] { detail::call_with_size(sink_, data, size); });
      error_ = {};
      return size;
    } else {
      auto const answer = keep_thrown(
          [&] { return detail::call_to_the_end(sink_, data, size); });
      if (error_code const found = detail::error_of_answer(answer)) {
        error_ = found;
        return 0;
      }
      auto const taken = static_cast<std::size_t>(answer);
      if (taken > size) return refuse_count(taken, size);
      if (taken != 0) error_ = {};
      return taken;
    }
  }

  [[gnu::cold, gnu::noinline]] std::size_t refuse_count(std::size_t taken,
                                                        std::size_t size) {
    cause_ = detail::impossible_count("write", "to a callback", taken,
                                      detail::than_given, size);
    error_ = cause_.code();
    return 0;
  }

  // Gives all bytes to the sink. `done` counts the bytes that it took, also
  // when it fails or throws.
  void send(byte* data, std::size_t size, std::size_t& done) {
    while (done != size && !error_) done += give(data + done, size - done);
  }

  // Removes the bytes that the sink took from the buffer, also when send_held()
  // throws, so that no byte is given twice. Shows no room after an error.
  struct taken_bytes {
    callback_writer& self;
    std::size_t done = 0;
    ~taken_bytes() {
      std::size_t const left = self.pending().size - done;
      if (left != 0) __builtin_memmove(self.begin_, self.begin_ + done, left);
      self.cursor_ = self.begin_ + left;
      self.end_ =
          self.error_ ? self.cursor_ : self.begin_ + self.buffer_.size();
    }
  };

  // Shows no room while the sink runs. So a print of the sink to its own writer
  // calls drain(), which fails.
  void send_held() {
    taken_bytes taken{*this};
    end_ = cursor_;
    send(begin_, pending().size, taken.done);
  }

  // Gives the sink a piece at least as large as the buffer, which is empty: in
  // place, or for a sink that may change the bytes, through the buffer.
  void send_large(char const* data, std::size_t size) {
    if constexpr (takes_own_bytes) {
      while (size > buffer_.size() && !error_) {
        copy(data, buffer_.size());
        data += buffer_.size();
        size -= buffer_.size();
        send_held();
      }
      if (!error_) copy(data, size);
    } else {
      end_ = cursor_;
      std::size_t done = 0;
      send(data, size, done);
      if (!error_) end_ = begin_ + buffer_.size();
    }
  }
  void copy(char const* data, std::size_t size) noexcept {
    cursor_ = detail::copy_bytes(cursor_, data, size);
  }

  rill::error failure() const noexcept {
    if (cause_) return cause_;
    error_code const code =
        error_ ? error_ : error_code(library_problem::wrote_nothing);
    return {code, "write", "to a callback"};
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<callback_writer&>(base);
    self.send_held();
    if (!self.error_ && size < self.buffer_.size())
      self.copy(data, size);
    else if (!self.error_)
      self.send_large(data, size);
    detail::throw_kept(self.error_, [&self] { return self.failure(); });
  }
  static void flush_device(writer& base) { drain(base, nullptr, 0); }
  static constexpr writer_device device{drain, flush_device};

  Sink sink_;
  storage buffer_;
  rill::error cause_;  // of error_, when it has more than a code
};

}  // namespace rill::inline RILL_BUILD

#endif
