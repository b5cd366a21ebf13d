// rill/os/posix/spawn.h: starts a process with posix_spawn.
//
// Layer 3. Allocates with malloc, throws nothing. For systems other than Linux,
// which uses linux/spawn.h; the tests run it there too. The child starts with
// no signal blocked, SIGPIPE at its default action, and other signals ignored
// if the parent ignores them. Tests: test/os/spawn_test.cpp.
#ifndef RILL_OS_POSIX_SPAWN_H
#define RILL_OS_POSIX_SPAWN_H

#include <spawn.h>  // posix_spawn

#include "spawn_block.h"

namespace rill::inline RILL_BUILD::os {

// The actions of the child before exec, in order.
class spawn_actions {
 public:
  spawn_actions() { keep(::posix_spawn_file_actions_init(&native_)); }
  spawn_actions(spawn_actions const&) = delete;
  spawn_actions& operator=(spawn_actions const&) = delete;
  ~spawn_actions() { (void)::posix_spawn_file_actions_destroy(&native_); }

  posix_spawn_file_actions_t const* get() const noexcept { return &native_; }
  int error() const noexcept { return error_; }

  // First moves sources to numbers above every target, because a source may
  // also be the target of another one.
  void place(child_handle const* handles, std::size_t count) {
    int above = 3;
    for (std::size_t i = 0; i != count; ++i)
      if (handles[i].target >= above) above = handles[i].target + 1;
    above = first_without_source(above, handles, count);
    for (std::size_t i = 0; i != count; ++i)
      if (is_there(handles[i])) copy(handles[i].source, moved(above, i));
    for (int stream = 0; stream != 3; ++stream)
      close_if_open(stream, handles, count);
    for (std::size_t i = 0; i != count; ++i)
      if (is_there(handles[i])) {
        copy(moved(above, i), handles[i].target);
        keep(::posix_spawn_file_actions_addclose(&native_, moved(above, i)));
      }
    close_others(handles, count, above);
  }

  void enter(char const* directory) {
#if defined(__NetBSD__)
    keep(::posix_spawn_file_actions_addchdir(&native_, directory));
#else
    keep(::posix_spawn_file_actions_addchdir_np(&native_, directory));
#endif
  }

 private:
  void keep(int error) {
    if (error_ == 0) error_ = error;
  }
  void copy(int from, int to) {
    keep(::posix_spawn_file_actions_adddup2(&native_, from, to));
  }
  // Returns the first of `count` consecutive numbers that are no sources. As
  // low as possible: posix_spawn refuses numbers beyond RLIMIT_NOFILE.
  static int first_without_source(int first, child_handle const* handles,
                                  std::size_t count) {
    for (std::size_t i = 0; i != count;) {
      int const source = handles[i++].source;
      if (source < first || source >= moved(first, count)) continue;
      first = source + 1;
      i = 0;
    }
    return first;
  }
  static int moved(int above, std::size_t i) {
    return above + static_cast<int>(i);
  }
  // A standard stream that the parent has closed is closed in the child. Any
  // other closed descriptor is an error of posix_spawn.
  static bool is_there(child_handle handle) {
    return handle.source > 2 || ::fcntl(handle.source, F_GETFD) >= 0;
  }
  static bool is_named(int target, child_handle const* handles,
                       std::size_t count) {
    for (std::size_t i = 0; i != count; ++i)
      if (handles[i].target == target && is_there(handles[i])) return true;
    return false;
  }
  void close_if_open(int handle, child_handle const* handles,
                     std::size_t count) {
    if (!is_named(handle, handles, count) && ::fcntl(handle, F_GETFD) >= 0)
      keep(::posix_spawn_file_actions_addclose(&native_, handle));
  }

  // Closes all descriptors after `above` if the system has a call for that;
  // otherwise those that are open now, below a bound.
  void close_others([[maybe_unused]] child_handle const* handles,
                    [[maybe_unused]] std::size_t count,
                    [[maybe_unused]] int above) {
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
    // POSIX_SPAWN_CLOEXEC_DEFAULT in spawn_attributes closes them.
#elif defined(__GLIBC__) || defined(__FreeBSD__)
    for (int handle = 3; handle != above; ++handle)
      close_if_open(handle, handles, count);
    keep(::posix_spawn_file_actions_addclosefrom_np(&native_, above));
#else
    constexpr int bound = 1024;
    for (int handle = 3; handle != bound; ++handle)
      close_if_open(handle, handles, count);
#endif
  }

  posix_spawn_file_actions_t native_;
  int error_ = 0;
};

class spawn_attributes {
 public:
  explicit spawn_attributes(spawn_request const& request) {
    keep(::posix_spawnattr_init(&native_));
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    sigset_t signal_set;
    (void)sigemptyset(&signal_set);
    keep(::posix_spawnattr_setsigmask(&native_, &signal_set));
    (void)sigaddset(&signal_set, SIGPIPE);
    keep(::posix_spawnattr_setsigdefault(&native_, &signal_set));
    if (request.has_own_group || request.group != 0) {
      flags |= POSIX_SPAWN_SETPGROUP;
      keep(::posix_spawnattr_setpgroup(&native_, request.group));
    }
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    keep(::posix_spawnattr_setflags(&native_, static_cast<short>(flags)));
  }
  spawn_attributes(spawn_attributes const&) = delete;
  spawn_attributes& operator=(spawn_attributes const&) = delete;
  ~spawn_attributes() { (void)::posix_spawnattr_destroy(&native_); }

  posix_spawnattr_t const* get() const noexcept { return &native_; }
  int error() const noexcept { return error_; }

 private:
  void keep(int error) {
    if (error_ == 0) error_ = error;
  }

  posix_spawnattr_t native_;
  int error_ = 0;
};

inline error_code system_error(int number) {
  return {error_source::system, number};
}

/// Starts a process with posix_spawn. posix_spawn does not report which step in
/// the child failed, so this checks the directory after a failure.
inline spawned spawn_by_posix(spawn_request const& request) {
  spawn_block block;
  if (error_code const error = block.make(request, 0))
    return {{}, "start", false, error};
  spawn_actions actions;
  spawn_attributes const attributes(request);
  actions.place(request.handles, request.handle_count);
  if (block.directory()) actions.enter(block.directory());
  int error = actions.error() != 0 ? actions.error() : attributes.error();
  if (error != 0) return {{}, "start", false, system_error(error)};
  for (char** path = block.paths(); *path; ++path) {
    pid_t id = 0;
    int const answer =
        ::posix_spawn(&id, *path, actions.get(), attributes.get(),
                      block.arguments(), block.environment());
    if (answer == 0) {
      return {{id, no_handle, group_of(request, id), 0}, "", false, {}};
    }
    error = error_of_search(error, answer);
    if (!may_be_elsewhere(answer)) break;
  }
  if (block.directory() && ::access(block.directory(), X_OK) != 0)
    return {{}, "change directory to", true, last_error()};
  return {{}, "exec", false, system_error(error)};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
