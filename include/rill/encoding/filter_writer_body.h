// rill/encoding/filter_writer_body.h: the bodies of filter_writer.h.
//
// Layer 4. Compiled in src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_ENCODING_FILTER_WRITER_BODY_H
#define RILL_ENCODING_FILTER_WRITER_BODY_H

#include "filter_writer.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE result<void> filter_writer::try_flush() {
  return note_reported(attempt([this] { flush_all(false); }));
}

RILL_CORE result<void> filter_writer::try_sync() {
  return note_reported(attempt([this] {
    flush_all(false);
    if (error_ || !target_.file()) return;
    keep_target(target_.file()->try_sync());
  }));
}

RILL_CORE result<void> filter_writer::try_close() {
  if (!is_open_) return {};
  leave();
  // Also when the target throws an exception other than rill::error.
  struct closed_writer {
    filter_writer& self;
    ~closed_writer() {
      self.is_open_ = false;
      self.reason_ = {};
      self.forget();
    }
  };
  result<void> finished = [this] {
    closed_writer const closing{*this};
    return note_reported(attempt([this] { flush_all(true); }));
  }();
  if (!target_.file()) return finished;
  result<void> closed = target_.file()->try_close();
  return finished ? static_cast<result<void>&&>(closed)
                  : static_cast<result<void>&&>(finished);
}

RILL_CORE void filter_writer::close_or_report() noexcept {
  if (!is_open_) return;
  if (target_.file()) {
    bool const is_known = is_reported_;
    result<void> const closed = try_close();
    if (!closed && !is_known) on_lost_output(closed.error());
    return;
  }
  leave();
  finish([this] { kind_->move_on(*this, true); });
  is_open_ = false;
}

RILL_COLD RILL_CORE void filter_writer::finish_at_end(open_writer& entry,
                                                      bool is_ours) noexcept {
  auto& self = static_cast<filter_writer&>(entry);
  if (!is_ours) {
    std::size_t const left = self.seen_from_outside();
    if (left != 0) report_unwritten({self.name_, length_of(self.name_)}, left);
  } else if (self.target_.file()) {
    self.close_or_report();
  } else if (self.is_open_) {
    self.finish([&self] { self.flush_all(true); });
    self.is_open_ = false;
  }
}

RILL_CORE void filter_writer::flush_all(bool is_last) {
  own();
  kind_->move_on(*this, is_last);
  flush_target();
}

RILL_CORE void filter_writer::flush_target() {
  if (!is_open_ || (error_ && is_target_failed_)) return;
  if (target_.file())
    keep_target(target_.file()->try_flush());
  else
    use_target([this] { target_.out().flush(); });
}

RILL_CORE void filter_writer::keep_target(rill::error const& reason) noexcept {
  keep(reason);
  is_target_failed_ = true;
}

RILL_CORE bool filter_writer::forget_error() noexcept {
  if (!is_open_) return false;
  if (target_.file()) target_.file()->clear_error();
  error_ = {};
  reason_ = {};
  is_reported_ = is_target_failed_ = false;
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
