// rill/stream/accounting_writer.h: a writer that knows which bytes its sink
// has taken.
//
// Floor 4. One buffer on the heap. The part of hashing_writer that does not
// depend on the hash function. Tests: test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_ACCOUNTING_WRITER_H
#define RILL_STREAM_ACCOUNTING_WRITER_H

#include "../os/file.h"
#include "kept_error.h"
#include "lost_output.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

class accounting_writer : public writer {
 public:
  /// Moves all bytes on and flushes the sink. Returns what went wrong, now or
  /// before.
  result<void> try_flush() {
    return told(attempt([this] { move_on(); }));
  }
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes of a file that the
  /// writer owns.
  result<void> try_sync() {
    return told(attempt([this] {
      move_on();
      if (!file_.is_open() || error_) return;
      if (error_code const code = os::sync(file_.native_handle()))
        keep(file_.failure("sync", code));
    }));
  }
  void sync() { try_sync().value(); }

  /// Flushes, and closes a file that the writer owns. Bytes that could not be
  /// written are given up.
  result<void> try_close() {
    if (!is_open_) return {};
    result<void> moved = try_flush();
    is_open_ = false;
    forget();
    result<void> closed = file_.try_close();
    if (!moved) return moved;
    if (!closed) reason_ = closed.error();
    return closed;
  }
  void close() { try_close().value(); }

  bool is_open() const noexcept { return is_open_; }

 protected:
  /// What is told of the bytes that the sink has taken.
  using account = void (*)(accounting_writer&, text taken);

  accounting_writer(account taken, writer* behind, rill::file file,
                    std::size_t buffer_size)
      : writer(device, nullptr, 0),
        taken_(taken),
        behind_(behind),
        buffer_(larger(buffer_size, std::size_t{1})),
        file_(static_cast<rill::file&&>(file)) {
    begin_ = cursor_ = buffer_.data();
    end_ = begin_ + buffer_.size();
  }
  accounting_writer(accounting_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        taken_(other.taken_),
        behind_(other.behind_),
        buffer_(static_cast<storage&&>(other.buffer_)),
        file_(static_cast<rill::file&&>(other.file_)),
        reason_(other.reason_),
        is_told_(other.is_told_),
        is_open_(other.is_open_) {
    other.is_open_ = false;
  }
  ~accounting_writer() = default;

  // For the destructor of the derived class. A writer behind is not flushed:
  // the caller may use it further.
  void close_or_report() noexcept {
    if (!is_open_) return;
    bool const is_known = is_told_;
    bool const has_reported = !finish_or_report(
        "to a writer", [this] { (void)attempt([this] { pass_held(); }); });
    if (error_ && !is_known && !has_reported) on_lost_output(reason_);
    is_open_ = false;
    result<void> const closed = file_.try_close();
    if (!closed && !error_) on_lost_output(closed.error());
  }

  // All bytes to the sink. Throws the error of now or of before, but not that
  // the writer was closed.
  void pass_or_throw() {
    if (is_open_) pass_held();
    if (reason_) report();
  }

 private:
  // The first error stays.
  void keep(rill::error const& reason) noexcept {
    if (error_) return;
    stop(reason.code());
    reason_ = reason;
  }
  result<void> told(result<void> done) noexcept {
    is_told_ |= !done;
    return done;
  }
  // Why nothing is taken any more. A writer that is closed or moved from has
  // a code alone.
  rill::error failure() const noexcept {
    if (reason_) return reason_;
    return {error_, "write", "to a writer"};
  }
  void report() {
    throw_kept(reason_ ? reason_.code() : error_, [this] {
      is_told_ = true;
      return failure();
    });
  }

  // Runs what may throw an error of rill, which is kept then.
  template <class Use>
  result<void> attempt(Use use) {
#if RILL_EXCEPTIONS
    try {
      use();
    } catch (rill::error const& reason) {
      keep(reason);
    }
#else
    use();
#endif
    if (!error_) return {};
    return failure();
  }

  // What the writer behind throws is the error of this one too, and goes on.
  // Writers that do not throw show their error.
  template <class Use>
  void use_behind(Use use) {
#if RILL_EXCEPTIONS
    try {
      use();
    } catch (...) {
      keep(thrown_error("to a writer"));
      is_told_ = true;
      throw;
    }
#else
    use();
#endif
    error_code const code = behind_->error();
    if (code) keep(rill::error(code, "write", "to a writer"));
  }

  // Gives bytes to the sink. `done` counts those that it has taken, also when
  // the sink throws.
  void give(text bytes, std::size_t& done) {
    while (done != bytes.size && !error_) {
      text const rest{bytes.data + done, bytes.size - done};
      std::size_t const some = behind_           ? give_behind(rest)
                               : file_.is_open() ? give_file(rest)
                                                 : rest.size;
      if (some != 0) taken_(*this, {rest.data, some});
      done += some;
    }
  }
  std::size_t give_file(text bytes) {
    os::transfer const put =
        os::write_all(file_.native_handle(), bytes.data, bytes.size);
    if (put.error) keep(file_.write_failure(put.error, put.moved));
    return put.moved;
  }
  // A writer takes what it has room for. Asking for room moves its bytes on,
  // and when that fails it has taken nothing of this.
  std::size_t give_behind(text bytes) {
    if (behind_->room() == 0) use_behind([this] { (void)behind_->reserve(1); });
    if (error_) return 0;
    std::size_t const room = behind_->room();
    std::size_t const size = room == 0 ? bytes.size : smaller(bytes.size, room);
    use_behind([&] { behind_->write(bytes.data, size); });
    return error_ ? 0 : size;
  }

  // Takes the bytes that the sink has out of the buffer, however giving ends.
  struct given_bytes {
    accounting_writer& self;
    std::size_t done = 0;
    ~given_bytes() {
      std::size_t const left = self.pending().size - done;
      if (left != 0) __builtin_memmove(self.begin_, self.begin_ + done, left);
      self.cursor_ = self.begin_ + left;
      if (self.error_) self.end_ = self.cursor_;
    }
  };
  void pass_held() {
    given_bytes given{*this};
    give(pending(), given.done);
  }
  void move_on() {
    pass_held();
    if (error_ || !behind_) return;
    use_behind([this] { behind_->flush(); });
  }

  void accept(text bytes) {
    pass_held();
    if (error_) return;
    if (bytes.size < buffer_.size()) {
      cursor_ = copy_bytes(cursor_, bytes.data, bytes.size);
    } else {
      std::size_t done = 0;
      give(bytes, done);
    }
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<accounting_writer&>(base);
    self.accept({data, size});
    self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<accounting_writer&>(base);
    self.move_on();
    self.report();
  }
  static style_question ask_behind(writer& base) {
    auto& self = static_cast<accounting_writer&>(base);
    return {self.behind_ && self.behind_->takes_styles() ? style_answer::yes
                                                         : style_answer::no};
  }
  static constexpr writer_device device{drain, flush_device, ask_behind};

  account taken_;
  writer* behind_;
  storage buffer_;
  rill::file file_;
  rill::error reason_;    // of error_; stays when the writer is closed
  bool is_told_ = false;  // a call has thrown or returned the error
  bool is_open_ = true;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
