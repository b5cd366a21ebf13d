// rill/process/start.h: starts a process from a command and the options of its
// streams.
//
// Layer 6. Throws only std::bad_alloc. Tests: test/process/run_test.cpp,
// test/process/child_test.cpp.
#ifndef RILL_PROCESS_START_H
#define RILL_PROCESS_START_H

#include "../os/file.h"
#include "../os/process.h"
#include "../os/spawn.h"
#include "../cstdio/c_stream_writer.h"
#include "command.h"
#include "options.h"

namespace rill::inline RILL_BUILD::detail {

// "standard output of sort"
inline owned_text child_stream_name(int target, text program) {
  constexpr char const* names[] = {"standard input of ", "standard output of ",
                                   "standard error of "};
  owned_text name{text(names[target])};
  name.add(program);
  return name;
}

// The three streams of a child: its ends, and the parent's ends of pipes. Must
// not move while the child is started.
class child_streams {
 public:
  explicit child_streams(text program) noexcept : program_(program) {}

  // `is_pumped`: os::pump_some uses the parent's end.
  error connect(int target, stream_option const& option, bool is_pumped) {
    switch (option.kind()) {
      case stream_kind::inherited:
        return inherit(target);
      case stream_kind::discarded:
        return discard(target);
      case stream_kind::handle:
        if (option.handle() == os::no_handle)
          return {library_problem::closed, "use a file as a stream of",
                  program_};
        return use(target, option.handle());
      case stream_kind::merged:
        return use(target, handles_[1].source);
      default:
        return make_pipe(target, is_pumped);
    }
  }
  // Uses a borrowed handle.
  error use(int target, os::native_handle handle) {
    handles_[target] = {handle, target};
    return {};
  }
  // Takes ownership of a handle, which is closed once the child has it.
  error give(int target, file handle) {
    given_[target] = static_cast<file&&>(handle);
    return use(target, given_[target].native_handle());
  }
  error make_pipe(int target, bool is_pumped) {
    bool const is_input = target == 0;
    os::pumped_end const pumped = !is_pumped ? os::pumped_end::none
                                  : is_input ? os::pumped_end::writer
                                             : os::pumped_end::reader;
    // Allocate the name first: nothing may throw before both ends have an
    // owner.
    owned_text const name = child_stream_name(target, program_);
    os::pipe_ends const ends = os::make_pipe(pumped);
    if (ends.error) return {ends.error, "make a pipe for", program_};
    file child_end(is_input ? ends.reader : ends.writer);
    kept_[target] = file::adopt(is_input ? ends.writer : ends.reader,
                                path_view(name.bytes()));
    return give(target, static_cast<file&&>(child_end));
  }

  os::child_handle const* handles() const noexcept { return handles_; }
  // The parent's end of a pipe; a closed file for other streams.
  file& kept(int target) noexcept { return kept_[target]; }

  // True if the child writes to a stream for which the parent may have buffered
  // bytes.
  bool shares_output() const noexcept {
    os::native_handle const out = os::standard_output_handle;
    os::native_handle const err = os::standard_error_handle;
    for (os::child_handle const& one : handles_)
      if (one.target != 0 && (one.source == out || one.source == err))
        return true;
    return false;
  }

 private:
  error inherit(int target) {
    if (target == 0) return use(0, os::standard_input_handle);
    if (target == 1) return use(1, os::standard_output_handle);
    return use(2, os::standard_error_handle);
  }
  error discard(int target) {
    open_options how;
    (target == 0 ? how.read : how.write) = true;
    os::opened const null = os::open(os::null_device, how);
    if (null.error) return {null.error, "open", os::null_device};
    return give(target, file(null.handle));
  }

  text program_;
  os::child_handle handles_[3];
  file given_[3];
  file kept_[3];
};

// The options that concern the process, not its streams.
struct start_options {
  path_view directory;
  environment_changes const& environment;
  text arg0;
  bool has_own_group;
  os::child_process const* member;  // of the group to join, or null
  bool ends_with_parent;
  bool program_in_directory;
  batch_files batch;
};

inline bool has_nul(text bytes) noexcept {
  for (char c : bytes)
    if (c == '\0') return true;
  return false;
}

// Returns why the options are invalid. Starts nothing.
inline error problem_of(start_options const& options, text program) {
  if (error_code const problem = options.directory.problem())
    return {problem, "change directory to", options.directory.bytes()};
  if (has_nul(options.arg0))
    return {library_problem::argument_contains_nul, "exec", program};
  if (error_code const problem = options.environment.problem())
    return {problem, "set the environment of", program};
  return {};
}

// Starts a program. Requires the arguments of a command without a problem().
inline result<os::child_process> start(text const* arguments, std::size_t count,
                                       start_options const& options,
                                       child_streams const& streams) {
  text const program = arguments[0];
  if (error problem = problem_of(options, program)) return problem;
  small_vector<text, 9> all;
  all.add(options.arg0.data ? options.arg0 : program);
  all.add(arguments + 1, count - 1);
  owned_text environment;
  os::spawn_request request;
  request.program = program;
  request.arguments = all.data();
  request.argument_count = all.size();
  request.directory = options.directory.bytes();
  request.is_program_in_directory = options.program_in_directory;
  if (!options.environment.empty()) {
    result<owned_text> made = options.environment.try_apply();
    if (!made) return made.error();
    environment = static_cast<owned_text&&>(*made);
    request.environment = environment.bytes();
  }
  request.handles = streams.handles();
  request.handle_count = 3;
  request.has_own_group = options.has_own_group;
  if (options.member) os::join_group(request, *options.member);
  request.ends_with_parent = options.ends_with_parent;
  request.batch = options.batch;
  if (streams.shares_output()) (void)drain_standard_streams();
  os::spawned const made = os::spawn(request);
  if (!made.error) return made.process;
  return error(made.error, made.operation,
               made.is_about_directory ? request.directory : program);
}

// Returns why a command cannot be started, or no error.
inline error problem_of(command const& what) {
  if (error_code const problem = what.problem())
    return {problem, "run", what.to_text()};
  return {};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
