// rill/fs.h: folders and what is in them. The door to fs/.
//
//     for (auto& entry : rill::fs::walk("src", {.glob = "**/*.cpp"}))
//       rill::println(entry.path());
//     rill::fs::create_directories("out/2026");
//     rill::fs::remove_all("out");
#ifndef RILL_FS_H
#define RILL_FS_H

#include "base/config.h"

#if RILL_FOLDERS
#include "fs/copy.h"
#include "fs/directory.h"
#include "fs/functions.h"
#include "fs/glob.h"
#include "fs/path_text.h"
#include "fs/status.h"
#include "fs/surroundings.h"
#include "fs/walk.h"
#else
#error "rill: rill/fs.h has no folders on this system yet"
#endif

#endif
