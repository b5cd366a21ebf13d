// rill/scan/leaf.h: types whose leaf reads them back.
//
// Floor 5. Tests: test/scan/leaf_test.cpp, test/hash/digest_test.cpp.
#ifndef RILL_SCAN_LEAF_H
#define RILL_SCAN_LEAF_H

#include "hook.h"

namespace rill::inline RILL_BUILD {

template <class T>
struct leaf;

namespace detail {

// A leaf<T> with, beside max_size and write:
//
//     static constexpr bool is_in(char);         // can stand in the text
//     static constexpr bool read(char const* first, char const* last, T&);
//     static constexpr text expected();          // what an error calls it
//
// read gets the characters up to the first that is not in the text, at most
// max_size + 1 of them, and sets the T only where it returns true.
template <class T>
concept read_leaf = requires(char const* at, T& value) {
  { leaf<T>::is_in(*at) } -> std::same_as<bool>;
  { leaf<T>::read(at, at, value) } -> std::same_as<bool>;
  { leaf<T>::expected() } -> std::same_as<text>;
};

template <read_leaf T>
  requires(!scan_hooked<T>)
struct item<T> {
  static outcome read(reader& in, T& to, text& expected) {
    using text_form = leaf<T>;
    expected = text_form::expected();
    if (!skip_space(in)) return scan_problem::end_of_input;
    std::size_t size = 0;
    while (size <= text_form::max_size &&
           (in.end() != in.cursor() + size || in.more()) &&
           text_form::is_in(in.cursor()[size]))
      ++size;
    char const* const end = in.cursor() + size;
    if (is_cut(in, end) || !text_form::read(in.cursor(), end, to))
      return scan_problem::malformed;
    in.advance_to(end);
    return fine;
  }
};

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
