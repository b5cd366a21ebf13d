// rill/os/hooks_body.h: the compiled library stays in the process.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_HOOKS_BODY_H
#define RILL_OS_HOOKS_BODY_H

#include "hooks.h"

#if RILL_COMPILED && RILL_PROCESS_HOOKS && defined(__linux__)

#include <dlfcn.h>  // Dl_info, RTLD_NODELETE

namespace rill::inline RILL_BUILD::os {

// Weak names: before version 2.34 of the GNU C library these two are in a
// library of their own, and a static program has no use for them.
extern "C" int rill_weak_dladdr(void const*, Dl_info*) noexcept
    __asm__("dladdr") __attribute__((weak));
extern "C" void* rill_weak_dlopen(char const*, int) noexcept __asm__("dlopen")
    __attribute__((weak));

// As a shared library, the compiled library is the program's own rill and sets
// the program's handler of std::terminate, so dlclose must not unload it. Runs
// when the library is loaded, before any of its other code: the loader's lock
// is held then, and a thread that prints does not wait for it. `static`,
// because each library must run its own.
[[gnu::constructor(101), gnu::used, gnu::cold]] static void keep_loaded() {
  Dl_info place;
  is_kept_loaded = is_library() && rill_weak_dladdr && rill_weak_dlopen &&
                   rill_weak_dladdr(&rill_image_start, &place) != 0 &&
                   rill_weak_dlopen(place.dli_fname,
                                    RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
