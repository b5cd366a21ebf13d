// rill/scan/source.h: how a scan comes to the reader of its source.
//
// Floor 5. What a source is: stream/source.h. Tests:
// test/scan/source_test.cpp.
#ifndef RILL_SCAN_SOURCE_H
#define RILL_SCAN_SOURCE_H

#include "../stream/source.h"
#include "refuse.h"

#if RILL_HOSTED
#include "../stream/c_stream_source.h"
#endif

namespace rill::inline RILL_BUILD::detail {

template <class... Items>
inline constexpr bool begins_with_source = false;
template <class First, class... Rest>
inline constexpr bool begins_with_source<First, Rest...> = source<First>;

// Calls use(reader&) for any source, and returns what it returns.
template <source S, class Use>
inline auto with_reader(S& in, Use use) {
  return source_traits<bare<S>>::with(in, use);
}

// The same for a use that runs no code of the program's when IsOwn says so.
template <bool IsOwn, source S, class Use>
inline auto with_reader_of(S& in, Use use) {
  using traits = source_traits<bare<S>>;
  if constexpr (IsOwn && requires { traits::with_own(in, use); })
    return traits::with_own(in, use);
  else
    return traits::with(in, use);
}

#if !RILL_HOSTED
// What there is instead of stdin.
template <class... Items>
constexpr bool standard_input_refused() {
  static_assert(never<void(Items...)>,
                "rill: this program is built without standard streams: scan "
                "from a reader, or from(text)");
  return false;
}
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
