// rill/unicode.h: text in every encoding. The public header of unicode/.
//
//     char16_t units[64];
//     auto const done = rill::utf8_to_utf16("caf\u00E9", units);
//     if (!done) …                      // done.error, at done.read
//     rill::println(rill::utf16_to_utf8_size(u"caf\u00E9"));       // 5
//     if (auto const found = rill::validate_utf8(text); !found)
//       rill::println("ill-formed at byte ", found.offset);
//
// Contract of everything in unicode/: no allocation, no exception, no system
// call, no locale; constexpr. At run time, kernels for this processor do the
// work. Documented at the declarations: unicode/utf.h (validate_utf8 …,
// utf8_to_utf16 …, utf8_to_utf16_size …), unicode/problem.h (text_problem,
// text_policy, transcode_result), unicode/width.h (display_width),
// unicode/grapheme.h; and, where there is a system, encoding/transcode.h
// (transcode, encoding) and encoding/encoded_writer.h and
// encoding/decoded_reader.h, which print to and scan from every encoding.
#ifndef RILL_UNICODE_H
#define RILL_UNICODE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "unicode/grapheme.h"
#include "unicode/problem.h"
#include "unicode/utf.h"
#include "unicode/utf8.h"
#include "unicode/width.h"

#if RILL_HOSTED
#include "encoding/decoded_reader.h"
#include "encoding/encoded_writer.h"
#include "encoding/transcode.h"
#endif

#endif
