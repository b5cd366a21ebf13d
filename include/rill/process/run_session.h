// rill/process/run_session.h: runs programs to their end, and reads and writes
// their pipes meanwhile, in one thread.
//
// Layer 6. Throws std::bad_alloc, and what callables of the options throw,
// after killing the programs. Tests: test/process/run_test.cpp,
// test/process/pipeline_test.cpp, test/system/process_test.py.
#ifndef RILL_PROCESS_RUN_SESSION_H
#define RILL_PROCESS_RUN_SESSION_H

#include "../os/process.h"
#include "../stream/callback.h"
#include "child.h"
#include "pump_loop.h"
#include "start.h"

namespace rill::inline RILL_BUILD::detail {

// The programs of a pipeline: all arguments, and where those of each program
// end.
struct program_list {
  small_vector<text, 9> arguments;
  small_vector<std::size_t, 5> ends;

  void add(command const& what) {
    for (text const one : what) arguments.add(one);
    ends.add(arguments.size());
  }
};

class run_session {
 public:
  explicit run_session(run_options const& options)
      : options_(options),
        takers_{{options.out, options.limit}, {options.err, options.limit}},
        streams_{{{}, nullptr, options.input.kind() != stream_kind::callable},
                 {{}, &takers_[0]},
                 {{}, &takers_[1]}},
        pipes_(streams_, channels_, 3) {}
  run_session(run_session const&) = delete;
  run_session& operator=(run_session const&) = delete;
  ~run_session() {
    end_all();
    for (os::child_process& one : processes_)
      if (one.id != 0) (void)os::collect(one);
  }

  // Runs all programs to their end. Returns an error if one of them cannot be
  // started, or a pipe fails. problem() has the reason if they had to be
  // killed.
  error run(program_list const& programs) {
    begin_ = os::steady_nanoseconds();
    if (options_.timeout.is_set()) limit_ = options_.timeout.nanoseconds();
    if (error reason = start_all(programs)) return reason;
    if (options_.input.kind() == stream_kind::bytes)
      pipes_.offer(0, options_.input.bytes());
    if (options_.input.kind() == stream_kind::callable) print_input();
    while (!is_over() && pipes_.is_any_open()) move_some();
    for (os::child_process const& one : processes_)
      while (limit_ != os::for_ever && !is_over() && !has_ended(one)) {
      }
    // The output that was read before the error or the time-out is kept.
    if (is_over()) end_all();
    pipes_.close_all();
    // A program that stopped on request has not done its work. Others of its
    // group may have ignored SIGTERM.
    if (is_asked_ && !problem_) {
      problem_ = library_problem::timed_out;
      end_all();
    }
    if (error reason = collect_all(programs.arguments[0])) return reason;
    return pipes_.failure();
  }

  error_code problem() const noexcept { return problem_; }
  captured_text& out() noexcept { return takers_[0].text_so_far(); }
  captured_text& err() noexcept { return takers_[1].text_so_far(); }
  small_vector<exit_status, 5>& statuses() noexcept { return statuses_; }
  elapsed_time time() const noexcept {
    return {static_cast<long long>(os::steady_nanoseconds() - begin_)};
  }

 private:
  // True if the programs must be killed.
  bool is_over() const noexcept { return problem_ || pipes_.failure(); }

  error start_all(program_list const& programs) {
    child_streams outer(programs.arguments[0]);
    stream_option const* const chosen[] = {&options_.input, &options_.out,
                                           &options_.err};
    for (int i = 0; i != 3; ++i)
      if (error reason = outer.connect(i, *chosen[i], true)) return reason;
    std::size_t const count = programs.ends.size();
    (void)processes_.reserve(count);
    file between;  // the next program's input
    for (std::size_t i = 0, from = 0; i != count; from = programs.ends[i++]) {
      text const* const arguments = programs.arguments.data() + from;
      child_streams streams(*arguments);
      if (i == 0)
        streams.use(0, outer.handles()[0].source);
      else
        streams.give(0, static_cast<file&&>(between));
      if (i + 1 == count)
        streams.use(1, outer.handles()[1].source);
      else if (error reason = join(streams, between, *arguments))
        return reason;
      streams.use(2, outer.handles()[2].source);
      result<os::child_process> const made =
          start(arguments, programs.ends[i] - from, how(), streams);
      if (!made) return made.error();
      processes_.add(*made);
    }
    for (int i = 0; i != 3; ++i)
      if (outer.kept(i).is_open())
        pipes_.open(static_cast<std::size_t>(i),
                    static_cast<file&&>(outer.kept(i)));
    return {};
  }

  // Makes the pipe from a program to the next.
  static error join(child_streams& streams, file& reader, text program) {
    os::pipe_ends const ends = os::make_pipe(os::pumped_end::none);
    if (ends.error) return {ends.error, "make a pipe for", program};
    reader = file(ends.reader);
    streams.give(1, file(ends.writer));
    return {};
  }

  // A child in its own process group can be ended together with its
  // descendants, but Ctrl-C and Ctrl-Z do not reach it, and reading from the
  // terminal stops it (SIGTTIN).
  start_options how() const {
    bool const is_own = options_.group == process_group::own ||
                        (options_.group == process_group::automatic &&
                         options_.timeout.is_set() &&
                         options_.input.kind() != stream_kind::inherited);
    bool const is_next = is_own && !processes_.empty();
    return {options_.directory,
            options_.environment,
            options_.arg0,
            is_own,
            is_next ? &processes_[0] : nullptr,
            is_own,
            options_.program_in_directory,
            options_.batch};
  }

  // Returns the time left, in nanoseconds. When it is over, requests the
  // programs to stop or, after that, sets problem_.
  unsigned long long time_left() {
    if (limit_ == os::for_ever) return os::for_ever;
    unsigned long long const passed = os::steady_nanoseconds() - begin_;
    if (passed < limit_) return limit_ - passed;
    if (is_asked_ || !options_.stop_after.is_set()) {
      problem_ = library_problem::timed_out;
      return 0;
    }
    is_asked_ = true;
    for (os::child_process const& one : processes_) (void)os::ask_to_stop(one);
    limit_ += options_.stop_after.nanoseconds();
    return time_left();
  }

  void move_some() {
    unsigned long long const left = time_left();
    if (problem_) return;
    (void)pipes_.move_some(left);
    if (pipes_.is_over_limit()) problem_ = library_problem::too_large;
  }

  // Waits for the end of a program whose pipes are closed. Without a time-out,
  // collect_all() waits instead.
  bool has_ended(os::child_process const& one) {
    unsigned long long const left = time_left();
    if (problem_) return false;
    os::awaited const answer = os::await_end(one, left);
    // On an error, collect_all() reports it.
    return answer.has_ended || answer.error;
  }

  // Thrown by the input's writer to leave the callable once the child has
  // closed its input.
  struct input_is_over {};

  struct input_sink {
    run_session* session;

    void operator()(char const* data, std::size_t size) const {
      if (session->feed({data, size})) return;
      session->is_input_over_ = true;
#if RILL_EXCEPTIONS
      throw input_is_over();
#endif
    }
  };

  // Pumps until the bytes are in the pipe. Returns false if that is impossible.
  bool feed(text bytes) {
    if (pipes_.is_open(0)) pipes_.offer(0, bytes);
    while (!is_over() && pipes_.left_to_write(0) != 0) move_some();
    return !is_over() && pipes_.is_open(0);
  }

  void print_input() {
    constexpr std::size_t pipe_size = 64 << 10;  // on Linux
#if RILL_EXCEPTIONS
    try {
#endif
      callback_writer<input_sink> out(input_sink{this}, pipe_size);
      options_.input.print_to(out);
      out.flush();
#if RILL_EXCEPTIONS
    } catch (input_is_over const&) {
    } catch (error const& reason) {
      // The callable has caught input_is_over, and its next print has failed
      // with this error.
      if (!is_input_over_ || reason.code() != library_problem::threw) throw;
    }
#endif
    pipes_.close(0);
  }

  // Kills every program and its group. Releases the programs that this process
  // is not permitted to signal; they run on.
  void end_all() noexcept {
    for (os::child_process& one : processes_) {
      if (one.id == 0) continue;
      error_code const problem = os::end_tree(one);
      if (!problem) continue;
      os::release(one);
      if (!not_ended_) not_ended_ = problem;
    }
  }

  error collect_all(text program) {
    error first;
    if (not_ended_) first = error(not_ended_, "stop", program);
    for (os::child_process& one : processes_) {
      if (one.id == 0) continue;
      os::collected const end = os::collect(one);
      if (end.error && !first) first = error(end.error, "wait for", program);
      statuses_.add(exit_status(end.report));
    }
    return first;
  }

  run_options const& options_;
  output_taker takers_[2];
  pumped_stream streams_[3];
  os::pump_channel channels_[3];
  pump_loop pipes_;
  small_vector<os::child_process, 5> processes_;
  small_vector<exit_status, 5> statuses_;
  unsigned long long begin_ = 0;
  unsigned long long limit_ = os::for_ever;
  bool is_asked_ = false;
  bool is_input_over_ = false;
  error_code problem_;
  error_code not_ended_;  // why a program cannot be killed
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
