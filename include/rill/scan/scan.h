// rill/scan/scan.h: the verbs scan and try_scan.
//
// Floor 5. Function objects, as the verbs of print are. Tests:
// test/scan/scan_test.cpp.
#ifndef RILL_SCAN_SCAN_H
#define RILL_SCAN_SCAN_H

// First, so that the compiler has few files to name in a refusal.
#include "source.h"

#include "call.h"

namespace rill::inline RILL_BUILD {

/// How a try_scan went: true only when every item was read.
class [[nodiscard]] scan_result {
 public:
  scan_result() noexcept = default;
  explicit scan_result(bool at_end) noexcept : at_end_(at_end) {}
  explicit scan_result(rill::error reason) noexcept
      : error_(static_cast<rill::error&&>(reason)) {}

  explicit operator bool() const noexcept { return !at_end_ && !error_; }
  /// The input ended before the first item; that is no error.
  bool at_end() const noexcept { return at_end_; }
  rill::error const& error() const noexcept { return error_; }

 private:
  bool at_end_ = false;
  rill::error error_;
};

namespace detail {

// Here, In is a reader, or what stands for one and has a read_items of its
// own (scan/imbued_source.h).
template <class In, class... Items>
RILL_ALWAYS_INLINE bool scan_from(In& in, Items&... items) {
  return judge(in, read_items(in, items...));
}

#if RILL_HOSTED
// Straight out of the stream's buffer, when all items lie whole in it and may
// be set twice; otherwise nothing was taken, and what was set is set again by
// the careful way.
inline bool scan_directly(FILE* stream, item_list list) {
  c_buffer_reader in(stream);
  if (read_list(in, list).how != fine || in.was_asked()) return false;
  in.finish(stream);
  return true;
}
// A string that grows may throw: then the lock is given back.
inline bool scan_directly_locked(FILE* stream, item_list list) {
  stream_guard const guard(stream, stream_guard::unless_alone);
  return scan_directly(stream, list);
}

// Sources with a FILE below.
template <class Source>
concept has_c_stream =
    requires(Source& from) { source_traits<bare<Source>>::stream_of(from); };

template <class Source>
[[gnu::noinline]] bool scan_c_stream(Source& from, item_list list) {
  using traits = source_traits<bare<Source>>;
  FILE* const stream = traits::stream_of(from);
  if (RILL_LIKELY(list.shape->can_be_direct && stream) &&
      RILL_LIKELY(traits::locks ? scan_directly_locked(stream, list)
                                : scan_directly(stream, list)))
    return true;
  return scan_list(from, list);
}
// stdin, and every FILE*: by value, so that it need not lie in memory.
bool scan_c_stream(FILE* stream, item_list list);

// Everyday numbers out of the stream's buffer, all or none, while there is no
// lock to take: Locks says whether there can be one.
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

// Sources whose bytes in memory can be looked at before there is a reader:
// ready(from) are they, and take(from, end) takes them.
template <class Source>
concept has_ready_bytes =
    requires(Source& from) { source_traits<bare<Source>>::ready(from); };

// Straight out of such bytes; nothing is taken where that does not do.
template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_ready(Source& from, Items&... items) {
  using traits = source_traits<bare<Source>>;
  auto const area = traits::ready(from);
  char const* at = area.cursor;
  bool const all =
      (((at = parse_quickly(at, area.end, items)) != nullptr) && ...);
  if (RILL_LIKELY(all)) traits::take(from, at);
  return all;
}

// What a loop reads: a number, or two integers of one type. They have code of
// their own, without a list: 14.0 ns against 16.1 for two integers from a
// reader, where it is inline.
template <class... Items>
inline constexpr bool are_few_numbers = false;
template <number T>
inline constexpr bool are_few_numbers<T> = true;
template <integer T>
inline constexpr bool are_few_numbers<T, T> = true;

// A source whose use(reader&) is given a reader and no stand-in.
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
    using traits = source_traits<bare<Source>>;
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

template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_any(Source& from, Items&... items) {
  if constexpr (!gives_reader<bare<Source>>)
    return with_reader_of<are_own<Items...>>(
        from, [&](auto& in) { return scan_from(in, items...); });
  else if constexpr (are_few_numbers<Items...>)
    return scan_few(from, items...);
  else
    return scan_listed(from, items...);
}

struct scan_verb {
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

scan_result result_of(reader const& in, progress const& p);

// A hook says what is wrong by throwing.
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

template <class Source, class... Items>
RILL_ALWAYS_INLINE scan_result try_scan_any(Source& from, Items&... items) {
  if constexpr (gives_reader<bare<Source>>) {
    void* const targets[list_size<Items...>] = {target_of(items)...};
    return try_scan_list(from, {&shape_of_call<Items...>, targets});
  } else {
    return with_reader_of<are_own<Items...>>(from, [&](auto& in) {
      return caught<are_own<Items...>>(
          [&] { return result_of(in, read_items(in, items...)); });
    });
  }
}

struct try_scan_verb {
  /// From stdin.
  template <class... Items>
    requires(!begins_with_source<Items...>)
  RILL_ALWAYS_INLINE scan_result
  operator()([[maybe_unused]] Items&&... items) const {
#if RILL_HOSTED
    return (*this)(stdin, static_cast<Items&&>(items)...);
#else
    return scan_result(standard_input_refused<Items...>());
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
  if (how_ != fine) return false;
  progress const p = read_list(reader_, list);
  if (p.how == fine) return true;
  how_ = p.how;
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

/// Reads its arguments, one after the other, from C's stdin, or from the
/// source that is the first argument: a reader, a FILE*, a loaded_file,
/// from(text). Passes white space before each. A string literal must match.
/// A std::string is always a target, also as the first argument: scan(name,
/// age) reads a word and a number from stdin, and scan(from(name), age) reads
/// a number from the text that name has.
///
/// Containers, structures, enumerations and what else prints without a hook
/// are read in the form in which they print. A pair, a tuple, a structure or
/// an array without its opening bracket is its members, separated by white
/// space. At most 256 brackets may be nested.
///
/// Returns false when the input ends before the first item. Throws
/// rill::error for everything else that is not as asked for: its what()
/// shows the line and the place. What was read before stays read; the reader
/// stands at the start of the item that is wrong.
///
/// If there is no memory for an item, throws std::bad_alloc: the target is
/// unchanged, and the reader stands at the item's start. If the start of a
/// container or a structure has left the buffer of a device, the reader stands
/// at the part that failed (docs/behaviour.md).
///
/// Example:
///     int width = 0, height = 0;
///     rill::scan(rill::from("640 x 480"), width, "x", height);
///     rill::println(width * height);
inline constexpr detail::scan_verb scan{};

/// scan(source, …) that does not throw: scan_result tells.
inline constexpr detail::try_scan_verb try_scan{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "scan_body.h"
#endif

#endif
