// rill/os/posix/library.h: shared libraries and the names in them.
//
// Layer 3. Throws nothing; the loader allocates and runs the constructors of a
// library. With glibc before 2.34, a program is linked with -ldl. Tests:
// test/process/library_test.cpp.
#ifndef RILL_OS_POSIX_LIBRARY_H
#define RILL_OS_POSIX_LIBRARY_H

#include <dlfcn.h>  // dlopen, dlsym, dlclose, dlerror

#include "../../base/result.h"
#include "../../base/text.h"

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace.
struct library_calls {
  void* (*dlopen)(char const*, int) = ::dlopen;
  int (*dlclose)(void*) = ::dlclose;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE library_calls library_call;

/// The loader's answer. The words of an error are valid until this thread calls
/// the loader again.
struct loader_answer {
  void* address = nullptr;
  error_code error;
  text words = {};
};

inline loader_answer loader_error() noexcept {
  char const* const words = ::dlerror();
  return {nullptr, library_problem::cannot_load, words ? text(words) : text()};
}

/// Loads a library from a path with a slash in it, or from where the loader
/// finds the name. Resolves all references at once; no other library sees its
/// names. Requires that the path is not empty, which would be the program.
inline loader_answer load_library(char const* path) noexcept {
  void* const handle = library_call.dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return handle ? loader_answer{handle, {}} : loader_error();
}

/// The program with all that it is linked with.
inline loader_answer own_library() noexcept {
  void* const handle = library_call.dlopen(nullptr, RTLD_NOW);
  return handle ? loader_answer{handle, {}} : loader_error();
}

/// Returns the value of a name, which can be null. Only dlerror distinguishes
/// that from a name that is missing.
inline loader_answer find_symbol(void* library, char const* name) noexcept {
  (void)::dlerror();
  void* const address = ::dlsym(library, name);
  if (address) return {address, {}};
  loader_answer const failed = loader_error();
  return failed.words.data ? failed : loader_answer{};
}

inline loader_answer unload_library(void* library) noexcept {
  return library_call.dlclose(library) == 0 ? loader_answer{} : loader_error();
}

}  // namespace rill::inline RILL_BUILD::os

#endif
