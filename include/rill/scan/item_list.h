// rill/scan/item_list.h: the items of one call of scan, and the functions that
// read them.
//
// Layer 5. Allocates nothing itself; a string that is read may throw. Tests:
// test/scan/call_test.cpp, test/scan/literal_test.cpp, test/scan/text_test.cpp.
#ifndef RILL_SCAN_ITEM_LIST_H
#define RILL_SCAN_ITEM_LIST_H

#include "../base/text.h"
#include "refuse.h"

// The items of one scan, and its result.
//
// A call of scan builds a list with two pointers for each item: its target, and
// the function of its type that reads it. The call compiles to a few stores and
// one call, and the code that reads is instantiated once for each type. Only
// one or two numbers are read inline, which makes loops faster.

namespace rill::inline RILL_BUILD {
namespace detail {

// The result of reading the items of one call.
struct progress {
  scan_status how = scan_ok;
  int done = 0;  // items read
  text expected;
  literal_text literal = nullptr;  // set if expected is a literal
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

// How many items an argument counts as: 0 for a literal of white space alone,
// otherwise 1. Such a literal also matches the empty text, so the input may end
// behind it.
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

// True for items that only rill's own code reads.
template <class... Items>
inline constexpr bool are_own = (!has_hook_inside<remove_cvref<Items>> && ...);

// True for items that may be set twice: by a fast path that did not finish, and
// then by the slow path. No code of the program runs that could notice.
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

// Reads one item of a list. `at` is the cursor, which stays in a register and
// is not stored in the reader between items. Returns the position behind the
// item. Returns null after an error, which it stores in p.how, and in a source
// without bytes, whose cursor may be null. The caller counts every item; an
// item that does not count subtracts one from p.done.
using item_reader = char const* (*)(reader& in, char const* at, void* to,
                                    progress& p);

// Returns the next word at `at`, if it ends before `end`; otherwise an empty
// text. White space has no byte greater than a blank, so most bytes take one
// comparison.
inline text word_in_memory(char const* at, char const* end) noexcept {
  while (at != end && is_space(*at)) ++at;
  char const* const first = at;
  while (at != end && (static_cast<unsigned char>(*at) > ' ' || !is_space(*at)))
    ++at;
  return {first, at != end ? static_cast<std::size_t>(at - first) : 0};
}

template <class Listed>
char const* read_listed(reader& in, char const* at, void* to, progress& p) {
  using Item = unseen<Listed>;
  auto& target = *static_cast<Item*>(to);
  if constexpr (number<Item>) {
    char const* const behind = parse_called(at, in.end(), target);
    if (RILL_LIKELY(behind != nullptr)) return behind;
  }
  in.advance_to(at);
  if constexpr (byte_string<Item> && !scan_hooked<Item>) {
    text const word = word_in_memory(at, in.end());
    if (RILL_LIKELY(word.size != 0 && !may_begin_mark(*word.data))) {
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
// The literal ends at its first NUL, which may be before the end of its array.
char const* read_literal_carefully(reader& in, char const* at,
                                   char const* literal, progress& p);
char const* read_literal(reader& in, char const* at, char const* literal,
                         progress& p, std::size_t size);
// One function for each array size, of two instructions.
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
template <>
inline constexpr item_reader reader_of_item<void> = nullptr;

// Reads a text up to a delimiter, directly behind a string or another value.
// Reading that value does not take the delimiter behind it, so the text would
// be empty, and all later items wrong. An error if the delimiter is white space
// behind a string, which only white space ends, or a tab behind another value.
// Not for a newline: an empty rest of a line is usual. Not for other delimiters
// behind a number: `12;` may be a number without a unit.
template <class Before, class Listed>
char const* read_listed_until(reader& in, char const* at, void* to,
                              progress& p) {
  auto const delimiter = static_cast<unseen<Listed>*>(to)->delimiter;
  bool const can_hide = target_string<Before>
                            ? is_space_unit(delimiter) && delimiter != '\n'
                            : delimiter == '\t';
  in.advance_to(at);
  if (can_hide && in.peek(1).size != 0 &&
      *in.cursor() == static_cast<char>(delimiter)) {
    p.how = scan_problem::malformed;
    p.expected =
        words_of("a text: take the delimiter before it with rill::character");
    return nullptr;
  }
  return read_listed<Listed>(in, in.cursor(), to, p);
}

template <class Item>
inline constexpr bool is_until_character = false;
template <target_string S, character Delimiter>
inline constexpr bool is_until_character<until_target<S, Delimiter>> = true;

// True for values whose readers stop before a delimiter. A hook may take one.
template <class Item>
inline constexpr bool leaves_delimiter =
    !literal_item<Item> && !character<Item> && !scan_hooked<Item>;
template <>
inline constexpr bool leaves_delimiter<void> = false;
template <class S>
inline constexpr bool leaves_delimiter<line_target<S>> = false;
template <class S>
inline constexpr bool leaves_delimiter<rest_target<S>> = false;
template <class S, class Delimiter>
inline constexpr bool leaves_delimiter<until_target<S, Delimiter>> = false;
template <class C>
inline constexpr bool leaves_delimiter<character_target<C>> = false;

template <class Before, class Item>
inline constexpr item_reader reader_behind = reader_of_item<Item>;
template <class Before, class Item>
  requires(is_until_character<unseen<Item>> && leaves_delimiter<unseen<Before>>)
inline constexpr item_reader reader_behind<Before, Item> =
    read_listed_until<unseen<Before>, Item>;

// At least 1, because an array has at least one element.
template <class... Items>
inline constexpr std::size_t list_size =
    larger(sizeof...(Items), std::size_t{1});

// The common part of all calls with the same item types, which each call refers
// to. Data, no code.
struct call_shape {
  item_reader const* readers;
  int size;
  bool is_own;         // runs no code of the program
  bool can_be_direct;  // its items may be set twice
};
template <class... Items>
inline constexpr item_reader readers_of[list_size<Items...>] = {
    reader_of_item<std::remove_reference_t<Items>>...};
// The same where an item's reader depends on the item before it. One longer.
template <class Befores, class Items>
inline constexpr item_reader readers_behind[1] = {};
template <class... Before, class... Items>
inline constexpr item_reader readers_behind<
    type_list<Before...>, type_list<Items...>>[sizeof...(Items)] = {
    reader_behind<Before, Items>...};
template <class... Items>
constexpr item_reader const* list_readers() noexcept {
  if constexpr ((is_until_character<unseen<Items>> || ...))
    return readers_behind<type_list<void, Items...>, type_list<Items..., void>>;
  else
    return readers_of<Items...>;
}
template <class... Items>
inline constexpr call_shape shape_of_seen = {
    list_readers<std::remove_reference_t<Items>...>(), int{sizeof...(Items)},
    are_own<unseen<Items>...>, can_be_direct<unseen<Items>...>};
template <class... Items>
inline constexpr auto& shape_of_call =
    shape_of_seen<typename seen_item<std::remove_reference_t<Items>>::type...>;

// The items of a call. Two pointers, which are passed in registers.
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

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "item_list_body.h"
#endif

#endif
