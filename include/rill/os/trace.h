// rill/os/trace.h: one call of a device, statistics of many, and their report
// as text and JSON.
//
// Layer 3. Tests: test/os/trace_summary_test.cpp,
// test/os/trace_report_test.cpp, test/system/trace_summary_test.py.
#ifndef RILL_OS_TRACE_H
#define RILL_OS_TRACE_H

#include "../base/result.h"
#include "../base/text.h"
#include "../number/result.h"
#include "shown_text.h"

// The measurements of one call of a device.
//
// Pure, constexpr; os/trace.h prints it.

namespace rill::inline RILL_BUILD {

/// The operations of a device.
enum class trace_call : unsigned char {
  fill,          ///< reads
  drain,         ///< writes
  flush_device,  ///< passes buffered bytes on; rill::flush is another name
  seek,          ///< sets or returns a position
  sync,          ///< waits for the disk
  truncate,      ///< sets the size of a file
  close,         ///< closes
};

namespace detail {
inline constexpr unsigned trace_call_count = 7;
}  // namespace detail

/// The name of a call: `flush`, or the enumerator's name.
constexpr text name_of(trace_call call) noexcept {
  constexpr text names[detail::trace_call_count] = {
      "fill", "drain", "flush", "seek", "sync", "truncate", "close"};
  return names[static_cast<unsigned>(call)];
}

/// One call of a device. `name` is valid while the event is handled.
struct trace_event {
  trace_call call = trace_call::fill;
  /// For calls with a file offset (pread, pwrite), that offset; for a seek, the
  /// new position; for a truncate, the size; otherwise the number of bytes that
  /// went through this trace before.
  unsigned long long offset = 0;
  /// The bytes offered to a write, or the room of a read; 0 if unknown.
  unsigned long long asked = 0;
  /// The bytes moved. A flush or close moves what a buffer held.
  unsigned long long bytes = 0;
  unsigned long long nanoseconds = 0;
  error_code error = {};
  text name = {};
};

// Counters of the calls of a device.
//
// Allocates nothing, throws nothing. os/trace.h prints them. Tests: also
// test/system/trace_summary_test.py, which compares with counts made in Python.

namespace detail {

using trace_count = unsigned long long;

// Without a lock, because signal handlers count calls too. If the processor
// cannot add 64 bits atomically, threads may lose counts.
inline constexpr bool counts_at_once =
    __atomic_always_lock_free(sizeof(trace_count), nullptr);

inline void count_up(trace_count& count, trace_count by) noexcept {
  if constexpr (counts_at_once)
    (void)__atomic_fetch_add(&count, by, __ATOMIC_RELAXED);
  else
    count += by;
}

inline void keep_most(trace_count& most, trace_count now) noexcept {
  if constexpr (!counts_at_once) {
    if (most < now) most = now;
  } else {
    trace_count seen = __atomic_load_n(&most, __ATOMIC_RELAXED);
    while (seen < now &&
           !__atomic_compare_exchange_n(&most, &seen, now, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
}

}  // namespace detail

/// A histogram: bucket 0 counts zeros, bucket b the numbers from 2^(b-1) to 2^b
/// - 1.
class trace_histogram {
 public:
  static constexpr unsigned bucket_count = 65;

  /// The bucket of a number.
  static constexpr unsigned bucket_of(unsigned long long n) noexcept {
    return n == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(n));
  }
  /// The least and the greatest number of a bucket.
  static constexpr unsigned long long least_of(unsigned bucket) noexcept {
    return bucket == 0 ? 0 : 1ull << (bucket - 1);
  }
  static constexpr unsigned long long most_of(unsigned bucket) noexcept {
    return bucket == 0 ? 0 : ~0ull >> (64 - bucket);
  }

  /// Counts a number. Several threads may call it at the same time.
  void add(unsigned long long n) noexcept {
    detail::count_up(counts_[bucket_of(n)], 1);
    detail::count_up(sum_, n);
    detail::keep_most(most_, n);
  }

  unsigned long long operator[](unsigned bucket) const noexcept {
    return counts_[bucket];
  }
  /// The number of numbers, their sum modulo 2^64, and the greatest.
  unsigned long long count() const noexcept {
    unsigned long long all = 0;
    for (unsigned long long const of_bucket : counts_) all += of_bucket;
    return all;
  }
  unsigned long long sum() const noexcept { return sum_; }
  unsigned long long most() const noexcept { return most_; }

  /// Returns a bound that `per_cent` of the numbers do not exceed: the greatest
  /// number of the quantile's bucket, or most() if that is less. It is less
  /// than twice the exact quantile. Returns 0 without numbers.
  unsigned long long quantile(unsigned per_cent) const noexcept {
    unsigned long long const all = count();
    unsigned long long const rank =
        all / 100 * per_cent + (all % 100 * per_cent + 99) / 100;
    unsigned long long passed = 0;
    unsigned bucket = 0;
    while (bucket != bucket_count - 1 && passed + counts_[bucket] < rank)
      passed += counts_[bucket++];
    return detail::smaller(most_of(bucket), most_);
  }

 private:
  unsigned long long counts_[bucket_count] = {};
  unsigned long long sum_ = 0;
  unsigned long long most_ = 0;
};

/// The calls of one kind.
struct trace_counts {
  unsigned long long errors = 0;
  trace_histogram bytes;  ///< moved per call
  trace_histogram nanoseconds;

  unsigned long long calls() const noexcept { return bytes.count(); }

  /// Bytes per second of the time spent in the calls, rounded down; 0 if no
  /// time was measured, at most 2^64 - 1.
  unsigned long long bytes_per_second() const noexcept {
    unsigned long long const time = nanoseconds.sum();
    if (time == 0) return 0;
    unsigned long long result = bytes.sum() / time;
    unsigned long long rest = bytes.sum() % time;
    // Long division: multiplies by 10^9 (1/ns to 1/s), one decimal digit a
    // step. rest * 10 fits in 64 bits for times up to 58 years.
    for (int digit = 0; digit != 9; ++digit) {
      rest *= 10;
      if (__builtin_mul_overflow(result, 10ull, &result) ||
          __builtin_add_overflow(result, rest / time, &result))
        return ~0ull;
      rest %= time;
    }
    return result;
  }
};

namespace detail {
struct trace_json;
}  // namespace detail

/// The calls of a device: their number, errors, bytes and times, as histograms.
///
/// Prints as a table with bars; json() gives the same as JSON. 7.4 KB. Does not
/// copy the name, which must outlive the printing.
class trace_summary {
 public:
  constexpr trace_summary() noexcept = default;
  constexpr explicit trace_summary(text name) noexcept : name_(name) {}

  /// Counts a call. Several threads may call it at the same time.
  void add(trace_event const& event) noexcept {
    trace_counts& counts = calls_[static_cast<unsigned>(event.call)];
    if (event.error) detail::count_up(counts.errors, 1);
    counts.bytes.add(event.bytes);
    counts.nanoseconds.add(event.nanoseconds);
  }

  trace_counts const& operator[](trace_call call) const noexcept {
    return calls_[static_cast<unsigned>(call)];
  }

  text name() const noexcept { return name_; }
  void set_name(text name) noexcept { name_ = name; }

  /// False before the first call.
  explicit operator bool() const noexcept {
    for (trace_counts const& counts : calls_)
      if (counts.calls() != 0) return true;
    return false;
  }

  /// Returns an object that prints as one line of JSON (RFC 8259) without a
  /// newline. It refers to this summary. Sizes are in bytes, times in
  /// nanoseconds. A histogram has a pair for each bucket that is not empty: the
  /// greatest number of the bucket, and the count of the numbers in it.
  ///
  /// Example:
  ///     #include <rill/trace.h>
  ///     rill::trace_summary seen("a file");
  ///     seen.add({.call = rill::trace_call::drain, .bytes = 4096});
  ///     rill::println(seen.json());
  detail::trace_json json() const noexcept;

 private:
  text name_;
  trace_counts calls_[detail::trace_call_count];
};

namespace detail {
// The result of trace_summary::json.
struct trace_json {
  trace_summary const& summary;
};
}  // namespace detail

inline detail::trace_json trace_summary::json() const noexcept {
  return {*this};
}

}  // namespace rill::inline RILL_BUILD

// The parts of a report: text in columns, numbers with units, names from
// outside.
//
// Allocates nothing, throws nothing of its own. Written through a function, so
// that print and the end of a program (os/posix/standard_trace.h) share the
// code.

namespace rill::inline RILL_BUILD::detail {

using report_number = unsigned long long;

// The destination of a report: a function and its argument.
struct report_sink {
  void (*put)(void* to, text bytes);
  void* to;
};

template <class Out>
report_sink report_sink_of(Out& out) {
  return {[](void* to, text bytes) { (*static_cast<Out*>(to))(bytes); }, &out};
}

// A number and its unit: at most 13 digits, a point, a digit and the unit.
struct report_figure {
  char room[24];
  std::size_t size;
};

// Shows n in the largest unit in which it is at least 1; each unit is `step`
// times the one before. Shows one digit after the point, rounded half up; in
// the first unit none.
template <std::size_t Count>
constexpr report_figure figure_in(report_number n, report_number step,
                                  text const (&units)[Count]) {
  report_figure out{};
  report_number unit = 1;
  std::size_t at = 0;
  auto const tenths = [&] {
    return n / unit * 10 + (n % unit * 10 + unit / 2) / unit;
  };
  while (at + 1 != Count && (at == 0 ? n >= step : tenths() >= step * 10)) {
    unit *= step;
    ++at;
  }
  char* end = plain_write(out.room, at == 0 ? n : tenths() / 10, 10, false);
  if (at != 0) {
    *end++ = '.';
    *end++ = static_cast<char>('0' + tenths() % 10);
  }
  *end++ = ' ';
  end = copy_text(end, units[at]);
  out.size = static_cast<std::size_t>(end - out.room);
  return out;
}

constexpr report_figure scaled_size(report_number bytes) {
  constexpr text units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  return figure_in(bytes, 1024, units);
}

constexpr report_figure scaled_time(report_number nanoseconds) {
  constexpr text units[] = {"ns", "us", "ms", "s"};
  return figure_in(nanoseconds, 1000, units);
}

// Collects the parts of a report and passes them on in blocks.
class report_page {
 public:
  // The widths of the columns.
  static constexpr std::size_t first_column = 16;
  static constexpr std::size_t column = 12;

  explicit report_page(report_sink to) : to_(to) {}
  report_page(report_page const&) = delete;
  report_page& operator=(report_page const&) = delete;

  void put(text piece) {
    if (piece.size > sizeof room_ - size_) pass_on();
    if (piece.size > sizeof room_) return to_.put(to_.to, piece);
    size_ = static_cast<std::size_t>(copy_text(room_ + size_, piece) - room_);
  }
  void repeat(char byte, std::size_t count) {
    for (; count != 0; --count) put({&byte, 1});
  }
  void left(text piece, std::size_t width) {
    put(piece);
    if (piece.size < width) repeat(' ', width - piece.size);
  }
  // Puts a space before a piece that fills a column.
  void right(text piece, std::size_t width) {
    if (piece.size < width)
      repeat(' ', width - piece.size);
    else if (width != 0)
      put(" ");
    put(piece);
  }
  void right(report_figure const& piece, std::size_t width) {
    right(text(piece.room, piece.size), width);
  }
  void put(report_figure const& piece) { put(text(piece.room, piece.size)); }
  void right(report_number n, std::size_t width) {
    char digits[20];
    char const* const end = plain_write(digits, n, 10, false);
    right(text(digits, static_cast<std::size_t>(end - digits)), width);
  }
  void put(report_number n) { right(n, 0); }

  // Adds a name from outside, with control characters escaped.
  void put_shown(text name) {
    char room[longest_escape];
    while (name.size != 0) put(next_shown(name, shown_as::name, room));
  }

  void pass_on() {
    if (size_ != 0) to_.put(to_.to, {room_, size_});
    size_ = 0;
  }

 private:
  report_sink to_;
  std::size_t size_ = 0;
  char room_[512];
};

// Returns true if a report shows the bytes that calls of this kind moved: for
// fill and drain always, for other kinds only if a call moved bytes. `most` is
// the largest number of bytes that one call moved.
constexpr bool shows_bytes(trace_call call, report_number most) {
  return call == trace_call::fill || call == trace_call::drain || most != 0;
}

}  // namespace rill::inline RILL_BUILD::detail

// The report of a device's calls as text and as JSON.
//
// Allocates nothing, throws nothing of its own.

namespace rill::inline RILL_BUILD {

namespace detail {

// Writes the lines of a summary; the last has no newline.
[[gnu::cold]] void write_report(trace_summary const& summary, report_sink to);
[[gnu::cold]] void write_json(trace_summary const& summary, report_sink to);

}  // namespace detail

/// Prints a table of the calls, a table of the sizes and times that 50 and 99
/// per cent of the calls do not exceed, and a bar for each power of two of a
/// size or time. A bar counts the calls from the figure in its row to below the
/// figure in the next row. No line has more than 80 columns if the name is
/// shorter and there are fewer than 10^11 calls.
void rill_print(auto& out, trace_summary const& summary) {
  detail::write_report(summary, detail::report_sink_of(out));
}

namespace detail {

// Prints trace_summary::json. Replaces ill-formed UTF-8 in the name by U+FFFD.
void rill_print(auto& out, trace_json const& json) {
  write_json(json.summary, report_sink_of(out));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "trace_body.h"
#endif

#endif
