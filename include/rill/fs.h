// rill/fs.h: folders and their entries. The public header of fs/.
//
//     for (auto& entry : rill::fs::walk("src", {.glob = "**/*.cpp"}))
//       rill::println(entry.path());
//     rill::fs::create_directories("out/2026");
//     rill::fs::remove_all("out");
#ifndef RILL_FS_H
#define RILL_FS_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_FOLDERS
#include "fs/copy.h"
#include "fs/directory.h"
#include "fs/functions.h"
#include "fs/glob.h"
#include "fs/resolved_path.h"
#include "fs/walk.h"
#else
#error "rill: rill/fs.h needs a POSIX system, which this is not"
#endif

#endif
