// rill/binary/records.h: a log of records as a range of its values.
//
// Layer 5. Tests: test/binary/records_test.cpp.
#ifndef RILL_BINARY_RECORDS_H
#define RILL_BINARY_RECORDS_H

#include "../stream/input_range.h"
#include "record.h"

namespace rill::inline RILL_BUILD {

/// How a log is read.
struct record_options {
  /// Those of each record; `memory` also bounds its length.
  binary_limits limits = {};
  /// Goes on behind damage, at the next header of a record, instead of
  /// throwing.
  bool skip_damaged = false;
};

namespace detail {

template <class Held, class T, class F>
class record_range : public input_range<record_range<Held, T, F>, Held, T> {
  using base = input_range<record_range, Held, T>;
  friend base;

 public:
  template <class Source>
  record_range(Source&& source, record_options const& options)
      : base(static_cast<Source&&>(source)),
        limits_(options.limits),
        finder_(&record_kind_of<F, T>, options.limits.memory,
                options.skip_damaged ? record_finder::mode::skipping
                                     : record_finder::mode::strict) {}
  record_range(record_range const&) = delete;
  record_range& operator=(record_range const&) = delete;

  /// Whether the input ended within a record: known at the end of the range.
  bool torn() const noexcept { return finder_.torn(); }
  /// The bytes up to the end of the last whole record, from where the source
  /// stood.
  unsigned long long good_size() const noexcept { return finder_.good_size(); }
  /// The bytes of damage before records that were found again.
  unsigned long long skipped_bytes() const noexcept {
    return finder_.skipped();
  }

 private:
  void start() { step(); }
  [[gnu::noinline]] void step() {
    is_done_ = true;  // also when reading throws
    // A member that is not in the data has its default, not the last value.
    if constexpr (F::has_numbers) value_ = T();
    error why;
    if (get_record(this->source(), finder_, limits_, get_one<F, T>, &value_,
                   why))
      is_done_ = false;
    else if (why)
      raise(why);
  }
  T& now() noexcept { return value_; }
  bool is_done() const noexcept { return is_done_; }

  binary_limits limits_;
  record_finder finder_;
  T value_{};
  bool is_done_ = false;
};

template <class T, class F>
struct records_verb : range_verb<records_verb<T, F>, record_options> {
  template <class Held>
  using range = record_range<Held, T, F>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the records of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The values of a log: of records that were appended one by one.
///
///     auto log = rill::records<order>(rill::file_reader("orders.log"));
///     for (order& o : log) …
///     if (log.torn()) …
///
/// Sources as for lines; a string is the bytes themselves. All values are read
/// into one object, whose memory is used again: a loop may move it away.
///
/// A program or a machine that stops while it appends leaves a torn end: a
/// part of a record, a record with wrong bytes, zeros. The range ends before
/// it, and torn() is true. Appending goes on behind good_size() bytes:
/// repair_records truncates the file.
///
/// Errors: thrown when a record is reached: damage that more than zeros
/// follow, unless `.skip_damaged` is set; records of another type; data of
/// which no T can be made; errors of the device.
template <class T, class Source, detail::binary_format F>
auto records(Source&& source, F, record_options const& options = {}) {
  return detail::records_verb<T, F>()(static_cast<Source&&>(source), options);
}
template <class T, class Source>
auto records(Source&& source, record_options const& options = {}) {
  return detail::records_verb<T, detail::compact_format>()(
      static_cast<Source&&>(source), options);
}

#if RILL_HOSTED
/// Truncates the torn end of a log, of records of any type, and returns how
/// many bytes it has: before appending to it. Makes the file where there is
/// none. No other program may append at the same time.
///
/// Errors: what open, read and truncate say; damage that is no torn end, and a
/// record longer than limits.memory: then the file stays as it is.
/// Cost: reads the log once.
result<unsigned long long> try_repair_records(path_view path,
                                              binary_limits limits = {});
inline unsigned long long repair_records(path_view path,
                                         binary_limits limits = {}) {
  return try_repair_records(path, limits).value();
}
#endif

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "records_body.h"
#endif

#endif
