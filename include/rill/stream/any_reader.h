// rill/stream/any_reader.h: a reader that owns any source, and readers and
// writers that are lent to one.
//
// Layer 4. Tests: test/print/any_writer_test.cpp,
// test/print/sink_writer_test.cpp, test/stream/any_reader_test.cpp.
#ifndef RILL_STREAM_ANY_READER_H
#define RILL_STREAM_ANY_READER_H

#include <type_traits>  // std::remove_reference_t

#include "../memory/storage.h"
#include "../os/error.h"
#include "callback.h"
#include "device.h"
#include "file_reader.h"
#include "kept_error.h"
#include "open_writers.h"
#include "reader.h"
#include "source.h"
#include "writer.h"

// Smart pointers to writers and readers.

namespace rill::inline RILL_BUILD {
namespace detail {

// A smart pointer with sole ownership, such as std::unique_ptr.
template <class P>
concept exclusive_pointer = requires(P& pointer) {
  *pointer;
  pointer.get();
  pointer.release();
};
template <exclusive_pointer P>
using pointed_by =
    std::remove_reference_t<decltype(*static_cast<P& (*)()>(nullptr)())>;

// Returns the pointee. Errors: no_stream for a null pointer.
template <exclusive_pointer P>
auto& pointed_to(P& pointer) {
  if (!pointer.get())
    raise(error(library_problem::no_stream, "use", "a null pointer"));
  return *pointer;
}

// A writer that passes each call of print to the device in one piece.
//
// Shows no room between calls. The pieces of a call collect in a block on the
// heap, which grows from 512 bytes to 64 KiB, and go to the device when the
// call ends; a longer call goes in parts. A write outside of a call goes to the
// device at once.

class call_writer : public device_writer {
 protected:
  explicit call_writer(device_calls const& calls) noexcept
      : device_writer(calls, device) {}
  call_writer(call_writer&& other) noexcept
      : device_writer(static_cast<device_writer&&>(other)),
        block_(static_cast<storage&&>(other.block_)) {}
  ~call_writer() = default;

 private:
  static constexpr std::size_t smallest_block = 512;
  static constexpr std::size_t largest_block = 65536;

  static void drain(writer& base, char const* data, std::size_t size);
  static void begin_call(writer& base);
  static void end_call(writer& base, bool is_abandoned);
  static constexpr writer_device device{
      drain, flush_device, ask_device, put_or_abandon, begin_call, end_call};

  void take_in_call(text bytes);
  void grow(std::size_t wanted);
  void show_room() noexcept { end_ = block_.data() + block_.size(); }

  storage block_;
};

// A reader over the buffer of another reader, the lender, which forwards each
// call of its own device to the lender's.
//
// Allocates nothing. The lender must not be used meanwhile.

class lent_reader : public reader {
 protected:
  // Closed, until borrow() is called.
  explicit lent_reader(reader_device const& device) noexcept
      : reader(device, nullptr, 0) {
    forget();
  }
  lent_reader(lent_reader&& other) noexcept
      : reader(static_cast<reader&&>(other)), of_(other.of_) {
    other.of_ = nullptr;
  }
  ~lent_reader() = default;

  /// Takes the buffer of a reader, with the bytes that it holds.
  void borrow(reader& from) noexcept {
    of_ = &from;
    take_area();
  }
  /// Gives the buffer back and closes this reader. Returns the lender, or null
  /// if it has none.
  reader* give_back() noexcept {
    reader* const lender = of_;
    if (lender) return_area();
    of_ = nullptr;
    forget();
    return lender;
  }
  bool is_lent() const noexcept { return of_ != nullptr; }

  // The functions of a reader_device. Each calls the lender's function.
  static bool fill_lent(reader& base) {
    auto& self = static_cast<lent_reader&>(base);
    if (!self.of_) return false;
    struct retaken_area {
      lent_reader& self;
      ~retaken_area() { self.take_area(); }
    } const afterwards{self};
    self.return_area();
    return self.of_->more();
  }
  static source_position locate_lent(reader const& base) {
    reader const* const of = lender_of(base);
    return of ? of->locate() : source_position{.name = "a closed reader"};
  }
  static source_position place_lent(reader const& base, char const* place) {
    reader const* const of = lender_of(base);
    return of ? position_of(*of, place) : locate_lent(base);
  }
  static std::size_t capacity_lent(reader const& base) {
    reader const* const of = static_cast<lent_reader const&>(base).of_;
    return of ? of->longest_token() : ~std::size_t{0};
  }

 private:
  // Returns the lender, at the position of this reader.
  static reader const* lender_of(reader const& base) noexcept {
    auto& self = static_cast<lent_reader const&>(base);
    if (self.of_) self.return_area();
    return self.of_;
  }

  void take_area() noexcept {
    cursor_ = of_->cursor_;
    end_ = of_->end_;
    begin_ = of_->begin_;
    error_ = of_->error_;
    // A read from the lender meanwhile finds no bytes and reports this error.
    of_->cursor_ = of_->end_;
    of_->error_ = library_problem::lent;
  }
  void return_area() const noexcept {
    of_->cursor_ = cursor_;
    of_->end_ = end_;
    of_->begin_ = begin_;
    of_->error_ = error_;
  }

  reader* of_ = nullptr;
};

// A writer that prints into the buffer of another writer, the lender, and
// forwards each call of its own device to the lender's.
//
// Allocates nothing. The lender must not be used meanwhile: a print to it
// throws, and its error `lent` stays after the buffer is given back. A print to
// this writer costs the same as one to the lender. any_writer adds no
// instructions to a print, and traced_writer none until the buffer is full.

class lent_writer : public writer, protected open_writer {
 protected:
  // Closed, until borrow() is called.
  explicit lent_writer(writer_device const& device) noexcept
      : writer(device, nullptr, 0), open_writer(finish_at_end) {
    forget();
  }
  lent_writer(lent_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        open_writer(other, finish_at_end),
        of_(other.of_),
        device_of_lender_(other.device_of_lender_) {
    other.of_ = nullptr;
  }
  ~lent_writer() = default;

  /// Takes the buffer of a writer, with the bytes that it holds.
  void borrow(writer& from) noexcept {
    of_ = &from;
    device_of_lender_ = from.device_;
    styles_ = from.styles_;
    take_area();
  }
  /// Gives the buffer back and closes this writer. Returns the lender, or null
  /// if it has none.
  writer* give_back() noexcept {
    writer* const lender = of_;
    if (lender) return_area();
    of_ = nullptr;
    forget();
    return lender;
  }
  bool is_lent() const noexcept { return of_ != nullptr; }

  bool is_busy() const noexcept { return is_busy_; }

  /// Calls use(lender) while the lender has its buffer back. This writer has no
  /// room meanwhile: if the sink prints to it, the print fails, and both
  /// writers keep the error. Requires is_lent() and not is_busy().
  template <class Use>
  void through(Use use) {
    struct retaken_area {
      lent_writer& self;
      ~retaken_area() {
        bool const was_refused = bool(self.error_);
        self.is_busy_ = false;
        self.take_area();
        if (was_refused && !self.error_)
          self.stop(library_problem::wrote_nothing);
      }
    } const afterwards{*this};
    own();
    return_area();
    cursor_ = end_ = begin_ = nullptr;
    error_ = {};
    is_busy_ = true;
    use(*of_);
  }

  // The functions of a writer_device. Each calls the lender's function.
  static void drain_lent(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<lent_writer&>(base);
    if (!self.can_go_through()) return self.refuse();
    self.through([&](writer& of) { of.device_->drain(of, data, size); });
  }
  static void flush_lent(writer& base) {
    auto& self = static_cast<lent_writer&>(base);
    if (!self.can_go_through()) return self.refuse();
    self.through([](writer& of) { of.device_->flush(of); });
  }
  static style_question ask_lent(writer& base) {
    auto& self = static_cast<lent_writer&>(base);
    if (!self.can_go_through()) return {};
    bool takes_styles = false;
    self.through([&](writer& of) { takes_styles = of.takes_styles(); });
    return {takes_styles ? style_answer::yes : style_answer::no};
  }
  static void begin_lent_call(writer& base) {
    auto& self = static_cast<lent_writer&>(base);
    if (self.can_go_through() && self.device_of_lender_->begin_call)
      self.through([](writer& of) { of.device_->begin_call(of); });
  }
  static void end_lent_call(writer& base, bool is_abandoned) {
    auto& self = static_cast<lent_writer&>(base);
    if (self.can_go_through() && self.device_of_lender_->end_call)
      self.through([&](writer& of) { of.device_->end_call(of, is_abandoned); });
  }

 private:
  // The end of the program: gives the buffer back and flushes the lender. A
  // call has reported an earlier error.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept {
    auto& self = static_cast<lent_writer&>(entry);
    constexpr text name = "a file behind another writer";
    if (is_ours) {
      writer* const lender = self.is_busy_ ? nullptr : self.give_back();
      if (lender && !lender->error())
        (void)finish_or_report(name, [lender] { lender->flush(); });
    } else if (std::size_t const left = self.seen_from_outside()) {
      report_unwritten(name, left);
    }
  }

  void take_area() noexcept {
    cursor_ = of_->cursor_;
    end_ = of_->end_;
    begin_ = of_->begin_;
    call_ = of_->call_;
    error_ = of_->error_;
    of_->device_ = &away;
    of_->stop(library_problem::lent);
  }
  void return_area() noexcept {
    of_->cursor_ = cursor_;
    of_->end_ = end_;
    of_->begin_ = begin_;
    of_->call_ = call_;
    of_->error_ = error_;
    bool const was_missed = of_->device_ == &missed;
    of_->device_ = device_of_lender_;
    if (was_missed && !error_) of_->stop(library_problem::lent);
  }
  bool can_go_through() const noexcept { return of_ && !is_busy_; }
  [[gnu::cold]] void refuse() {
    if (is_busy_) error_ = library_problem::wrote_nothing;
    throw_kept(error_, [this] { return rill::error(error_, "write"); });
  }

  // The device of the lender while its buffer is lent: first `away`, and after
  // a print to the lender or a flush of it `missed`. flush does not throw,
  // because it may be called while the program ends.
  static void flush_away(writer& lender) { lender.device_ = &missed; }
  [[gnu::cold]] static void drain_away(writer& lender, char const*,
                                       std::size_t) {
    flush_away(lender);
    throw_kept(lender.error_,
               [&] { return rill::error(lender.error_, "write"); });
  }
  static constexpr writer_device away{drain_away, flush_away};
  static constexpr writer_device missed{drain_away, flush_away};

  writer* of_ = nullptr;
  writer_device const* device_of_lender_ = nullptr;
  bool is_busy_ = false;  // the lender has its buffer back, and its device runs
};

// A reader that owns any source.
//
// One allocation for each.

// A source on the heap, and the reader through which it is read.
class source_box {
 public:
  virtual ~source_box() = default;
  virtual reader& in() = 0;
};

// Keeps a source alive in the same way as a range over it.
template <class Held>
class held_source final : public source_box {
 public:
  template <class S>
  explicit held_source(S&& source) : held_{static_cast<S&&>(source)} {}
  reader& in() override { return held_.reader(); }

 private:
  Held held_;
};

template <class R>
class made_reader final : public source_box {
 public:
  template <class... Args>
  explicit made_reader(Args&&... args) : value_(static_cast<Args&&>(args)...) {}
  reader& in() override { return value_; }

 private:
  R value_;
};

// Owns a smart pointer, and reads from the source that it points to.
template <class P, class S>
class pointed_source final : public source_box {
 public:
  explicit pointed_source(P&& pointer)
      : pointer_(static_cast<P&&>(pointer)), held_{pointed_to(pointer_)} {}
  reader& in() override { return held_.reader(); }

 private:
  P pointer_;
  holder_of<S&> held_;
};

// Returns the type_tag of the box for an argument of type S&&. Returns void if
// no box can hold it.
template <class S>
constexpr auto source_box_for() {
  using T = remove_cvref<S>;
  constexpr bool is_lent = std::is_lvalue_reference_v<S>;
  if constexpr (exclusive_pointer<T> && !is_lent) {
    using to = pointed_by<T>;
    if constexpr (can_be_held<to&>) return type_tag<pointed_source<T, to>>();
  } else if constexpr (std::is_same_v<T, file> && !is_lent) {
    return type_tag<made_reader<file_reader>>();
  } else if constexpr (can_be_held<S>) {
    return type_tag<held_source<holder_of<S>>>();
  } else if constexpr (byte_source<T>) {
    if constexpr (std::is_constructible_v<std::decay_t<S>, S>)
      return type_tag<made_reader<callback_reader<std::decay_t<S>>>>();
  }
}

template <class S>
concept boxed_source = !std::is_void_v<decltype(source_box_for<S>())>;

}  // namespace detail

/// A reader over any source: owns a temporary, borrows a variable.
///
/// - A reader that is moved in, such as a file_reader. Reading costs the same
///   as from that reader.
/// - A `rill::file` that is moved in is buffered, as by file_reader.
/// - A reader that is a variable is borrowed: it must not be used while the
///   any_reader lives, and afterwards continues at the position of the
///   any_reader.
/// - A `FILE*`, a c_file, a std::istream, a locked source: held, with its lock,
///   as by a range over it (rill::lines). It must not be read directly
///   meanwhile.
/// - A callable, copied or moved in, as by callback_reader; a loaded_file;
///   `rill::from(text)`, whose text must outlive the any_reader.
/// - A std::unique_ptr to one of these, owned with the pointer.
///
/// `any_reader::of<R>(arguments…)` makes a reader that cannot be moved in
/// place. Movable; may be kept in containers. Construction throws
/// std::bad_alloc.
///
/// Example:
///     rill::any_reader in = rill::from("1 2 3");
///     int sum = 0, n = 0;
///     while (rill::scan(in, n)) sum += n;
///     RILL_ASSERT(sum == 6);
class any_reader : public detail::lent_reader {
 public:
  /// Makes a closed reader.
  any_reader() noexcept : lent_reader(device) {}

  template <class S>
    requires(!std::is_same_v<detail::remove_cvref<S>, any_reader> &&
             detail::boxed_source<S>)
  any_reader(S&& source)
      : any_reader(
            of_box{new typename decltype(detail::source_box_for<S>())::type(
                static_cast<S&&>(source))}) {}

  /// Refuses every other argument with a message that names the sources.
  template <class Other>
    requires(!std::is_same_v<detail::remove_cvref<Other>, any_reader> &&
             !detail::boxed_source<Other>)
  explicit any_reader(Other&&) : any_reader() {
    static_assert(detail::always_false<Other>,
                  "rill: an any_reader is made of a source: file_reader(path), "
                  "from(text), stdin, std::move(unique_pointer), a reader that "
                  "moves, or a callable of (char*, std::size_t)");
  }

  /// Makes a reader R from the arguments.
  template <std::derived_from<reader> R, class... Args>
  static any_reader of(Args&&... args) {
    return any_reader(
        of_box{new detail::made_reader<R>(static_cast<Args&&>(args)...)});
  }

  any_reader(any_reader&& other) noexcept
      : lent_reader(static_cast<lent_reader&&>(other)), box_(other.box_) {
    other.box_ = nullptr;
  }
  any_reader& operator=(any_reader&& other) noexcept {
    return detail::remake(*this, static_cast<any_reader&&>(other));
  }
  ~any_reader() { close(); }

  /// Gives a borrowed source back, or destroys an owned one.
  void close() noexcept {
    (void)give_back();
    delete box_;
    box_ = nullptr;
  }
  bool is_open() const noexcept { return is_lent(); }

 private:
  struct of_box {
    detail::source_box* made;
  };
  explicit any_reader(of_box from) : lent_reader(device) {
    // Deletes the box if in() throws.
    struct guarded_box {
      detail::source_box* box;
      ~guarded_box() { delete box; }
    } owner{from.made};
    borrow(from.made->in());
    box_ = owner.box;
    owner.box = nullptr;
  }

  static constexpr reader_device device{fill_lent, locate_lent, place_lent,
                                        nullptr, capacity_lent};

  detail::source_box* box_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "any_reader_body.h"
#endif

#endif
