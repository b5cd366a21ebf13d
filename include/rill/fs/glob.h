// rill/fs/glob.h: patterns of paths: *, ?, [a-z], **, {a,b}.
//
// Floor 5. A pattern is compiled into steps; a path is compared by keeping the
// set of all steps that can be reached, so the time is bounded by the length
// of the path times the length of the pattern, whatever the pattern (K.
// Thompson: Regular Expression Search Algorithm, CACM 11(6), 1968). Allocates.
// Tests: test/fs/glob_test.cpp.
#ifndef RILL_FS_GLOB_H
#define RILL_FS_GLOB_H

#include "../os/path.h"
#include "glob_compiler.h"
#include "glob_step.h"

namespace rill::inline RILL_BUILD::fs {

/// A compiled pattern. Movable.
///
///     ?       one character of a name, which may be several bytes of UTF-8
///     *       any run of characters of a name, also none
///     **      as a whole part: any number of parts, also none; at the end
///             at least one
///     [a-z_]  one of these characters; [!a-z] or [^a-z] none of these
///     {a,b*}  either pattern; they may be nested and contain slashes
///     \x      x itself
///
/// None but ** takes a slash, and no wildcard matches an empty name. A dot at
/// the front of a name is a character like others. What is not closed, braces
/// without a comma, and brackets around a slash stand for themselves. Several
/// slashes are one. Bytes that are not UTF-8 are characters by themselves. A
/// slash at the end is left out; see only_folders(). What bash makes otherwise
/// of the same pattern: docs/filesystem.md.
class glob {
 public:
  glob() noexcept = default;
  explicit glob(text pattern) { detail::glob_compiler(steps_, pattern); }

  /// Returns true when the whole path matches; without a pattern, false.
  ///
  /// Cost: steps of the pattern that are possible at once times bytes of the
  /// path, at most size of the pattern times size of the path.
  bool matches(path_view path) const {
    if (empty()) return false;
    detail::glob_states states;
    start(states);
    feed(states, path.bytes());
    return is_accepted(states);
  }

  /// Returns true when the pattern ended with a slash: it means folders.
  bool only_folders() const noexcept { return steps_.only_folders; }

  /// Returns true when there is no pattern: made with nothing, or moved from.
  bool empty() const noexcept { return steps_.steps.empty(); }

  // The pieces of matches(), for a walk, which keeps the states of a folder
  // for all that is in it.
  void start(detail::glob_states& states) const {
    states.clear(steps_.steps.size());
    states.add(0);
  }
  void feed(detail::glob_states& states, text bytes) const {
    steps_.feed(states, bytes);
  }
  bool is_accepted(detail::glob_states& states) const {
    return steps_.is_accepted(states);
  }
  // Nothing that follows can make it match.
  bool is_lost(detail::glob_states const& states) const noexcept {
    return states.none_before(steps_.steps.size() - 1);
  }

 private:
  detail::glob_steps steps_;
};

/// Returns true when the whole path matches the pattern; see glob.
///
/// Cost: compiles the pattern; keep a glob where there are many paths.
///
/// Example:
///     rill::fs::matches("src/**/*.{h,cpp}", "src/a/b.h");  // true
inline bool matches(text pattern, path_view path) {
  return glob(pattern).matches(path);
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
