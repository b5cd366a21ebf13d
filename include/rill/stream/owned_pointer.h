// rill/stream/owned_pointer.h: smart pointers to writers and readers.
//
// Floor 4. Tests: test/print/any_writer_test.cpp.
#ifndef RILL_STREAM_OWNED_POINTER_H
#define RILL_STREAM_OWNED_POINTER_H

#include <type_traits>  // std::remove_reference_t

#include "../os/error.h"

namespace rill::inline RILL_BUILD::detail {

// A smart pointer to what it owns alone, as std::unique_ptr is one.
template <class P>
concept exclusive_pointer = requires(P& pointer) {
  *pointer;
  pointer.get();
  pointer.release();
};
template <exclusive_pointer P>
using pointed_by =
    std::remove_reference_t<decltype(*static_cast<P& (*)()>(nullptr)())>;

// What it points to. Errors: no_stream, where that is nothing.
template <exclusive_pointer P>
auto& pointed_to(P& pointer) {
  if (!pointer.get())
    raise(error(library_problem::no_stream, "use", "a null pointer"));
  return *pointer;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
