// rill/stream/filter_writer.h: a writer whose bytes reach another writer, or a
// file of its own, in a changed form.
//
// Floor 4. The part of encoded_writer and compressed_writer that does not
// depend on the change: errors, flush(), sync() and close(). Tests:
// test/stream/encoded_writer_test.cpp, test/compression/.
#ifndef RILL_STREAM_FILTER_WRITER_H
#define RILL_STREAM_FILTER_WRITER_H

#include "encoded_target.h"

namespace rill::inline RILL_BUILD::detail {

class filter_writer;

// What a filter does, and what errors call its bytes.
struct filter_kind {
  // Moves all bytes in the buffer to the target; when is_last, also what ends
  // them. Errors are kept, or thrown by the target.
  void (*move_on)(filter_writer&, bool is_last);
  char const* name;  // "encoded text"
};

class filter_writer : public writer {
 public:
  /// Moves everything on, and returns what went wrong, now or before.
  result<void> try_flush();
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes; over another writer,
  /// flushes.
  result<void> try_sync();
  void sync() { try_sync().value(); }

  /// Finishes the output, flushes, and closes the file, if there is one. Bytes
  /// that could not be written are given up.
  result<void> try_close();
  void close() { try_close().value(); }

  bool is_open() const noexcept { return is_open_; }

 protected:
  filter_writer(writer_device const& device, filter_kind const& kind,
                encoded_target target) noexcept
      : writer(device, nullptr, 0),
        kind_(&kind),
        target_(static_cast<encoded_target&&>(target)) {}
  filter_writer(filter_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        kind_(other.kind_),
        target_(static_cast<encoded_target&&>(other.target_)),
        reason_(other.reason_),
        is_told_(other.is_told_),
        is_target_failed_(other.is_target_failed_),
        is_open_(other.is_open_) {
    other.is_open_ = false;
  }
  ~filter_writer() = default;

  // For the destructor of the derived class. The caller's writer is not
  // flushed: it may be used further.
  void close_or_report() noexcept;

  // The bytes in the buffer.
  std::size_t held() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }

  void flush_all(bool is_last);
  // What comes before text that cannot be converted goes out too. A target
  // that failed is not flushed, nor is one after close(): it may be gone.
  void flush_target();

  // The first error stays.
  void keep(rill::error const& reason) noexcept;
  void keep_target(rill::error const& reason) noexcept;
  void keep_target(result<void> const& done) noexcept {
    if (!done) keep_target(done.error());
  }
  // Forgets the error; false when the writer is closed and stays so.
  bool forget_error() noexcept;

  // What the writer behind throws is the error of this one too, and goes on;
  // where nothing is thrown, its error is looked at.
  template <class Use>
  void use_target(Use use) {
#if RILL_EXCEPTIONS
    try {
      use();
    } catch (...) {
      keep_target(thrown_error(kind_->name));
      is_told_ = true;
      throw;
    }
#else
    use();
#endif
    error_code const code = target_.out().error();
    if (code) keep_target(rill::error(code, "write", kind_->name));
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
    if (error_) return failure();
    return {};
  }
  void report();

  encoded_target& target() noexcept { return target_; }
  encoded_target const& target() const noexcept { return target_; }

 private:
  rill::error failure() const noexcept;
  result<void> told(result<void> done) noexcept {
    is_told_ |= !done;
    return done;
  }

  filter_kind const* kind_;
  encoded_target target_;
  rill::error reason_;             // of error_
  bool is_told_ = false;           // a call has thrown or returned the error
  bool is_target_failed_ = false;  // the error is of the target
  bool is_open_ = true;
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "filter_writer_body.h"
#endif

#endif
