// rill/process/pipe_body.h: the bodies of pipe.h.
//
// Layer 6. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PROCESS_PIPE_BODY_H
#define RILL_PROCESS_PIPE_BODY_H

#include "../os/clock.h"
#include "../os/process.h"
#include "pipe.h"
#include "pump_loop.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// An array of objects that cannot be moved.
template <class T>
class owned_array {
 public:
  explicit owned_array(std::size_t count) : data_(new T[count]) {}
  owned_array(owned_array const&) = delete;
  owned_array& operator=(owned_array const&) = delete;
  ~owned_array() { delete[] data_; }

  T* data() const noexcept { return data_; }

 private:
  T* data_;
};

// Pumps until all pipes are at their end, or the time is over.
RILL_COLD inline result<void> pump_to_end(pump_loop& pipes, time_limit limit) {
  unsigned long long const begin = os::steady_nanoseconds();
  while (pipes.is_any_open()) {
    unsigned long long left = os::for_ever;
    if (limit.is_set()) {
      unsigned long long const passed = os::steady_nanoseconds() - begin;
      if (passed >= limit.nanoseconds())
        return error(library_problem::timed_out, "pump pipes");
      left = limit.nanoseconds() - passed;
    }
    (void)pipes.move_some(left);
    if (pipes.failure()) return pipes.failure();
    if (pipes.is_over_limit())
      return error(library_problem::too_large, "pump pipes");
  }
  return {};
}

}  // namespace detail

struct pipe_pump::pumped_pipe {
  file pipe;
  text bytes = {};              // to write
  captured_text* to = nullptr;  // or to read into
  run_output output = {};       // or to pass lines to
  unsigned long long limit = 0;
  bool is_read = false;
  detail::output_taker taker{output, limit};
  pumped_pipe* next = nullptr;
};

RILL_COLD RILL_CORE_STRUCTOR pipe_pump::~pipe_pump() {
  while (pumped_pipe* const one = first_) {
    first_ = one->next;
    delete one;
  }
}

RILL_COLD RILL_CORE void pipe_pump::add(pumped_pipe* one) noexcept {
  one->next = first_;
  first_ = one;
  ++count_;
}

RILL_COLD RILL_CORE result<void> pipe_pump::try_write(file pipe, text bytes) {
  if (error_code const code = os::make_pumped(pipe.native_handle()))
    return pipe.failure("write", code);
  add(new pumped_pipe{static_cast<file&&>(pipe), bytes});
  return {};
}

RILL_COLD RILL_CORE void pipe_pump::add_reader(file pipe, captured_text* to,
                                               run_output output,
                                               unsigned long long limit) {
  add(new pumped_pipe{static_cast<file&&>(pipe),
                      {},
                      to,
                      static_cast<run_output&&>(output),
                      limit,
                      true});
}

RILL_COLD RILL_CORE result<void> pipe_pump::try_run(time_limit limit) {
  detail::owned_array<detail::pumped_stream> streams(count_);
  detail::owned_array<os::pump_channel> channels(count_);
  detail::pump_loop pipes(streams.data(), channels.data(), count_);
  std::size_t i = count_;
  for (pumped_pipe* one = first_; one; one = one->next) {
    streams.data()[--i].taker = one->is_read ? &one->taker : nullptr;
    pipes.open(i, static_cast<file&&>(one->pipe));
    if (!one->is_read) pipes.offer(i, one->bytes);
  }
  result<void> outcome = detail::pump_to_end(pipes, limit);
  pipes.close_all();
  for (pumped_pipe* one = first_; one; one = one->next)
    if (one->to)
      *one->to = static_cast<captured_text&&>(one->taker.text_so_far());
  return outcome;
}

}  // namespace rill::inline RILL_BUILD

#endif
