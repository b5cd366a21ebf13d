// rill/stream/accounting_writer.h: a writer that knows which bytes its sink
// has taken.
//
// Layer 4. One buffer on the heap. The part of hashing_writer that does not
// depend on the hash function. Tests: test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_ACCOUNTING_WRITER_H
#define RILL_STREAM_ACCOUNTING_WRITER_H

#include "../os/file.h"
#include "device.h"

namespace rill::inline RILL_BUILD::detail {

class accounting_writer : public device_writer {
 public:
  /// Flushes, then waits until the disk has the bytes of a file that the
  /// writer owns.
  result<void> try_sync() {
    return flush_and([this] {
      if (!file_.is_open()) return;
      if (error_code const code = os::sync(file_.native_handle()))
        keep(file_.failure("sync", code));
    });
  }
  void sync() { try_sync().value(); }

 protected:
  /// Called with the bytes that the sink has taken.
  using account = void (*)(accounting_writer&, text taken);

  accounting_writer(account taken, writer* behind, rill::file file,
                    std::size_t buffer_size)
      : device_writer(calls, buffer_size),
        taken_(taken),
        behind_(behind),
        file_(static_cast<rill::file&&>(file)) {}
  accounting_writer(accounting_writer&& other) noexcept = default;
  ~accounting_writer() = default;

 private:
  static accounting_writer& self_of(device_writer& base) noexcept {
    return static_cast<accounting_writer&>(base);
  }

  static std::size_t take_bytes(device_writer& base, text bytes,
                                rill::error& why) {
    accounting_writer& self = self_of(base);
    std::size_t const some = self.behind_ ? self.put_behind(bytes, why)
                             : self.file_.is_open() ? self.put_file(bytes, why)
                                                    : bytes.size;
    if (some != 0) self.taken_(self, {bytes.data, some});
    return some;
  }
  std::size_t put_file(text bytes, rill::error& why) {
    os::transfer const done =
        os::write_all(file_.native_handle(), bytes.data, bytes.size);
    if (done.error) why = file_.write_failure(done.error, done.moved);
    return done.moved;
  }
  // Writes as much as the writer behind has room for. reserve(1) passes its
  // full buffer on; when that fails, none of `bytes` has been taken.
  std::size_t put_behind(text bytes, rill::error& why) {
    if (behind_->room() == 0) (void)behind_->reserve(1);
    if (has_failed_behind(why)) return 0;
    std::size_t const room = behind_->room();
    std::size_t const size = room == 0 ? bytes.size : smaller(bytes.size, room);
    behind_->write(bytes.data, size);
    return has_failed_behind(why) ? 0 : size;
  }
  // Without exceptions an error shows only in error().
  bool has_failed_behind(rill::error& why) const noexcept {
    error_code const code = behind_->error();
    if (code) why = rill::error(code, "write", calls.name);
    return bool(code);
  }

  static void flush_behind(device_writer& base, rill::error& why) {
    accounting_writer& self = self_of(base);
    if (!self.behind_) return;
    self.behind_->flush();
    (void)self.has_failed_behind(why);
  }
  static void close_file(device_writer& base, rill::error& why) {
    result<void> const closed = self_of(base).file_.try_close();
    if (!closed) why = closed.error();
  }
  static style_question ask_behind(device_writer& base) {
    accounting_writer& self = self_of(base);
    return {self.behind_ && self.behind_->takes_styles() ? style_answer::yes
                                                         : style_answer::no};
  }
  static constexpr device_calls calls{take_bytes, flush_behind, close_file,
                                      "to a writer", ask_behind};

  account taken_;
  writer* behind_;
  rill::file file_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
