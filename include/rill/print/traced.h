// rill/print/traced.h: the traced form of any device.
//
// Floor 5. Part of rill/trace.h. Tests: test/print/traced_writer_test.cpp,
// test/print/traced_reader_test.cpp, test/print/traced_file_test.cpp.
#ifndef RILL_PRINT_TRACED_H
#define RILL_PRINT_TRACED_H

#include "traced_file.h"
#include "traced_reader.h"
#include "traced_writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class D>
constexpr auto traced_form_of() {
  using T = bare<D>;
  if constexpr (std::derived_from<T, file_view>)
    return type_tag<traced_file>();
  else if constexpr (std::derived_from<T, reader>)
    return type_tag<traced_reader>();
  else if constexpr (traceable_sink<D>)
    return type_tag<traced_writer>();
  else if constexpr (boxed_source<D>)
    return type_tag<traced_reader>();
}

template <class D>
concept traceable = !std::is_void_v<decltype(traced_form_of<D>())>;

}  // namespace detail

/// The device with its calls measured: of a `rill::file` or a file_view a
/// traced_file, of a sink a traced_writer, of a source a traced_reader. What is
/// both, as a `FILE*` is, is taken for a sink: `rill::traced_reader(stdin)` is
/// the other. A temporary is owned, a variable borrowed.
///
/// Example:
///     int calls = 0;
///     auto out = rill::traced(
///         rill::file_writer("out.txt"),
///         {.name = "out", .to = [&](rill::trace_event const&) { ++calls; }});
///     rill::println(out, 1);
///     out.close();
///     rill::println(calls);
template <class D>
  requires detail::traceable<D>
auto traced(D&& device, trace_options options = {}) {
  using form = typename decltype(detail::traced_form_of<D>())::type;
  return form(static_cast<D&&>(device), static_cast<trace_options&&>(options));
}

}  // namespace rill::inline RILL_BUILD

#endif
