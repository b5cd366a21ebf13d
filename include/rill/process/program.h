// rill/process/program.h: this program's arguments and environment, and shared
// libraries.
//
// Layer 6. Tests: test/process/environment_test.cpp,
// test/process/program_test.cpp, test/process/library_test.cpp.
#ifndef RILL_PROCESS_PROGRAM_H
#define RILL_PROCESS_PROGRAM_H

#include <cstddef>  // std::ptrdiff_t

#include "../memory/owned_text.h"
#include "../os/environment.h"
#include "../os/error.h"
#include "../os/file_view.h"
#include "../os/library.h"
#include "../os/program.h"
#include "command.h"
#include "options.h"

// The environment of this program.
//
// Allocates.

/// The variables of this program, which its children inherit. The functions
/// return copies.
///
/// Threads: POSIX has no lock for the environment. While one thread calls set
/// or remove, no other thread may use the environment with these functions or
/// getenv. Change it before the first thread starts, or give a child other
/// variables by environment_changes.
///
/// Windows: the case of names does not matter, and getenv of the C library does
/// not see the changes of set.
namespace rill::inline RILL_BUILD {
namespace environment {

/// The value of a variable. Converts to false if there is no such variable; an
/// empty value converts to true.
class variable_value {
 public:
  variable_value() noexcept = default;
  explicit variable_value(owned_text value) noexcept
      : value_(static_cast<owned_text&&>(value)), is_there_(true) {}

  explicit operator bool() const noexcept { return is_there_; }
  /// Returns the value. Requires that there is one.
  owned_text const& operator*() const& noexcept { return value_; }
  owned_text&& operator*() && noexcept {
    return static_cast<owned_text&&>(value_);
  }
  owned_text const* operator->() const noexcept { return &value_; }

  /// Returns the value, or a copy of `otherwise`.
  owned_text value_or(argument const& otherwise) && {
    if (is_there_) return static_cast<owned_text&&>(value_);
    return owned_text(otherwise.bytes());
  }

 private:
  owned_text value_;
  bool is_there_ = false;
};

/// An element of all().
struct variable {
  text name;
  text value;

  /// Prints itself: `HOME=/root`.
  friend constexpr auto rill_print(auto& out, variable const& v) {
    return out(v.name, '=', v.value);
  }
};

/// A copy of all variables, in the system's order.
class variable_list {
 public:
  explicit variable_list(owned_text block) noexcept
      : block_(static_cast<owned_text&&>(block)) {}

  class iterator {
   public:
    using value_type = variable;
    using difference_type = std::ptrdiff_t;

    iterator() noexcept = default;
    explicit iterator(text left) noexcept : left_(left) { find(); }
    /// Returns a variable, valid until the iterator changes. Its texts are
    /// valid as long as the list.
    variable const& operator*() const noexcept { return now_; }
    variable const* operator->() const noexcept { return &now_; }
    iterator& operator++() noexcept {
      find();
      return *this;
    }
    iterator operator++(int) noexcept {
      iterator const before = *this;
      find();
      return before;
    }
    friend bool operator==(iterator const& a, iterator const& b) noexcept {
      return a.now_.name.data == b.now_.name.data;
    }

   private:
    // Skips lines without a name.
    void find() noexcept {
      while (left_.size != 0) {
        text const line = detail::take_text(left_);
        text const name = detail::name_of_variable(line);
        if (name.size == 0) continue;
        char const* const value = name.end() + 1;
        now_ = {name, {value, static_cast<std::size_t>(line.end() - value)}};
        return;
      }
      now_ = {};
    }

    text left_;
    variable now_;  // name.data is null at the end
  };
  iterator begin() const noexcept { return iterator(block_); }
  iterator end() const noexcept { return {}; }

 private:
  owned_text block_;
};

/// Returns the value of a variable.
///
/// Errors: library_problem::unusable_variable for a name that is empty or has
/// '=' or a NUL.
///
/// Example:
///     if (auto home = rill::environment::get("HOME"))
///       rill::println("at home in ", *home);
inline result<variable_value> try_get(argument const& name) {
  if (error_code const code = detail::problem_of_variable(name.bytes(), {}))
    return error(code, "get variable", name.bytes());
  owned_text const terminated(name.bytes());
  owned_text value;
  os::filled const got = detail::fill(value, [&](char* out, std::size_t room) {
    return os::read_variable(terminated.c_str(), out, room);
  });
  if (got.error) return error(got.error, "get variable", name.bytes());
  if (!got.is_there) return variable_value();
  return variable_value(static_cast<owned_text&&>(value));
}
inline variable_value get(argument const& name) {
  return try_get(name).value();
}

/// Sets a variable, or changes its value.
///
/// Errors: those of get, also for a value with a NUL; ENOMEM.
inline result<void> try_set(argument const& name, argument const& value) {
  error_code code = detail::problem_of_variable(name.bytes(), value.bytes());
  if (!code)
    code = os::set_variable(owned_text(name.bytes()).c_str(),
                            owned_text(value.bytes()).c_str());
  if (code) return error(code, "set variable", name.bytes());
  return {};
}
inline void set(argument const& name, argument const& value) {
  try_set(name, value).value();
}

/// Removes a variable, if it is set.
///
/// Errors: those of get.
inline result<void> try_remove(argument const& name) {
  error_code code = detail::problem_of_variable(name.bytes(), {});
  if (!code) code = os::remove_variable(owned_text(name.bytes()).c_str());
  if (code) return error(code, "remove variable", name.bytes());
  return {};
}
inline void remove(argument const& name) { try_remove(name).value(); }

/// Returns all variables.
///
/// Errors: on Windows ERROR_NOT_ENOUGH_MEMORY.
///
/// Example:
///     for (auto const& one : rill::environment::all()) rill::println(one);
inline result<variable_list> try_all() {
  owned_text block;
  os::filled const got = detail::fill(block, os::read_variables);
  if (got.error) return error(got.error, "get environment");
  return variable_list(static_cast<owned_text&&>(block));
}
inline variable_list all() { return try_all().value(); }

}  // namespace environment

// The arguments and the path of this program.

/// Returns the arguments of this program, of which the first is its name. On
/// Windows they are converted to UTF-8; elsewhere they are the bytes that the
/// program was started with. The list is empty if it was started without any.
///
/// Errors: those of opening and reading /proc/self/cmdline on Linux;
/// library_problem::unsupported from systems but Linux, Windows, macOS,
/// FreeBSD, NetBSD and DragonFly.
inline result<command> try_arguments() {
  owned_text block;
  os::filled const got = detail::fill(block, os::read_arguments);
  if (got.error) return error(got.error, "get arguments");
  command all;
  for (text left = block; left.size != 0;) all.add(detail::take_text(left));
  return all;
}

/// Returns the same arguments, as they were at the first call. The reference is
/// valid as long as the program runs. Any thread may call it.
///
/// Example:
///     for (rill::text one : rill::arguments()) rill::println(one);
inline command const& arguments() {
  // Never destroyed: destructors of static objects may use it.
  static command const& all = *new command(try_arguments().value());
  return all;
}

/// Returns the absolute path of this program's file. If the file was removed or
/// replaced, " (deleted)" follows the path on Linux.
///
/// Errors: those of reading /proc/self/exe on Linux;
/// library_problem::unsupported as above.
inline result<owned_text> try_program_path() {
  owned_text path;
  os::filled const got = detail::fill(path, os::read_program_path);
  if (got.error) return error(got.error, "get path of program");
  return path;
}
inline owned_text program_path() { return try_program_path().value(); }

/// Returns the process id.
inline int process_id() noexcept { return os::process_id(); }

// Shared libraries that are loaded at run time. Allocates.

/// A loaded shared library. Movable. The destructor does not unload it:
/// function pointers, objects with virtual functions, exceptions, threads and
/// thread_local objects of the library would then refer to code that is gone.
/// unload() unloads it.
///
/// Example:
///     rill::library math("libm.so.6");
///     auto* cosine = math.symbol<double(double)>("cos");
///     rill::println(cosine(0));
class library {
 public:
  /// Loads a library and those that it needs. A path with a slash names a file.
  /// Another name is searched for: on POSIX by the rules of the loader
  /// (LD_LIBRARY_PATH, ld.so.cache), on Windows in the program's folder and in
  /// System32, but neither in the current folder nor in PATH. All references of
  /// the library are resolved at once; libraries that are loaded later do not
  /// see its names.
  ///
  /// Errors: library_problem::cannot_load with the loader's message, on Windows
  /// the system's error; ::path_contains_nul.
  explicit library(path_view path) : library(try_open(path).value()) {}
  static result<library> try_open(path_view path) {
    text const name = path.bytes();
    if (error_code const problem = path.problem())
      return error(problem, "load", name);
    if (name.size == 0)
      return error(library_problem::cannot_load, "load", "\"\"",
                   "the name is empty");
    owned_text terminated(name);
    os::loader_answer const got = os::load_library(terminated.c_str());
    if (got.error) return error(got.error, "load", name, got.words);
    return library(got.address, static_cast<owned_text&&>(terminated));
  }

  /// The program itself; on POSIX also the libraries that it is linked with.
  /// The program's own names are found if it is linked with -rdynamic.
  static library self() {
    os::loader_answer const got = os::own_library();
    owned_text name(text("this program"));
    if (got.error) raise(error(got.error, "load", name, got.words));
    return library(got.address, static_cast<owned_text&&>(name));
  }

  library(library&& other) noexcept
      : handle_(other.handle_), name_(static_cast<owned_text&&>(other.name_)) {
    other.handle_ = nullptr;
  }
  library& operator=(library&& other) noexcept {
    void* const handle = other.handle_;
    other.handle_ = nullptr;
    handle_ = handle;
    name_ = static_cast<owned_text&&>(other.name_);
    return *this;
  }

  /// Returns a pointer to a function or a variable of type T, such as
  /// `double(double)` or `int`. The type is not checked: a wrong one is
  /// undefined behaviour. The pointer is null if the symbol's value is null,
  /// which POSIX allows. `name` is the linker's name: a function of C++ needs
  /// extern "C", or its mangled name.
  ///
  /// Errors: for an unknown name, library_problem::cannot_load with the
  /// loader's message; on Windows ERROR_PROC_NOT_FOUND.
  template <class T>
  result<T*> try_symbol(argument const& name) const {
    static_assert(!std::is_reference_v<T>,
                  "rill: name the type of the variable: symbol<int>(name)");
    static_assert(
        !std::is_function_v<std::remove_pointer_t<T>> || std::is_function_v<T>,
        "rill: name the type of the function without a *: "
        "symbol<double(double)>(name)");
    result<void*> const found = find(name.bytes());
    if (!found) return found.error();
    return reinterpret_cast<T*>(*found);
  }
  template <class T>
  T* symbol(argument const& name) const {
    return try_symbol<T>(name).value();
  }

  /// Unloads the library. The loader keeps it while other code has loaded it,
  /// or if it was linked with -z nodelete. is_open() is then false, also after
  /// an error. Requires that the program uses nothing of it any more.
  ///
  /// Errors: library_problem::cannot_load with the loader's message; on Windows
  /// the system's error.
  result<void> try_unload() {
    if (!handle_) return {};
    os::loader_answer const done = os::unload_library(handle_);
    handle_ = nullptr;
    if (done.error) return error(done.error, "unload", name_, done.words);
    return {};
  }
  void unload() { try_unload().value(); }

  /// Returns false when it was unloaded or moved from.
  bool is_open() const noexcept { return handle_ != nullptr; }
  /// Returns the path or name that was given.
  text name() const noexcept { return name_; }
  /// Returns the handle of dlopen or LoadLibraryEx.
  void* native_handle() const noexcept { return handle_; }

 private:
  library(void* handle, owned_text&& name) noexcept
      : handle_(handle), name_(static_cast<owned_text&&>(name)) {}

  result<void*> find(text name) const {
    owned_text const terminated(name);
    for (char const c : name)
      if (c == '\0') return failure(name, "the name contains a NUL byte");
    if (!handle_) return failure(name, "the library is not loaded");
    os::loader_answer const got = os::find_symbol(handle_, terminated.c_str());
    if (got.error) return failure(name, got.words, got.error);
    return got.address;
  }
  [[gnu::cold]] error failure(
      text name, text why,
      error_code code = library_problem::cannot_load) const {
    owned_text operation(text("find "));
    operation.add(name);
    operation.add(" in");
    return {code, operation, name_, why};
  }

  void* handle_ = nullptr;
  owned_text name_;
};

}  // namespace rill::inline RILL_BUILD

#endif
