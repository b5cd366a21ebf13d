// rill/interop/standard_streambuf.h: the C stream behind std::cin, std::cout
// and their kin while they are synchronised with stdio.
//
// Floor 6. Allocates nothing. libstdc++ has a public class for such a buffer,
// and says whose it is; where that cannot be asked (other libraries, builds
// without RTTI) the answer is null, and bytes take the streambuf's public
// functions, which end at the same FILE. Tests:
// test/interop/ostream_sink_test.cpp, test/system/iostream_test.py.
#ifndef RILL_INTEROP_STANDARD_STREAMBUF_H
#define RILL_INTEROP_STANDARD_STREAMBUF_H

#include <streambuf>  // defines __GLIBCXX__ where that is the library

#if defined(__GLIBCXX__) && defined(__cpp_rtti)
#include <typeinfo>  // typeid

#include <ext/stdio_filebuf.h>       // what other standard streams have
#include <ext/stdio_sync_filebuf.h>  // what a synchronised stream has
#endif

#include "../print/c_stream_sink.h"

namespace rill::inline RILL_BUILD::detail {

// Asked each time: a stream's buffer can be changed at any time.
template <class Char>
FILE* c_stream_behind([[maybe_unused]] std::basic_streambuf<Char>& of) {
#if defined(__GLIBCXX__) && defined(__cpp_rtti)
  using synchronised = __gnu_cxx::stdio_sync_filebuf<Char>;
  if (typeid(of) == typeid(synchronised))
    return static_cast<synchronised&>(of).file();
#endif
  return nullptr;
}

// stdout or stderr, when one of them is behind it.
inline FILE* standard_output_behind(std::streambuf& of) {
  FILE* const stream = c_stream_behind(of);
  return stream == stdout || stream == stderr ? stream : nullptr;
}

// The same for std::cout and its kin after sync_with_stdio(false), whose bytes
// pass through no FILE: only where they end is asked.
inline FILE* unsynchronised_output_behind([[maybe_unused]] std::streambuf& of) {
#if defined(__GLIBCXX__) && defined(__cpp_rtti)
  using unsynchronised = __gnu_cxx::stdio_filebuf<char>;
  if (typeid(of) == typeid(unsynchronised)) {
    FILE* const stream = static_cast<unsynchronised&>(of).file();
    if (stream == stdout || stream == stderr) return stream;
  }
#endif
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
