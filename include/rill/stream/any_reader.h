// rill/stream/any_reader.h: a reader that owns any source.
//
// Floor 4. Part of rill/any.h. One allocation for each. Tests:
// test/stream/any_reader_test.cpp.
#ifndef RILL_STREAM_ANY_READER_H
#define RILL_STREAM_ANY_READER_H

#include "../memory/remake.h"
#include "callback.h"
#include "file_reader.h"
#include "lent_reader.h"
#include "owned_pointer.h"
#include "source.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// A source on the heap, and the reader through which it is read.
class source_box {
 public:
  virtual ~source_box() = default;
  virtual reader& in() = 0;
};

// `Held` keeps a source for as long as a range would live.
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
  using T = bare<S>;
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

/// A reader over any source: it owns one that is a temporary, and borrows one
/// that is a variable.
///
/// - A reader that is moved in, such as a file_reader: reading costs what it
///   costs from that one.
/// - A `rill::file` that is moved in is buffered, as by file_reader.
/// - A reader that is a variable: it must not be used while the any_reader
///   lives, and stands afterwards where this one stood.
/// - A `FILE*`, a c_file, a std::istream, a locked source: held, with its lock,
///   as by a range over it (rill::lines); not to be read beside it.
/// - A callable, which is copied or moved in, as of callback_reader; a
///   loaded_file; `rill::from(text)`, whose text must outlive it.
/// - A std::unique_ptr to one of these: owned with the pointer.
///
/// What does not move is made in place: `any_reader::of<R>(arguments…)`.
/// Movable; may be kept in containers. std::bad_alloc when it is made.
///
/// Example:
///     rill::any_reader in = rill::from("1 2 3");
///     int sum = 0, n = 0;
///     while (rill::scan(in, n)) sum += n;
///     RILL_ASSERT(sum == 6);
class any_reader : public detail::lent_reader {
 public:
  /// Closed.
  any_reader() noexcept : lent_reader(device) {}

  template <class S>
    requires(!std::is_same_v<detail::bare<S>, any_reader> &&
             detail::boxed_source<S>)
  any_reader(S&& source)
      : any_reader(
            of_box{new typename decltype(detail::source_box_for<S>())::type(
                static_cast<S&&>(source))}) {}

  /// Refuses every other argument with a message that names the sources.
  template <class Other>
    requires(!std::is_same_v<detail::bare<Other>, any_reader> &&
             !detail::boxed_source<Other>)
  explicit any_reader(Other&&) : any_reader() {
    static_assert(detail::never<Other>,
                  "rill: an any_reader is made of a source: file_reader(path), "
                  "from(text), stdin, std::move(unique_pointer), a reader that "
                  "moves, or a callable of (char*, std::size_t)");
  }

  /// A reader R that is made of the arguments.
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

  /// Gives a borrowed source back, and ends one that is owned.
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
    // in() may throw.
    struct guarded_box {
      detail::source_box* box;
      ~guarded_box() { delete box; }
    } owner{from.made};
    borrow(from.made->in());
    box_ = owner.box;
    owner.box = nullptr;
  }

  static constexpr reader_device device{fill_lent, locate_lent, place_lent};

  detail::source_box* box_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#endif
