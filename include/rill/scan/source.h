// rill/scan/source.h: what can be scanned from.
//
// Floor 5. Tests: test/scan/source_test.cpp.
#ifndef RILL_SCAN_SOURCE_H
#define RILL_SCAN_SOURCE_H

#include <concepts>  // std::derived_from

#include "../stream/memory_reader.h"
#include "refuse.h"

#if RILL_HOSTED
#include <stdio.h>  // FILE, stdin

#include "../stream/c_stream_reader.h"
#include "../stream/load.h"
#include "../stream/locked.h"
#endif

namespace rill::inline RILL_BUILD::detail {

template <class S>
inline constexpr bool is_source = std::derived_from<S, reader>;
#if RILL_HOSTED
template <>
inline constexpr bool is_source<FILE*> = true;
template <>
inline constexpr bool is_source<loaded_file> = true;
template <class R>
inline constexpr bool is_source<locked<R>> = is_source<R>;
template <class R>
inline constexpr bool is_source<lock_guard<R>> = is_source<R>;
#endif

template <class S>
concept source = is_source<bare<S>>;

template <class... Items>
inline constexpr bool begins_with_source = false;
template <class First, class... Rest>
inline constexpr bool begins_with_source<First, Rest...> = source<First>;

// Calls use(reader&) for any source, and returns what it returns.
template <std::derived_from<reader> R, class Use>
RILL_ALWAYS_INLINE auto with_reader(R& in, Use use) {
  return use(static_cast<reader&>(in));
}
#if RILL_HOSTED
template <class Use>
auto with_reader(loaded_file& in, Use use) {
  return use(in.reader());
}
template <class Use>
auto with_reader(FILE* stream, Use use) {
  stream_guard guard(stream);
  c_stream_reader in(stream);
  return use(static_cast<reader&>(in));
}
template <class R, class Use>
auto with_reader(locked<R>& in, Use use) {
  auto const guard = lock(in);
  return with_reader(*guard, use);
}
template <class R, class Use>
auto with_reader(lock_guard<R> const& guard, Use use) {
  return with_reader(*guard, use);
}
#else
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
