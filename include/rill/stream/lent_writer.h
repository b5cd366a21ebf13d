// rill/stream/lent_writer.h: a writer that prints into the buffer of another
// writer, the lender, and forwards each call of its own device to the lender's.
//
// Floor 4. Allocates nothing. The lender must not be used meanwhile: a print to
// it throws, and its error `lent` stays after the buffer is given back. A print
// costs the same as to the lender, so any_writer adds no instructions to a
// print, and traced_writer none until the buffer is full. Tests:
// test/print/any_writer_test.cpp.
#ifndef RILL_STREAM_LENT_WRITER_H
#define RILL_STREAM_LENT_WRITER_H

#include "kept_error.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

class lent_writer : public writer {
 protected:
  // Closed, until borrow() is called.
  explicit lent_writer(writer_device const& device) noexcept
      : writer(device, nullptr, 0) {
    forget();
  }
  lent_writer(lent_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
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
  /// if there is none.
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
    return_area();
    cursor_ = end_ = begin_ = nullptr;
    error_ = {};
    is_busy_ = true;
    use(*of_);
  }

  // The functions of a writer_device. Each calls the one of the lender.
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

  // The device of the lender while its buffer is lent: `away`, and `missed`
  // after a print to it. flush does not throw, because the end of the program
  // calls it.
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
  bool is_busy_ = false;  // the writer has its buffer, and its device runs
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
