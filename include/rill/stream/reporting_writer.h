// rill/stream/reporting_writer.h: a writer that keeps its first error as a
// rill::error, and knows whether a call has thrown or returned it.
//
// Layer 4. Allocates nothing. The base of filter_writer and device_writer.
// Tests: test/stream/device_writer_test.cpp,
// test/encoding/encoded_writer_test.cpp.
#ifndef RILL_STREAM_REPORTING_WRITER_H
#define RILL_STREAM_REPORTING_WRITER_H

#include "kept_error.h"
#include "lost_output.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

class reporting_writer : public writer {
 public:
  bool is_open() const noexcept { return is_open_; }

 protected:
  // `name` is the path of errors: "to a writer".
  reporting_writer(writer_device const& device, char* memory, std::size_t size,
                   char const* name) noexcept
      : writer(device, memory, size), name_(name) {}
  reporting_writer(reporting_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        name_(other.name_),
        reason_(other.reason_),
        is_reported_(other.is_reported_),
        is_open_(other.is_open_) {
    other.is_open_ = false;
  }
  ~reporting_writer() = default;

  // Keeps only the first error.
  void keep(rill::error const& reason) noexcept {
    if (error_) return;
    stop(reason.code());
    reason_ = reason;
  }

  // Returns the error that stopped the writer; only its code after a close or
  // move.
  rill::error failure() const noexcept {
    if (reason_) return reason_;
    return {error_, "write", {name_, length_of(name_)}};
  }

  // Throws the kept error.
  void report() {
    throw_kept(reason_ ? reason_.code() : error_, [this] {
      is_reported_ = true;
      return failure();
    });
  }

  // Returns `done`, and notes that its error was returned.
  result<void> note_reported(result<void> done) noexcept {
    is_reported_ |= !done;
    return done;
  }

  // Calls use(), and keeps a rill::error that it throws.
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

  // Runs code of the program or of the writer behind. Keeps an exception as the
  // error, marks it as reported, and rethrows it.
  template <class Use>
  void run(Use use) {
#if RILL_EXCEPTIONS
    try {
      use();
    } catch (...) {
      keep(thrown_error(name_));
      is_reported_ = true;
      throw;
    }
#else
    use();
#endif
  }

  // Runs write(), the last output of a destructor. Passes an error to the
  // lost-output handler unless a call has thrown or returned it.
  template <class Write>
  void finish(Write write) noexcept {
    bool const is_known = is_reported_;
    bool const has_reported =
        !finish_or_report(name_, [&] { (void)attempt(write); });
    if (error_ && !is_known && !has_reported) on_lost_output(reason_);
    is_reported_ |= bool(error_);
  }

  char const* name_;
  rill::error reason_;        // of error_; stays when the writer is closed
  bool is_reported_ = false;  // a call has thrown or returned the error
  bool is_open_ = true;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
