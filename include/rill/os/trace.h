// rill/os/trace.h: one call of a device, sums of many, and their report as
// text and JSON.
//
// Layer 3. Tests: test/os/trace_summary_test.cpp,
// test/os/trace_report_test.cpp, test/system/trace_summary_test.py.
#ifndef RILL_OS_TRACE_H
#define RILL_OS_TRACE_H

#include "../base/result.h"
#include "../base/text.h"
#include "../number/result.h"
#include "shown_text.h"

// One call of a device, as it was measured.
//
// Pure, constexpr; os/trace.h writes it.

namespace rill::inline RILL_BUILD {

/// What a device was asked to do.
enum class trace_call : unsigned char {
  fill,          ///< to read
  drain,         ///< to write
  flush_device,  ///< to pass on what it holds; rill::flush is another name
  seek,          ///< to set or tell a position
  sync,          ///< to wait for the disk
  truncate,      ///< to set the size of a file
  close,         ///< to close
};

namespace detail {
inline constexpr unsigned trace_call_count = 7;
}  // namespace detail

/// The name of a call: `flush`, and of the others as in trace_call.
constexpr text name_of(trace_call call) noexcept {
  constexpr text names[detail::trace_call_count] = {
      "fill", "drain", "flush", "seek", "sync", "truncate", "close"};
  return names[static_cast<unsigned>(call)];
}

/// One call of a device. `name` is valid while the event is handled.
struct trace_event {
  trace_call call = trace_call::fill;
  /// The bytes that went through this trace before the call; with an offset
  /// of a file in the call itself (pread, pwrite), that. Of a seek where it
  /// led, of a truncate the size.
  unsigned long long offset = 0;
  /// The bytes that the device was offered, or had room for; 0 where that is
  /// not known.
  unsigned long long asked = 0;
  /// The bytes that were moved. A flush or close moves what a buffer held.
  unsigned long long bytes = 0;
  unsigned long long nanoseconds = 0;
  error_code error = {};
  text name = {};
};

// The calls of a device, counted.
//
// Allocates nothing, throws nothing. os/trace.h writes it. , and beside the
// counts of Python in test/system/trace_summary_test.py.

namespace detail {

using trace_count = unsigned long long;

// Without a lock, because calls are counted in signal handlers too. Where the
// processor cannot add 64 bits at once, threads may lose counts.
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

/// How often numbers of each size came: bucket 0 counts zeros, bucket b the
/// numbers from 2^(b-1) to 2^b - 1.
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

  /// Counts a number. Several threads may do so at the same time.
  void add(unsigned long long n) noexcept {
    detail::count_up(counts_[bucket_of(n)], 1);
    detail::count_up(sum_, n);
    detail::keep_most(most_, n);
  }

  unsigned long long operator[](unsigned bucket) const noexcept {
    return counts_[bucket];
  }
  /// How many numbers came, their sum modulo 2^64, and the greatest.
  unsigned long long count() const noexcept {
    unsigned long long all = 0;
    for (unsigned long long const of_bucket : counts_) all += of_bucket;
    return all;
  }
  unsigned long long sum() const noexcept { return sum_; }
  unsigned long long most() const noexcept { return most_; }

  /// A bound that `per_cent` of the numbers do not exceed: the end of the
  /// bucket in which the last of them lies, or most() if that is less. So it
  /// is less than twice that number. 0 if no number came.
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
  trace_histogram bytes;  ///< that a call moved
  trace_histogram nanoseconds;

  unsigned long long calls() const noexcept { return bytes.count(); }

  /// Bytes in a second of the time that was spent in the calls, rounded down;
  /// 0 if the clock saw no time pass, and at most 2^64 - 1.
  unsigned long long bytes_per_second() const noexcept {
    unsigned long long const time = nanoseconds.sum();
    if (time == 0) return 0;
    unsigned long long result = bytes.sum() / time;
    unsigned long long rest = bytes.sum() % time;
    // One decimal digit of 10^9 a step: rest * 10 fits for 58 years.
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

/// The calls of a device: how many, their errors, the bytes and the time of
/// each, as histograms.
///
/// Prints itself as a table with bars; json() is the same as JSON. 7.4 KB.
/// The name is not copied: it must live as long as it is printed.
class trace_summary {
 public:
  constexpr trace_summary() noexcept = default;
  constexpr explicit trace_summary(text name) noexcept : name_(name) {}

  /// Counts a call. Several threads may do so at the same time.
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

  /// To print as one line of JSON (RFC 8259) without the end of the line.
  /// Refers to this summary. Sizes are in bytes, times in nanoseconds; a
  /// histogram has a pair for each bucket that is not empty: the greatest
  /// number of the bucket, and how often its numbers came.
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
// What trace_summary::json returns.
struct trace_json {
  trace_summary const& summary;
};
}  // namespace detail

inline detail::trace_json trace_summary::json() const noexcept {
  return {*this};
}

}  // namespace rill::inline RILL_BUILD

// The pieces of a report: text in columns, numbers with units, names from
// outside.
//
// Allocates nothing, throws nothing of its own. Written through a function, so
// that the same code serves print and the end of a program
// (os/posix/standard_trace.h).

namespace rill::inline RILL_BUILD::detail {

using report_number = unsigned long long;

// Where a report goes: a function, and what it is called with.
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

// n in the largest of the units, each `step` times the one before, in which it
// is at least 1; with one digit behind the point except in the first unit.
// Rounded half up.
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

// Collects the pieces of a report and passes them on in blocks.
class report_page {
 public:
  // Their widths.
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
  void right(text piece, std::size_t width) {
    if (piece.size < width) repeat(' ', width - piece.size);
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

  // A name from outside, with what a terminal would obey escaped.
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

// Whether a report has the bytes of these calls, of which one moved `most`.
constexpr bool shows_bytes(trace_call call, report_number most) {
  return call == trace_call::fill || call == trace_call::drain || most != 0;
}

}  // namespace rill::inline RILL_BUILD::detail

// What was counted and measured of a device, as text and as JSON.
//
// Allocates nothing, throws nothing of its own.

namespace rill::inline RILL_BUILD {

namespace detail {

// The lines of a summary; the last has no newline.
[[gnu::cold]] void write_report(trace_summary const& summary, report_sink to);
[[gnu::cold]] void write_json(trace_summary const& summary, report_sink to);

}  // namespace detail

/// Prints a table of the calls, one of the sizes and times that 50 and 99 per
/// cent of the calls do not exceed, and a bar for each power of two of a size
/// or time. A row of bars counts from its figure to below that of the next
/// row. No line of more than 80 columns if the name is shorter and there are
/// fewer than 10^11 calls.
void rill_print(auto& out, trace_summary const& summary) {
  detail::write_report(summary, detail::report_sink_of(out));
}

namespace detail {

// Prints trace_summary::json. In the name, U+FFFD stands for what is no UTF-8.
void rill_print(auto& out, trace_json const& json) {
  write_json(json.summary, report_sink_of(out));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "trace_body.h"
#endif

#endif
