// rill/scan/scan.h: the verbs scan and try_scan.
//
// Floor 5. Function objects, as the verbs of print are. Tests:
// test/scan/scan_test.cpp.
#ifndef RILL_SCAN_SCAN_H
#define RILL_SCAN_SCAN_H

#include "source.h"

#if RILL_HOSTED
#include "../stream/c_buffer_reader.h"
#endif

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

// What happened to the items of one call.
struct progress {
  outcome how = fine;
  int done = 0;  // items read
  text expected;
  unsigned char literal_unit = 0;  // bytes, where expected is a literal
};

template <class Item>
RILL_ALWAYS_INLINE outcome read_one(reader& in, Item& to, progress& p) {
  if constexpr (literal_item<Item>) {
    outcome const how = match_array(in, to, p.expected);
    if (how != fine) p.literal_unit = sizeof to[0];
    return how;
  } else if constexpr (scan_hooked<bare<Item>>) {
    return item<bare<Item>>::read(in, to, p.expected, p.literal_unit);
  } else {
    return item<bare<Item>>::read(in, to, p.expected);
  }
}

// A literal of white space alone matches nothing too, so it is no item: the
// input may end behind it.
template <class Item>
RILL_ALWAYS_INLINE int counts(Item const& to) {
  if constexpr (literal_item<Item const>) {
    for (auto const* at = &to[0]; *at; ++at)
      if (!is_space_unit(*at)) return 1;
    return 0;
  } else {
    return 1;
  }
}

template <class... Items>
RILL_ALWAYS_INLINE progress read_items(reader& in, Items&... items) {
  progress p;
  (void)(true && ... &&
         ((p.how = read_one(in, items, p)) == fine &&
          (p.done += counts(items), true)));
  return p;
}

inline error failure_of(reader const& in, progress const& p) {
  return make_failure(in, p.how, p.expected, p.literal_unit);
}

// True when the input ended before the first item, and nothing is wrong.
inline bool is_clean_end(reader const& in, progress const& p) {
  return p.how == scan_problem::end_of_input && p.done == 0 && !in.error();
}

// The cold half of scan: not every item was read.
[[gnu::cold, gnu::noinline]] inline void raise_unless_end(reader const& in,
                                                          progress const& p) {
  if (!is_clean_end(in, p)) raise(failure_of(in, p));
}

// Here and below, In is a reader, or what stands for one and has a
// read_items of its own (scan/imbued_source.h).
template <class In, class... Items>
RILL_ALWAYS_INLINE bool scan_from(In& in, Items&... items) {
  progress const p = read_items(in, items...);
  if (RILL_LIKELY(p.how == fine)) return true;
  raise_unless_end(in, p);
  return false;
}

// Items that are read by rill's own code alone.
template <class... Items>
inline constexpr bool are_own = (!has_hook_inside<bare<Items>> && ...);

#if RILL_HOSTED
template <class... Items>
[[gnu::noinline]] bool scan_stream(FILE* stream, Items&... items) {
  return with_reader_of<are_own<Items...>>(
      stream, [&](reader& in) { return scan_from(in, items...); });
}

// Items that can be set a second time when the first way did not come to an
// end: no code of the program's sees it.
template <class Item>
inline constexpr bool can_be_set_again =
    number<Item> || target_string<Item> || literal_item<Item> ||
    character<Item> || std::same_as<Item, bool> ||
    (reads_by_shape<Item> && !has_hook_inside<Item>);
template <target_string S>
inline constexpr bool can_be_set_again<line_target<S>> = true;

template <class... Items>
inline constexpr bool are_numbers =
    sizeof...(Items) != 0 && (number<Items> && ...);
template <class... Items>
inline constexpr bool can_be_direct =
    sizeof...(Items) != 0 && (can_be_set_again<Items> && ...);

// Straight out of the stream's buffer, when all items are everyday ones and
// lie whole in it; otherwise nothing was taken, and what was set is set again
// by the careful way.
template <class... Items>
RILL_ALWAYS_INLINE bool scan_directly(FILE* stream, Items&... to) {
  if constexpr (are_numbers<Items...>) {
    libc::get_state state;
    libc::get_area const area = libc::readable(stream, state);
    char const* at = area.cursor;
    bool const all =
        (((at = parse_quickly(at, area.end, to)) != nullptr) && ...);
    if (all) libc::taken_up_to(stream, state, at);
    return all;
  } else {
    c_buffer_reader in(stream);
    if (read_items(in, to...).how != fine || in.was_asked()) return false;
    in.finish(stream);
    return true;
  }
}

// The same with the lock that a program with several threads needs. Numbers
// are read by code that neither throws nor waits; a string that grows may
// throw, and then the lock is given back.
template <class... Items>
bool scan_directly_locked(FILE* stream, Items&... items) {
  if constexpr (are_numbers<Items...>) {
    FILE* const locked = libc::lock(stream);
    bool const done = scan_directly(stream, items...);
    libc::unlock(locked);
    return done;
  } else {
    stream_guard const guard(stream, stream_guard::unless_alone);
    return scan_directly(stream, items...);
  }
}

// From stdin, by a call.
template <class... Items>
[[gnu::noinline]] bool scan_locked(FILE* stream, Items&... items) {
  return scan_directly_locked(stream, items...) ||
         scan_stream(stream, items...);
}

template <class... Items>
RILL_ALWAYS_INLINE bool scan_file_stream(FILE* stream, Items&... items) {
  if constexpr (can_be_direct<Items...>) {
    if (!are_numbers<Items...> || RILL_UNLIKELY(!libc::is_single_threaded()))
      return scan_locked(stream, items...);
    if (RILL_LIKELY(scan_directly(stream, items...))) return true;
  }
  return scan_stream(stream, items...);
}

// Sources with a FILE below.
template <class Source>
concept has_c_stream =
    requires(Source& from) { source_traits<bare<Source>>::stream_of(from); };

template <class Source, class... Items>
[[gnu::noinline]] bool scan_c_stream_slowly(Source& from, Items&... items) {
  return with_reader_of<are_own<Items...>>(
      from, [&](reader& in) { return scan_from(in, items...); });
}

// What is not a few numbers of a program with one thread.
template <class Source, class... Items>
[[gnu::noinline]] bool scan_c_stream_shared(Source& from, Items&... items) {
  using traits = source_traits<bare<Source>>;
  if constexpr (can_be_direct<Items...>) {
    if (FILE* const stream = traits::stream_of(from)) {
      if constexpr (!traits::locks) {
        if (!are_numbers<Items...> && scan_directly(stream, items...))
          return true;
      } else if (scan_directly_locked(stream, items...)) {
        return true;
      }
    }
  }
  return scan_c_stream_slowly(from, items...);
}

template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_c_stream(Source& from, Items&... items) {
  using traits = source_traits<bare<Source>>;
  if constexpr (are_numbers<Items...>) {
    FILE* const stream = traits::stream_of(from);
    if (RILL_LIKELY((!traits::locks || libc::is_single_threaded()) && stream) &&
        RILL_LIKELY(scan_directly(stream, items...)))
      return true;
  }
  return scan_c_stream_shared(from, items...);
}
#endif

// Sources whose bytes in memory can be looked at before there is a reader:
// ready(from) are they, and take(from, end) takes them.
template <class Source>
concept has_ready_bytes =
    requires(Source& from) { source_traits<bare<Source>>::ready(from); };

template <class Source, class... Items>
[[gnu::noinline]] bool scan_source(Source& from, Items&... items) {
  return with_reader_of<are_own<Items...>>(
      from, [&](reader& in) { return scan_from(in, items...); });
}

// As scan_directly.
template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_ready(Source& from, Items&... items) {
  using traits = source_traits<bare<Source>>;
  if constexpr ((number<Items> && ...) && sizeof...(Items) != 0) {
    auto const area = traits::ready(from);
    char const* at = area.cursor;
    if (RILL_LIKELY(
            (((at = parse_quickly(at, area.end, items)) != nullptr) && ...))) {
      traits::take(from, at);
      return true;
    }
  }
  return scan_source(from, items...);
}

struct scan_verb {
  template <class... Items>
    requires(!begins_with_source<Items...>)
  RILL_ALWAYS_INLINE bool operator()([[maybe_unused]] Items&&... items) const {
#if RILL_HOSTED
    if constexpr (all_scannable<Items...>)
      return scan_file_stream(stdin, items...);
    else
      return false;
#else
    return standard_input_refused<Items...>();
#endif
  }
  template <source Source, class... Items>
  RILL_ALWAYS_INLINE bool operator()(Source&& from, Items&&... items) const {
    if constexpr (!all_scannable<Items...>) return false;
#if RILL_HOSTED
    else if constexpr (has_c_stream<Source>)
      return scan_c_stream(from, items...);
#endif
    else if constexpr (has_ready_bytes<Source>)
      return scan_ready(from, items...);
    else
      return with_reader_of<are_own<Items...>>(
          from, [&](auto& in) { return scan_from(in, items...); });
  }
};

template <class In, class... Items>
scan_result try_scan_from(In& in, Items&... items) {
  progress const p = read_items(in, items...);
  if (p.how == fine) return scan_result();
  if (is_clean_end(in, p)) return scan_result(true);
  return scan_result(failure_of(in, p));
}

// A hook says what is wrong by throwing.
template <class In, class... Items>
scan_result try_scan_any(In& in, Items&... items) {
#if RILL_EXCEPTIONS
  if constexpr (!are_own<Items...>) {
    try {
      return try_scan_from(in, items...);
    } catch (error const& reason) {
      return scan_result(reason);
    }
  }
#endif
  return try_scan_from(in, items...);
}

struct try_scan_verb {
  /// From stdin.
  template <class... Items>
    requires(!begins_with_source<Items...>)
  scan_result operator()([[maybe_unused]] Items&&... items) const {
#if RILL_HOSTED
    return (*this)(stdin, static_cast<Items&&>(items)...);
#else
    return scan_result(standard_input_refused<Items...>());
#endif
  }
  template <source Source, class... Items>
  scan_result operator()(Source&& from, Items&&... items) const {
    if constexpr (all_scannable<Items...>)
      return with_reader_of<are_own<Items...>>(
          from, [&](auto& in) { return try_scan_any(in, items...); });
    else
      return {};
  }
};

template <class... Items>
bool hook_source::operator()(Items&&... items) {
  if constexpr (all_scannable<Items...>) {
    if (how_ != fine) return false;
    progress const p = read_items(reader_, items...);
    if (p.how == fine) return true;
    how_ = p.how;
    expected_ = p.expected;
    literal_unit_ = p.literal_unit;
#if RILL_EXCEPTIONS
    raise(failure_of(reader_, p));
#endif
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
/// Where there is no memory for an item, std::bad_alloc: its target is as it
/// was, and the reader stands at its start. The start of a container or a
/// structure can have left the buffer of a device; then the reader stands at
/// the part that failed (docs/behaviour.md).
///
/// Example:
///     int width = 0, height = 0;
///     rill::scan(rill::from("640 x 480"), width, "x", height);
///     rill::println(width * height);
inline constexpr detail::scan_verb scan{};

/// scan(source, …) that does not throw: scan_result tells.
inline constexpr detail::try_scan_verb try_scan{};

}  // namespace rill::inline RILL_BUILD

#endif
