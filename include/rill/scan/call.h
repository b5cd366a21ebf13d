// rill/scan/call.h: the items of one scan, and what became of them.
//
// Floor 5. A call of scan is a list of two pointers an item: where the item
// goes, and the function of its type that reads it. So a call compiles to a
// few stores and one call, and all code that reads exists once a type; only
// one or two integers are read inline, where a loop of them gains by it.
// Tests: test/scan/call_test.cpp.
#ifndef RILL_SCAN_CALL_H
#define RILL_SCAN_CALL_H

#include "../base/each_type.h"
#include "source.h"

#if RILL_HOSTED
#include "../stream/c_buffer_reader.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// What happened to the items of one call.
struct progress {
  outcome how = fine;
  int done = 0;  // items read
  text expected;
  literal_text literal = nullptr;  // where expected is one
};

template <class Item>
RILL_ALWAYS_INLINE outcome read_one(reader& in, Item& to, progress& p) {
  if constexpr (literal_item<Item>) {
    outcome const how = match_array(in, to, p.expected);
    if (how != fine) p.literal = text_of_literal<bare<decltype(to[0])>>;
    return how;
  } else if constexpr (scan_hooked<bare<Item>>) {
    return item<bare<Item>>::read(in, to, p.expected, p.literal);
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

// Items that are read by rill's own code alone.
template <class... Items>
inline constexpr bool are_own = (!has_hook_inside<bare<Items>> && ...);

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
  if (p.how != fine) return nullptr;
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
    if (p.how != fine) {
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
  if (RILL_LIKELY(p.how == fine)) return true;
  raise_unless_end(in, p);
  return false;
}

// Calls use(reader&) for a source. Runs no code of the program's when is_own
// says so.
template <class Source, class Use>
auto with_list_reader(Source& from, item_list list, Use use) {
  using traits = source_traits<bare<Source>>;
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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "call_body.h"
#endif

#endif
