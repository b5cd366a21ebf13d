// rill/print/traced_reader.h: a reader that measures what is behind it.
//
// Floor 5. Part of rill/trace.h. Tests: test/print/traced_reader_test.cpp.
#ifndef RILL_PRINT_TRACED_READER_H
#define RILL_PRINT_TRACED_READER_H

#include "../stream/any_reader.h"
#include "trace_record.h"

namespace rill::inline RILL_BUILD {

/// A reader over any source, which measures each fill of its buffer: bytes,
/// time and error. A fill of 0 bytes without an error is the end.
///
/// It owns a source that is a temporary, and reads from one that is a variable,
/// as any_reader does: a reader that is a variable must not be used while this
/// one lives, and stands afterwards where this one stood.
///
/// Cost: as of traced_writer.
///
/// Example:
///     rill::traced_reader in(rill::from("1 2 3"), {.name = "numbers"});
///     int sum = 0, n = 0;
///     while (rill::scan(in, n)) sum += n;
///     rill::println(sum, ' ', in.summary()[rill::trace_call::fill].calls());
class traced_reader : public detail::lent_reader {
 public:
  template <class S>
    requires(!std::is_same_v<detail::bare<S>, traced_reader> &&
             detail::boxed_source<S>)
  explicit traced_reader(S&& source)
      : traced_reader(static_cast<S&&>(source), trace_options()) {}
  /// Also of a traced_reader.
  template <detail::boxed_source S>
  traced_reader(S&& source, trace_options options)
      : lent_reader(device),
        record_(static_cast<trace_options&&>(options)),
        box_(new typename decltype(detail::source_box_for<S>())::type(
            static_cast<S&&>(source))),
        is_owned_(!std::is_lvalue_reference_v<S> &&
                  !std::is_pointer_v<detail::bare<S>>) {
    borrow(box_->in());
  }

  traced_reader(traced_reader&& other) noexcept
      : lent_reader(static_cast<lent_reader&&>(other)),
        record_(static_cast<detail::owned_record&&>(other.record_)),
        box_(static_cast<owned_box&&>(other.box_)),
        is_owned_(other.is_owned_) {}
  traced_reader& operator=(traced_reader&& other) noexcept {
    return detail::remake(*this, static_cast<traced_reader&&>(other));
  }
  ~traced_reader() {
    detail::quietly([this] { close(); });
  }

  /// Gives a borrowed source back, and ends one that is owned.
  void close() {
    if (!is_lent()) return;
    record_->measure(
        trace_call::close,
        [&] {
          (void)give_back();
          box_ = owned_box(nullptr);
        },
        [&](trace_event&) { return is_owned_; });
  }
  bool is_open() const noexcept { return is_lent(); }

  /// The calls until now. Requires that this reader was not moved from.
  trace_summary const& summary() const noexcept { return record_->summary(); }

 private:
  // in() may throw, and then there is no destructor of the reader.
  class owned_box {
   public:
    explicit owned_box(detail::source_box* owned) noexcept : box_(owned) {}
    owned_box(owned_box&& other) noexcept : box_(other.box_) {
      other.box_ = nullptr;
    }
    owned_box& operator=(owned_box&& other) noexcept {
      return detail::remake(*this, static_cast<owned_box&&>(other));
    }
    ~owned_box() { delete box_; }
    detail::source_box* operator->() const noexcept { return box_; }

   private:
    detail::source_box* box_;
  };

  static bool fill(reader& base) {
    auto& self = static_cast<traced_reader&>(base);
    if (!self.is_lent()) return false;
    std::size_t const before = self.available();
    error_code const error_before = self.error();
    bool done = false;
    self.record_->measure(
        trace_call::fill, [&] { done = fill_lent(base); },
        [&](trace_event& event) {
          if (!event.error && !error_before) event.error = self.error();
          event.bytes = self.available() - before;
          return true;
        });
    return done;
  }
  static constexpr reader_device device{fill, locate_lent, place_lent};

  detail::owned_record record_;
  owned_box box_;
  bool is_owned_;
};

}  // namespace rill::inline RILL_BUILD

#endif
