// rill/shape/kind.h: the kinds of types that are printed and scanned without
// a line of the user's.
//
// Floor 2. Tests: test/shape/shape_test.cpp.
#ifndef RILL_SHAPE_KIND_H
#define RILL_SHAPE_KIND_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD::detail {

/// What a type is, as far as it can be seen without the header that defines
/// it. How each is recognised stands in the file that is named.
enum class shape : unsigned char {
  none,
  unknown,  // rill/types.h is not included
  // shape/container.h
  range,     // everything that a range-for takes
  map,       // a range of pairs with a key_type and a mapped_type
  set,       // a range whose elements are its keys
  tuple,     // pair, tuple
  adaptor,   // stack, queue, priority_queue: the container below
  many_way,  // mdspan: rows of rows
  // shape/holder.h
  optional,
  variant,
  expected,
  pointer,    // unique_ptr, shared_ptr, weak_ptr: an address
  reference,  // reference_wrapper: what it refers to
  // shape/standard.h
  nothing,  // monostate, nullopt
  bits,     // bitset
  bit,      // one of it, or of vector<bool>
  atomic,
  complex,
  byte,
  thread_id,
  source_location,
  type_info,
  ordering,
  error_code,
  exception,
  exception_pointer,
  ratio,
  unexpected,
  naming,  // directory_entry, locale, sub_match: by a name or text of theirs
  // shape/time.h
  duration,
  time_point,
  calendar,  // day, month, year_month_day, hh_mm_ss …
  zoned_time,
  // shape/stack_trace.h
  stack_frame,
  stack_trace,  // a range of them
  // shape/fields.h, shape/aggregate.h, shape/enumeration.h
  fields,  // members named by RILL_FIELDS
  aggregate,
  enumeration,
};

/// Types in a row.
template <class...>
struct type_list {};

/// The types that a T of shape S consists of, which must print (or scan) for
/// it to do so: `template <class T> using list = type_list<…>`. None, unless
/// the file of the shape says otherwise.
template <shape S>
struct shape_parts {
  template <class T>
  using list = type_list<>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
