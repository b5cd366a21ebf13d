// rill/stream/callback.h: readers and writers over a callable.
//
// Floor 4. The callable gets a block and says how many bytes it moved, or by
// a negative number, as read(2) and write(2) do, that errno has a reason; in
// programs without a C library that number is the reason, as -EIO. What it
// throws arrives at the caller of the read or print that asked. Tests:
// test/stream/callback_test.cpp.
#ifndef RILL_STREAM_CALLBACK_H
#define RILL_STREAM_CALLBACK_H

#include <type_traits>  // std::is_void_v, std::is_signed_v

#include "../base/bare.h"  // never
#include "../os/error.h"
#include "kept_error.h"
#include "lost_output.h"
#include "position.h"
#include "read_buffer.h"
#include "writer.h"

#if RILL_HOSTED
#include <errno.h>  // EINTR, what a callable that returns less than 0 means
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// True when a Size passes to the callable's second parameter without being
// narrowed.
template <class Call, class Byte, class Size>
concept takes_size =
    requires(Call& call, Byte* data, Size size) { call(data, {size}); };

// What a callable is told as a size. long counts as int, of which it holds
// every value; a parameter that is `auto` takes std::size_t.
template <class Call, class Byte>
using size_parameter = std::conditional_t<
    takes_size<Call, Byte, std::size_t>, std::size_t,
    std::conditional_t<takes_size<Call, Byte, int>, int,
                       std::conditional_t<takes_size<Call, Byte, unsigned>,
                                          unsigned, std::size_t>>>;

// Calls with `size`, or as much of it as the parameter holds; `size` becomes
// what was said.
template <class parameter, class Call, class Byte>
auto call_in_range(Call& call, Byte* data, std::size_t& size) {
  if constexpr (std::is_same_v<parameter, std::size_t>) {
    return call(data, size);
  } else {
    constexpr auto most = static_cast<std::size_t>(
        static_cast<parameter>(-1) < parameter{} ? ~0u >> 1 : ~0u);
    size = smaller(size, most);
    return call(data, static_cast<parameter>(size));
  }
}

template <class Call, class Byte>
auto call_with_size(Call& call, Byte* data, std::size_t& size) {
  using parameter = size_parameter<Call, Byte>;
  if constexpr (!requires { call(data, parameter{}); }) {
    static_assert(never<Call>,
                  "rill: a source is called as source(char* out, std::size_t "
                  "size), a sink as sink(char const* data, std::size_t size)");
    return std::size_t{};
  } else {
    static_assert(!std::is_same_v<decltype(call(data, parameter{})), bool>,
                  "rill: the callable says how many bytes it moved, not "
                  "whether it moved them");
    return call_in_range<parameter>(call, data, size);
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

}  // namespace detail

/// A reader over `std::size_t source(char* out, std::size_t size)`, which
/// returns how many bytes it wrote; 0 is the end, and less than 0 an error,
/// errno; but after EINTR it is called again. Parameters and result may be of
/// any integer type. A count larger than `size` is an error
/// (impossible_count), and none of the bytes are used.
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
  rill::error cause_;  // of a count that is too large
};

/// A writer over `std::size_t sink(char const* data, std::size_t size)`,
/// which returns how many bytes it took (fewer than all: it is called again
/// with the rest; 0, or more than `size`: an error; less than 0: the error is
/// errno, and after EINTR it is called again), or returns void and takes all.
/// After an error, also one that the sink throws, nothing more is given to it.
/// The destructor flushes; an error that no call has thrown goes to the
/// lost-output handler.
template <class Sink>
class callback_writer : public writer {
 public:
  explicit callback_writer(Sink sink,
                           std::size_t buffer_size = RILL_BUFFER_SIZE)
      : writer(device, nullptr, 0),
        sink_(static_cast<Sink&&>(sink)),
        buffer_(detail::larger(buffer_size, std::size_t{1})) {
    begin_ = cursor_ = buffer_.data();
    end_ = begin_ + buffer_.size();
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
  // Leaves an error behind when the sink throws.
  struct sink_call {
    callback_writer& self;
    bool has_returned = false;
    ~sink_call() {
      if (!has_returned) self.error_ = library_problem::threw;
    }
  };

  // Gives bytes to the sink once and returns how many it took; 0 after an
  // error. While the sink runs there is an error, for a sink that prints to
  // its own writer.
  std::size_t give(char const* data, std::size_t size) {
    error_ = library_problem::wrote_nothing;
    sink_call running{*this};
    if constexpr (std::is_void_v<decltype(detail::call_with_size(sink_, data,
                                                                 size))>) {
      detail::call_with_size(sink_, data, size);
      running.has_returned = true;
      error_ = {};
      return size;
    } else {
      auto const answer = detail::call_to_the_end(sink_, data, size);
      running.has_returned = true;
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
  void send(char const* data, std::size_t size, std::size_t& done) {
    while (done != size && !error_) done += give(data + done, size - done);
  }

  // Takes the bytes that the sink took out of the buffer, whichever way
  // send_held() ends: none is given twice, and after an error none is taken.
  struct taken_bytes {
    callback_writer& self;
    std::size_t done = 0;
    ~taken_bytes() {
      std::size_t const left = self.pending().size - done;
      __builtin_memmove(self.begin_, self.begin_ + done, left);
      self.cursor_ = self.begin_ + left;
      if (self.error_) self.stop(self.error_);
    }
  };

  void send_held() {
    taken_bytes taken{*this};
    send(begin_, pending().size, taken.done);
  }

  // A piece as large as the buffer: from where it is, the buffer being empty.
  void send_past_buffer(char const* data, std::size_t size) {
    end_ = cursor_;
    std::size_t done = 0;
    send(data, size, done);
    if (!error_) end_ = begin_ + buffer_.size();
  }

  rill::error failure() const noexcept {
    if (cause_) return cause_;
    return {error_, "write", "to a callback"};
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<callback_writer&>(base);
    self.send_held();
    if (!self.error_ && size < self.buffer_.size())
      self.cursor_ = detail::copy_bytes(self.cursor_, data, size);
    else if (!self.error_)
      self.send_past_buffer(data, size);
    detail::throw_kept(self.error_, [&self] { return self.failure(); });
  }
  static void flush_device(writer& base) { drain(base, nullptr, 0); }
  static constexpr writer_device device{drain, flush_device};

  Sink sink_;
  storage buffer_;
  rill::error cause_;  // of a count that is too large
};

}  // namespace rill::inline RILL_BUILD

#endif
