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
#include <errno.h>  // what a callable that returns less than 0 means
#endif

// Calls of a callable that moves bytes.
//
// The callable gets a block and says how many bytes it moved, or by a negative
// number, as read(2) and write(2) do, that errno has a reason; in programs
// without a C library that number is the reason, as -EIO. Sizes and counts are
// of any integer type.

namespace rill::inline RILL_BUILD {
namespace detail {

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
    static_assert(always_false<Call>,
                  "rill: a source is called as source(char* out, std::size_t "
                  "size), a sink as sink(char const* data, std::size_t size)");
    return std::size_t{};
  } else {
    using answer = decltype(call(data, parameter{}));
    static_assert(!std::is_same_v<answer, bool>,
                  "rill: the callable says how many bytes it moved, not "
                  "whether it moved them");
    size = smaller(size, smaller(largest_size<parameter>(),
                                 largest_size<remove_cvref<answer>>()));
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
    if (answer >= 0 || os::c_error(errno) != os::errors::interrupted)
      return false;
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

}  // namespace detail

// Readers and writers over a callable.
//
// What a callable throws arrives at the caller of the read or print that asked.

/// A reader over `std::size_t source(char* out, std::size_t size)`, which
/// returns how many bytes it wrote; 0 is the end, and less than 0 an error,
/// errno; but after EINTR it is called again. Parameters and result may be of
/// any integer type, and no size is larger than both of them can hold. A count
/// larger than `size` is an error (impossible_count), and none of the bytes
/// are used.
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
  /// Where the source moves without throwing.
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
    self.error_ = detail::told_error(answer);
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
  rill::error cause_;  // of error_, where there is more than its code
};

/// A writer over `std::size_t sink(char const* data, std::size_t size)`,
/// which returns how many bytes it took (fewer than all: it is called again
/// with the rest; 0, or more than `size`: an error; less than 0: the error is
/// errno, and after EINTR it is called again), or returns void and takes all.
/// Parameters and result may be of any integer type, and no size is larger
/// than both of them can hold. A sink of `char*` gets the bytes of the writer's
/// buffer alone, and may change those that it takes: a piece longer than the
/// buffer is copied there in parts.
/// After an error, also one that the sink throws, nothing more is given to it.
/// The destructor flushes; an error that no call has thrown goes to the
/// lost-output handler.
///
/// Movable, with the sink and the bytes in the buffer; not by the sink itself.
/// Assigned where the sink moves without throwing.
template <class Sink>
class callback_writer : public writer {
  using byte = detail::sunk_byte<Sink>;
  static constexpr bool takes_own_bytes = std::is_same_v<byte, char>;
  // A sink of another shape is refused here, where few calls lead to it.
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
    if (error_) return;  // it was thrown by the call that met it
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
  // error. While the sink runs there is an error, for a sink that prints to
  // its own writer.
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
      if (error_code const told = detail::told_error(answer)) {
        error_ = told;
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

  // Gives all to the sink; `done` counts the bytes that it took before it
  // failed, also by throwing.
  void send(byte* data, std::size_t size, std::size_t& done) {
    while (done != size && !error_) done += give(data + done, size - done);
  }

  // Takes the bytes that the sink took out of the buffer, whichever way
  // send_held() ends: none is given twice, and after an error none is taken.
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

  // No room is shown to a sink that prints to its own writer.
  void send_held() {
    taken_bytes taken{*this};
    end_ = cursor_;
    send(begin_, pending().size, taken.done);
  }

  // A piece as large as the buffer, which is empty: from where it is, or for a
  // sink that may change it by way of the buffer.
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
  rill::error cause_;  // of error_, where there is more than its code
};

}  // namespace rill::inline RILL_BUILD

#endif
