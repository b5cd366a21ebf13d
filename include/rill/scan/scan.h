// rill/scan/scan.h: the verbs scan and try_scan, and what a call is compiled
// to.
//
// Layer 5. Tests: test/scan/source_test.cpp, test/scan/call_test.cpp,
// test/scan/scan_test.cpp.
#ifndef RILL_SCAN_SCAN_H
#define RILL_SCAN_SCAN_H

#include "../base/text.h"
#include "../stream/source.h"
#include "refuse.h"

#if RILL_HOSTED
#include "../cstdio/c_stream_reader.h"
#endif

// How a scan comes to the reader of its source.
//
// What a source is: stream/source.h.

namespace rill::inline RILL_BUILD {
namespace detail {

template <class... Items>
inline constexpr bool begins_with_source = false;
template <class First, class... Rest>
inline constexpr bool begins_with_source<First, Rest...> = source<First>;

// Calls use(reader&) for any source, and returns what it returns.
template <source S, class Use>
inline auto with_reader(S& in, Use use) {
  return source_traits<remove_cvref<S>>::with(in, use);
}

// The same for a use that runs no code of the program's when IsOwn says so.
template <bool IsOwn, source S, class Use>
inline auto with_reader_of(S& in, Use use) {
  using traits = source_traits<remove_cvref<S>>;
  if constexpr (IsOwn && requires { traits::with_own(in, use); })
    return traits::with_own(in, use);
  else
    return traits::with(in, use);
}

#if !RILL_HOSTED
// What there is instead of stdin.
template <class... Items>
constexpr bool standard_input_refused() {
  static_assert(always_false<void(Items...)>,
                "rill: this program is built without standard streams: scan "
                "from a reader, or from(text)");
  return false;
}
#endif

// The items of one scan, and what became of them.
//
// A call of scan is a list of two pointers an item: where the item goes, and
// the function of its type that reads it. So a call compiles to a few stores
// and one call, and all code that reads exists once a type; only one or two
// integers are read inline, where a loop of them gains by it.

// What happened to the items of one call.
struct progress {
  scan_status how = scan_ok;
  int done = 0;  // items read
  text expected;
  literal_text literal = nullptr;  // where expected is one
};

template <class Item>
RILL_ALWAYS_INLINE scan_status read_one(reader& in, Item& to, progress& p) {
  if constexpr (literal_item<Item>) {
    scan_status const how = match_array(in, to, p.expected);
    if (how != scan_ok)
      p.literal = text_of_literal<remove_cvref<decltype(to[0])>>;
    return how;
  } else if constexpr (scan_hooked<remove_cvref<Item>>) {
    return item<remove_cvref<Item>>::read(in, to, p.expected, p.literal);
  } else {
    return item<remove_cvref<Item>>::read(in, to, p.expected);
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
         ((p.how = read_one(in, items, p)) == scan_ok &&
          (p.done += counts(items), true)));
  return p;
}

// Items that are read by rill's own code alone.
template <class... Items>
inline constexpr bool are_own = (!has_hook_inside<remove_cvref<Items>> && ...);

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
inline constexpr bool can_be_direct =
    sizeof...(Items) != 0 &&
    (can_be_set_again<std::remove_reference_t<Items>> && ...);

// Reads one item of a list at `at`, the cursor, which the reader need not know
// yet: so it stays in a register from item to item. Returns the place behind
// the item; null where it sets how, and in a source without bytes, whose
// cursor may be null. Every item counts; what does not takes one off done.
using item_reader = char const* (*)(reader& in, char const* at, void* to,
                                    progress& p);

// The word at `at` behind white space, if it ends before `end`; else none. All
// white space is at most a blank, so other bytes take one comparison.
inline text word_in_memory(char const* at, char const* end) noexcept {
  while (at != end && is_space(*at)) ++at;
  char const* const first = at;
  while (at != end && (static_cast<unsigned char>(*at) > ' ' || !is_space(*at)))
    ++at;
  return {first, at != end ? static_cast<std::size_t>(at - first) : 0};
}

template <class Item>
char const* read_listed(reader& in, char const* at, void* to, progress& p) {
  auto& target = *static_cast<Item*>(to);
  if constexpr (number<Item>) {
    char const* const behind = parse_called(at, in.end(), target);
    if (RILL_LIKELY(behind != nullptr)) return behind;
  }
  in.advance_to(at);
  if constexpr (byte_string<Item> && !scan_hooked<Item>) {
    text const word = word_in_memory(at, in.end());
    if (RILL_LIKELY(word.size != 0)) {
      assign_text(target, word);
      return word.end();
    }
  }
  if constexpr (number<Item>)
    p.how = item<Item>::read_carefully(in, target, p.expected);
  else
    p.how = read_one(in, target, p);
  if (p.how != scan_ok) return nullptr;
  if constexpr (literal_item<Item>) p.done += counts(target) - 1;
  return in.cursor();
}
// The literal ends at its first NUL, perhaps before its array.
char const* read_literal_carefully(reader& in, char const* at,
                                   char const* literal, progress& p);
char const* read_literal(reader& in, char const* at, char const* literal,
                         progress& p, std::size_t size);
// Once a length, two instructions.
template <std::size_t Extent>
char const* read_listed_literal(reader& in, char const* at, void* to,
                                progress& p) {
  return read_literal(in, at, static_cast<char const*>(to), p, Extent - 1);
}

template <class Item>
inline constexpr item_reader reader_of_item = read_listed<Item>;
template <std::size_t Extent>
inline constexpr item_reader reader_of_item<char const[Extent]> =
    read_listed_literal<Extent>;

// An array has one element at least.
template <class... Items>
inline constexpr std::size_t list_size =
    larger(sizeof...(Items), std::size_t{1});

// What a list of types has in common, and each of its calls refers to: data,
// no code.
struct call_shape {
  item_reader const* readers;
  int size;
  bool is_own;         // runs no code of the program's
  bool can_be_direct;  // may be set twice
};
template <class... Items>
inline constexpr item_reader readers_of[list_size<Items...>] = {
    reader_of_item<std::remove_reference_t<Items>>...};
template <class... Items>
inline constexpr call_shape shape_of_call = {
    readers_of<Items...>, int{sizeof...(Items)}, are_own<Items...>,
    can_be_direct<Items...>};

// The items of a call. Two pointers, which go to a function in registers.
struct item_list {
  call_shape const* shape;
  void* const* targets;
};

template <class Item>
RILL_ALWAYS_INLINE void* target_of(Item& item) noexcept {
  return const_cast<void*>(
      static_cast<void const volatile*>(__builtin_addressof(item)));
}

inline progress read_list(reader& in, item_list list) {
  progress p;
  char const* at = in.cursor();
  for (int i = 0; i != list.shape->size; ++i) {
    at = list.shape->readers[i](in, at, list.targets[i], p);
    if (RILL_LIKELY(at != nullptr)) continue;
    if (p.how != scan_ok) {
      p.done += i;
      return p;
    }
    at = in.cursor();
  }
  in.advance_to(at);
  return p;
}

error failure_of(reader const& in, progress const& p);

// True when the input ended before the first item, and nothing is wrong.
bool is_clean_end(reader const& in, progress const& p);

// The cold half of scan: not every item was read.
[[gnu::cold]] void raise_unless_end(reader const& in, progress const& p);

// True when the items were read; false at the end of the input.
inline bool judge(reader const& in, progress const& p) {
  if (RILL_LIKELY(p.how == scan_ok)) return true;
  raise_unless_end(in, p);
  return false;
}

// Calls use(reader&) for a source. Runs no code of the program's when is_own
// says so.
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
// own (locale/scan.h).
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
  if (read_list(in, list).how != scan_ok || in.was_asked()) return false;
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
concept has_ready_bytes = requires(Source& from) {
  source_traits<remove_cvref<Source>>::ready(from);
};

// Straight out of such bytes; nothing is taken where that does not do.
template <class Source, class... Items>
RILL_ALWAYS_INLINE bool scan_ready(Source& from, Items&... items) {
  using traits = source_traits<remove_cvref<Source>>;
  auto const area = traits::ready(from);
  char const* at = area.cursor;
  bool const all = (((at = parse_fast(at, area.end, items)) != nullptr) && ...);
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

template <class Source, class... Items>
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
  if (how_ != scan_ok) return false;
  progress const p = read_list(reader_, list);
  if (p.how == scan_ok) return true;
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
inline constexpr detail::scan_fn scan{};

/// scan(source, …) that does not throw: scan_result tells.
inline constexpr detail::try_scan_fn try_scan{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "scan_body.h"
#endif

#endif
