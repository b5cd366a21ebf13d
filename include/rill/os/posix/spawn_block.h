// rill/os/posix/spawn_block.h: the arguments of execve, in one block of memory.
//
// Layer 3. Allocates with malloc, throws nothing. Tests:
// test/os/spawn_test.cpp.
#ifndef RILL_OS_POSIX_SPAWN_BLOCK_H
#define RILL_OS_POSIX_SPAWN_BLOCK_H

#include <stdlib.h>  // malloc, free, getenv

#include "../process.h"

extern "C" char** environ;  // no POSIX header declares it

namespace rill::inline RILL_BUILD::os {

/// The arguments, the environment and the candidate paths of the program, as
/// arrays of NUL-terminated texts, and a stack.
///
/// A program without a slash is searched for in the folders of PATH in the
/// parent's environment, or in /bin and /usr/bin if PATH is not set
/// (execvp(3)). A relative path starts at the parent's current directory.
class spawn_block {
 public:
  /// Errors: ENOMEM; those of getcwd(3) for a relative path.
  error_code make(spawn_request const& request, std::size_t stack_size) {
    search_ = {};
    if (!has_slash(request.program)) {
      char const* const path = ::getenv("PATH");
      search_ = path ? text(path) : text("/bin:/usr/bin");
    }
    bool const moves =
        request.directory.data != nullptr && !request.is_program_in_directory;
    if (moves && has_relative_path(request.program))
      if (error_code const error = find_here()) return error;
    std::size_t const size = layout(request, stack_size);
    memory_ = static_cast<char*>(::malloc(size));
    if (!memory_) return {error_source::system, ENOMEM};
    fill(request);
    return {};
  }
  spawn_block() = default;
  spawn_block(spawn_block const&) = delete;
  spawn_block& operator=(spawn_block const&) = delete;
  ~spawn_block() {
    ::free(memory_);
    ::free(here_);
  }

  char** paths() const noexcept { return paths_; }
  char** arguments() const noexcept { return arguments_; }
  char** environment() const noexcept { return environment_; }
  char const* directory() const noexcept { return directory_; }
  child_handle* handles() const noexcept { return handles_; }
  /// The end of the stack, aligned for every processor.
  char* stack_end() const noexcept { return stack_end_; }

 private:
  static bool has_slash(text path) noexcept {
    for (char c : path)
      if (c == '/') return true;
    return false;
  }
  // Returns true for a relative program path, or if a folder of PATH is
  // relative or empty.
  bool has_relative_path(text program) const noexcept {
    if (!search_.data) return program.data[0] != '/';
    bool is_start = true;
    for (char c : search_) {
      if (is_start && c != '/') return true;
      is_start = c == ':';
    }
    return is_start;
  }
  static std::size_t count_of(text bytes, char separator) noexcept {
    std::size_t count = 0;
    for (char c : bytes)
      if (c == separator) ++count;
    return count;
  }

  error_code find_here() {
    for (std::size_t room = 1024;; room *= 4) {
      ::free(here_);
      here_ = static_cast<char*>(::malloc(room));
      if (!here_) return {error_source::system, ENOMEM};
      if (::getcwd(here_, room)) return {};
      if (errno != ERANGE) return last_error();
    }
  }

  // Computes the size: pointers first, then texts, then the stack.
  std::size_t layout(spawn_request const& request, std::size_t stack_size) {
    path_count_ = search_.data ? count_of(search_, ':') + 1 : 1;
    std::size_t const here = here_ ? detail::length_of(here_) + 1 : 0;
    std::size_t const variables = count_of(request.environment, '\0');
    std::size_t bytes = search_.size + request.directory.size + 1 +
                        request.environment.size +
                        path_count_ * (here + request.program.size + 3);
    for (std::size_t i = 0; i != request.argument_count; ++i)
      bytes += request.arguments[i].size + 1;
    pointers_ = path_count_ + request.argument_count + variables + 3;
    std::size_t const texts =
        pointers_ * sizeof(char*) + request.handle_count * sizeof(child_handle);
    stack_size_ = stack_size;
    stack_at_ = (texts + bytes + 63) / 64 * 64;
    return stack_at_ + stack_size + 64;
  }

  void fill(spawn_request const& request) {
    auto** pointer = reinterpret_cast<char**>(memory_);
    handles_ = reinterpret_cast<child_handle*>(pointer + pointers_);
    for (std::size_t i = 0; i != request.handle_count; ++i)
      handles_[i] = request.handles[i];
    out_ = reinterpret_cast<char*>(handles_ + request.handle_count);
    arguments_ = pointer;
    for (std::size_t i = 0; i != request.argument_count; ++i)
      *pointer++ = added(request.arguments[i]);
    *pointer++ = nullptr;
    environment_ = request.environment.data ? pointer : environ;
    if (request.environment.data) {
      pointer = add_variables(pointer, request.environment);
      *pointer++ = nullptr;
    }
    directory_ = request.directory.data ? added(request.directory) : nullptr;
    paths_ = pointer;
    add_paths(pointer, request.program);
    auto const end = reinterpret_cast<unsigned long long>(memory_ + stack_at_ +
                                                          stack_size_ + 63);
    stack_end_ = memory_ + stack_at_ + stack_size_ + 63 - end % 64;
  }

  char* added(text bytes) {
    char* const begin = out_;
    out_ = detail::copy_text(out_, bytes);
    *out_++ = '\0';
    return begin;
  }

  char** add_variables(char** pointer, text block) {
    char* at = out_;
    out_ = detail::copy_text(out_, block);
    while (at != out_) {
      *pointer++ = at;
      at += detail::length_of(at) + 1;
    }
    return pointer;
  }

  // Adds a path, made absolute from the parent's directory, which the child may
  // leave.
  char* added_path(text folder, text name) {
    char* const begin = out_;
    bool const is_relative =
        folder.size != 0 ? folder.data[0] != '/' : name.data[0] != '/';
    if (here_ && is_relative) {
      out_ = detail::copy_text(out_, text(here_));
      *out_++ = '/';
    }
    if (folder.size != 0) {
      out_ = detail::copy_text(out_, folder);
      *out_++ = '/';
    }
    (void)added(name);
    return begin;
  }

  void add_paths(char** pointer, text program) {
    if (!search_.data) {
      *pointer++ = added_path({}, program);
      *pointer = nullptr;
      return;
    }
    char const* at = search_.begin();
    for (std::size_t i = 0; i != path_count_; ++i) {
      char const* end = at;
      while (end != search_.end() && *end != ':') ++end;
      text const folder(at, static_cast<std::size_t>(end - at));
      // An empty entry is the current directory.
      *pointer++ = added_path(folder.size != 0 ? folder : text("."), program);
      at = end + 1;
    }
    *pointer = nullptr;
  }

  text search_;
  char* here_ = nullptr;
  char* memory_ = nullptr;
  char* out_ = nullptr;
  char** paths_ = nullptr;
  char** arguments_ = nullptr;
  char** environment_ = nullptr;
  char const* directory_ = nullptr;
  child_handle* handles_ = nullptr;
  char* stack_end_ = nullptr;
  std::size_t path_count_ = 0;
  std::size_t pointers_ = 0;
  std::size_t stack_at_ = 0;
  std::size_t stack_size_ = 0;
};

/// Returns the group of a child, for ending it; 0 if it is in its parent's
/// group.
constexpr int group_of(spawn_request const& request, int id) {
  return request.group == 0 && request.has_own_group ? id : request.group;
}

/// Returns true if after this error the next folder of PATH may have the
/// program.
constexpr bool may_be_elsewhere(int number) {
  return number == ENOENT || number == ENOTDIR || number == EACCES ||
         number == ENAMETOOLONG || number == ELOOP || number == ESTALE ||
         number == ENODEV || number == ETIMEDOUT;
}

/// Returns the error of a search that failed: that of the last path, or EACCES
/// if any path had it.
constexpr int error_of_search(int before, int now) {
  return before == EACCES ? before : now;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
