// rill/scan/fields.h: structures with a line RILL_FIELDS: `point{x: 1, y: 2}`,
// the fields in any order.
//
// Floor 5. No allocation. A structure by itself may also be its members
// alone, separated by white space. Tests: test/scan/aggregate_test.cpp.
#ifndef RILL_SCAN_FIELDS_H
#define RILL_SCAN_FIELDS_H

#include "../shape/fields.h"
#include "../shape/own_name.h"
#include "number_words.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// The members with their const, as they are set.
struct field_lister {
  template <class Names, class... Members>
  constexpr type_list<Members...> operator()(Names,
                                             Members&...) const noexcept {
    return {};
  }
};

template <>
struct scanned_parts<shape::fields> {
  template <class T>
  using list = decltype(with_fields(imagined<T>(), field_lister()));
};

// No reference can be bound to a bit-field.
template <class T>
concept settable_structure =
    !std::same_as<typename scanned_parts<shape_of<T>>::template list<T>,
                  has_bit_fields>;

// '{', 'point{'
template <class T>
struct opening_words {
  static constexpr void write(word_writer& to) noexcept {
    to.add('\'');
    for (char const c : own_name<T>) to.add(c);
    to.add("{'");
  }
};

// a field of point: x, y
template <class T>
struct field_words {
  static constexpr void write(word_writer& to) noexcept {
    to.add("a field of ");
    for (char const c : own_name<T>) to.add(c);
    char const* before = ": ";
    for (text const& name : field_names<T>) {
      to.add(before);
      for (char const c : name) to.add(c);
      before = ", ";
    }
  }
};

// True when the name of a structure stands at the cursor, and a bracket
// behind it in the line: the next line may not be there yet, and a word may be
// called as its structure.
bool is_opened(reader& in, text name);

template <class T>
outcome open_structure(parts_reader& from) {
  return from.open(own_name<T>, text_of_words<opening_words<T>>());
}

// The members alone.
template <class... Members>
outcome read_members(reader& in, text& expected, Members&... members) {
  outcome how = scan_problem::malformed;
  (void)(((how = item<Members>::read(in, members, expected)) == fine) && ...);
  return how;
}

template <>
struct scanned<shape::fields> {
  template <settable_structure T>
  static outcome read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, '}');
    outcome how = open_structure<T>(from);
    if (how != fine) return how;
    constexpr std::size_t count = field_names<T>.size();
    unsigned long long missing = 0;
    if constexpr (count != 0) missing = ~0ULL >> (64 - count);
    while (missing != 0) {
      how = read_field(in, from, to, missing);
      if (how == fine && missing != 0) how = from.comma();
      if (how != fine) return how;
    }
    return from.close();
  }
  template <class T>
    requires(field_names<T>.size() != 0)
  static outcome read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_fields(to, [&](auto, auto&... members) {
      return read_members(in, expected, members...);
    });
  }

 private:
  // One of those that are missing, with its name.
  template <class T>
  static outcome read_field(reader& in, parts_reader& from, T& to,
                            unsigned long long& missing) {
    (void)skip_space(in);
    std::size_t number = 0;
    for (text const& name : field_names<T>) {
      if ((missing >> number & 1) != 0 && takes_word(in, name)) break;
      ++number;
    }
    if (number == field_names<T>.size())
      return from.lacks(text_of_words<field_words<T>>());
    missing &= ~(1ULL << number);
    outcome how = from.colon();
    if (how != fine) return how;
    with_fields(to, [&](auto, auto&... members) {
      std::size_t i = 0;
      [[maybe_unused]] auto const is_it = [&](auto& member) {
        if (i++ != number) return false;
        how = from.part(member);
        return true;
      };
      (void)(is_it(members) || ...);
    });
    return how;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "fields_body.h"
#endif

#endif
