// rill/os/posix/standard_trace_body.h: the bodies of standard_trace.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_STANDARD_TRACE_BODY_H
#define RILL_OS_POSIX_STANDARD_TRACE_BODY_H

#include "standard_trace.h"

#if RILL_TRACING

#include <errno.h>   // errno
#include <fcntl.h>   // open
#include <poll.h>    // poll
#include <stdlib.h>  // getenv, secure_getenv
#include <unistd.h>  // write, close, getpid

#include "../trace.h"
#include "basic.h"

namespace rill::inline RILL_BUILD::os {
namespace RILL_OF_THIS_MODULE standard_trace {

// The value of RILL_TRACE, or null. Ignored in a set-user-ID program, because
// the variable names a file to write.
RILL_COLD RILL_CORE char const* asked_for() {
#if defined(__GLIBC__)
  char const* const value = ::secure_getenv("RILL_TRACE");
#else
  bool const is_plain = ::getuid() == ::geteuid() && ::getgid() == ::getegid();
  char const* const value = is_plain ? ::getenv("RILL_TRACE") : nullptr;
#endif
  bool const is_off = !value || text(value) == "" || text(value) == "0";
  return is_off ? nullptr : value;
}

// A forked child counts from 0.
RILL_COLD RILL_CORE void forget() {
  for (trace_summary& stream : streams) stream = trace_summary(stream.name());
}

RILL_COLD RILL_CORE void ask() {
  int before = unasked;
  int const after = asked_for() ? on : off;
  if (__atomic_compare_exchange_n(&now, &before, after, false, __ATOMIC_RELAXED,
                                  __ATOMIC_RELAXED) &&
      after == on)
    around_each_fork(nullptr, forget);
}

RILL_CORE void add(trace_call call, int handle, ssize_t result,
                   unsigned long long nanoseconds) {
  trace_event event;
  event.call = call;
  event.nanoseconds = nanoseconds;
  if (result >= 0)
    event.bytes = static_cast<unsigned long long>(result);
  else
    event.error = {error_source::system, errno};
  streams[handle].add(event);
}

// Collects the report and writes it in one call, so that the reports of several
// processes do not mix in a file. Writes a report in parts if it is longer than
// the buffer.
class report_file {
 public:
  explicit report_file(int handle) : handle_(handle) {}
  report_file(report_file const&) = delete;
  report_file& operator=(report_file const&) = delete;
  ~report_file() { write_out(); }

  void operator()(text piece) {
    if (piece.size > sizeof room_ - size_) write_out();
    size_ = static_cast<std::size_t>(detail::copy_text(room_ + size_, piece) -
                                     room_);
  }

 private:
  void write_out() {
    for (std::size_t done = 0; done != size_;) {
      ssize_t const count = ::write(handle_, room_ + done, size_ - done);
      if (count > 0)
        done += static_cast<std::size_t>(count);
      else if (count < 0 && errno == EAGAIN)
        wait();
      else if (count == 0 || errno != EINTR)
        break;
    }
    size_ = 0;
  }

  // Standard error may be a full non-blocking pipe. Calls poll directly,
  // because the functions of call.h would be counted.
  void wait() {
    pollfd request{handle_, POLLOUT, 0};
    (void)::poll(&request, 1, -1);
  }

  int handle_;
  std::size_t size_ = 0;
  // Not on the stack: a thread with a small one may end the program. There is
  // one report (write_once).
  inline static char room_[32768];
};

RILL_COLD RILL_CORE void write_text(detail::report_page& page,
                                    detail::report_sink to) {
  page.put_shown(program_name());
  page.put(", process ");
  page.put(static_cast<detail::report_number>(::getpid()));
  page.put("\n");
  page.pass_on();
  for (trace_summary const& stream : streams) {
    if (!stream) continue;
    to.put(to.to, "\n");
    detail::write_report(stream, to);
    to.put(to.to, "\n");
  }
}

RILL_COLD RILL_CORE void write_json(detail::report_page& page,
                                    detail::report_sink to) {
  page.put("{\"program\":");
  detail::put_json_text(page, program_name());
  page.put(",\"process\":");
  page.put(static_cast<detail::report_number>(::getpid()));
  page.put(",\"streams\":[");
  page.pass_on();
  bool is_first = true;
  for (trace_summary const& stream : streams) {
    if (!stream) continue;
    if (!is_first) to.put(to.to, ",");
    detail::write_json(stream, to);
    is_first = false;
  }
  to.put(to.to, "]}\n");
}

// The destination of the report: the file that RILL_TRACE names, or standard
// error.
struct report_place {
  int handle = 2;
  bool is_file = false;
  error_code why;  // the error of opening the file
};

RILL_COLD RILL_CORE report_place open_place(char const* path) {
  report_place place;
  if (!path || text(path) == "1") return place;
  int const handle =
      ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (handle < 0)
    place.why = {error_source::system, errno};
  else
    place = {handle, true, {}};
  return place;
}

RILL_COLD RILL_CORE void put_refusal(detail::report_page& page,
                                     char const* path, error_code why) {
  char buffer[error_text_size];
  page.put("RILL_TRACE: open ");
  page.put_shown(path);
  page.put(": ");
  page.put(text(error_text(why, buffer, sizeof buffer)));
  page.put("\n");
}

RILL_COLD RILL_CORE void write_once() {
  if (__atomic_exchange_n(&now, over, __ATOMIC_RELAXED) != on) return;
  char const* const path = asked_for();
  report_place const place = open_place(path);
  {
    report_file file(place.handle);
    detail::report_sink const to = detail::report_sink_of(file);
    detail::report_page page(to);
    if (place.why) put_refusal(page, path, place.why);
    if (place.is_file && text(path).ends_with(".json"))
      write_json(page, to);
    else
      write_text(page, to);
  }
  if (place.is_file) (void)::close(place.handle);
}

RILL_CORE void end() { write_once(); }

}  // namespace RILL_OF_THIS_MODULE standard_trace
}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
