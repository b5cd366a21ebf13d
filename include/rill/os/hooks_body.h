// rill/os/hooks_body.h: keeps the compiled library loaded.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_HOOKS_BODY_H
#define RILL_OS_HOOKS_BODY_H

#include "hooks.h"

#if RILL_COMPILED && RILL_PROCESS_HOOKS && defined(__linux__)

#include <dlfcn.h>  // Dl_info, RTLD_NODELETE

namespace rill::inline RILL_BUILD::os {

// Weak: before glibc 2.34 these functions are in libdl, and a static program
// does not need them.
extern "C" int rill_weak_dladdr(void const*, Dl_info*) noexcept
    __asm__("dladdr") __attribute__((weak));
extern "C" void* rill_weak_dlopen(char const*, int) noexcept __asm__("dlopen")
    __attribute__((weak));

// The compiled library sets the program's std::terminate handler, so dlclose
// must not unload it. Runs before the other constructors of the library: the
// thread that loads the library holds the loader's lock anyway, whereas a
// thread that prints would have to wait for it. `static`, because each library
// must run its own copy.
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
