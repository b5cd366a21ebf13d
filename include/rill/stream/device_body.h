// rill/stream/device_body.h: the bodies of device.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_DEVICE_BODY_H
#define RILL_STREAM_DEVICE_BODY_H

#include "device.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE result<void> device_writer::try_flush() {
  return note_reported(attempt([this] { move_on(); }));
}

RILL_CORE result<void> device_writer::try_close() {
  if (!is_open_) return {};
  // Closes the writer also when the device throws another type than
  // rill::error.
  struct closed_writer {
    device_writer& self;
    ~closed_writer() {
      self.is_open_ = false;
      self.forget();
    }
  };
  closed_writer const closing{*this};
  result<void> flushed = try_flush();
  rill::error why;
  give_up(why);
  if (!flushed || !why) return flushed;
  reason_ = why;
  is_reported_ = true;
  return why;
}

RILL_CORE void device_writer::give_up(rill::error& why) {
  if (calls_->close) calls_->close(*this, why);
}

RILL_CORE void device_writer::close_or_report() noexcept {
  if (!is_open_) return;
  pass_or_report();
  bool const has_failed = bool(error_);
  is_open_ = false;
  rill::error why;
  (void)finish_or_report(calls_->name, [&] {
    if (calls_->close && calls_->flush && !has_failed)
      calls_->flush(*this, why);
    rill::error closing;
    give_up(closing);
    if (!why) why = closing;
  });
  if (why && !has_failed) on_lost_output(why);
}

RILL_CORE void device_writer::pass_or_report() noexcept {
  finish([this] { pass_held(); });
}

RILL_CORE void device_writer::pass_or_throw() {
  if (is_open_) pass_held();
  if (reason_) report();
}

// Gives bytes to the device. `done` counts those that it has taken, also when
// it throws.
RILL_CORE void device_writer::give(text bytes, std::size_t& done) {
  // Shows no room while the device runs. So a print of the device to this
  // writer calls drain(), which refuses it.
  struct hidden_room {
    device_writer& self;
    char* end;
    ~hidden_room() { self.end_ = self.error_ ? self.cursor_ : end; }
  } const hidden{*this, end_};
  end_ = cursor_;
  while (done != bytes.size && !error_) {
    std::size_t taken = 0;
    use_device([&](rill::error& why) {
      taken = calls_->put(*this, {bytes.data + done, bytes.size - done}, why);
    });
    RILL_ASSERT(taken <= bytes.size - done);
    done += taken;
    if (taken == 0 && !error_)
      keep({library_problem::wrote_nothing, "write", calls_->name});
  }
}

// Removes the bytes that the device took from the buffer, also when it throws.
struct device_writer::given_bytes {
  device_writer& self;
  std::size_t done = 0;
  ~given_bytes() {
    std::size_t const left = self.pending().size - done;
    if (left != 0) __builtin_memmove(self.begin_, self.begin_ + done, left);
    self.cursor_ = self.begin_ + left;
    if (self.error_) self.end_ = self.cursor_;
  }
};

RILL_CORE bool device_writer::refuse_own_device() noexcept {
  if (is_giving_) keep({library_problem::wrote_nothing, "write", calls_->name});
  return is_giving_;
}

RILL_CORE void device_writer::pass_held() {
  if (refuse_own_device()) return;
  given_bytes given{*this};
  give(pending(), given.done);
}

RILL_CORE void device_writer::pass(text bytes) {
  if (refuse_own_device()) return;
  std::size_t done = 0;
  give(bytes, done);
}

RILL_CORE void device_writer::move_on() {
  pass_held();
  if (error_ || !calls_->flush) return;
  use_device([this](rill::error& why) { calls_->flush(*this, why); });
}

RILL_CORE void device_writer::accept(text bytes) {
  pass_held();
  if (error_) return;
  if (bytes.size < capacity_) {
    cursor_ = copy_bytes(cursor_, bytes.data, bytes.size);
  } else {
    pass(bytes);
  }
}

RILL_CORE void device_writer::drain(writer& base, char const* data,
                                    std::size_t size) {
  auto& self = static_cast<device_writer&>(base);
  self.accept({data, size});
  self.report();
}

RILL_CORE void device_writer::flush_device(writer& base) {
  auto& self = static_cast<device_writer&>(base);
  self.move_on();
  self.report();
}

RILL_CORE style_question device_writer::ask_device(writer& base) {
  auto& self = static_cast<device_writer&>(base);
  if (!self.calls_->takes_styles) return {};
  return self.calls_->takes_styles(self);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
