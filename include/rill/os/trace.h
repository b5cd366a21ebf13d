// rill/value/trace_summary.h: the calls of a device, counted.
//
// Floor 2. Allocates nothing, throws nothing. os/trace_report.h writes it.
// Tests: test/value/trace_summary_test.cpp, and beside the counts of Python
// in test/system/trace_summary_test.py.
#ifndef RILL_VALUE_TRACE_SUMMARY_H
#define RILL_VALUE_TRACE_SUMMARY_H

#include "trace_event.h"

namespace rill::inline RILL_BUILD {

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

struct trace_json;

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
  trace_json json() const noexcept;

 private:
  text name_;
  trace_counts calls_[detail::trace_call_count];
};

/// What trace_summary::json returns.
struct trace_json {
  trace_summary const& summary;
};

inline trace_json trace_summary::json() const noexcept { return {*this}; }

}  // namespace rill::inline RILL_BUILD

#endif
