// rill/file.h: files, unbuffered and buffered. The public header of os/file.h
// and the streams over files.
//
//     rill::file_writer out("numbers.txt");
//     rill::println(out, 42);
//     out.close();
#ifndef RILL_FILE_H
#define RILL_FILE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

// Second, for the same reason: errors in the function given to replace_file.
#include "stream/replace_file.h"

#include "copy/copy.h"
#include "copy/load.h"
#include "os/file.h"
#include "os/temporary.h"
#include "print/file_sink.h"
#include "stream/file_reader.h"
#include "stream/file_update.h"
#include "stream/file_writer.h"
#else
#error "rill: this program is built without a system: it has no files"
#endif

#endif
