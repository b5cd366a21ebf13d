// rill/process/library.h: a shared library that is loaded while the program
// runs.
//
// Floor 5. Allocates. Tests: test/process/library_test.cpp.
#ifndef RILL_PROCESS_LIBRARY_H
#define RILL_PROCESS_LIBRARY_H

#include "../os/error.h"
#include "../os/library.h"
#include "../os/path.h"
#include "argument.h"
#include "../memory/owned_text.h"

namespace rill::inline RILL_BUILD {

/// A shared library that is loaded. Movable. The destructor does not unload it:
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
  /// Errors: library_problem::cannot_load with the loader's words, on Windows
  /// the system's number; ::path_contains_nul.
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

  /// The program itself; on POSIX also the libraries that it is linked with. A
  /// program's own names are found when it is linked with -rdynamic.
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
  /// undefined behaviour. The pointer is null if the name has that value, which
  /// POSIX allows. `name` is the linker's name: a function of C++ needs
  /// extern "C", or its mangled name.
  ///
  /// Errors: if there is no such name, library_problem::cannot_load with the
  /// loader's words; on Windows ERROR_PROC_NOT_FOUND.
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
  /// Errors: library_problem::cannot_load with the loader's words; on Windows
  /// the system's number.
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
