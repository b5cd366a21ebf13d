// rill/process/spawn_body.h: the bodies of spawn.h.
//
// Layer 6. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PROCESS_SPAWN_BODY_H
#define RILL_PROCESS_SPAWN_BODY_H

#include "spawn.h"
#include "start.h"

namespace rill::inline RILL_BUILD {

namespace detail {

class child_access {
 public:
  RILL_COLD static result<child> spawn(command const& what,
                                       spawn_options const& options) {
    if (error problem = problem_of(what)) return problem;
    child_streams streams(what[0]);
    stream_option const* const chosen[] = {&options.in, &options.out,
                                           &options.err};
    for (int i = 0; i != 3; ++i)
      if (error problem = streams.connect(i, *chosen[i], false)) return problem;
    small_vector<text, 9> arguments;
    for (text const one : what) arguments.add(one);
    child made;
    made.name_.add(what[0]);
    // Allocate the streams before the start: a lack of memory then leaves no
    // child.
    make_streams(made, streams);
    result<os::child_process> const process =
        start(arguments.data(), arguments.size(), how(options), streams);
    if (!process) return process.error();
    made.process_ = *process;
    made.at_end_ = options.at_end;
    return made;
  }

 private:
  RILL_COLD static void make_streams(child& made, child_streams& streams) {
    if (streams.kept(0).is_open())
      made.in_ = child_writer(static_cast<file&&>(streams.kept(0)));
    if (streams.kept(1).is_open())
      made.out_ = file_reader(static_cast<file&&>(streams.kept(1)));
    if (streams.kept(2).is_open())
      made.err_ = file_reader(static_cast<file&&>(streams.kept(2)));
  }

  // A child that may read the terminal stays in the terminal's foreground
  // process group.
  RILL_COLD static start_options how(spawn_options const& options) {
    bool const is_own = options.group == process_group::own ||
                        (options.group == process_group::automatic &&
                         options.in.kind() != stream_kind::inherited);
    return {options.directory,
            options.environment,
            options.arg0,
            is_own,
            nullptr,
            false,
            options.program_in_directory,
            options.batch};
  }
};

}  // namespace detail

RILL_COLD RILL_CORE result<child> try_spawn(command const& what,
                                            spawn_options const& options) {
  return detail::child_access::spawn(what, options);
}

}  // namespace rill::inline RILL_BUILD

#endif
