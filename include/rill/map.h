// rill/map.h: files as memory. The public header of os/file_map.h and
// os/mutable_map.h, with map and map_mutable.
//
//     rill::file_map bytes = rill::map("numbers.txt");
//     auto table = rill::map_mutable("table", {.size = 4096, .create = true});
//     table.data()[0] = 1;
//     table.sync();
#ifndef RILL_MAP_H
#define RILL_MAP_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
#include "os/file_map.h"
#include "os/mutable_map.h"
#else
#error "rill: this program is built without a system: it has no files"
#endif

#endif
