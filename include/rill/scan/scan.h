// rill/scan/scan.h: the verbs scan and try_scan, and the code that a call
// compiles to.
//
// Layer 5. Tests: test/scan/source_test.cpp, test/scan/call_test.cpp,
// test/scan/scan_test.cpp.
#ifndef RILL_SCAN_SCAN_H
#define RILL_SCAN_SCAN_H

#include "../base/text.h"
#include "../stream/source.h"
#include "item_list.h"

#if RILL_HOSTED
#include "../cstdio/c_stream_reader.h"
#endif

// How a scan gets the reader of its source.
//
// Sources are defined in stream/source.h.

namespace rill::inline RILL_BUILD {
namespace detail {

template <class... Items>
inline constexpr bool begins_with_source = false;
template <class First, class... Rest>
inline constexpr bool begins_with_source<First, Rest...> = source<First>;

// Calls use(reader&) for any source, and returns its result.
template <source S, class Use>
inline auto with_reader(S& in, Use use) {
  return source_traits<remove_cvref<S>>::with(in, use);
}

// The same; if IsOwn, `use` runs no code of the program.
template <bool IsOwn, source S, class Use>
inline auto with_reader_of(S& in, Use use) {
  using traits = source_traits<remove_cvref<S>>;
  if constexpr (IsOwn && requires { traits::with_own(in, use); })
    return traits::with_own(in, use);
  else
    return traits::with(in, use);
}

#if !RILL_HOSTED
// Diagnoses a scan of stdin in a program without standard streams.
template <class... Items>
constexpr bool standard_input_refused() {
  static_assert(always_false<void(Items...)>,
                "rill: this program is built without standard streams: scan "
                "from a reader, or from(text)");
  return false;
}
#endif

// What a scan does with the result of its items.

error failure_of(reader& in, progress const& p);

// True when the input ended before the first item without an error.
bool is_clean_end(reader const& in, progress const& p);

// The cold half of scan, when an item was not read. Throws unless
// is_clean_end().
[[gnu::cold]] void raise_unless_end(reader& in, progress const& p);

// Returns true when the items were read, false at the end of the input. Throws
// any other error.
inline bool judge(reader& in, progress const& p) {
  if (RILL_LIKELY(p.how == scan_ok)) return true;
  raise_unless_end(in, p);
  return false;
}

// Calls use(reader&) for a source. If is_own, `use` runs no code of the
// program.
template <class Source, class Use>
auto with_list_reader(Source& from, item_list list, Use use) {
  using traits = source_traits<remove_cvref<Source>>;
  if constexpr (requires { traits::with_own(from, use); })
    if (list.shape->is_own) return traits::with_own(from, use);
  return traits::with(from, use);
}

template <class Source>
[[gnu::noinline]] bool scan_list(Source& from, item_list list) {
  return with_list_reader(
      from, list, [&](reader& in) { return judge(in, read_list(in, list)); });
}

#if RILL_COMPILED
#define RILL_READ(T)                                                           \
  RILL_EXTERN template char const* read_listed<T>(reader&, char const*, void*, \
                                                  progress&);
RILL_EACH_NUMBER(RILL_READ)
RILL_READ(bool)
RILL_READ(char)
#undef RILL_READ
#endif

}  // namespace detail

// The verbs scan and try_scan.
//
// Function objects, as the verbs of print are.

/// How a try_scan went: true only when every item was read. Otherwise it has an
/// error, also at the end of the input.
class [[nodiscard]] scan_result {
 public:
  scan_result() noexcept = default;
  explicit scan_result(rill::error reason) noexcept
      : error_(static_cast<rill::error&&>(reason)) {}

  explicit operator bool() const noexcept { return !error_; }
  /// error().is_end_of_input(): the input ended before the first item.
  bool at_end() const noexcept { return error_.is_end_of_input(); }
  rill::error const& error() const noexcept { return error_; }

 private:
  rill::error error_;
};

namespace detail {

// In is a reader, or a stand-in for one with its own read_items
// (locale/scan.h).
template <class In, class... Items>
RILL_ALWAYS_INLINE bool scan_from(In& in, Items&... items) {
  return judge(in, read_items(in, items...));
}

#if RILL_HOSTED
// Scans directly from the stream's buffer, if all items are completely in it
// and may be set twice. Otherwise takes nothing, and the slow path sets the
// items again.
inline bool scan_directly(FILE* stream, item_list list) {
  c_buffer_reader in(stream);
  if (read_list(in, list).how != scan_ok || in.was_asked()) return false;
  in.finish(stream);
  return true;
}
// Releases the lock if a growing string throws.
inline bool scan_directly_locked(FILE* stream, item_list list) {
  stream_guard const guard(stream, stream_guard::unless_alone);
  return scan_directly(stream, list);
}

// Sources with a FILE.
template <class Source>
concept has_c_stream = requires(Source& from) {
  source_traits<remove_cvref<Source>>::stream_of(from);
};

template <class Source>
[[gnu::noinline]] bool scan_c_stream(Source& from, item_list list) {
  using traits = source_traits<remove_cvref<Source>>;
  FILE* const stream = traits::stream_of(from);
  if (RILL_LIKELY(list.shape->can_be_direct && stream) &&
      RILL_LIKELY(traits::locks ? scan_directly_locked(stream, list)
                                : scan_directly(stream, list)))
    return true;
  return scan_list(from, list);
}
// For stdin and every FILE*. The list is passed by value, in registers, so that
// it need not be in memory.
bool scan_c_stream(FILE* stream, item_list list);

// Reads numbers directly from the stream's buffer, all or none, if no lock is
// needed. Locks: the source has a lock, which other threads may hold.
template <bool Locks, class... Items>
[[gnu::noinline]] bool scan_numbers(FILE* stream, Items&... items) {
  if (Locks && RILL_UNLIKELY(!libc::is_single_threaded())) return false;
  if (RILL_UNLIKELY(!stream)) return false;
  libc::get_state state;
  libc::get_area const area = libc::readable(stream, state);
  char const* at = area.cursor;
  bool const all =
      (((at = parse_called(at, area.end, items)) != nullptr) && ...);
  if (RILL_LIKELY(all)) libc::taken_up_to(stream, state, at);
  return all;
}
#endif

// Sources whose bytes in memory are accessible without a reader: ready(from)
// returns them, and take(from, end) takes them.
template <class Source>
concept has_ready_bytes = requires(Source& from) {
  source_traits<remove_cvref<Source>>::ready(from);
};

// Reads directly from such bytes. If that fails, takes nothing.
template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_ready(Source& from, Items&... items) {
  using traits = source_traits<remove_cvref<Source>>;
  auto const area = traits::ready(from);
  char const* at = area.cursor;
  bool const all = (((at = parse_fast(at, area.end, items)) != nullptr) && ...);
  if (RILL_LIKELY(all)) traits::take(from, at);
  return all;
}

// The items of typical loops: a number, or two integers of one type. They are
// read without a list, inline: 14.0 ns against 16.1 for two integers from a
// reader.
template <class... Items>
inline constexpr bool are_few_numbers = false;
template <number T>
inline constexpr bool are_few_numbers<T> = true;
template <integer T>
inline constexpr bool are_few_numbers<T, T> = true;

// False for a source whose use() gets a stand-in for a reader.
template <class Source>
inline constexpr bool gives_reader = true;

template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_listed(Source& from, Items&... items) {
  void* const targets[list_size<Items...>] = {target_of(items)...};
  item_list const list{&shape_of_call<Items...>, targets};
#if RILL_HOSTED
  if constexpr (has_c_stream<Source>)
    return scan_c_stream(from, list);
  else
#endif
    return scan_list(from, list);
}

template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_few(Source& from, Items&... items) {
#if RILL_HOSTED
  if constexpr (has_c_stream<Source>) {
    using traits = source_traits<remove_cvref<Source>>;
    return RILL_LIKELY(scan_numbers<traits::locks>(traits::stream_of(from),
                                                   items...)) ||
           scan_listed(from, items...);
  } else
#endif
      if constexpr (has_ready_bytes<Source>) {
    return RILL_LIKELY(scan_ready(from, items...)) ||
           scan_listed(from, items...);
  } else {
    return with_reader_of<true>(
        from, [&](reader& in) { return scan_from(in, items...); });
  }
}

template <class Source, class... Items,
          sight S = scan_sight_of_call<Items...>()>
RILL_ALWAYS_INLINE bool scan_any(Source& from, Items&... items) {
  if constexpr (!gives_reader<remove_cvref<Source>>)
    return with_reader_of<are_own<Items...>>(
        from, [&](auto& in) { return scan_from(in, items...); });
  else if constexpr (are_few_numbers<Items...>)
    return scan_few(from, items...);
  else
    return scan_listed(from, items...);
}

struct scan_fn {
  template <class... Items>
    requires(!begins_with_source<Items...>)
  RILL_ALWAYS_INLINE bool operator()([[maybe_unused]] Items&&... items) const {
#if RILL_HOSTED
    if constexpr (all_scannable<Items...>) {
      FILE* from = stdin;
      return scan_any(from, items...);
    } else {
      return false;
    }
#else
    return standard_input_refused<Items...>();
#endif
  }
  template <source Source, class... Items>
  RILL_ALWAYS_INLINE bool operator()(Source&& from, Items&&... items) const {
    if constexpr (all_scannable<Items...>)
      return scan_any(from, items...);
    else
      return false;
  }
};

scan_result result_of(reader& in, progress const& p);

// A hook reports its errors by throwing.
template <bool IsOwn, class Read>
scan_result caught(Read read) {
#if RILL_EXCEPTIONS
  if constexpr (!IsOwn) {
    try {
      return read();
    } catch (error const& reason) {
      return scan_result(reason);
    }
  }
#endif
  return read();
}

template <class Source>
[[gnu::noinline]] scan_result try_scan_list(Source& from, item_list list) {
  return with_list_reader(from, list, [&](reader& in) {
    auto const read = [&] { return result_of(in, read_list(in, list)); };
    return list.shape->is_own ? caught<true>(read) : caught<false>(read);
  });
}

template <class Source, class... Items,
          sight S = scan_sight_of_call<Items...>()>
RILL_ALWAYS_INLINE scan_result try_scan_any(Source& from, Items&... items) {
  if constexpr (gives_reader<remove_cvref<Source>>) {
    void* const targets[list_size<Items...>] = {target_of(items)...};
    return try_scan_list(from, {&shape_of_call<Items...>, targets});
  } else {
    return with_reader_of<are_own<Items...>>(from, [&](auto& in) {
      return caught<are_own<Items...>>(
          [&] { return result_of(in, read_items(in, items...)); });
    });
  }
}

struct try_scan_fn {
  /// Reads from stdin.
  template <class... Items>
    requires(!begins_with_source<Items...>)
  RILL_ALWAYS_INLINE scan_result
  operator()([[maybe_unused]] Items&&... items) const {
#if RILL_HOSTED
    return (*this)(stdin, static_cast<Items&&>(items)...);
#else
    (void)standard_input_refused<Items...>();
    return {};
#endif
  }
  template <source Source, class... Items>
  RILL_ALWAYS_INLINE scan_result operator()(Source&& from,
                                            Items&&... items) const {
    if constexpr (all_scannable<Items...>)
      return try_scan_any(from, items...);
    else
      return {};
  }
};

inline bool hook_source::read(item_list list) {
  if (how_ != scan_ok) return false;
  progress const p = read_list(reader_, list);
  if (p.how == scan_ok) return true;
  // The item has begun.
  how_ = p.how == scan_problem::end_of_input ? scan_problem::cut : p.how;
  expected_ = p.expected;
  literal_ = p.literal;
#if RILL_EXCEPTIONS
  raise(failure_of(reader_, p));
#endif
  return false;
}

template <class... Items>
RILL_ALWAYS_INLINE bool hook_source::operator()(Items&&... items) {
  if constexpr (all_scannable<Items...>) {
    void* const targets[list_size<Items...>] = {target_of(items)...};
    return read({&shape_of_call<Items...>, targets});
  }
  return false;
}

}  // namespace detail

/// Reads its arguments in order from C's stdin, or from the source that is the
/// first argument: a reader, a FILE*, a loaded_file, from(text). Passes white
/// space before each. A string literal must match. A std::string is always a
/// target, also as the first argument: scan(name, age) reads one word and a
/// number from stdin, and scan(from(name), age) reads a number from the text in
/// name.
///
/// Containers, structures, enumerations and other types that print without a
/// hook are read in the form in which they print. A pair, a tuple, a structure
/// or an array may also be its members without brackets, separated by white
/// space; quotes then belong to the texts. At most 256 brackets may be nested.
///
/// Returns false when the input ends before the first item. Throws rill::error
/// for any other mismatch; its what() shows the line and the position. Items
/// before it stay read; the reader is at the start of the item with the error.
///
/// If memory for an item is exhausted, throws std::bad_alloc: the target is
/// unchanged, and the reader is at the item's start. If the start of a
/// container or a structure has left the buffer of a device, the reader is at
/// the part that failed (docs/behaviour.md).
///
/// Example:
///     int width = 0, height = 0;
///     rill::scan(rill::from("640 x 480"), width, "x", height);
///     rill::println(width * height);
inline constexpr detail::scan_fn scan{};

/// scan(source, …) without exceptions: returns a scan_result.
inline constexpr detail::try_scan_fn try_scan{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "scan_body.h"
#endif

#endif
