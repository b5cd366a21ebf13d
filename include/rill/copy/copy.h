// rill/stream/copy.h: everything that is left in a source, into a sink.
//
// Floor 4. Which system call moves the bytes when: docs/copying.md. Allocates
// one buffer of 256 KiB at most, whatever the source's size. Tests:
// test/stream/copy_test.cpp.
#ifndef RILL_STREAM_COPY_H
#define RILL_STREAM_COPY_H

#include <concepts>  // std::derived_from

#include "../base/bare.h"
#include "copy_sparse.h"
#include "copy_streams.h"
#include "memory_reader.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class T>
concept copy_source =
    std::derived_from<bare<T>, file_view> ||
    (std::derived_from<bare<T>, reader> && !std::is_const_v<T>) ||
    requires(T& t) { t.reader().more(); } || std::same_as<bare<T>, text>;

template <class T>
concept copy_sink = std::derived_from<bare<T>, file_view> ||
                    (std::derived_from<bare<T>, writer> && !std::is_const_v<T>);

// A progress function that is not there.
struct no_progress {};

template <class Progress>
progress_call progress_of(Progress& progress) noexcept {
  if constexpr (std::same_as<Progress, no_progress>)
    return {};
  else
    return {&progress, [](void* object, unsigned long long moved) -> bool {
              Progress& told = *static_cast<Progress*>(object);
              if constexpr (requires { bool(told(moved)); }) {
                return bool(told(moved));
              } else {
                told(moved);
                return true;
              }
            }};
}

// From a file, of which no reader has read anything ahead.
template <class Sink>
result<void> copy_file(file_view from, Sink& to, copy_count& count,
                       copy_options const& options) {
  if constexpr (std::derived_from<Sink, file_view>) {
    return sparse_copy(from, to, count).run(options);
  } else if constexpr (std::derived_from<Sink, file_writer>) {
    sparse_copy copy(from, to.file(), count);
    unsigned long long const before = count.moved();
    result<void> done = copy.run(options);
    copy_access::add_written(to, count.moved() - before);
    if (!done && copy.is_of_sink())
      copy_access::keep_error(to, done.error().code());
    return done;
  } else {
    return copy_into_writer(from, to, count);
  }
}

// From a reader; a file below it is read on without the reader.
template <class Source, class Sink>
result<void> copy_stream(Source& from, Sink& to, copy_count& count,
                         copy_options const& options) {
  using sink = std::conditional_t<std::derived_from<Sink, file_view>,
                                  handle_sink, writer_sink>;
  sink out(to);
  if constexpr (std::derived_from<Source, file_reader>) {
    if (result<void> kept = keep_unread_apart(from, to, count); !kept)
      return kept;
    if (result<void> done = copy_unread(from, out, count); !done) return done;
    if (count.next(1) == 0 || from.error()) return read_error(from, count);
    // What the reader had may have gone into the writer's buffer.
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    beside_reader const told(from, count);
    return copy_file(from.file(), to, count, options);
  } else {
    return copy_reader(from, out, count);
  }
}

template <class Source, class Sink>
result<void> copy_by_shape(Source& from, Sink& to, copy_count& count,
                           copy_options const& options) {
  if constexpr (std::derived_from<Source, file_view>) {
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    return copy_file(from, to, count, options);
  } else if constexpr (std::derived_from<Source, reader>) {
    return copy_stream(from, to, count, options);
  } else if constexpr (requires { from.reader(); }) {
    return copy_stream(from.reader(), to, count, options);
  } else {
    memory_reader bytes(from.data, from.size);
    return copy_stream(bytes, to, count, options);
  }
}

struct try_copy_verb {
  template <class Source, class Sink, class Progress = no_progress>
  result<unsigned long long> operator()(Source&& from, Sink&& to,
                                        copy_options const& options = {},
                                        Progress progress = {}) const {
    // As values: the compiler would explain a concept line by line.
    constexpr bool is_source = copy_source<std::remove_reference_t<Source>>;
    constexpr bool is_sink = copy_sink<std::remove_reference_t<Sink>>;
    static_assert(is_source,
                  "rill: copy reads from a file, a reader, a loaded_file or a "
                  "rill::text: open a path with rill::file::open(path), wrap "
                  "a string with rill::from(string)");
    static_assert(is_sink,
                  "rill: copy writes to a file or a writer: open a path with "
                  "rill::file::create(path); flush a stream of C or C++ and "
                  "copy to the file below it, as in c.file()");
    if constexpr (is_source && is_sink) {
      copy_count count(options, progress_of(progress));
      result<void> done = copy_by_shape(from, to, count, options);
      count.finish();
      if (!done) return done.error();
      return count.moved();
    } else {
      return 0;
    }
  }
};

struct copy_verb {
  template <class Source, class Sink, class Progress = no_progress>
  unsigned long long operator()(Source&& from, Sink&& to,
                                copy_options const& options = {},
                                Progress progress = {}) const {
    return try_copy_verb{}(from, to, options, static_cast<Progress&&>(progress))
        .value();
  }
};

}  // namespace detail

/// Copies everything that is left in a source to a sink, by the cheapest
/// system call that works (docs/copying.md).
///
/// `copy(source, sink, options, progress)`. A source is a file_view or file,
/// a reader (what it has read ahead goes first), a loaded_file, or a
/// rill::text; a sink is a file_view or file, or a writer (what it holds goes
/// first). Both stand behind the last byte afterwards, as after reading and
/// writing. `progress(moved)` is called after every `report_every` bytes and
/// at the end; when it returns false the copy ends there, without an error.
///
/// Requires: nobody else moves the source or the sink meanwhile.
/// Returns: how many bytes were copied.
/// Errors: what reading and writing say, with the file's name; the operation
/// is "copy NAME to" where the system does not tell which of the two failed.
/// `library_problem::overlap` for a file onto bytes of its own. The bytes
/// before the error are in the sink, `options.moved` says how many, and a
/// source that can be read again stands behind them.
/// Cost: no memory where the kernel copies, else one buffer of 256 KiB.
///
/// Example:
///     rill::file::create("a.txt").write("some bytes");
///     auto const moved = rill::copy(rill::file::open("a.txt"),
///                                   rill::file::create("b.txt"));
///     RILL_ASSERT(moved == 10);
inline constexpr detail::copy_verb copy{};

/// As copy, with the error in the result.
inline constexpr detail::try_copy_verb try_copy{};

}  // namespace rill::inline RILL_BUILD

#endif
