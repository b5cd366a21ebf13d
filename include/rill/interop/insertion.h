// rill/interop/insertion.h: what rill prints, by `<<` into a std::ostream.
//
// Floor 6. Straight into the stream, or, in a field, by way of a scratch: on
// the heap when the text is longer than 256 bytes. Tests:
// test/interop/insertion_test.cpp.
#ifndef RILL_INTEROP_INSERTION_H
#define RILL_INTEROP_INSERTION_H

#include <ostream>  // std::ostream, its sentry

#include "../print/formatting.h"
#include "../stream/scratch_writer.h"
#include "../stream/styling_writer.h"
#include "ostream_styles.h"
#include "streambuf_writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// In the stream's field. A width counts what it counts for a std::string:
// bytes. `internal` has a meaning for numbers alone; other values are put to
// the right by it.
template <class... Args>
void put_in_stream_field(writer& out, std::ostream const& to,
                         Args const&... args) {
  scratch_writer<256, styling_writer> scratch(out);
  put(scratch, args...);
  text const made = scratch.bytes();
  std::size_t const seen = made.size - scratch.unseen();
  auto const width = static_cast<std::size_t>(to.width());
  std::size_t const missing = width > seen ? width - seen : 0;
  bool const is_left =
      (to.flags() & std::ios_base::adjustfield) == std::ios_base::left;
  char const fill = to.fill();
  for (std::size_t n = is_left ? 0 : missing; n != 0; --n) out.put(fill);
  out.write(made);
  for (std::size_t n = is_left ? missing : 0; n != 0; --n) out.put(fill);
}

// One argument is the type that the operator is for; several are parts.
template <class... Args>
constexpr bool can_be_inserted() {
  if constexpr (sizeof...(Args) == 1)
    return (has_own_way<Args>(), ...);
  else
    return all_printable<Args...>;
}

}  // namespace detail

/// Prints its arguments into the stream as an operator<< has to, and returns
/// the stream: in the field of the stream's width, fill and adjustment, and
/// the width is 0 afterwards. Its other flags and its locale mean nothing.
///
/// Errors: as with every operator<<, the stream's state: badbit when the
/// stream refuses bytes or throws, nothing at all when the stream was not
/// good() before, and exceptions where its exceptions() ask for them. What a
/// rill_print throws passes through. Cost: as print to the stream; in a field
/// one allocation when the text is longer than 256 bytes.
///
/// Example:
///     #include <rill/iostream.h>
///     struct point {
///       int x, y;
///       friend void rill_print(auto& out, point const& p) {
///         out('(', p.x, ", ", p.y, ')');
///       }
///       friend std::ostream& operator<<(std::ostream& out, point const& p) {
///         return rill::print_to(out, p);
///       }
///     };
template <class... Args>
std::ostream& print_to(std::ostream& out, Args const&... args) {
  if constexpr (detail::can_be_inserted<detail::bare<Args>...>()) {
    std::ostream::sentry const ready(out);
    if (!ready) return out;
    error_code const outcome = detail::put_through(
        *out.rdbuf(), detail::stream_caller(out), [&](writer& to) {
          to.set_styles(detail::styles_of(out));
          if (out.width() <= 0)
            detail::put(to, args...);
          else
            detail::put_in_stream_field(to, out, args...);
        });
    out.width(0);
    if (outcome) out.setstate(std::ios_base::badbit);
  }
  return out;
}

}  // namespace rill::inline RILL_BUILD

#endif
